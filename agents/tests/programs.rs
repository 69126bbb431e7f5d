//! Programs as bots: what they are told, and that nothing they do can do more than lose them a game.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use marque::dzicz::Dzicz;
use marque::random::{Purpose, stream};
use marque::{Game, Seat, Table, Turn};
use marque_agents::external::serve;
use marque_agents::{Bot, Failure};

/// A folder of one test's own, which goes with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("marque-programs-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// A shell script as a bot, whose log goes here.
    fn bot(&self, name: &str, script: &str) -> Bot {
        let path = self.0.join(name);
        fs::write(&path, script).unwrap();
        let bot = Bot::parse::<Dzicz>(&format!("cmd:sh '{}'", path.display())).unwrap();
        bot.log_in(&self.0.join("logs"));
        bot
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn short_game() -> Dzicz {
    Dzicz::create(2, &"turns = 2".parse().unwrap()).unwrap()
}

/// Plays a game in which the bot has seat 1 and seat 0 plays the first action it can.
fn play(game: &Dzicz, bot: &Bot, limit: Duration) -> Result<(), Failure> {
    let mut table = Table::new(game.clone());
    let mut chance = stream(7, 0, Purpose::Chance);
    let mut mind = stream(7, 0, Purpose::Seat(Seat(1)));
    let mut player = bot.sit::<Dzicz>();
    player.begin(&table.view(Seat(1)), Some(limit));
    loop {
        let before = table.clone();
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.roll(&mut chance)),
            Turn::Seat(Seat(1)) => {
                let view = table.view(Seat(1)).until(Some(Instant::now() + limit));
                let action = player.choose(&view, &mut mind)?;
                table.choose(action).map_err(|error| Failure(error.to_string()))?;
            }
            Turn::Seat(_) => {
                let first = table.legal().remove(0);
                table.play(&first).unwrap();
            }
        }
        player.watch(&before.sight(*table.events().last().unwrap(), Seat(1)));
    }
    player.over(&table.standing(), table.ending().unwrap().reason);
    Ok(())
}

const PATIENCE: Duration = Duration::from_secs(20);

/// The page's dialogue, without its marks: what is told and what is answered.
fn dialogue(page: &str) -> (Vec<&str>, Vec<&str>) {
    let block = page.split("```dialogue\n").nth(1).unwrap().split("```").next().unwrap();
    let of = |mark: &str| block.lines().filter_map(|line| line.strip_prefix(mark)).collect();
    (of("> "), of("< "))
}

/// `MARQUE_BLESS=1 cargo test -p marque-agents --test programs dialogue` writes the page's dialogue anew.
#[test]
fn the_dialogue_of_the_page_is_what_is_said() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md"));
    let page = fs::read_to_string(path).unwrap();
    let ready = r#"{"type":"ready","protocol":1,"name":"my bot","options":{"seed":true}}"#;
    let scratch = Scratch::new();
    let heard = scratch.0.join("heard");
    let script = format!(
        "while read -r line; do
           printf '%s\\n' \"$line\" >> '{}'
           case $line in
             *'\"type\":\"hello\"'*) echo '{ready}' ;;
             *'\"type\":\"choose\"'*) {FIRST} ;;
           esac
         done",
        heard.display()
    );
    let bot = scratch.bot("bot.sh", &script);
    play(&short_game(), &bot, Duration::from_millis(1000)).unwrap();
    drop(bot);
    let version = format!("\"marque\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let told: Vec<String> = scratch
        .read("heard")
        .lines()
        .map(|line| {
            // What is left of the time for a choice depends on the clock.
            let begin = line.find("\"ms\":").filter(|_| line.contains("\"choose\""));
            begin.map_or(line.to_owned(), |at| {
                let digits = line[at + 5..].bytes().take_while(u8::is_ascii_digit).count();
                format!("{}\"ms\":1000{}", &line[..at], &line[at + 5 + digits..])
            })
        })
        .collect();
    let mut said = Vec::new();
    for line in &told {
        said.push(format!("> {}", line.replace(&version, "\"marque\":\"0.2.0\"")));
        if line.contains("\"hello\"") {
            said.push(format!("< {ready}"));
        } else if line.contains("\"choose\"") {
            let told: serde_json::Value = serde_json::from_str(line).unwrap();
            said.push(format!("< {{\"type\":\"play\",\"action\":{}}}", told["legal"][0]));
        }
    }
    let said = said.join("\n") + "\n";
    if std::env::var_os("MARQUE_BLESS").is_some() {
        let (before, after) = page.split_once("```dialogue\n").unwrap();
        let after = after.split_once("```").unwrap().1;
        fs::write(path, format!("{before}```dialogue\n{said}```{after}")).unwrap();
        return;
    }
    let (told, answered) = dialogue(&page);
    let written: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert_eq!(written, told);

    // And our own side understands all of it.
    let mut answers = Vec::new();
    serve("random", told.join("\n").as_bytes(), &mut answers).unwrap();
    let answers = String::from_utf8(answers).unwrap();
    let kinds = |lines: &[&str]| -> Vec<String> {
        let kind = |line: &&str| serde_json::from_str::<serde_json::Value>(line).unwrap()["type"].to_string();
        lines.iter().map(kind).collect()
    };
    assert_eq!(kinds(&answers.lines().collect::<Vec<_>>()), kinds(&answered));
}

/// Says that it is ready, and then does something else.
fn after_ready(rest: &str) -> String {
    format!("read -r line; echo '{{\"type\":\"ready\",\"protocol\":1}}'; echo $$ >> \"$0.pids\"\n{rest}")
}

/// Plays the first legal action.
const FIRST: &str = r#"rest=${line#*'"legal":["'}; printf '{"type":"play","action":"%s"}\n' "${rest%%'"'*}""#;

/// Answers every question with the first legal action.
fn sound() -> String {
    format!("while read -r line; do case $line in *'\"choose\"'*) {FIRST} ;; esac; done")
}

/// Whether a process runs. One whose parent ended before it waits for the system to take note of its end: that is none.
fn is_running(pid: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    if state.lines().any(|line| line.starts_with("State:\tZ")) {
        return false;
    }
    Command::new("sh").args(["-c", &format!("kill -0 {pid} 2>/dev/null")]).status().unwrap().success()
}

#[test]
fn whatever_a_program_does_costs_it_its_game_and_nothing_else() {
    let scratch = Scratch::new();
    let flood = "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done";
    let mutter = "while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done";
    let answer = |json: &str| {
        after_ready(&format!("while read -r line; do case $line in *'\"choose\"'*) echo '{json}';; esac; done"))
    };
    let short = Duration::from_millis(300);
    let cases = [
        ("hangs", after_ready("sleep 1000"), short, "in time"),
        (
            "hangs-with-a-child",
            after_ready("sh -c 'echo $$ >> \"$1.pids\"; sleep 1000' sh \"$0\"; :"),
            short,
            "in time",
        ),
        ("is-deaf-to-signals", after_ready("trap '' TERM INT HUP; while :; do sleep 1; done"), short, "in time"),
        ("dies-at-once", "exit 3".to_owned(), PATIENCE, "exit status: 3"),
        ("dies-later", after_ready("read -r line; exit 4"), PATIENCE, "exit status: 4"),
        ("is-killed", after_ready("kill -9 $$"), PATIENCE, "signal: 9"),
        ("closes-its-output", after_ready("exec >&-; sleep 1000"), PATIENCE, "closed its standard output"),
        ("floods", after_ready(flood), PATIENCE, "wrote "),
        (
            "writes-without-end",
            after_ready(&format!("while read -r line; do case $line in *'\"choose\"'*) {mutter};; esac; done")),
            PATIENCE,
            "more than 65536",
        ),
        ("nonsense", answer("Ahoy!"), PATIENCE, "`Ahoy!`, which is no answer"),
        ("nothing", answer(""), PATIENCE, "no answer"),
        ("a-list", answer("[1, 2]"), PATIENCE, "no answer"),
        ("no-action", answer(r#"{"type":"play","action":"keelhaul"}"#), PATIENCE, "`keelhaul`, which is no action"),
        ("illegal", answer(r#"{"type":"play","action":"start:c3"}"#), PATIENCE, "not legal"),
        ("gives-up", answer(r#"{"type":"error","message":"no wind"}"#), PATIENCE, "gave up: no wind"),
        ("ready-again", answer(r#"{"type":"ready","protocol":1}"#), PATIENCE, "where `play` was due"),
        ("late", answer(r#"x"#).replace("echo 'x'", "sleep 0.6; echo x"), short, "in time"),
        ("version-9", "echo '{\"type\":\"ready\",\"protocol\":9}'; sleep 1000".to_owned(), PATIENCE, "version 9"),
        (
            "plays-first",
            "echo '{\"type\":\"play\",\"action\":\"\"}'; sleep 1000".to_owned(),
            PATIENCE,
            "where `ready` was due",
        ),
    ];
    for (name, script, limit, why) in cases {
        let bot = scratch.bot(name, &script);
        for game in 0..2 {
            let Failure(reason) = play(&short_game(), &bot, limit).expect_err(name);
            assert!(reason.contains(why), "{name}, game {game}: {reason}");
        }
        drop(bot);
        for pid in scratch.read(&format!("{name}.pids")).lines() {
            assert!(!is_running(pid), "{name} is still there as {pid}");
        }
    }
    let nowhere = Bot::parse::<Dzicz>("cmd:/no/such/program").unwrap();
    assert!(nowhere.ready().unwrap_err().0.contains("cannot be started"));
}

#[test]
fn a_sound_program_stays_for_the_next_game_and_leaves_with_its_bot() {
    let scratch = Scratch::new();
    let bot = scratch.bot("sound", &after_ready(&sound()));
    bot.ready().unwrap();
    for _ in 0..5 {
        play(&short_game(), &bot, PATIENCE).unwrap();
    }
    let pids = scratch.read("sound.pids");
    assert_eq!(pids.lines().count(), 1, "one process plays one game after the other");
    assert!(is_running(pids.trim()));
    drop(bot);
    assert!(!is_running(pids.trim()));
}

/// It is started anew for the next game, and the games in which it behaves are played.
#[test]
fn a_program_that_failed_gets_another_chance() {
    let scratch = Scratch::new();
    let script = after_ready(&format!("if [ $(wc -l < \"$0.pids\") -eq 2 ]; then exit; fi\n{}", sound()));
    let bot = scratch.bot("moody", &script);
    let mut results = Vec::new();
    for _ in 0..3 {
        let mut players = [bot.sit::<Dzicz>(), bot.sit::<Dzicz>()];
        let table = Table::new(short_game());
        // Two seats at once: two processes, of which the second fails.
        for (seat, player) in Seat::all(2).zip(&mut players) {
            player.begin(&table.view(seat), None);
        }
        drop(players);
        results.push(play(&short_game(), &bot, PATIENCE).is_ok());
    }
    assert!(results.iter().any(|&ok| ok), "{results:?}");
    assert!(scratch.read("moody.pids").lines().count() >= 2);
}

#[test]
fn the_log_is_kept_and_does_not_grow_without_bound() {
    let scratch = Scratch::new();
    let noise = "i=0; while [ $i -lt 400 ]; do printf '%08000d' 7 >&2; i=$((i+1)); done";
    let bot = scratch.bot("loud", &after_ready(&format!("echo 'heave ho' >&2\n{noise}\n{}", sound())));
    play(&short_game(), &bot, PATIENCE).unwrap();
    drop(bot);
    let logs: Vec<PathBuf> = fs::read_dir(scratch.0.join("logs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [log] = &logs[..] else { panic!("{logs:?}") };
    let text = fs::read_to_string(log).unwrap();
    assert!(text.starts_with("heave ho\n"));
    assert!((1 << 20..(1 << 20) + 100).contains(&text.len()), "{}", text.len());
}

#[test]
fn commands_are_read_as_a_shell_splits_them_and_shown_so_that_they_read_back() {
    let shown = |text: &str| Bot::parse::<Dzicz>(text).unwrap().to_string();
    assert_eq!(shown("cmd:python3   my_bot.py"), "cmd:python3 my_bot.py");
    assert_eq!(shown("cmd:'my bot' a\\ b \"c,d\""), "cmd:'my bot' 'a b' 'c,d'");
    for text in ["cmd:x", "cmd:x 'it''s' \"it's\"", "cmd:x --depth=3 a:b", "cmd:x ''", "cmd:x '#'", "cmd:x 'é ö'"] {
        assert_eq!(shown(&shown(text)), shown(text));
    }
    let list =
        |text: &str| -> Vec<String> { Bot::parse_list::<Dzicz>(text).unwrap().iter().map(Bot::to_string).collect() };
    assert_eq!(list("random,cmd:x 'a,b' c\\,d,greedy"), ["random", "cmd:x 'a,b' 'c,d'", "greedy"]);
    assert_eq!(list("cmd:marque bot search:iterations=9,c=1,random")[1..], ["random"]);
    let twice = list("cmd:x \"a=1,b\",cmd:y --k=v,search:iterations=9,c=1");
    assert_eq!(list(&twice.join(",")), twice, "what is shown reads back in a list too");
    for wrong in ["cmd:", "cmd:  ", "cmd:''", "cmd:x 'y", "cmd:x\\", "cmd:x\ny", &format!("cmd:{}", "x".repeat(2000))] {
        assert!(Bot::parse::<Dzicz>(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn only_the_command_line_can_name_a_program() {
    let text = "cmd:sh -c 'exit 9'";
    let refused = Bot::parse_untrusted::<Dzicz>(text).unwrap_err().to_string();
    assert!(refused.contains("--bots"), "{refused}");
    let bot = Bot::parse::<Dzicz>(text).unwrap();
    bot.trust();
    assert_eq!(Bot::parse_untrusted::<Dzicz>(text), Ok(bot));
    assert!(Bot::parse_untrusted::<Dzicz>(text).is_err(), "and only as long as it is there");
}
