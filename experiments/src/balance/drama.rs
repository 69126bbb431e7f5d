//! The story of a game: who led when, from every seat's prospects after each turn.

use arrayvec::ArrayVec;
use marque::{MAX_SEATS, Seat, Standing};

/// Into how many equal parts the story is cut for the curve of the lead.
pub const TENTHS: usize = 10;

/// Prospects closer than this are equal.
const LEVEL: f32 = 1e-4;

/// Every seat's prospects at one moment: the payoff it would have if the game ended there, 0 to 1.
pub type Prospects = [f32; MAX_SEATS];

/// What the story of a game came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Drama {
    /// How often the lead passed from one seat to another.
    pub lead_changes: u32,
    /// The part of the game after which a winner was ahead of all others for good, 0 to 1; not a number where all win.
    pub settled: f32,
    /// The most the winners were behind, in payoff; not a number where all win.
    pub deficit: f32,
    /// Every seat's prospects at the start and after every tenth of the game but the last: in the end they are the result.
    pub prospects: [Moment; TENTHS],
}

/// Every seat's prospects at a moment, in seat order.
pub type Moment = ArrayVec<f32, MAX_SEATS>;

impl Drama {
    /// The seat ahead of all others after so many tenths, if one was.
    pub fn leader(&self, tenth: usize) -> Option<Seat> {
        leader(&self.prospects[tenth])
    }

    /// How far the best winner was ahead of the best of the others (below zero: behind) after so many tenths; nothing where
    /// all win or none does.
    pub fn lead(&self, tenth: usize, end: &Standing) -> Option<f32> {
        lead(&self.prospects[tenth], end)
    }
}

/// The seat ahead of all others, if one is.
fn leader(prospects: &[f32]) -> Option<Seat> {
    let best = (0..prospects.len()).max_by(|&a, &b| prospects[a].total_cmp(&prospects[b]))?;
    let ahead = |other: usize| other == best || prospects[best] - prospects[other] > LEVEL;
    (0..prospects.len()).all(ahead).then_some(Seat(best as u8))
}

/// How far the best of those who won in the end is ahead of the best of the others.
fn lead(prospects: &[f32], end: &Standing) -> Option<f32> {
    let best = |wins: bool| {
        let side = Seat::all(prospects.len()).zip(prospects).filter(|&(seat, _)| end.wins(seat) == wins);
        side.map(|(_, &value)| value).reduce(f32::max)
    };
    Some(kept(best(true)? - best(false)?))
}

/// A number as it is kept in files, so that a run that goes on from files comes to the same figures.
fn kept(number: f32) -> f32 {
    (number.clamp(-1.0, 1.0) * 1e4).round() / 1e4
}

/// The story told by the prospects at the start, after each turn and in the end.
///
/// Its heroes are all who win; where all seats do, or none, only the changes of the lead are told.
pub fn drama(story: &[Prospects], end: &Standing) -> Drama {
    let seats = end.seats();
    let mut lead_changes = 0;
    let mut ahead = None;
    for moment in story {
        let now = leader(&moment[..seats]);
        if let (Some(before), Some(now)) = (ahead, now) {
            lead_changes += u32::from(before != now);
        }
        ahead = now.or(ahead);
    }
    let last = story.len().saturating_sub(1);
    let moment = |at: usize| story.get(at).map_or([0.0; MAX_SEATS], |prospects| prospects.map(kept));
    let prospects = std::array::from_fn(|tenth| moment(tenth * last / TENTHS)[..seats].iter().copied().collect());
    let leads: Option<Vec<f32>> = story.iter().map(|moment| lead(&moment[..seats], end)).collect();
    let Some(leads) = leads.filter(|leads| !leads.is_empty()) else {
        return Drama { lead_changes, settled: f32::NAN, deficit: f32::NAN, prospects };
    };
    let behind = leads.iter().rposition(|&lead| lead < LEVEL);
    let settled = kept(behind.map_or(0.0, |moment| (moment + 1).min(last) as f32 / last.max(1) as f32));
    let deficit = leads.iter().fold(0.0, |worst: f32, &lead| worst.max(-lead));
    Drama { lead_changes, settled, deficit, prospects }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The story of a game of two, told by the first seat's prospects; the first seat wins.
    fn story(first: &[f32]) -> Drama {
        let moments: Vec<Prospects> = first
            .iter()
            .map(|&value| {
                let mut moment = [0.0; MAX_SEATS];
                (moment[0], moment[1]) = (value, 1.0 - value);
                moment
            })
            .collect();
        drama(&moments, &Standing::by_score(&[1, 0]))
    }

    #[test]
    fn a_lead_kept_from_the_start_has_no_drama() {
        let plain = story(&[0.6, 0.7, 0.8, 1.0]);
        assert_eq!((plain.lead_changes, plain.settled, plain.deficit), (0, 0.0, 0.0));
    }

    #[test]
    fn a_comeback_is_measured_from_its_worst_moment() {
        let comeback = story(&[0.6, 0.3, 0.2, 0.4, 0.7, 1.0]);
        assert_eq!(comeback.lead_changes, 2);
        assert!((comeback.deficit - 0.6).abs() < 1e-6);
        assert_eq!(comeback.settled, 0.8, "behind after the third of five turns, ahead after the fourth");
    }

    #[test]
    fn a_level_moment_changes_no_leader_but_settles_nothing() {
        let level = story(&[0.5, 0.7, 0.5, 0.7, 1.0]);
        assert_eq!(level.lead_changes, 0);
        assert_eq!(level.settled, 0.75);
    }

    #[test]
    fn the_curve_has_the_start_and_every_tenth() {
        let curve = story(&(0..=20).map(|turn| 0.5 + turn as f32 / 40.0).collect::<Vec<_>>());
        for tenth in 0..TENTHS {
            let lead = curve.lead(tenth, &Standing::by_score(&[1, 0])).unwrap();
            assert!((lead - tenth as f32 / 10.0).abs() < 1e-6, "{curve:?}");
        }
        assert_eq!((curve.leader(0), curve.leader(9)), (None, Some(Seat(0))));
    }

    #[test]
    fn a_draw_of_all_has_leaders_but_no_hero() {
        let mut moment = [0.5; MAX_SEATS];
        (moment[0], moment[1]) = (1.0, 0.0);
        let level = Standing::by_score(&[1, 1]);
        let shared = drama(&[moment; 3], &level);
        assert!(shared.settled.is_nan() && shared.deficit.is_nan() && shared.lead(0, &level).is_none());
        assert_eq!(shared.leader(5), Some(Seat(0)));
    }

    #[test]
    fn several_winners_are_heroes_together() {
        let end = Standing::by_score(&[5, 4, 3, 2, 1]).with_winners(2);
        let story = [[0.5; 5], [0.0, 0.75, 1.0, 0.5, 0.25], [0.25, 0.5, 0.75, 1.0, 0.0], [1.0, 0.75, 0.5, 0.25, 0.0]];
        let story = story.map(|seats| std::array::from_fn(|seat| seats.get(seat).copied().unwrap_or_default()));
        let told = drama(&story, &end);
        // The best winner is behind by 0.25 and by 0.5, and ahead in the end.
        assert_eq!((told.deficit, told.settled, told.lead_changes), (0.5, 1.0, 2));
    }
}
