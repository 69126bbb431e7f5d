//! `marque tournament`: bots play each other, and what that says about them.

use marque::Show;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use marque_agents::{Bot, Knowledge};
use marque_experiments::Player;
use marque_experiments::clerk::{Progress, Venue};
use marque_experiments::files::{File, Format};
use marque_experiments::intervals::Estimate;
use marque_experiments::parts::Blocks;
use marque_experiments::schedule::Pairing;
use marque_experiments::sprt::{Decision, Sprt, SprtRow, SprtState};
use marque_experiments::standings::Standings;
use marque_experiments::tournament::{Tournament, TournamentError, TournamentResult, files};

use crate::bot;
use crate::failure::Usage;
use crate::grid::Grid;
use crate::progress::{Display, stop_on_ctrl_c};
use crate::setup::Setup;

/// The most bots for which the crosstable is shown on the screen.
const WIDEST_CROSSTABLE: usize = 10;

/// Plays bots against each other and rates them
///
/// Games are played in blocks: one deal, played once with every rotation of the bots over the seats, so that the luck of
/// deal and seat cancels. The number of games is rounded up to whole blocks. With more bots than seats every choice of
/// bots gets its turn (a balanced sample where there are too many); with fewer, bots sit more than once. Ratings are in
/// Elo points with 95 % intervals taken over blocks.
///
/// Every game becomes a row of DIR/games.csv as its block finishes. A run stopped by Ctrl-C or otherwise goes on where
/// it ended when the same command is given again, and one that is over goes on with more games. The same seed gives the same files on any number of threads.
///
/// Example: `marque tournament bosman --bots random,greedy,ismcts:iterations=500 --games 300 --out my-tournament`
#[derive(clap::Args)]
pub struct TournamentArgs {
    #[command(flatten)]
    setup: Setup,
    /// The bots, separated by commas; `marque bots GAME` lists them, and `cmd:PROGRAM ARGS…` is one of your own
    #[arg(long, short, value_name = "BOT,BOT,…", required = true)]
    bots: Vec<String>,
    /// How many games to play; with --sprt, at most
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed everything random comes from
    #[arg(long, short, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The folder for the files; made if it is not there
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Plays only a part, from block A to before block B; `marque merge` puts parts together
    #[arg(long, value_name = "A..B")]
    blocks: Option<Blocks>,
    /// Lets the first bot meet all others, who do not meet each other without it
    #[arg(long)]
    gauntlet: bool,
    /// Stops as soon as it is clear whether the first of two bots is stronger (elo1) or not (elo0)
    #[arg(long, value_name = "elo0=0,elo1=20,alpha=0.05,beta=0.05", num_args = 0..=1, default_missing_value = "")]
    sprt: Option<Sprt>,
    /// How many threads play (0: as many as the machine has)
    #[arg(long, short, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// How long a bot may think about one choice; one that takes longer forfeits the game
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    move_limit_ms: Option<u64>,
    /// Keeps every game as a trace in DIR/traces, for `marque replay`
    #[arg(long)]
    traces: bool,
    /// Writes every file in more formats beside CSV: csv.gz, jsonl, jsonl.gz
    #[arg(long = "format", value_name = "FORMAT,…", value_delimiter = ',')]
    formats: Vec<Format>,
}

impl TournamentArgs {
    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.setup.game
    }
}

/// Plays the tournament, shows how far it is, and prints what came of it.
pub fn run(args: &TournamentArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let played = marque::with_game!(&args.setup.game, G => play::<G>(args, out));
    played.expect("the name was checked when it was parsed")
}

/// The bots that take part.
fn bots<G: Knowledge>(args: &TournamentArgs) -> Result<Vec<Bot>> {
    let bots = Bot::parse_list::<G>(&args.bots.join(","));
    bots.map_err(|error| Usage(format!("{error}; `marque bots {}` says more", G::INFO.name)).into())
}

/// The tournament that the arguments describe.
pub fn tournament<G: Knowledge>(args: &TournamentArgs) -> Result<Tournament<G>> {
    let bots = bots::<G>(args)?;
    let tournament = Tournament {
        game: args.setup.variant.create::<G>()?,
        command: command(args, &bots),
        players: bots.into_iter().map(Player::from).collect(),
        pairing: if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin },
        games: args.games,
        seed: args.seed,
        sprt: args.sprt,
        move_limit: args.move_limit_ms.map(Duration::from_millis),
        traces: args.traces,
    };
    tournament.check().map_err(explain)?;
    Ok(tournament)
}

fn play<G: Knowledge>(args: &TournamentArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let tournament = tournament::<G>(args)?;
    bot::prepare(&bots::<G>(args)?, Some(&args.out.join("logs")))?;
    let stop = stop_on_ctrl_c()?;
    let mut display = Display::new(announce(&tournament, args.blocks));
    let (threads, formats) = (args.threads, &args.formats);
    let venue = Venue { out: &args.out, threads, formats, stop, observer: &mut display };
    if let Some(blocks) = args.blocks {
        let progress = tournament.run_part(blocks, venue);
        display.clear();
        return conclude_part(&args.out, blocks, &progress.map_err(explain)?, out);
    }
    let result = tournament.run(venue);
    display.clear();
    conclude(&args.out, &tournament, &result.map_err(explain)?, out)
}

/// Prints what came of a tournament; the exit code says whether it is over.
pub fn conclude<G: Show>(
    folder: &Path,
    tournament: &Tournament<G>,
    result: &TournamentResult,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    show(folder, tournament, result, out)?;
    Ok(if result.complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints what came of a part; the exit code says whether it is over.
pub fn conclude_part(folder: &Path, blocks: Blocks, progress: &Progress, out: &mut dyn Write) -> Result<ExitCode> {
    let (&Progress { done, total, .. }, folder) = (progress, folder.display());
    if done < total {
        writeln!(
            out,
            "Stopped after {done} of {total} games of blocks {blocks}: give the same command again to go on."
        )?;
        return Ok(ExitCode::FAILURE);
    }
    writeln!(
        out,
        "Blocks {blocks}, {total} games, are in {folder}; `marque merge PART… --out DIR` puts parts together."
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The command that gives the same run again, without what does not change it: the threads and the folder.
fn command(args: &TournamentArgs, bots: &[Bot]) -> String {
    let bots: Vec<String> = bots.iter().map(Bot::to_string).collect();
    let list = bots.join(",");
    let bots = shlex::try_quote(&list).unwrap_or(Cow::Borrowed(&list));
    let mut command = format!("marque tournament {} --bots {bots}", args.setup.game);
    let variant = &args.setup.variant;
    if let Some(players) = variant.players {
        command += &format!(" --players {players}");
    }
    if let Some(rules) = variant.rules.as_ref().and_then(|rules| rules.file_name()) {
        command += &format!(" --rules {}", rules.to_string_lossy());
    }
    for pair in &variant.set {
        command += &format!(" --set '{pair}'");
    }
    command += &format!(" --games {} --seed {}", args.games, args.seed);
    if args.gauntlet {
        command += " --gauntlet";
    }
    if let Some(sprt) = &args.sprt {
        command += &format!(" --sprt {sprt}");
    }
    if let Some(limit) = args.move_limit_ms {
        command += &format!(" --move-limit-ms {limit}");
    }
    if args.traces {
        command += " --traces";
    }
    command
}

/// What is about to be played, in a line.
fn announce<G: Show>(tournament: &Tournament<G>, blocks: Option<Blocks>) -> String {
    let (seats, total) = (tournament.game.seats(), tournament.total());
    let mut line =
        format!("{} with {seats} seats: {total} games in {} blocks of {seats}", G::INFO.name, total / seats as u64);
    if total != tournament.games {
        line += &format!(" ({} asked for, rounded up to whole blocks)", tournament.games);
    }
    if !tournament.schedule().whole() {
        line += &format!(", a balanced sample of {} tables", tournament.schedule().tables());
    }
    if tournament.pairing == Pairing::Gauntlet && tournament.players.len() == seats {
        line += ", a gauntlet in name only: as many bots as seats are one table, at which all meet";
    }
    if let Some(blocks) = blocks {
        line += &format!("; of these blocks {blocks}");
    }
    line
}

/// What went wrong, as wrong usage where another command would do.
pub fn explain(error: TournamentError) -> anyhow::Error {
    if error.is_usage() {
        return Usage(error.to_string()).into();
    }
    anyhow::Error::new(error).context("the tournament stopped; the same command goes on where its files end")
}

/// Prints what came of it.
fn show<G: Show>(
    folder: &Path,
    tournament: &Tournament<G>,
    result: &TournamentResult,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(standings) = &result.standings {
        writeln!(out, "{}", ranking(standings))?;
        if standings.bots.len() <= WIDEST_CROSSTABLE {
            writeln!(out, "Score of the row against the column, in percent\n{}", crosstable(standings))?;
        }
        writeln!(out, "{}", seats(standings))?;
    }
    if let Some(sprt) = &result.sprt {
        writeln!(out, "{}", verdict(sprt, tournament))?;
    }
    let Progress { done, total, forfeits, .. } = &result.progress;
    let forfeited =
        if *forfeits > 0 { format!(", {forfeits} forfeited (`reason` in games.csv)") } else { String::new() };
    writeln!(out, "{done} games{forfeited}; intervals are 95 %, over blocks of {}.", tournament.game.seats())?;
    let written = files().into_iter().filter(|file| file.name != SprtRow::NAME || result.sprt.is_some());
    let files: Vec<String> = written.map(|file| format!("{}.csv, ", file.name)).collect();
    let traces = if tournament.traces { "traces/, " } else { "" };
    writeln!(out, "Files in {}: {}{traces}manifest.json", folder.display(), files.concat())?;
    if !result.complete {
        writeln!(out, "Stopped after {done} of {total} games: give the same command again to go on.")?;
    }
    Ok(())
}

/// A value in points and its interval.
fn points(estimate: Estimate) -> [String; 2] {
    // Adding nothing makes a rounded -0 a plain 0.
    let whole = |value: f64| format!("{:+.0}", value.round() + 0.0);
    [whole(estimate.value), format!("{} {}", whole(estimate.low), whole(estimate.high))]
}

/// A value in percent and its interval.
fn percent(estimate: Estimate) -> [String; 2] {
    let share = |value: f64| format!("{:.1}", value * 100.0);
    [share(estimate.value), format!("{} {}", share(estimate.low), share(estimate.high))]
}

/// The standings without the intervals of wins, so that they fit; the file has all.
fn ranking(standings: &Standings) -> Grid {
    let header = ["", "bot", "rating", "95 %", "above %", "score %", "95 %", "won-drawn-lost", "wins %", "games"];
    let mut grid = Grid::new(&header).numbers([0].into_iter().chain(2..header.len()));
    for row in &standings.bots {
        let [wins, _] = percent(row.wins);
        let above = row.above_next.map_or(String::new(), |share| format!("{:.1}", share * 100.0));
        let start = [row.place.to_string(), row.bot.clone()];
        let end = [format!("{}-{}-{}", row.won, row.drawn, row.lost), wins, row.games.to_string()];
        grid.row([&start[..], &points(row.rating), &[above], &percent(row.score), &end].concat());
    }
    grid
}

fn crosstable(standings: &Standings) -> Grid {
    let places: Vec<String> = standings.bots.iter().map(|row| row.place.to_string()).collect();
    let header: Vec<&str> = ["", "bot"].into_iter().chain(places.iter().map(String::as_str)).collect();
    let mut grid = Grid::new(&header).numbers([0].into_iter().chain(2..header.len()));
    for row in &standings.bots {
        let cells = standings.bots.iter().map(|column| {
            let cell = standings.pairs.iter().find(|cell| cell.bot == row.bot && cell.opponent == column.bot);
            cell.map_or("-".to_owned(), |cell| format!("{:.1}", cell.score.value * 100.0))
        });
        grid.row([row.place.to_string(), row.bot.clone()].into_iter().chain(cells));
    }
    grid
}

fn seats(standings: &Standings) -> Grid {
    let mut grid = Grid::new(&["seat", "rating", "95 %", "payoff %", "95 %", "wins %", "95 %"]).numbers(0..7);
    for row in &standings.seats {
        let parts = [points(row.rating), percent(row.payoff), percent(row.wins)];
        grid.row([row.seat.to_string()].into_iter().chain(parts.concat()));
    }
    grid
}

/// What the sequential test came to, in a few sentences.
fn verdict<G: Show>(sprt: &SprtState, tournament: &Tournament<G>) -> String {
    let (first, second) = (tournament.players[0].name(), tournament.players[1].name());
    let Sprt { elo0, elo1, .. } = sprt.test();
    let (low, high) = sprt.bounds();
    let state = format!("(LLR {:.2}, bounds {low:.2} and {high:.2})", sprt.llr());
    let (nearer, than) = match sprt.decision() {
        Some(Decision::Elo1) => (elo1, elo0),
        Some(Decision::Elo0) => (elo0, elo1),
        None => return format!("Sequential test: undecided after {} blocks {state}.", sprt.blocks()),
    };
    let [value, interval] = sprt.difference().map(points).unwrap_or_default();
    format!(
        "Sequential test, decided after {} blocks {state}: the rating of {first} less that of {second} is nearer {nearer} \
         than {than}. Estimated with the stop in mind, it is {value} points, 95 % {interval}; the ratings and scores above \
         lean to the answer, as the games ended when they favoured it.",
        sprt.blocks()
    )
}
