use marque::random::{Purpose, stream};
use marque::{Seat, View};
use serde::Serialize;

use super::Judge;
use super::probe::{Gap, Probe};
use super::story::Why;
use crate::knowledge::Knowledge;
use crate::search::Search;

/// A decision as the judge sees it, knowing no more than the seat that made it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// How many events came before it.
    pub ply: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was played.
    pub played: Candidate,
    /// What the judge thinks best: what was played, unless something else came out better.
    pub best: Candidate,
    /// What was compared, the best first.
    pub candidates: Vec<Candidate>,
    /// How much less was expected after what was played than after the best, as a share of the reward; 0 where nothing
    /// came out better.
    pub gap: f32,
    /// The 95 % interval of that.
    pub interval: [f32; 2],
    /// How bad it was, where it was.
    pub grade: Option<Grade>,
    /// What makes the difference, for the worst choices of a game.
    pub why: Option<Why>,
}

/// An action and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Candidate {
    /// The action.
    pub action: String,
    /// What the seat can expect after it, 0 to 1.
    pub value: f32,
}

/// How bad a choice was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// It gave away 5 points of a hundred.
    Inaccuracy,
    /// 10 points.
    Mistake,
    /// 20 points.
    Blunder,
}

impl Grade {
    /// Every grade, the worst first.
    pub const ALL: [Grade; 3] = [Grade::Blunder, Grade::Mistake, Grade::Inaccuracy];

    /// The least that such a choice gave away, as a share of the reward.
    pub const fn least(self) -> f32 {
        match self {
            Grade::Inaccuracy => 0.05,
            Grade::Mistake => 0.1,
            Grade::Blunder => 0.2,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// The grade of a gap, where it is surely one at all.
    fn of(gap: Gap) -> Option<Grade> {
        let fits = |grade: &Grade| gap.low > 0.0 && gap.mean >= f64::from(grade.least());
        Grade::ALL.into_iter().find(fits)
    }
}

/// How many rivals of the action played are looked at, those that a search likes best.
const RIVALS: usize = 3;
/// How often the iterations are doubled before a gap is left as it is.
const ROUNDS: u32 = 3;
/// How often they are doubled for a last look at what seems bad but gave no more away than this: small trees miss slow plans.
const LAST_LOOK: u32 = 4;
const BEYOND_DOUBT: f64 = 0.15;
/// Half the width of an interval that is narrow enough.
const NARROW: f64 = 0.025;

struct Contender<G: Knowledge> {
    action: G::Action,
    probe: Probe<G>,
}

impl<G: Knowledge> Judge<'_, G> {
    /// Judges a decision: what was played and what a search likes best get the same iterations on the same imagined states,
    /// until it is clear whether something was given away and how much, or until that is not worth more.
    pub(super) fn decision(&self, ply: usize, state: &G::State, seat: Seat, played: G::Action) -> Decision {
        self.verdict(ply, seat, played, &self.contest(ply, state, seat, played))
    }

    /// Tells why a choice was worse than the best.
    pub(super) fn explain(&self, ply: usize, state: &G::State, seat: Seat, played: G::Action) -> Why {
        let contenders = self.contest(ply, state, seat, played);
        let sides = [&contenders[0], own(&contenders, played)];
        self.why(ply, state, seat, sides.map(|contender| &contender.probe.tree))
    }

    /// The action played and its rivals, the best first, after as many rounds as it took.
    fn contest(&self, ply: usize, state: &G::State, seat: Seat, played: G::Action) -> Vec<Contender<G>> {
        let view = View::new(self.game, state, seat);
        let first_look =
            Search::new(self.options).analyse(&view, &mut stream(self.seed, ply as u64, Purpose::Seat(seat)));
        let rivals = first_look.moves.iter().map(|report| report.action).filter(|&action| action != played);
        let mut contenders: Vec<Contender<G>> = [played]
            .into_iter()
            .chain(rivals.take(RIVALS))
            .map(|action| Contender { action, probe: Probe::of(action, self.options) })
            .collect();
        let look = |contenders: &mut Vec<Contender<G>>, round: u32| {
            let iterations = (self.iterations / 4).max(32) << round;
            let seed = self.seed(ply, Purpose::Other(round));
            for contender in &mut *contenders {
                contender.probe.run(&view, iterations, iterations, seed);
            }
            is_clear(contenders, played, seat)
        };
        let _ = (0..ROUNDS).any(|round| look(&mut contenders, round));
        let gap = contenders[0].probe.lead(&own(&contenders, played).probe, seat);
        if Grade::of(gap).is_some() && gap.low < BEYOND_DOUBT {
            look(&mut contenders, LAST_LOOK);
        }
        contenders
    }

    fn verdict(&self, ply: usize, seat: Seat, played: G::Action, contenders: &[Contender<G>]) -> Decision {
        let candidate = |contender: &Contender<G>| Candidate {
            action: self.game.write_action(contender.action),
            value: contender.probe.mean()[seat.index()],
        };
        let (best, own) = (&contenders[0], own(contenders, played));
        let gap = best.probe.lead(&own.probe, seat);
        Decision {
            ply,
            seat,
            played: candidate(own),
            best: candidate(best),
            candidates: contenders.iter().map(candidate).collect(),
            gap: gap.mean as f32,
            interval: [gap.low as f32, gap.high as f32],
            grade: Grade::of(gap),
            why: None,
        }
    }
}

/// The contender that was played, which is never dropped.
fn own<G: Knowledge>(contenders: &[Contender<G>], played: G::Action) -> &Contender<G> {
    contenders.iter().find(|contender| contender.action == played).unwrap_or(&contenders[0])
}

/// Sorts the contenders, the best first, drops rivals that have surely lost, and says whether it is clear what the action
/// played gave away.
fn is_clear<G: Knowledge>(contenders: &mut Vec<Contender<G>>, played: G::Action, seat: Seat) -> bool {
    let value = |contender: &Contender<G>| contender.probe.mean()[seat.index()];
    // Of equals, what was played comes first.
    contenders.sort_by(|a, b| value(b).total_cmp(&value(a)).then((b.action == played).cmp(&(a.action == played))));
    let leads: Vec<Gap> = contenders.iter().map(|other| contenders[0].probe.lead(&other.probe, seat)).collect();
    let worth_a_word = f64::from(Grade::Inaccuracy.least());
    let clear = if contenders[0].action == played {
        // Whatever came out worse is not so much better.
        leads[1..].iter().all(|lead| -lead.low < worth_a_word)
    } else {
        let Gap { low, high, .. } = contenders[0].probe.lead(&own(contenders, played).probe, seat);
        high < worth_a_word || low > 0.0 && high - low < 2.0 * NARROW
    };
    let mut index = 0;
    contenders.retain(|contender| {
        index += 1;
        contender.action == played || leads[index - 1].low <= 0.0
    });
    clear
}
