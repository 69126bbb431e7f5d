//! Players that go by an evaluator of your own.

use std::sync::Arc;

use marque::{Game, Seat, Table, toml};
use marque_agents::{AsItStands, Bot, Evaluator, Knowledge, Values, pairwise};

use crate::high_card::{CARDS, Choice, HighCard, State};
use crate::rng;

/// Takes every lead for a deficit.
struct Mistaken;

impl Evaluator<HighCard> for Mistaken {
    fn evaluate(&self, game: &HighCard, state: &State) -> Values {
        let stands = AsItStands.evaluate(game, state);
        pairwise(game.seats(), |a, b| 0.5 + (stands[b] - stands[a]) / 2.0)
    }
}

#[test]
fn every_player_goes_by_the_evaluator_it_was_given() {
    let mut table = Table::new(HighCard::create(3, &toml::Table::new()).unwrap());
    for card in [CARDS, 1, 2] {
        table.happen(&card.to_string()).unwrap();
    }
    for text in ["greedy:samples=100", "flat:iterations=600,cut=0", "ismcts:iterations=600,cut=0,depth=1"] {
        let bot = Bot::parse::<HighCard>(text).unwrap();
        let choice = |evaluator| bot.sit_with::<HighCard>(evaluator).choose(&table.view(Seat(0)), &mut rng(0)).unwrap();
        assert_ne!(choice(HighCard::evaluator()), Choice::Swap, "{text}: the highest card is kept");
        assert_eq!(choice(Arc::new(Mistaken)), Choice::Swap, "{text}: it looks like the lowest");
    }
}

#[test]
fn pairwise_odds_become_values_that_share_what_there_is() {
    for seats in 2..=8 {
        let values = pairwise(seats, |a, b| (a + 1) as f32 / (a + b + 2) as f32);
        assert!((values.iter().sum::<f32>() - seats as f32 / 2.0).abs() < 1e-5, "{values:?}");
        assert!(values[..seats].is_sorted() && values[seats..].iter().all(|&value| value == 0.0), "{values:?}");
    }
    assert_eq!(pairwise(3, |a, _| if a == 1 { 0.5 } else { 1.0 })[..3], [1.0, 0.25, 0.25]);
}
