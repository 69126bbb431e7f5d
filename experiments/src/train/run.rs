//! Generation after generation: games, a fit, and a match that decides.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use marque::Seat;
use marque_agents::learn::{Features, Learnt, Net, Weights, rule_numbers};
use marque_agents::{Bot, Budget, Evaluator, Family, Knowledge, Options, Search};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use super::fit::{Setting, fit, losses};
use super::samples::{self, Sample};
use super::store::{Head, Store, beside, replace};
use crate::arena::Arena;
use crate::clerk::{Progress, Venue};
use crate::files::FilesError;
use crate::game_record::GameRecord;
use crate::in_order::{ThreadsError, in_order};
use crate::intervals::{Estimate, t_interval};
use crate::player::Player;
use crate::report;
use crate::schedule::{Pairing, Schedule};
use crate::sprt::{Decision, Sprt, SprtState, expected_score};
use crate::tournament::first_against_second;

/// How many positions are learnt from at most, the latest.
const MOST_POSITIONS: usize = 200_000;
/// The test that a new player must pass against the one so far.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.1 };
/// How many of the iterations of a player that goes by what was made by hand one gets that has learnt, so that both take
/// about the same time.
const SHARE: f64 = 0.85;

/// What is to be trained.
pub struct Training<G> {
    /// The game with its rules.
    pub game: G,
    /// Who plays: a search with a budget in iterations.
    pub bot: Bot,
    /// Games that a generation plays to learn from; the match that follows has as many at most.
    pub games: u64,
    /// Whether priors of actions are learnt beside values.
    pub priors: bool,
    /// The seed everything random comes from.
    pub seed: u64,
    /// The command that asks for it, for the weights.
    pub command: String,
}

/// How long a training goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Length {
    /// So many generations in all.
    Generations(u64),
    /// As many generations as this time allows, and at least one.
    Time(Duration),
}

/// What came of a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// Positions learnt from.
    pub positions: usize,
    /// The log-loss on positions held out of what was made by hand.
    pub loss_by_hand: f64,
    /// The log-loss on the same positions of what was learnt.
    pub loss: f64,
    /// Games of the match against the player so far.
    pub games: u64,
    /// The new player's score in it, with its 95 % interval.
    pub score: [f64; 3],
    /// Whether it took the other's place.
    pub accepted: bool,
}

impl Generation {
    /// The new player's score against the one so far.
    pub fn score(&self) -> Estimate {
        let [value, low, high] = self.score;
        Estimate::unsure(value, low, high)
    }
}

/// What a training came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// What came of each generation.
    pub generations: Vec<Generation>,
    /// The weights of the best player, where one is better than what was made by hand.
    pub weights: Option<Weights>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// How long the last new player thought in its match, in parts of its rival's time; none where nothing was played now.
    pub time: Option<f64>,
}

/// Why a training cannot be done.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A bot that does not search, or by the clock.
    #[error(
        "`{0}` cannot be trained: it takes a search with iterations, such as `search:iterations=200`, so that it comes out the same again"
    )]
    Bot(String),
    /// A game without numbers to learn over.
    #[error("there is nothing to learn over in {0}: it does not say its states in numbers")]
    Nothing(&'static str),
    /// No games.
    #[error("a generation needs 20 games or more, not {0}")]
    Games(u64),
    /// The file belongs to something else.
    #[error("{path}: {problem}; name other weights, or remove the file to begin anew")]
    Other {
        /// The file.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// Its files.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Its threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// Its page.
    #[error("cannot make the page: {0}")]
    Page(#[from] askama::Error),
}

impl TrainingError {
    /// Whether another command would do, rather than another disk or machine.
    pub fn is_usage(&self) -> bool {
        !matches!(self, TrainingError::Files(_) | TrainingError::Page(_))
    }
}

/// A match that was played.
struct Played {
    games: u64,
    score: Estimate,
    accepted: bool,
    time: f64,
}

impl<G: Knowledge> Training<G> {
    /// Refuses what cannot be trained.
    pub fn check(&self) -> Result<(), TrainingError> {
        let by_iterations = matches!(self.bot.options().budget, Budget::Iterations(_));
        if self.bot.family() != Family::Search || !by_iterations {
            return Err(TrainingError::Bot(self.bot.to_string()));
        }
        if self.games < 20 {
            return Err(TrainingError::Games(self.games));
        }
        match G::study(&self.game, &self.game.start(), &mut Features::default()) {
            Some(_) => Ok(()),
            None => Err(TrainingError::Nothing(G::INFO.name)),
        }
    }

    /// What must be the same for a training to go on.
    fn about(&self) -> Value {
        json!({
            "game": G::INFO.name,
            "players": self.game.seats(),
            "rules": self.game.rules().values(),
            "bot": self.bot.to_string(),
            "games": self.games,
            "priors": self.priors,
            "seed": self.seed,
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    /// Trains, with the weights of the best player at the venue's path and what is known so far beside it, or goes on where
    /// that ends.
    pub fn run(&self, length: Length, mut venue: Venue<'_>) -> Result<Trained, TrainingError> {
        self.check()?;
        let began = Instant::now();
        let out = venue.out;
        let path = beside(out, ".training");
        let other = |problem: String| TrainingError::Other { path: path.display().to_string(), problem };
        let about = self.about();
        let mut store = match Store::load(&path, self.game.seats(), G::KINDS.len()).map_err(other)? {
            Some(store) if store.head.about == about => store,
            Some(_) => {
                return Err(other(
                    "it is of another training, with other rules, bots, games, priors or seed".to_owned(),
                ));
            }
            None => Store {
                head: Head { about, generations: Vec::new(), weights: None, positions: 0 },
                samples: Vec::new(),
            },
        };
        let mut best = match &store.head.weights {
            Some(text) => Some(Weights::read::<G>(text).map_err(other)?),
            None => None,
        };
        let (mut stopped, mut time, mut progress) = (false, None, Progress::default());
        let before = store.head.generations.len() as u64;
        loop {
            let done = store.head.generations.len() as u64;
            let is_over = match length {
                Length::Generations(all) => done >= all,
                // One more if it will be nearer to the time than none.
                Length::Time(limit) => {
                    let each = began.elapsed().as_secs_f64() / f64::max((done - before) as f64, 1.0);
                    done > before && began.elapsed().as_secs_f64() + each / 2.0 > limit.as_secs_f64()
                }
            };
            if is_over {
                break;
            }
            let Some(took) = self.generation(&mut store, &mut best, &mut progress, &mut venue)? else {
                stopped = true;
                break;
            };
            time = Some(took);
            store.head.positions = store.samples.len();
            store.save(&path, self.game.seats())?;
            if let Some(weights) = &best {
                replace(out, weights.write().as_bytes())?;
            }
            replace(
                &beside(out, ".html"),
                report::trained(&self.game, &self.command, &store.head.generations)?.as_bytes(),
            )?;
        }
        Ok(Trained { generations: store.head.generations, weights: best, stopped, time })
    }

    /// One generation; `None` where it was stopped, and what it did is dropped.
    fn generation(
        &self,
        store: &mut Store,
        best: &mut Option<Weights>,
        progress: &mut Progress,
        venue: &mut Venue<'_>,
    ) -> Result<Option<f64>, TrainingError> {
        let number = store.head.generations.len() as u64;
        let learnt = best.as_ref().map(|weights| Arc::new(weights.net()));
        // At first the player so far is the bot with what it already knows.
        let net = learnt.or_else(|| self.bot.options().learn.net::<G>(self.game.seats()));
        let is_first = progress.total == 0;
        // A match may end early, so that no more than this generation can be foreseen.
        progress.total = progress.done + 2 * self.games;
        progress.remark = format!("generation {}", number + 1);
        if is_first {
            venue.observer.begin(progress);
        }
        let Some(played) = self.self_play(number, net.as_ref(), progress, venue)? else { return Ok(None) };
        let mut samples = store.samples.clone();
        samples.extend(played);
        let surplus = samples.len().saturating_sub(MOST_POSITIONS);
        samples.drain(..surplus);
        let rules = rule_numbers(&self.game);
        let setting =
            Setting { seats: self.game.seats(), sum: self.game.constant_sum(), rules: &rules, kinds: self.kinds() };
        let seen: Vec<&Sample> = samples.iter().filter(|sample| !sample.held_out).collect();
        let candidate = Arc::new(fit(&setting, &seen, self.seed, number));
        let [loss_by_hand, loss] = losses(&candidate, &setting, samples.iter().filter(|sample| sample.held_out));
        let Some(played) = self.contest(number, &candidate, net.as_ref(), progress, venue)? else {
            return Ok(None);
        };
        let Played { games, score, accepted, time } = played;
        store.head.generations.push(Generation {
            positions: seen.len(),
            loss_by_hand,
            loss,
            games,
            score: [score.value, score.low, score.high],
            accepted,
        });
        store.samples = samples;
        if accepted {
            let history = store.head.generations.iter().map(|generation| json!(generation)).collect();
            let weights = Weights::new(&self.game, &candidate, &self.command, history);
            store.head.weights = Some(weights.write());
            *best = Some(weights);
        }
        Ok(Some(time))
    }

    /// How many kinds of action priors are learnt for.
    fn kinds(&self) -> usize {
        if self.priors { G::KINDS.len() } else { 0 }
    }

    /// The options of a player that has learnt or not, when it meets one that may not have: the same time for both.
    fn options(&self, learnt: bool, handicap: bool) -> Options {
        let mut options = *self.bot.options();
        if let (Budget::Iterations(iterations), true, true) = (options.budget, learnt, handicap) {
            options.budget = Budget::Iterations((f64::from(iterations) * SHARE).max(1.0) as u32);
        }
        options
    }

    /// Games of the best player with itself.
    fn self_play(
        &self,
        generation: u64,
        net: Option<&Arc<Net>>,
        progress: &mut Progress,
        venue: &mut Venue<'_>,
    ) -> Result<Option<Vec<Sample>>, TrainingError> {
        let mut samples = Vec::new();
        let first = generation * self.games;
        let work = |number| {
            let evaluator = evaluator(net);
            samples::play(&self.game, self.options(false, false), &evaluator, self.priors, self.seed, number)
        };
        let observer = &mut *venue.observer;
        in_order(first..first + self.games, venue.threads, venue.stop, work, |games| {
            progress.done += games.len() as u64;
            observer.advance(progress);
            games.into_iter().for_each(|game| samples.extend(game));
            ControlFlow::Continue(())
        })?;
        Ok((!venue.stop.load(Ordering::Relaxed)).then_some(samples))
    }

    /// A match of a new player against the best so far, on deals of its own.
    fn contest(
        &self,
        generation: u64,
        candidate: &Arc<Net>,
        best: Option<&Arc<Net>>,
        progress: &mut Progress,
        venue: &mut Venue<'_>,
    ) -> Result<Option<Played>, TrainingError> {
        let player = |name: &str, net: Option<&Arc<Net>>| {
            let (options, net) = (self.options(net.is_some(), best.is_none()), net.cloned());
            Player::new(name, move || Box::new(Search::<G>::with(options, evaluator(net.as_ref()))))
        };
        let players = [player("new", Some(candidate)), player("so far", best)];
        let seats = self.game.seats() as u64;
        let schedule = Schedule::new(2, seats as usize, Pairing::RoundRobin);
        // Deals that nobody has learnt from.
        let seed = !self.seed;
        let arena = Arena { game: &self.game, players: &players, seed, move_limit: None };
        let blocks = self.games / seats;
        let first = generation * blocks * seats;
        let mut test = SprtState::new(TEST);
        let (mut scores, mut thought, mut waiting) = (Vec::new(), [0.0; 2], Vec::<GameRecord>::new());
        let observer = &mut *venue.observer;
        let work = |number| arena.play(schedule.seating(number, number), &mut ());
        in_order(first..first + blocks * seats, venue.threads, venue.stop, work, |games| {
            for game in games {
                for seat in Seat::all(seats as usize) {
                    let player = usize::from(game.seating.lineup[seat.index()]);
                    thought[player] += game.clock.thought[seat.index()].as_secs_f64();
                }
                waiting.push(game);
                if waiting.len() as u64 == seats {
                    let score = first_against_second(&waiting);
                    waiting.clear();
                    scores.push(score);
                    test.add(score);
                    progress.done += seats;
                    if test.decision().is_some() {
                        return ControlFlow::Break(());
                    }
                }
            }
            observer.advance(progress);
            ControlFlow::Continue(())
        })?;
        if test.decision().is_none() && venue.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let accepted = test.decision() == Some(Decision::Elo1);
        let even = expected_score(0.0);
        let score = t_interval(&scores).unwrap_or(Estimate::unsure(even, 0.0, 1.0));
        Ok(Some(Played {
            games: test.blocks() * seats,
            score,
            accepted,
            time: thought[0] / f64::max(thought[1], 1e-9),
        }))
    }
}

/// The evaluator of a player that has learnt so much.
fn evaluator<G: Knowledge>(net: Option<&Arc<Net>>) -> Arc<dyn Evaluator<G>> {
    match net {
        Some(net) => Arc::new(Learnt::<G>::new(net.clone())),
        None => G::evaluator(),
    }
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
