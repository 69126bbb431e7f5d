use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::*;
use crate::balance::experiment_file::Source;
use crate::balance::findings::findings;
use crate::balance::game_rows::WatchedRow;
use crate::dice::Dice;
use crate::files::read_file;

const FILE: &str = r#"title = "Longer games of dice"
question = "Is a longer game <fairer>?"
game = "dice"
seats = 3
bots = ["random"]
games = 66
restrict = ["keep"]

[variants.long]
goal = 40

[grid]
limit = [5, 60, 200]

[skill]
strong = "greedy"
weak = "random"
games = 12

[ladder]
bot = "flat:iterations={}"
from = 2
levels = 2
games = 6

[styles]
bots = ["random", "greedy", "flat:iterations=4"]
games = 9
variants = ["base", "long"]
"#;

/// A folder that is there as long as the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("marque-balance-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan() -> Plan<Dice> {
    Plan::new(&Source::read(FILE).unwrap(), None, Path::new(".")).unwrap()
}

fn run_plan(
    plan: &Plan<Dice>,
    out: &Path,
    threads: usize,
    formats: &[Format],
) -> Result<ExperimentResult, ExperimentError> {
    let stop = AtomicBool::new(false);
    super::run(plan, "test", Venue { out, threads, formats, stop: &stop, observer: &mut () })
}

fn run(out: &Scratch, threads: usize) -> Result<ExperimentResult, ExperimentError> {
    run_plan(&plan(), &out.0, threads, &[])
}

const KEPT: [&str; 16] = [
    "verdicts.csv",
    "trends.csv",
    "calibration.csv",
    "games.csv",
    "uses.csv",
    "leads.csv",
    "experiment.csv",
    "variants.csv",
    "seats.csv",
    "actions.csv",
    "ladder.csv",
    "styles.csv",
    "restricted.csv",
    "distributions.csv",
    "lead.csv",
    "report.html",
];

#[test]
fn an_experiment_gives_the_same_bytes_on_any_threads() {
    let (one, three) = (Scratch::new("one"), Scratch::new("three"));
    let outcome = run(&one, 1).unwrap();
    assert_eq!(outcome.progress.done, outcome.progress.total);
    run(&three, 3).unwrap();
    for file in KEPT {
        assert_eq!(one.text(file), three.text(file), "{file}");
    }
}

#[test]
fn a_stopped_run_ends_with_the_same_bytes() {
    let (whole, broken) = (Scratch::new("whole"), Scratch::new("broken"));
    run(&whole, 2).unwrap();
    let games = whole.text("games.csv");
    // Wherever the file was cut off, in the middle of a row too, the next run mends it.
    for length in [0, 17, games.len() / 3, games.len() / 2 + 5, games.len() - 1] {
        fs::create_dir_all(&broken.0).unwrap();
        for file in ["manifest.json", "timing.csv"] {
            fs::copy(whole.0.join(file), broken.0.join(file)).unwrap();
        }
        fs::write(broken.0.join("games.csv"), &games[..length]).unwrap();
        run(&broken, 2).unwrap();
        for file in KEPT {
            assert_eq!(whole.text(file), broken.text(file), "{file} from {length} bytes");
        }
        fs::remove_dir_all(&broken.0).unwrap();
    }
}

#[test]
fn a_folder_of_another_experiment_is_refused() {
    let out = Scratch::new("another");
    run(&out, 2).unwrap();
    let other =
        Plan::<Dice>::new(&Source::read(&FILE.replace("goal = 40", "goal = 41")).unwrap(), None, Path::new("."));
    let error = run_plan(&other.unwrap(), &out.0, 1, &[]).err().unwrap();
    assert!(error.is_usage());
    let said = error.to_string();
    assert!(said.contains("`--out DIR`") && said.contains("by `test`"), "{said}");
    assert!(said.ends_with("What differs:\n  rules.long.goal: 40 there, 41 asked for"), "{said}");
}

#[test]
fn what_differs_is_named_without_flooding_the_screen() {
    let out = Scratch::new("flood");
    run(&out, 2).unwrap();
    let text = FILE
        .replace("\"flat:iterations=4\"", &format!("\"flat:iterations={}4\"", "0".repeat(5000)))
        .replace("[grid]\nlimit = [5, 60, 200]", "[grid]\nlimit = [6, 7, 8, 9]");
    let other = Plan::<Dice>::new(&Source::read(&text).unwrap(), None, Path::new(".")).unwrap();
    let said = run_plan(&other, &out.0, 1, &[]).err().unwrap().to_string();
    let keys = ["\n  rules.limit=6: nothing there, {", "\n  experiment.styles.bots[2]: \"flat:", "bytes) asked for"];
    assert!(said.len() < 2500 && keys.iter().all(|key| said.contains(key)), "{said}");
}

/// The plan of the file with so many games of a variant, under another title.
fn plan_of(games: u64, title: &str) -> Plan<Dice> {
    let about = if title == "Dice" { "" } else { "focus = [\"draws\"]\nmatters = 5" };
    let text = FILE.replace("Longer games of dice", title).replace("games = 66", &format!("games = 66\n{about}"));
    Plan::new(&Source::read(&text).unwrap(), Some(games), Path::new(".")).unwrap()
}

#[test]
fn a_run_that_grows_ends_with_the_same_bytes() {
    let (whole, grown) = (Scratch::new("at-once"), Scratch::new("grown"));
    run_plan(&plan_of(90, "Dice"), &whole.0, 2, &[]).unwrap();
    for (games, title) in [(6, "Dice"), (45, "Other dice"), (50, "Dice"), (90, "Dice")] {
        run_plan(&plan_of(games, title), &grown.0, 2, &[]).unwrap();
        assert!(whole.text("games.csv").starts_with(&grown.text("games.csv")), "{games}");
        assert!(grown.text("report.html").contains(title));
    }
    for file in KEPT.into_iter().chain(["manifest.json"]) {
        assert_eq!(whole.text(file), grown.text(file), "{file}");
    }
    let said = run_plan(&plan_of(45, "Dice"), &grown.0, 2, &[]).err().unwrap().to_string();
    assert!(said.ends_with("\n  games: 90 there, 45 asked for (a run can get more, not fewer)"), "{said}");
}

/// Two rulesets of dice, until their length is known to so many per cent.
fn precise(precision: Option<f64>, games: u64) -> Plan<Dice> {
    let asked = precision.map_or(String::new(), |percent| format!("precision = {{ decisions = {percent} }}\n"));
    let text = format!(
        "title = \"Dice\"\nquestion = \"?\"\ngame = \"dice\"\nseats = 3\nbots = [\"random\", \"greedy\"]\ngames = 3000\n\
         focus = [\"decisions\", \"skill\"]\n{asked}[variants.long]\ngoal = 40\n\
         [skill]\nstrong = \"greedy\"\nweak = \"random\"\ngames = 600\n"
    );
    Plan::new(&Source::read(&text).unwrap(), Some(games), Path::new(".")).unwrap()
}

#[test]
fn a_precise_run_ends_at_a_look_and_says_what_it_reached() {
    let out = Scratch::new("precise");
    let result = run_plan(&precise(Some(2.0), 3000), &out.0, 2, &[]).unwrap();
    let (Progress { done, total, .. }, dataset) = (result.progress, result.dataset.unwrap());
    let plan = precise(Some(2.0), 3000);
    assert!(done == total && done < plan.games(), "{done} of {}", plan.games());
    let look = dataset.about.games_of_a_variant / 3;
    assert!(look > 50 && look_after(look - 1) == look && plan.games_before(look) == done, "{look} rounds");
    assert_eq!(dataset.about.games_played, done);
    let said = crate::balance::answer::paragraphs(&dataset).pop().unwrap();
    let begin = "Precision asked for, and reached in the variant that is least known: ±2 % of decisions a game (±";
    assert!(
        said.starts_with(begin) && said.contains(&format!("{} games of each variant reach it.", 3 * look)),
        "{said}"
    );
    assert!(out.text("report.html").contains("reached in the variant that is least known"));
    // Where the limit comes first, that is told, with what would do.
    let few = Scratch::new("imprecise");
    let dataset = run_plan(&precise(Some(2.0), 90), &few.0, 2, &[]).unwrap().dataset.unwrap();
    let said = crate::balance::answer::paragraphs(&dataset).pop().unwrap();
    assert!(
        said.contains("90 games of each variant do not reach it; about ") && said.contains("would: `--games "),
        "{said}"
    );
}

#[test]
fn a_run_that_gets_more_precise_ends_with_the_same_bytes() {
    let (whole, grown) = (Scratch::new("precise-at-once"), Scratch::new("precise-grown"));
    run_plan(&precise(Some(1.5), 3000), &whole.0, 1, &[]).unwrap();
    let narrower = [(Some(9.0), 1000), (Some(2.5), 3000), (Some(1.5), 3000)];
    let mut sizes = Vec::new();
    for (precision, games) in narrower {
        run_plan(&precise(precision, games), &grown.0, 3, &[]).unwrap();
        sizes.push(grown.text("games.csv").len());
        // Asked for less, it stays as it is.
        let said = run_plan(&precise(Some(10.0), games), &grown.0, 2, &[]).err().unwrap().to_string();
        assert!(said.ends_with("10.0 asked for (a run can get more precise, not less)"), "{said}");
    }
    assert!(sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
    for file in ["games.csv", "variants.csv", "verdicts.csv", "experiment.csv", "report.html", "manifest.json"] {
        assert_eq!(whole.text(file), grown.text(file), "{file}");
    }
    // All games instead is more again.
    let all = run_plan(&precise(None, 3000), &grown.0, 2, &[]).unwrap();
    assert_eq!(all.progress.done, precise(None, 3000).games());
    assert!(run_plan(&precise(Some(1.0), 3000), &grown.0, 2, &[]).err().unwrap().is_usage());
}

#[test]
fn a_folder_that_is_not_ours_is_left_alone() {
    for name in ["variants.csv", "report.html", "games.csv", "uses.csv", "leads.jsonl.gz"] {
        let out = Scratch::new("foreign");
        fs::create_dir_all(&out.0).unwrap();
        fs::write(out.0.join(name), "mine\n").unwrap();
        let error = run(&out, 1).err().unwrap();
        assert!(error.is_usage() && error.to_string().contains("is there already and is not of this run"), "{error}");
        assert_eq!(fs::read_dir(&out.0).unwrap().count(), 1, "nothing was added beside {name}");
        assert_eq!(out.text(name), "mine\n");
    }
    let out = Scratch::new("notes");
    fs::create_dir_all(&out.0).unwrap();
    fs::write(out.0.join("notes.txt"), "mine\n").unwrap();
    run(&out, 1).unwrap();
}

#[test]
fn figures_out_of_range_are_played_again() {
    let out = Scratch::new("range");
    run(&out, 2).unwrap();
    let games = out.text("games.csv");
    let mut reader = csv::Reader::from_reader(games.as_bytes());
    let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    for (column, value) in [("settled", "inf"), ("deficit", "-0.5"), ("prospects", "0 0 7;0 0 0"), ("settled", "NaN")] {
        let at = columns.iter().position(|name| name == column).unwrap();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&columns).unwrap();
        for (number, record) in csv::Reader::from_reader(games.as_bytes()).records().enumerate() {
            let record = record.unwrap();
            let cells = record.iter().enumerate().map(|(i, cell)| if number == 40 && i == at { value } else { cell });
            writer.write_record(cells).unwrap();
        }
        fs::write(out.0.join("games.csv"), writer.into_inner().unwrap()).unwrap();
        run(&out, 2).unwrap();
        assert!(out.text("games.csv") == games, "{column} = {value}");
    }
}

#[test]
fn packed_cells_are_there_in_long_form_too() {
    let out = Scratch::new("long");
    run(&out, 2).unwrap();
    let (uses, leads): (Vec<UseFactRow>, Vec<LeadFactRow>) = (read_file(&out.0).unwrap(), read_file(&out.0).unwrap());
    let text = out.text("games.csv");
    let header = csv::Reader::from_reader(text.as_bytes()).headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    for (number, record) in csv::Reader::from_reader(text.as_bytes()).records().enumerate() {
        let record = record.unwrap();
        let of_game = |seat: usize| {
            uses.iter().filter(move |fact| fact.game == number as u64 && fact.seat == seat).map(|fact| {
                match fact.legal {
                    Some(legal) => format!("{} {}/{legal}", fact.name, fact.times),
                    None => format!("{} {}", fact.name, fact.times),
                }
            })
        };
        for seat in 0..3 {
            let packed =
                format!("{};{}", &record[at(&format!("seat{seat}_uses"))], &record[at(&format!("seat{seat}_deeds"))]);
            let long = of_game(seat).collect::<Vec<_>>().join(";");
            assert_eq!(long, packed.trim_matches(';'));
        }
        let facts: Vec<&LeadFactRow> = leads.iter().filter(|fact| fact.game == number as u64).collect();
        for (fact, moment) in facts.iter().zip(record[at("prospects")].split(';')) {
            let payoffs: Vec<f32> = moment.split(' ').map(|payoff| payoff.parse().unwrap()).collect();
            let best = payoffs.iter().copied().fold(0.0, f32::max);
            assert_eq!(fact.leader.is_some(), payoffs.iter().filter(|&&payoff| payoff == best).count() == 1);
            assert!(fact.leader.is_none_or(|seat| payoffs[usize::from(seat)] == best));
        }
        assert_eq!(facts.len(), 10, "the end is no evidence");
    }
}

#[test]
fn every_file_is_there_in_every_format() {
    let out = Scratch::new("formats");
    let formats: Vec<Format> = ["jsonl", "csv.gz", "jsonl.gz"].map(|format| format.parse().unwrap()).into();
    run_plan(&plan(), &out.0, 2, &formats).unwrap();
    let unpacked = |name: &str| {
        let mut text = String::new();
        let mut reader = flate2::read::GzDecoder::new(fs::File::open(out.0.join(name)).unwrap());
        std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
        text
    };
    for file in plan().files() {
        let (csv, jsonl) = (out.text(&format!("{}.csv", file.name)), out.text(&format!("{}.jsonl", file.name)));
        assert!(unpacked(&format!("{}.csv.gz", file.name)) == csv, "{}", file.name);
        assert!(unpacked(&format!("{}.jsonl.gz", file.name)) == jsonl, "{}", file.name);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let header = reader.headers().unwrap().clone();
        let mut lines = jsonl.lines();
        for record in reader.records() {
            let object: Map<String, Value> = serde_json::from_str(lines.next().unwrap()).unwrap();
            assert!(object.keys().map(String::as_str).eq(&header), "{}", file.name);
            for (value, cell) in object.values().zip(&record.unwrap()) {
                let text = match value {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    // Digits may be written in more ways than one.
                    number => {
                        assert_eq!(number.as_f64(), cell.parse().ok(), "{}", file.name);
                        cell.to_owned()
                    }
                };
                assert_eq!(text, cell, "{}", file.name);
            }
        }
        assert_eq!(lines.next(), None);
    }
}

#[test]
fn the_report_is_made_from_the_tables_alone() {
    let out = Scratch::new("report");
    run(&out, 2).unwrap();
    for name in ["games", "timing", "uses", "leads"] {
        fs::remove_file(out.0.join(format!("{name}.csv"))).unwrap();
    }
    assert_eq!(report::page(&Dataset::read(&out.0).unwrap()).unwrap(), out.text("report.html"));
    assert!(out.text("report.html").contains("Is a longer game &#60;fairer&#62;?"));
}

#[test]
fn the_answer_tells_what_changes_and_nothing_that_could_not() {
    let out = Scratch::new("told");
    let dataset = run(&out, 2).unwrap().dataset.unwrap();
    let said: Vec<String> = findings(&dataset).into_iter().flat_map(|(_, said)| said).collect();
    // Nobody could cheat, so that it is no wonder that nobody did.
    assert!(!said.is_empty() && !said.iter().any(|finding| finding.contains("cheat")), "{said:#?}");
    let answer = crate::balance::answer::paragraph(&dataset).unwrap();
    assert!(answer.contains("With `long` games are") && answer.contains("longer in decisions"), "{answer}");
}

#[test]
fn a_missing_column_is_an_error() {
    let out = Scratch::new("column");
    run(&out, 2).unwrap();
    let text = out.text("variants.csv").replacen("p_holm", "p_bonferroni", 1);
    fs::write(out.0.join("variants.csv"), text).unwrap();
    let error = Dataset::read(&out.0).unwrap_err().to_string();
    assert!(error.ends_with("variants.csv: expected the column `p_holm`, found `p_bonferroni`"), "{error}");
    fs::remove_file(out.0.join("variants.csv")).unwrap();
    assert!(Dataset::read(&out.0).unwrap_err().to_string().ends_with("variants.csv is missing"));
}

#[test]
fn every_row_is_written_under_its_header() {
    let out = Scratch::new("header");
    run(&out, 2).unwrap();
    for file in plan().files().iter().filter(|file| !["games", "timing"].contains(&file.name)) {
        let names: Vec<&str> = file.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(out.text(&format!("{}.csv", file.name)).lines().next(), Some(names.join(",").as_str()));
    }
    let header = <WatchedRow as crate::files::Row>::header(3);
    assert_eq!(out.text("games.csv").lines().next(), Some(header.join(",").as_str()));
}

/// A limit that no game reaches changes nothing: the same games must have the same story, figure for figure.
#[test]
fn games_that_are_the_same_under_two_rulesets_have_the_same_drama() {
    let text = FILE.replace("goal = 40", "limit = 900").replace("[5, 60, 200]", "[800, 850, 880]");
    let plan = Plan::<Dice>::new(&Source::read(&text).unwrap(), None, Path::new(".")).unwrap();
    let out = Scratch::new("same");
    let dataset = run_plan(&plan, &out.0, 2, &[]).unwrap().dataset.unwrap();
    let of = |variant: &str| {
        let lead = dataset.lead.iter().filter(|row| row.variant == variant);
        let lead: Vec<_> = lead.map(|row| (row.tenth, row.lead.value, row.leader_wins.value)).collect();
        let band = dataset.calibration.iter().filter(|row| row.variant == variant);
        let band: Vec<_> = band.map(|row| (row.moments, row.judged, row.came_to.value)).collect();
        (lead, band)
    };
    assert_eq!(format!("{:?}", of("long")), format!("{:?}", of("base")));
    assert_eq!(of("base").0.len(), 10);
    for row in dataset.measures.iter().filter(|row| row.variant == "long" && !row.change.value.is_nan()) {
        assert!(row.change.value.abs() < 1e-9 && row.p == 1.0, "{row:?}");
    }
    assert!(dataset.verdicts.iter().all(|row| !row.verdict.changes()));
}

#[test]
fn skill_counts_its_own_games() {
    let out = Scratch::new("skill");
    let dataset = run(&out, 2).unwrap().dataset.unwrap();
    let games = |key: &str| dataset.measures.iter().find(|row| row.measure == key).unwrap().games;
    assert_eq!((games("skill"), games("draws")), (12, 66));
}

#[test]
fn kinds_of_action_are_done_without_in_every_variant_on_request() {
    let text = FILE.replace("restrict = [\"keep\"]", "restrict = [\"keep\"]\nrestrict_everywhere = true");
    let plan = Plan::<Dice>::new(&Source::read(&text).unwrap(), None, Path::new(".")).unwrap();
    let restricted =
        plan.matches.iter().filter(|contest| matches!(contest.study, crate::balance::plan::Study::Restrict(_)));
    assert_eq!(restricted.map(|contest| contest.variant).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn parts_put_together_are_the_whole_experiment() {
    let (whole, merged) = (Scratch::new("undivided"), Scratch::new("merged"));
    run(&whole, 2).unwrap();
    let all = Blocks { first: 0, end: plan().games() / 3 };
    let parts: Vec<Scratch> = (0..4).map(|part| Scratch::new(&format!("part{part}"))).collect();
    let stop = AtomicBool::new(false);
    for (part, blocks) in parts.iter().zip(all.cut(4)) {
        let venue = Venue { out: &part.0, threads: 2, formats: &[], stop: &stop, observer: &mut () };
        assert_eq!(run_part(&plan(), "test", blocks, None, venue).unwrap().done, blocks.count() * 3);
    }
    let read = Parts::read(&parts.iter().map(|part| part.0.clone()).collect::<Vec<_>>()).unwrap();
    // From the manifest alone, as another machine would.
    let recalled = recall::<Dice>(&read.manifest).unwrap().unwrap();
    assert_eq!(next_round(&recalled, "test", &merged.0).unwrap(), Some(all));
    let venue = Venue { out: &merged.0, threads: 2, formats: &[], stop: &stop, observer: &mut () };
    merge(&recalled, "test", &read, venue).unwrap();
    for file in KEPT.into_iter().chain(["manifest.json"]) {
        assert_eq!(whole.text(file), merged.text(file), "{file}");
    }
    assert_eq!(next_round(&recalled, "test", &merged.0).unwrap(), None);
}

/// Players are trained for the base and for every variant, once, and the run goes on where it ends.
#[test]
fn adapted_players_stand_beside_those_of_the_base() {
    let file = r#"title = "Dice"
question = "?"
game = "dice"
seats = 2
bots = ["search:iterations=4,cut=0"]
games = 40
[variants.long]
goal = 30
[adapt]
generations = 1
games = 20
"#;
    let plan: Plan<Dice> = Plan::new(&Source::read(file).unwrap(), None, Path::new(".")).unwrap();
    let names: Vec<(&str, Option<usize>)> = plan.variants.iter().map(|v| (v.name.as_str(), v.trained)).collect();
    assert_eq!(names, [("base", Some(0)), ("long", Some(0)), ("long, adapted", Some(1))]);
    let (out, again) = (Scratch::new("adapt"), Scratch::new("adapt-again"));
    let data = run_plan(&plan, &out.0, 1, &[]).unwrap().dataset.unwrap();
    run_plan(&plan, &again.0, 2, &[]).unwrap();
    let of = |scratch: &Scratch, file: &str| fs::read(scratch.0.join(file)).unwrap();
    for file in ["games.csv", "report.html", "adapt/0-base.weights.training", "adapt/1-long.weights.html"] {
        assert!(of(&out, file) == of(&again, file), "{file}");
    }
    // In parts: the first trains for all.
    let (parts, merged) = ([Scratch::new("adapt-first"), Scratch::new("adapt-rest")], Scratch::new("adapt-merged"));
    let stop = AtomicBool::new(false);
    let mut from = None;
    for (part, lengths) in parts.iter().zip([1..=1, 2..=u64::MAX]) {
        let blocks = next_round(&plan, "test", &merged.0).unwrap().unwrap();
        assert!(lengths.contains(&blocks.count()), "{blocks}");
        let venue = Venue { out: &part.0, threads: 1, formats: &[], stop: &stop, observer: &mut () };
        run_part(&plan, "test", blocks, from, venue).unwrap();
        let venue = Venue { out: &merged.0, threads: 1, formats: &[], stop: &stop, observer: &mut () };
        merge(&plan, "test", &Parts::read(std::slice::from_ref(&part.0)).unwrap(), venue).unwrap();
        from = Some(merged.0.as_path());
    }
    for file in ["games.csv", "report.html", "adapt/0-base.weights.training", "adapt/1-long.weights.html"] {
        assert!(of(&out, file) == of(&merged, file), "{file} in parts");
    }
    let found = findings(&data);
    let told = found.iter().find(|(heading, _)| *heading == "What adapting changed").expect("it is told");
    assert!(told.1[0].starts_with("With `long`, players trained for it beside players trained for the base: "));
    for (from, to, problem) in [
        ("search:iterations=4,cut=0", "random", "expected a search with iterations"),
        ("generations = 1", "generations = 0", "expected a whole number from 1 to 1000"),
        ("games = 20", "games = 2", "a generation needs 20 games or more, not 2"),
    ] {
        let source = Source::read(&file.replace(from, to)).unwrap();
        let error = Plan::<Dice>::new(&source, None, Path::new(".")).err().expect("it is refused").to_string();
        assert!(error.contains(problem), "{error}");
    }
}
