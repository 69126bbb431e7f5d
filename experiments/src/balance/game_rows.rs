//! The games of an experiment as rows: a tournament's row for every game with everything else that measures need behind it,
//! and the same in long form, one fact a row.

use std::collections::BTreeMap;

use marque::{MAX_SEATS, Show};

use super::course::{Course, Use, Watched};
use super::drama::{Drama, Moment, TENTHS};
use super::plan::{Plan, StudyKind};
use crate::files::codec::{EachSeat, Flat, Maybe, Name, Named, Part, SixDigits, Text, Whole};
use crate::files::{Cell, CellError, Cells, Codec, FileInfo, GameRow, Scorebook};
use crate::game_record::Clock;

crate::rows! {
    /// What a seat did.
    pub struct SeatCourse {
        /// `kind chosen/legal` for every kind of action that was ever legal for the seat; `uses` has it in long form.
        uses: Vec<KindUse> => Uses, "counts";
        /// What the seat came to, and how often; `uses` has it in long form.
        deeds: BTreeMap<String, u32> => Deeds, "counts";
    }

    /// One row a game. Matches take turns by rounds of as many games as there are seats, those with fewer games less often,
    /// in an order that does not depend on how many are asked for. `game` and `block` are numbers within the match: the
    /// same block in another match has the same deal. The number in the run, as in `timing`, is that of the row, from 0.
    pub struct WatchedRow in "games" {
        /// The game as in a tournament.
        game as "": GameRow => Flat, "";
        /// The rules of the match.
        variant: String => Text, "text";
        /// The purpose of the match: `field`, `skill`, `ladder`, `styles` or `restrict`.
        study: StudyKind => Name, "text";
        /// Decisions with more than one legal action.
        choices: u32 => Whole, "count";
        /// Legal actions, summed over decisions.
        legal: u64 => Whole, "count";
        /// The most legal actions at one decision.
        widest: u32 => Whole, "count";
        /// How often the lead passed to another seat.
        lead_changes: u32 => Whole, "count";
        /// The part of the game after which a winner was ahead for good; empty where all win.
        settled: f32 => Part, "0 to 1";
        /// The most the winners were behind; empty where all win.
        deficit: f32 => Part, "payoff";
        /// Every seat's payoff as things stood at the start and after every tenth of the game but the last; `leads` has in
        /// long form what follows from it.
        prospects: [Moment; TENTHS] => Moments, "payoffs";
        /// What each seat did.
        seats as "seat{n}_": Vec<SeatCourse> => EachSeat<Flat>, "";
    }

    /// What every seat did in every game, in long form: a row for every kind of action that was ever legal for the seat, and
    /// for everything it came to.
    pub struct UseFactRow in "uses" {
        /// Number of the game in the run, as in `timing`.
        game: u64 => Whole, "number";
        /// The rules of the match.
        variant: String => Text, "text";
        /// The purpose of the match.
        study: StudyKind => Name, "text";
        /// The seat, from 0 in turn order.
        seat: usize => Whole, "number";
        /// Who sat there.
        bot: String => Text, "text";
        /// `action` for a kind of action, `deed` for what the seat came to.
        what: What => Name, "text";
        /// Which.
        name: String => Text, "text";
        /// How often it did it.
        times: u32 => Whole, "count";
        /// Decisions in which it could have; nothing for a deed.
        legal: Option<u32> => Maybe<Whole>, "count";
    }

    /// Who was ahead and by how much, in long form: a row for the start and for every tenth of every game but the last, when
    /// it is over.
    pub struct LeadFactRow in "leads" {
        /// Number of the game in the run, as in `timing`.
        game: u64 => Whole, "number";
        /// The rules of the match.
        variant: String => Text, "text";
        /// The purpose of the match.
        study: StudyKind => Name, "text";
        /// How many tenths of the game were over.
        tenth: usize => Whole, "tenths";
        /// The seat ahead of all others as things stood; empty where none was.
        leader: Option<u8> => Maybe<Whole>, "number";
        /// The share of the win that seat had in the end.
        leader_won: Option<f64> => Maybe<SixDigits>, "0 to 1";
        /// The payoff of the best winner less that of the best other seat, as things stood; empty where all win.
        lead: f32 => Part, "payoff";
    }
}

/// A kind of action, or something a game counts for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A kind of action.
    Action,
    /// What a seat came to.
    Deed,
}

impl Named for What {
    const ALL: &'static [What] = &[What::Action, What::Deed];

    fn name(self) -> &'static str {
        match self {
            What::Action => "action",
            What::Deed => "deed",
        }
    }
}

/// How a seat used a kind of action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindUse {
    /// The kind.
    pub kind: String,
    /// How often it was chosen, and how often it was legal.
    pub counts: Use,
}

/// `play 12/20;swap 1/20`: chosen and legal.
pub struct Uses;

/// Words with what belongs to them: `word what;word what`.
fn pairs(text: &str) -> impl Iterator<Item = Option<(&str, &str)>> {
    text.split(';').filter(|item| !item.is_empty()).map(|item| item.rsplit_once(' '))
}

impl Codec<Vec<KindUse>> for Uses {
    fn write(value: &Vec<KindUse>, into: &mut Vec<Cell>) {
        let uses: Vec<String> = value
            .iter()
            .map(|KindUse { kind, counts: Use { legal, chosen } }| format!("{kind} {chosen}/{legal}"))
            .collect();
        into.push(Cell::Text(uses.join(";")));
    }

    fn read(from: &mut Cells<'_>) -> Result<Vec<KindUse>, CellError> {
        from.read("a list such as `play 12/20;swap 1/20`", |text| {
            let used = |pair: Option<(&str, &str)>| {
                let (kind, counts) = pair?;
                let (chosen, legal) = counts.split_once('/')?;
                let counts = Use { legal: legal.parse().ok()?, chosen: chosen.parse().ok()? };
                (counts.chosen <= counts.legal).then(|| KindUse { kind: kind.to_owned(), counts })
            };
            pairs(text).map(used).collect()
        })
    }
}

/// `left 2;mission 1`: what and how often.
pub struct Deeds;

impl Codec<BTreeMap<String, u32>> for Deeds {
    fn write(value: &BTreeMap<String, u32>, into: &mut Vec<Cell>) {
        let deeds: Vec<String> = value.iter().map(|(deed, times)| format!("{deed} {times}")).collect();
        into.push(Cell::Text(deeds.join(";")));
    }

    fn read(from: &mut Cells<'_>) -> Result<BTreeMap<String, u32>, CellError> {
        from.read("a list such as `left 2;mission 1`", |text| {
            let deed = |(deed, times): (&str, &str)| Some((deed.to_owned(), times.parse().ok()?));
            pairs(text).map(|pair| pair.and_then(deed)).collect()
        })
    }
}

/// `0.5 0.5;1 0;…`: every seat's prospects at the start and after every tenth but the last.
pub struct Moments;

impl Codec<[Moment; TENTHS]> for Moments {
    fn write(value: &[Moment; TENTHS], into: &mut Vec<Cell>) {
        let moment = |seats: &Moment| seats.iter().map(|&seat| Part::digits(seat)).collect::<Vec<_>>().join(" ");
        into.push(Cell::Text(value.each_ref().map(moment).join(";")));
    }

    fn read(from: &mut Cells<'_>) -> Result<[Moment; TENTHS], CellError> {
        let seats = from.seats();
        from.read("every seat's payoff from 0 to 1 at the start and after every tenth but the last", |text| {
            let payoff = |text: &str| Part::parse(text).filter(|payoff| *payoff >= 0.0);
            let moment = |text: &str| {
                let payoffs: Vec<f32> = text.split(' ').map(payoff).collect::<Option<_>>()?;
                (payoffs.len() == seats).then(|| payoffs.into_iter().take(MAX_SEATS).collect())
            };
            let moments: Vec<Moment> = text.split(';').map(moment).collect::<Option<_>>()?;
            moments.try_into().ok()
        })
    }
}

impl WatchedRow {
    /// The course of the game, in a game with these kinds of action.
    fn course(&self, kinds: &[&str]) -> Option<Course> {
        let uses = |seat: &SeatCourse| {
            let mut uses = vec![Use::default(); kinds.len()];
            for KindUse { kind, counts } in &seat.uses {
                uses[kinds.iter().position(|known| known == kind)?] = *counts;
            }
            Some(uses)
        };
        let drama = Drama {
            lead_changes: self.lead_changes,
            settled: self.settled,
            deficit: self.deficit,
            prospects: self.prospects.clone(),
        };
        // Games that all win have neither of these figures, all others have both.
        if drama.settled.is_nan() != drama.deficit.is_nan() || drama.settled < 0.0 || drama.deficit < 0.0 {
            return None;
        }
        Some(Course {
            choices: self.choices,
            legal: self.legal,
            widest: self.widest,
            uses: self.seats.iter().map(uses).collect::<Option<_>>()?,
            deeds: self.seats.iter().map(|seat| seat.deeds.clone()).collect(),
            drama,
        })
    }
}

/// The scorebook of an experiment.
impl<G: Show> Scorebook for Plan<G> {
    type Course = Course;
    type Row = WatchedRow;

    fn seats(&self) -> usize {
        self.experiment.seats
    }

    fn files(&self) -> Vec<FileInfo> {
        super::dataset::files()
    }

    fn row(&self, game: &Watched) -> WatchedRow {
        let contest = &self.matches[self.contest(game.seating.number)];
        let Course { choices, legal, widest, uses, deeds, drama } = &game.course;
        let Drama { lead_changes, settled, deficit, prospects } = drama;
        let uses = uses.iter().map(|uses| -> Vec<KindUse> {
            let used = G::KINDS.iter().zip(uses).filter(|(_, counts)| counts.legal > 0);
            used.map(|(kind, &counts)| KindUse { kind: (*kind).to_owned(), counts }).collect()
        });
        WatchedRow {
            game: GameRow::of(game, self.experiment.seed, &contest.bots),
            variant: self.variants[contest.variant].name.clone(),
            study: contest.study.kind(),
            choices: *choices,
            legal: *legal,
            widest: *widest,
            lead_changes: *lead_changes,
            settled: *settled,
            deficit: *deficit,
            prospects: prospects.clone(),
            seats: uses.zip(deeds).map(|(uses, deeds)| SeatCourse { uses, deeds: deeds.clone() }).collect(),
        }
    }

    fn recall(&self, number: u64, row: WatchedRow, clock: Clock) -> Option<Watched> {
        if number >= self.games() {
            return None;
        }
        let course = row.course(G::KINDS)?;
        Some(row.game.recall(self.seating(number), clock)?.with_course(course))
    }
}

/// What the seats of a game did, in long form.
pub fn use_facts(game: &Watched, row: &WatchedRow) -> Vec<UseFactRow> {
    let mut facts = Vec::new();
    for (seat, (result, course)) in row.game.seats.iter().zip(&row.seats).enumerate() {
        let fact = |what, name: &str, times, legal| UseFactRow {
            game: game.seating.number,
            variant: row.variant.clone(),
            study: row.study,
            seat,
            bot: result.bot.clone(),
            what,
            name: name.to_owned(),
            times,
            legal,
        };
        let kinds = course.uses.iter();
        facts.extend(kinds.map(|used| fact(What::Action, &used.kind, used.counts.chosen, Some(used.counts.legal))));
        facts.extend(course.deeds.iter().map(|(deed, &times)| fact(What::Deed, deed, times, None)));
    }
    facts
}

/// Who led a game and by how much, in long form.
pub fn lead_facts(game: &Watched, row: &WatchedRow) -> Vec<LeadFactRow> {
    let drama = &game.course.drama;
    let fact = |tenth: usize| {
        let leader = drama.leader(tenth);
        LeadFactRow {
            game: game.seating.number,
            variant: row.variant.clone(),
            study: row.study,
            tenth,
            leader: leader.map(|seat| seat.0),
            leader_won: leader.map(|seat| game.win_share(seat)),
            lead: drama.lead(tenth, &game.standing).unwrap_or(f32::NAN),
        }
    };
    (0..TENTHS).map(fact).collect()
}
