use marque::random::{Purpose, stream};
use marque::{Event, Seat, Table, Turn};
use rayon::prelude::*;

use crate::knowledge::Knowledge;
use crate::options::Options;
use crate::search::{MoveReport, Search};

/// What a search thinks of a decision of a game that was played, knowing no more than the seat that made it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement<A> {
    /// How many events came before it.
    pub ply: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was played.
    pub played: A,
    /// What the search thinks of that; `None` where it never tried it.
    pub report: Option<MoveReport<A>>,
    /// What the search would have played.
    pub best: MoveReport<A>,
    /// What each seat could expect before the decision.
    pub values: Vec<f32>,
}

impl<A: PartialEq> Judgement<A> {
    /// What the seat surely gave away by not playing the best action: the difference in worth less its 95 % margin.
    pub fn loss(&self) -> f32 {
        match &self.report {
            Some(report) if self.played != self.best.action => {
                // The spread of a payoff is at most a half, whatever a few tries have shown.
                let variance = |report: &MoveReport<A>| 0.25 / report.visits.max(1) as f32;
                let margin = 1.96 * (variance(report) + variance(&self.best)).sqrt();
                (self.best.value - report.value - margin).max(0.0)
            }
            _ => 0.0,
        }
    }
}

/// Judges the decisions of a game with more than one choice: all of them, or those of one seat.
///
/// Decisions are judged side by side; the same seed gives the same judgements.
pub fn review<G: Knowledge>(
    table: &Table<G>,
    options: &Options,
    only: Option<Seat>,
    seed: u64,
) -> Vec<Judgement<G::Action>> {
    let mut decisions = Vec::new();
    table.retrace(|before, event| {
        if let (Turn::Seat(seat), Event::Action(played)) = (before.turn(), event)
            && only.is_none_or(|only| only == seat)
            && before.legal().len() > 1
        {
            decisions.push((before.clone(), seat, played));
        }
    });
    let options = Options { threads: 1, ..*options };
    let judge = |(before, seat, played): &(Table<G>, Seat, G::Action)| {
        let ply = before.events().len();
        let mut rng = stream(seed, ply as u64, Purpose::Seat(*seat));
        let analysis = Search::<G>::new(options).analyse(&before.view(*seat), &mut rng);
        let report = analysis.moves.iter().find(|report| report.action == *played).cloned();
        let best = analysis.moves.into_iter().next()?;
        Some(Judgement { ply, seat: *seat, played: *played, report, best, values: analysis.values })
    };
    decisions.par_iter().filter_map(judge).collect()
}
