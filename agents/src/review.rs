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
    /// What playing it was worth to the seat; `None` where the search never tried it.
    pub value: Option<f32>,
    /// What the search would have played.
    pub best: MoveReport<A>,
    /// What each seat could expect before the decision.
    pub values: Vec<f32>,
}

impl<A: PartialEq> Judgement<A> {
    /// What the seat gave away by not playing the best action, by the search's reckoning.
    pub fn loss(&self) -> f32 {
        match self.value {
            Some(value) if self.played != self.best.action => (self.best.value - value).max(0.0),
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
        let value = analysis.moves.iter().find(|report| report.action == *played).map(|report| report.value);
        let best = analysis.moves.into_iter().next()?;
        Some(Judgement { ply, seat: *seat, played: *played, value, best, values: analysis.values })
    };
    decisions.par_iter().filter_map(judge).collect()
}
