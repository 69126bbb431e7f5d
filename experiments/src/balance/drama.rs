//! The story of a game: who led when, from every seat's prospects after each turn.

use marque::{MAX_SEATS, Seat, Standing};

/// Into how many equal parts the story is cut for the curve of the lead.
pub const TENTHS: usize = 10;

/// Prospects closer than this are equal.
const LEVEL: f32 = 1e-4;

/// Every seat's prospects at one moment: its expected payoff, 0 to 1.
pub type Prospects = [f32; MAX_SEATS];

/// What the story of a game came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Drama {
    /// How often the lead passed from one seat to another.
    pub lead_changes: u32,
    /// The part of the game after which the winner was never again behind, 0 to 1.
    pub settled: f32,
    /// The most a winner was behind the leader, in payoff.
    pub deficit: f32,
    /// How far the winner was ahead of the best other (below zero: behind), at the start and after every tenth.
    pub lead: [f32; TENTHS + 1],
}

/// The seat ahead of all others, if one is.
fn leader(prospects: &[f32]) -> Option<usize> {
    let best = (0..prospects.len()).max_by(|&a, &b| prospects[a].total_cmp(&prospects[b]))?;
    let ahead = |other: usize| other == best || prospects[best] - prospects[other] > LEVEL;
    (0..prospects.len()).all(ahead).then_some(best)
}

/// How far a seat is ahead of the best other.
fn lead(prospects: &[f32], seat: usize) -> f32 {
    let others = prospects.iter().enumerate().filter(|&(other, _)| other != seat);
    prospects[seat] - others.map(|(_, &value)| value).fold(f32::NEG_INFINITY, f32::max)
}

/// A number as it is kept in files, so that a run that goes on from files comes to the same figures; prospects that an
/// evaluation puts outside 0 to 1 must not put a lead outside -1 to 1.
fn kept(number: f32) -> f32 {
    (number.clamp(-1.0, 1.0) * 1e4).round() / 1e4
}

/// The story told by the prospects at the start and after each turn.
///
/// Who wins alone is its hero. Where nobody does there is none, and only the changes of the lead are told: the rest is
/// not a number.
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
    let mut winners = Seat::all(seats).filter(|&seat| end.wins(seat));
    let (Some(hero), None, Some(last)) = (winners.next(), winners.next(), story.len().checked_sub(1)) else {
        return Drama { lead_changes, settled: f32::NAN, deficit: f32::NAN, lead: [f32::NAN; TENTHS + 1] };
    };
    let leads: Vec<f32> = story.iter().map(|moment| kept(lead(&moment[..seats], hero.index()))).collect();
    let behind = leads.iter().rposition(|&lead| lead < LEVEL);
    let settled = kept(behind.map_or(0.0, |moment| (moment + 1).min(last) as f32 / last.max(1) as f32));
    let deficit = leads.iter().fold(0.0, |worst: f32, &lead| worst.max(-lead));
    Drama { lead_changes, settled, deficit, lead: std::array::from_fn(|tenth| leads[tenth * last / TENTHS]) }
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
        for (tenth, lead) in curve.lead.iter().enumerate() {
            assert!((lead - tenth as f32 / 10.0).abs() < 1e-6, "{curve:?}");
        }
    }

    #[test]
    fn a_shared_win_has_no_hero() {
        let shared = drama(&[[0.5; MAX_SEATS]; 3], &Standing::by_score(&[1, 1]));
        assert!(shared.settled.is_nan() && shared.deficit.is_nan() && shared.lead[0].is_nan());
    }
}
