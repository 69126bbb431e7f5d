use marque::{Game, Seat, Table, toml};
use marque_agents::{Agent, Analysis, Budget, Options, Search};

use crate::high_card::{CARDS, Choice, HighCard};
use crate::{rng, score};

fn game(seats: usize) -> HighCard {
    HighCard::create(seats, &toml::Table::new()).unwrap()
}

fn dealt(cards: &[u8]) -> Table<HighCard> {
    let mut table = Table::new(game(cards.len()));
    for card in cards {
        table.happen(&card.to_string()).unwrap();
    }
    table
}

fn analyse(table: &Table<HighCard>, seed: u64) -> Analysis<Choice> {
    let options = Options { budget: Budget::Iterations(3000), ..Options::default() };
    Search::new(options).analyse(&table.view(Seat(0)), &mut rng(seed))
}

fn value(analysis: &Analysis<Choice>, choice: Choice) -> f32 {
    analysis.moves.iter().find(|report| report.action == choice).unwrap().value
}

#[test]
fn a_low_card_is_swapped_and_a_high_one_kept() {
    for (low, high) in [(&[1, 5][..], &[CARDS, 5][..]), (&[2, 9, 1], &[8, 9, 1])] {
        let analysis = analyse(&dealt(low), 0);
        assert!(value(&analysis, Choice::Swap) > value(&analysis, Choice::Keep) + 0.2, "{analysis:?}");
        let analysis = analyse(&dealt(high), 0);
        assert!(value(&analysis, Choice::Keep) > value(&analysis, Choice::Swap) + 0.2, "{analysis:?}");
    }
}

/// The search is told the truth about nothing it cannot see.
#[test]
fn hidden_cards_make_no_difference() {
    for seed in 0..5 {
        let first = analyse(&dealt(&[5, 1, 2]), seed);
        assert_eq!(analyse(&dealt(&[5, 9, 8]), seed), first);
    }
}

#[test]
fn every_seat_has_its_own_value() {
    for cards in [&[4, 6][..], &[CARDS, 1, 2]] {
        let analysis = analyse(&dealt(cards), 0);
        assert_eq!(analysis.values.len(), cards.len());
        assert!((analysis.values.iter().sum::<f32>() - cards.len() as f32 / 2.0).abs() < 1e-3);
    }
    let analysis = analyse(&dealt(&[CARDS, 1, 2]), 0);
    assert!(analysis.values[0] > 0.9);
    assert!((analysis.values[1] - analysis.values[2]).abs() < 0.2, "the rest is all the same to the first");
}

/// Keeping the highest of nine cards is worth exactly 1, but nothing is proven where things are hidden.
#[test]
fn nothing_is_proven_in_the_dark() {
    let analysis = analyse(&dealt(&[CARDS, 1]), 0);
    assert_eq!(analysis.iterations, 3000);
}

#[test]
fn the_search_beats_the_scripts() {
    for seats in [2, 3] {
        for rival in ["random", "stubborn", "restless"] {
            let score = score(&game(seats), "ismcts:iterations=200", rival, 150);
            assert!(score > 0.54, "{score} against {rival} of {seats}");
        }
    }
}

#[test]
fn the_tree_is_kept_between_two_decisions_of_one_turn_only() {
    let mut table = dealt(&[3, 7]);
    let mut search = Search::<HighCard>::new(Options::default());
    search.choose(&table.view(Seat(0)), &mut rng(0)).unwrap();
    let all = search.size().0;
    table.play("think").unwrap();
    search.follow(Some(Choice::Think));
    assert!(search.size().0 > 1 && search.size().0 < all);
    search.choose(&table.view(Seat(0)), &mut rng(0)).unwrap();
    search.follow(Some(Choice::Swap));
    search.follow(None);
    assert_eq!(search.size().0, 0, "a card was drawn");
}
