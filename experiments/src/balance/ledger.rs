//! `games.csv` of an experiment: a tournament's row for every game, and behind it everything else that measures need.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::str::FromStr;

use csv::StringRecord;
use marque::{Seat, Show};

use super::account::{Account, Played, Use};
use super::drama::{Drama, TENTHS};
use super::plan::Plan;
use crate::arena::Bout;
use crate::files::{Format, Row, RowFormat, push_field, timing_row};

/// Columns behind those of a tournament's row.
const MORE: [&str; 10] = [
    "variant",
    "study",
    "choices",
    "legal",
    "widest",
    "lead_changes",
    "settled",
    "deficit",
    "lead",
    "seat{n}_uses,seat{n}_deeds",
];

/// How the games of an experiment are written down.
pub struct Ledger<'a, G> {
    plan: &'a Plan<G>,
    /// By match.
    formats: Vec<RowFormat>,
}

impl<'a, G: Show> Ledger<'a, G> {
    /// The ledger of a plan.
    pub fn new(plan: &'a Plan<G>) -> Ledger<'a, G> {
        let (seats, seed) = (plan.experiment.seats, plan.experiment.seed);
        let format = |bots: &Vec<String>| RowFormat::new(seats, seed, bots.clone());
        Ledger { plan, formats: plan.matches.iter().map(|contest| format(&contest.bots)).collect() }
    }

    /// The rows of game number `number`.
    pub fn row(&self, number: u64, bout: &Bout, account: &Account) -> Row {
        let job = self.plan.job(number);
        let mut game = self.formats[job.contest].write(&bout.record);
        game.pop();
        for field in self.more(number, account) {
            game.push(',');
            push_field(&mut game, &field);
        }
        game.push('\n');
        Row { game, timing: timing_row(number, bout) }
    }

    /// What stands behind a tournament's row.
    fn more(&self, number: u64, account: &Account) -> Vec<String> {
        let contest = &self.plan.matches[self.plan.job(number).contest];
        let Drama { lead_changes, settled, deficit, lead } = &account.drama;
        let mut fields = vec![
            self.plan.variants[contest.variant].name.clone(),
            contest.study.name().to_owned(),
            account.choices.to_string(),
            account.legal.to_string(),
            account.widest.to_string(),
            lead_changes.to_string(),
            part(*settled),
            part(*deficit),
            if settled.is_nan() { String::new() } else { lead.map(part).join(" ") },
        ];
        for (counts, deeds) in account.uses.iter().zip(&account.deeds) {
            fields.push(uses(G::KINDS, counts));
            fields.push(deeds.iter().map(|(deed, times)| format!("{deed} {times}")).collect::<Vec<_>>().join(";"));
        }
        fields
    }

    fn read_account(&self, number: u64, fields: &[&str]) -> Option<Account> {
        let (game, seats) = fields.split_at_checked(MORE.len() - 1)?;
        let at = |place: usize| seats.iter().skip(place).step_by(2);
        let account = Account {
            choices: game[2].parse().ok()?,
            legal: game[3].parse().ok()?,
            widest: game[4].parse().ok()?,
            uses: at(0).map(|text| read_uses(text, G::KINDS)).collect::<Option<_>>()?,
            deeds: at(1).map(|text| read_deeds(text)).collect::<Option<_>>()?,
            drama: Drama {
                lead_changes: game[5].parse().ok()?,
                settled: read_part(game[6])?,
                deficit: read_part(game[7])?,
                lead: read_lead(game[8])?,
            },
        };
        // Anything torn does not come out the same again.
        self.more(number, &account).iter().eq(fields).then_some(account)
    }
}

impl<G: Show> Format for Ledger<'_, G> {
    type Game = Played;

    fn headers(&self) -> Row {
        let Row { mut game, timing } = self.formats[0].headers();
        game.pop();
        for column in MORE {
            for seat in Seat::all(if column.contains("{n}") { self.plan.experiment.seats } else { 1 }) {
                game = game + "," + &column.replace("{n}", &seat.0.to_string());
            }
        }
        Row { game: game + "\n", timing }
    }

    fn read(&self, index: u64, line: &str) -> Option<Played> {
        if index >= self.plan.games() {
            return None;
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
        let record: StringRecord = reader.records().next()?.ok()?;
        let fields: Vec<&str> = record.iter().collect();
        let seats = self.plan.experiment.seats;
        let (first, more) = fields.split_at_checked(fields.len().checked_sub(MORE.len() - 1 + 2 * seats)?)?;
        let mut row = String::new();
        for (place, field) in first.iter().enumerate() {
            if place > 0 {
                row.push(',');
            }
            push_field(&mut row, field);
        }
        row.push('\n');
        let job = self.plan.job(index);
        let mut record = self.formats[job.contest].read_game(&row)?;
        // Bots of the same name have one number when read and another in the plan.
        record.lineup = self.plan.lineup(job).1;
        let account = self.read_account(index, more)?;
        (record.index == self.plan.index(job)).then_some(Played { record, account })
    }
}

/// A part of 1 to four places; nothing where there is no number.
fn part(number: f32) -> String {
    if number.is_nan() {
        return String::new();
    }
    ((f64::from(number) * 1e4).round() / 1e4 + 0.0).to_string()
}

fn read_part(text: &str) -> Option<f32> {
    if text.is_empty() { Some(f32::NAN) } else { text.parse().ok() }
}

fn read_lead(text: &str) -> Option<[f32; TENTHS + 1]> {
    let mut lead = [f32::NAN; TENTHS + 1];
    for (value, text) in lead.iter_mut().zip(text.split_whitespace()) {
        *value = text.parse().ok()?;
    }
    Some(lead)
}

/// `play 12/20;swap 1/20`: chosen and legal, for every kind that was ever legal.
fn uses(kinds: &[&str], uses: &[Use]) -> String {
    let mut text = String::new();
    for (kind, Use { legal, chosen }) in kinds.iter().zip(uses).filter(|(_, counts)| counts.legal > 0) {
        let separator = if text.is_empty() { "" } else { ";" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{kind} {chosen}/{legal}");
    }
    text
}

/// Words with what belongs to them: `word what;word what`.
fn pairs(text: &str) -> impl Iterator<Item = Option<(&str, &str)>> {
    text.split(';').filter(|item| !item.is_empty()).map(|item| item.split_once(' '))
}

fn read_uses(text: &str, kinds: &[&str]) -> Option<Vec<Use>> {
    let mut uses = vec![Use::default(); kinds.len()];
    for pair in pairs(text) {
        let (kind, counts) = pair?;
        let (chosen, legal) = counts.split_once('/')?;
        let kind = kinds.iter().position(|&known| known == kind)?;
        uses[kind] = Use { legal: number(legal)?, chosen: number(chosen)? };
    }
    Some(uses)
}

fn read_deeds(text: &str) -> Option<BTreeMap<String, u32>> {
    pairs(text).map(|pair| pair.and_then(|(deed, times)| Some((deed.to_owned(), number(times)?)))).collect()
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}
