//! `marque play`: a person at the table, bots at the other seats.

mod clock;
mod input;
mod review;
mod screen;

use std::fs::File;
use std::io::{BufRead, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use marque::page::Page;
use marque::random::{self, Purpose};
use marque::{Seat, Table, Trace, Turn, toml};
use marque_agents::{Agent, Bot, Knowledge};

use crate::failure::Usage;
use crate::setup::Setup;
use crate::traces;
use clock::Answer;
use input::Request;

/// Sit down against bots
///
/// The board is drawn before each of your decisions; moves are typed by number, notation or a prefix that only one move
/// has. `help` lists what else can be typed. Example: `marque play bosman --bots captain`
#[derive(clap::Args)]
pub struct PlayArgs {
    #[command(flatten)]
    setup: Setup,
    /// Your seat, from 0
    #[arg(long, default_value_t = 0, value_name = "S")]
    seat: u8,
    /// Who sits at the other seats, in order; repeated where there are fewer (see `marque bots GAME`)
    #[arg(long, default_value = "mate", value_name = "BOTS")]
    bots: String,
    /// The seed of the game (default: another one each time)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Takes up a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "players", "rules", "set"])]
    resume: Option<PathBuf>,
    /// Santy Anno without a clock: your head is as fast and as sure as the rules say
    #[arg(long)]
    untimed: bool,
}

/// How much slower than the rules' default heads are when a person plays Santy Anno on the clock: a person's pace.
const PERSONS_PACE: i64 = 400;

/// Plays a game with a person who types at `input`.
pub fn run(args: &PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    let run = marque::with_game!(&args.setup.game, G => run_game::<G>(args, input, out));
    run.expect("the name was checked when it was parsed")
}

fn run_game<G: Knowledge>(args: &PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<ExitCode> {
    let timed = G::INFO.name == "santy-anno" && !args.untimed;
    let (table, seed) = match &args.resume {
        Some(path) => {
            let trace = traces::read(path)?;
            (trace.replay::<G>(usize::MAX).with_context(|| path.display().to_string())?, trace.header.seed)
        }
        None => (Table::new(new_game::<G>(args, timed)?), args.seed.unwrap_or_else(seed_of_the_moment)),
    };
    let seats = table.game().seats();
    if usize::from(args.seat) >= seats {
        return Err(Usage(format!("--seat {}: the seats are 0 to {}", args.seat, seats - 1)).into());
    }
    let bots = Bot::parse_list::<G>(&args.bots).map_err(|error| Usage(error.to_string()))?;
    let names = (0..seats).map(|seat| bots[(seat + seats - usize::from(args.seat) - 1) % seats % bots.len()].clone());
    let mut session = Session {
        me: Seat(args.seat),
        bots: names.collect(),
        agents: Vec::new(),
        colour: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        timed,
        answer: None,
        table,
        seed,
        input,
        out,
    };
    session.sit_down();
    session.play()
}

fn new_game<G: Knowledge>(args: &PlayArgs, timed: bool) -> Result<G> {
    let game = args.setup.variant.create::<G>()?;
    if !timed
        || game.rules().value("minds")
            != &G::params(game.seats())[..].iter().find(|p| p.key == "minds").expect("Santy Anno has minds").default
    {
        return Ok(game);
    }
    let mind = toml::Table::from_iter([("speed_percent".to_owned(), PERSONS_PACE.into())]);
    let mut rules = game.rules().values().clone();
    rules.insert("minds".to_owned(), toml::Value::from(vec![mind; game.seats()]));
    Ok(G::create(game.seats(), &rules)?)
}

fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // A number that is short enough to be typed again.
    (since.as_millis() % 1_000_000) as u64
}

/// How a sitting goes on after a person's decision.
enum Next {
    Goes,
    Ends,
}

struct Session<'a, G: Knowledge> {
    table: Table<G>,
    me: Seat,
    /// By seat; the person's own entry is not used.
    bots: Vec<Bot>,
    agents: Vec<Box<dyn Agent<G>>>,
    seed: u64,
    colour: bool,
    timed: bool,
    answer: Option<Answer>,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl<G: Knowledge> Session<'_, G> {
    /// Gives every seat a fresh player that has followed the game so far.
    fn sit_down(&mut self) {
        self.agents = self.bots.iter().map(Bot::sit::<G>).collect();
        let agents = &mut self.agents;
        self.table.retrace(|before, event| marque_agents::tell(before.game(), before.turn(), event, agents));
    }

    fn play(&mut self) -> Result<ExitCode> {
        let rivals: Vec<String> =
            Seat::all(self.bots.len())
                .map(|seat| {
                    if seat == self.me {
                        format!("{seat}: you")
                    } else {
                        format!("{seat}: {}", self.bots[seat.index()])
                    }
                })
                .collect();
        writeln!(self.out, "{} ({}), seed {}. {}.", G::INFO.title, G::INFO.english, self.seed, rivals.join(", "))?;
        writeln!(self.out, "Type `help` for what you can type.\n")?;
        loop {
            match self.table.turn() {
                Turn::Over => break,
                Turn::Chance => self.chance()?,
                Turn::Seat(seat) if seat == self.me => match self.decide()? {
                    Next::Goes => {}
                    Next::Ends => return Ok(ExitCode::SUCCESS),
                },
                Turn::Seat(seat) => self.bot_moves(seat)?,
            }
        }
        self.finish()
    }

    /// Every event has a stream of its own, so that taking back a move does not roll the dice again.
    fn stream(&self, purpose: Purpose) -> random::Rng {
        random::stream(self.seed, self.table.events().len() as u64, purpose)
    }

    fn chance(&mut self) -> Result<()> {
        let before = self.table.clone();
        let rng = &mut self.stream(Purpose::Chance);
        if let Some(answer) = self.answer.as_mut().filter(|answer| answer.thinking()) {
            answer.think(&mut self.table, rng);
            return self.told(&before, false);
        }
        self.table.roll(rng);
        self.told(&before, true)
    }

    fn bot_moves(&mut self, seat: Seat) -> Result<()> {
        let before = self.table.clone();
        let mut rng = self.stream(Purpose::Seat(seat));
        let action = self.agents[seat.index()].choose(&self.table.view(seat), &mut rng);
        self.table.choose(action).with_context(|| format!("the bot `{}` at {seat}", self.bots[seat.index()]))?;
        self.told(&before, true)
    }

    /// Lets everyone know of the event that led on from `before`.
    fn told(&mut self, before: &Table<G>, aloud: bool) -> Result<()> {
        let Some(&event) = self.table.events().last() else { return Ok(()) };
        marque_agents::tell(before.game(), before.turn(), event, &mut self.agents);
        let story = before.narrate(event, Some(self.me));
        if aloud && !story.is_empty() {
            writeln!(self.out, "{story}")?;
        }
        Ok(())
    }

    fn page(&self, page: &Page) -> String {
        if self.colour { page.ansi() } else { page.to_string() }
    }

    /// The person's moves, sorted as they are shown.
    fn legal(&self) -> Vec<String> {
        let mut legal = self.table.legal();
        if self.timed {
            legal.retain(|action| action.starts_with("run:"));
        }
        screen::sort(&mut legal);
        legal
    }

    fn show(&mut self, legal: &[String]) -> Result<()> {
        let board = self.page(&self.table.board(Some(self.me)));
        writeln!(self.out, "\n{board}")?;
        if self.timed {
            writeln!(self.out, "cards: {}", clock::cards(&self.table))?;
            writeln!(self.out, "The clock is running: think, then type `run:` and your true ship.")?;
        }
        writeln!(self.out, "{}", self.table.prompt())?;
        write!(self.out, "{}", screen::moves(legal, None))?;
        Ok(())
    }

    fn decide(&mut self) -> Result<Next> {
        if let Some(answer) = &mut self.answer {
            let action = answer.next(&self.table.legal());
            let done = !answer.thinking();
            self.choose(&action)?;
            if done {
                self.answer = None;
            }
            return Ok(Next::Goes);
        }
        let legal = self.legal();
        self.show(&legal)?;
        let begin = Instant::now();
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                self.leave()?;
                return Ok(Next::Ends);
            }
            match input::read(&line, &legal) {
                Err(problem) => writeln!(self.out, "{problem}")?,
                Ok(Request::Move(index)) if self.timed => {
                    let answer = Answer::new(&legal[index], begin);
                    writeln!(self.out, "You thought for {}.{} s.", answer.ticks() / 10, answer.ticks() % 10)?;
                    self.answer = Some(answer);
                    return Ok(Next::Goes);
                }
                Ok(Request::Move(index)) => {
                    self.choose(&legal[index])?;
                    return Ok(Next::Goes);
                }
                Ok(Request::Quit) => {
                    self.leave()?;
                    return Ok(Next::Ends);
                }
                Ok(Request::Undo) => match self.undo() {
                    Ok(()) => return Ok(Next::Goes),
                    Err(problem) => writeln!(self.out, "{problem}")?,
                },
                Ok(Request::Board) => self.show(&legal)?,
                Ok(Request::Moves(kind)) => write!(self.out, "{}", screen::moves(&legal, kind.as_deref()))?,
                Ok(Request::Hint) => self.hint()?,
                Ok(Request::Help) => write!(self.out, "{HELP}")?,
                Ok(Request::Rules(None)) => {
                    writeln!(self.out, "`rules ID` shows a rule; `marque rules {}` prints them all.", G::INFO.name)?;
                }
                Ok(Request::Rules(Some(id))) => match marque::rulebook::rule(G::INFO.rules, &id) {
                    Some(rule) => writeln!(self.out, "{}", rule.text)?,
                    None => writeln!(self.out, "There is no rule `{id}` in this game.")?,
                },
                Ok(Request::Save(file)) => match self.save(Path::new(&file)) {
                    Ok(()) => {
                        writeln!(self.out, "Saved to {file}; `marque play {} --resume {file}` goes on.", G::INFO.name)?
                    }
                    Err(error) => writeln!(self.out, "{error:#}")?,
                },
            }
        }
    }

    fn choose(&mut self, action: &str) -> Result<()> {
        let before = self.table.clone();
        self.table.play(action)?;
        let aloud = self.answer.is_none() || action.starts_with("run:");
        self.told(&before, aloud)
    }

    /// Back to the person's last decision.
    fn undo(&mut self) -> Result<(), String> {
        if self.timed {
            return Err("Time cannot be taken back.".to_owned());
        }
        let mut last = None;
        self.table.retrace(|before, _| {
            if before.turn() == Turn::Seat(self.me) {
                last = Some(before.events().len());
            }
        });
        let ply = last.ok_or("There is nothing to take back.")?;
        self.table.rewind(ply);
        self.sit_down();
        Ok(())
    }

    fn save(&self, path: &Path) -> Result<()> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut file = BufWriter::new(file);
        Trace::of(&self.table, self.seed).write(&mut file)?;
        file.flush().with_context(|| format!("cannot write {}", path.display()))
    }

    /// Ends the sitting before the game is over: the game is saved.
    fn leave(&mut self) -> Result<()> {
        let path = PathBuf::from(format!("marque-{}-{}.jsonl", G::INFO.name, self.seed));
        self.save(&path)?;
        let path = path.display();
        writeln!(self.out, "The game is saved: `marque play {} --resume {path}` goes on. Fair winds!", G::INFO.name)?;
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        let rng = &mut self.stream(Purpose::Seat(self.me));
        let hint = review::hint(&self.table.view(self.me), rng);
        write!(self.out, "{hint}")?;
        Ok(())
    }

    fn finish(&mut self) -> Result<ExitCode> {
        let board = self.page(&self.table.board(None));
        writeln!(self.out, "\n{board}")?;
        let Some(ending) = self.table.ending() else { bail!("the game ended too soon") };
        writeln!(self.out, "The game is over: {}.", ending.reason)?;
        let standing = self.table.standing();
        for seat in Seat::all(self.bots.len()) {
            let name = if seat == self.me { "you".to_owned() } else { self.bots[seat.index()].to_string() };
            let place = standing.ranks()[seat.index()] + 1;
            let won = if standing.wins(seat) { ", wins" } else { "" };
            writeln!(self.out, "  {seat} ({name}): {} points, place {place}{won}", standing.scores()[seat.index()])?;
        }
        let turning_points = review::turning_points(&self.table, self.me, self.seed);
        write!(self.out, "{turning_points}")?;
        Ok(ExitCode::SUCCESS)
    }
}

const HELP: &str = "\
A move: its number, its notation, or the first letters of it if no other move begins so.
  board        draws the board and lists your moves
  moves KIND   lists all moves of a kind
  rules ID     shows a rule, such as the ids in the rules page
  hint         what the strongest bot would do, by numbers
  undo         takes back your last decision and all that followed
  save FILE    writes the game to a file
  quit         leaves the table; the game is saved
";
