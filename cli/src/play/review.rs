//! What a strong bot has to say to a person: hints during a game, and its turning points afterwards.

use std::fmt::Write;

use marque::random::Rng;
use marque::{Seat, Show, Table, View};
use marque_agents::{Bot, Budget, Judgement, Knowledge, MoveReport, Options, Search, review};

/// Whose opinion is asked.
const ADVISER: &str = "captain";
/// Iterations that a whole look back takes, shared by the decisions of the game.
const LOOK_BACK: u32 = 60_000;
/// A drop that is worth telling, in hundredths of a win.
const WORTH_TELLING: f32 = 0.02;

fn adviser<G: Knowledge>() -> Options {
    *Bot::parse::<G>(ADVISER).expect("the preset is there in every game").options()
}

/// The best moves as a bot sees them, with its reasons in numbers.
pub fn hint<G: Knowledge>(view: &View<'_, G>, rng: &mut Rng) -> String {
    let analysis = Search::new(adviser::<G>()).analyse(view, rng);
    let mut text = format!("`{ADVISER}` looked at {} ways on. By what they are worth to you:\n", analysis.iterations);
    for report in analysis.moves.iter().take(3) {
        let MoveReport { action, visits, value, deviation, line } = report;
        let line: Vec<String> = line.iter().skip(1).take(3).map(|&action| view.game().write_action(action)).collect();
        let then = if line.is_empty() { String::new() } else { format!(", then perhaps {}", line.join(" ")) };
        let action = view.game().write_action(*action);
        let percent = |share: f32| (share * 100.0).round();
        let _ = writeln!(
            text,
            "  {action}: {} % ± {} of the points to be had, tried {visits} times{then}",
            percent(*value),
            percent(1.96 * deviation)
        );
    }
    text
}

/// The decisions at which a person gave most away, with what would have been better.
pub fn turning_points<G: Knowledge>(table: &Table<G>, me: Seat, seed: u64) -> String {
    let decisions = table.events().len() as u32 / table.game().seats() as u32;
    let iterations = (LOOK_BACK / decisions.max(1)).clamp(50, 1000);
    let options = Options { budget: Budget::Iterations(iterations), ..adviser::<G>() };
    let mut judgements = review(table, &options, Some(me), seed);
    judgements.retain(|judgement| judgement.loss() >= WORTH_TELLING);
    judgements.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
    if judgements.is_empty() {
        return format!("Looking back with {iterations} ways on at each decision: no move of yours stands out.\n");
    }
    let mut text = format!("Turning points, looking back with {iterations} ways on at each of your decisions:\n");
    for judgement in judgements.iter().take(3) {
        text += &turning_point(table.game(), judgement);
    }
    text
}

fn turning_point<G: Show>(game: &G, judgement: &Judgement<G::Action>) -> String {
    format!(
        "  event {}: {} cost you at least {:.0} % of a win; better was {}\n",
        judgement.ply + 1,
        game.write_action(judgement.played),
        judgement.loss() * 100.0,
        game.write_action(judgement.best.action)
    )
}
