use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::santy_anno::cards::Deck;

fn card(face: &str) -> Card {
    Card::read(face).unwrap()
}

/// Where a card takes a pirate at a table laid as in the scenes.
pub(super) fn target(face: &str, from: u8) -> u8 {
    card(face).course(Scene::new(3, "").state.ring).to(ship(from)).number()
}

fn targets(face: &str) -> [u8; SHIPS] {
    std::array::from_fn(|index| target(face, index as u8 + 1))
}

fn full_deck() -> Vec<Card> {
    let (cards, count) = Deck::EXPERT.spread();
    cards[..count].to_vec()
}

/// SA-1
#[test]
fn each_element_and_colour_letter_and_corner_is_on_two_ships() {
    let mut seen = BTreeMap::new();
    for ship in Ship::all() {
        let colours = ship.colours();
        assert_eq!(BTreeSet::from(colours).len(), 4, "{ship} has four different colours");
        for (element, colour) in colours.into_iter().enumerate() {
            *seen.entry((element, char::from(colour).to_string())).or_insert(0) += 1;
        }
        *seen.entry((4, ship.name()[..1].to_owned())).or_insert(0) += 1;
        *seen.entry((5, ship.corner().to_owned())).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 4 * 4 + 4 + 4);
    assert!(seen.values().all(|&count| count == 2), "{seen:?}");
}

/// SA-1
#[test]
fn ships_look_as_the_page_has_them() {
    let page: Vec<String> = SantyAnno::INFO
        .rules
        .lines()
        .filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit())
        .map(|line| line.to_owned())
        .collect();
    let drawn = |ship: Ship| {
        let colours: Vec<String> = ship.colours().iter().map(|&colour| char::from(colour).to_string()).collect();
        format!("| {} | {} | {} | {} |", ship.number(), ship.name(), colours.join(" | "), ship.corner())
    };
    assert_eq!(page, Ship::all().map(drawn).collect::<Vec<_>>());
}

/// SA-2
#[test]
fn the_ships_never_lie_in_the_order_of_their_numbers() {
    let fresh = Scene::fresh(3, "");
    assert!(fresh.allows(TABLE));
    for refused in ["1,2,3,4,5,6,7,8", "4,5,6,7,8,1,2,3", "8,7,6,5,4,3,2,1", "2,1,8,7,6,5,4,3", "1,1,2,4,3,5,6,7"] {
        assert!(!fresh.allows(&format!("table:{refused}")), "{refused}");
    }
    assert!(fresh.allows("table:1,2,3,4,5,6,8,7"));
    for seed in 0..200 {
        let outcome = fresh.game.draw(&fresh.state, &mut rng(seed));
        assert!(fresh.game.possible(&fresh.state, outcome));
    }
}

/// SA-2
#[test]
fn chance_acts_in_its_order() {
    let words = [
        TABLE,
        "start:1,2,3",
        "remove:E:nest,E:sails,E:hull,E:name,C:r,C:y,C:b,C:g,N,N",
        "cards:+1,H+2,D:nest/hull,K,+2",
        "event:rum",
        "think",
        "mind:12:2",
    ];
    let mut scene = Scene::fresh(3, "expert = true\nevents = true");
    for (due, word) in words.into_iter().enumerate() {
        for (other, early_or_late) in words.into_iter().enumerate() {
            assert_eq!(scene.allows(early_or_late), other == due, "{early_or_late} when {word} is due");
        }
        scene = scene.then(word);
    }
}

/// SA-3
#[test]
fn every_pirate_starts_on_a_ship_of_its_own() {
    let laid = Scene::fresh(4, "").then(TABLE);
    assert!(!laid.allows("start:4,1,6,4"));
    assert!(laid.game.read_outcome("start:4,1,6").is_err(), "four seats need four ships");
    assert_eq!(laid.then("start:4,1,6,8").homes(), [4, 1, 6, 8]);
}

/// SA-4
#[test]
fn no_card_takes_two_pirates_to_one_ship() {
    for card in full_deck() {
        assert_eq!(BTreeSet::from(targets(card.face())).len(), SHIPS, "{}", card.face());
    }
}

/// SA-5
#[test]
fn an_element_leads_to_the_same_element_in_the_same_colour() {
    assert_eq!(target("E:hull", 6), 5, "from one red hull to the other");
    for (position, face) in ["E:nest", "E:sails", "E:hull", "E:name"].into_iter().enumerate() {
        for from in Ship::all() {
            let to = ship(target(face, from.number()));
            assert!(to != from && to.colours()[position] == from.colours()[position]);
        }
    }
}

/// SA-5
#[test]
fn a_crossed_out_colour_stays() {
    assert_eq!(targets("E:hull"), [3, 7, 1, 8, 6, 5, 2, 4]);
    assert_eq!(targets("E:hull-y"), [1, 7, 3, 8, 6, 5, 2, 4], "ships 1 and 3 have yellow hulls");
    assert_eq!(targets("E:name-b"), [1, 2, 7, 6, 8, 4, 3, 5], "ships 1 and 2 have blue names");
}

/// SA-6
#[test]
fn a_colour_leads_along_the_element_that_has_it() {
    assert_eq!(target("C:y", 4), 7, "yellow sails");
    assert_eq!(target("C:y", 1), 3, "yellow hulls");
    assert_eq!(target("C:b", 1), 2, "blue names");
}

/// SA-7
#[test]
fn a_letter_leads_to_the_other_ship_with_it_unless_crossed_out() {
    assert_eq!(targets("N"), [4, 7, 6, 1, 8, 3, 2, 5]);
    assert_eq!(targets("N-P"), [1, 7, 6, 4, 8, 3, 2, 5], "Profundis and Paradise stay");
    assert_eq!(target("N-V", 5), 5);
}

/// SA-8
#[test]
fn a_number_is_added_and_goes_around_past_eight() {
    assert_eq!(targets("+3"), [4, 5, 6, 7, 8, 1, 2, 3]);
    assert_eq!((target("+1", 8), target("+7", 1), target("+7", 8)), (1, 8, 7));
}

/// SA-9
#[test]
fn a_helm_leads_along_the_table() {
    assert_eq!((target("H+1", 4), target("H+2", 4), target("H+1", 3)), (7, 1, 4));
    assert_eq!((target("H-1", 4), target("H-2", 4), target("H-4", 2), target("H+4", 2)), (3, 5, 4, 4));
}

/// SA-10
#[test]
fn a_double_exchanges_two_colours_and_so_do_the_other_two_elements() {
    assert_eq!(target("D:nest/hull", 4), 5, "Paradise's red nest and blue hull are the Viper's the other way round");
    let colours = |number: u8| ship(number).colours();
    for (face, one, two) in [("D:nest/sails", 0, 1), ("D:sails/name", 1, 3), ("D:hull/name", 2, 3)] {
        for from in 1..=8 {
            let to = target(face, from);
            assert_eq!((colours(to)[one], colours(to)[two]), (colours(from)[two], colours(from)[one]));
            let fits = (1..=8).filter(|&other| {
                (colours(other)[one], colours(other)[two]) == (colours(from)[two], colours(from)[one])
            });
            assert_eq!(fits.count(), 1, "one target each");
        }
    }
    assert_eq!(targets("D:nest/sails"), targets("D:hull/name"));
    assert_eq!(targets("D:nest/hull"), targets("D:sails/name"));
    assert_eq!(targets("D:nest/name"), targets("D:sails/hull"));
}

/// SA-11
#[test]
fn coco_leads_to_the_same_corner() {
    assert_eq!(targets("K"), [7, 4, 5, 2, 3, 8, 1, 6]);
}

/// SA-12
#[test]
fn the_decks_hold_37_and_15_cards_and_only_the_letter_twice() {
    assert_eq!((Deck::BASIC.len(), Deck::EXPERT.len()), (37, 52));
    let mut faces = BTreeMap::new();
    for card in full_deck() {
        *faces.entry(card.face()).or_insert(0) += 1;
    }
    assert_eq!(faces.iter().filter(|&(_, &count)| count != 1).collect::<Vec<_>>(), [(&"N", &2)]);
    let count = |kind: Kind| full_deck().iter().filter(|card| card.kind() == kind).count();
    assert_eq!(Kind::ALL.map(count), [4, 16, 4, 2, 4, 7, 8, 6, 1]);
    for card in full_deck() {
        assert_eq!(Card::read(card.face()), Some(card));
    }
    for wrong in ["E:Nest", "E:hull-", "C:x", "N-", "+0", "+8", "H2", "H+5", "D:hull/nest", "K1", ""] {
        assert_eq!(Card::read(wrong), None, "{wrong}");
    }
}

/// SA-12
#[test]
fn ten_basic_cards_make_room_for_the_experts() {
    let scene = Scene::new(3, "expert = true");
    assert!(!scene.allows("remove:E:nest,E:sails,E:hull,E:name,C:r,C:y,C:b,C:g,N,K"), "Coco is no basic card");
    assert!(!scene.allows("remove:E:nest,E:sails,E:hull,E:name,C:r,C:y,C:b,N,N,N"), "there are two letter cards");
    assert!(scene.game.read_outcome("remove:E:nest,E:sails").is_err());
    let scene = scene.then("remove:N,E:nest,E:sails,E:hull,E:name,N,C:r,C:y,C:b,C:g");
    assert_eq!(scene.state.deck.len(), 42);
    assert!(!scene.allows("cards:N,+1,+2,+3,+4"), "both letter cards are out");
    assert!(scene.allows("cards:K,+1,+2,H-3,D:hull/name"));
    assert!(!Scene::new(3, "").allows("cards:K,+1,+2,+3,+4"), "no experts' cards otherwise");
}

/// SA-13
#[test]
fn an_event_is_drawn_each_round_and_only_the_tornado_twice() {
    let round = |scene: Scene, event: &str| {
        let dealt = match scene.state.rounds_done() {
            0 => "cards:+1,+2,+3",
            1 => "cards:+4,+5,+6,+7",
            _ => "cards:C:r,C:y,C:b,C:g,N",
        };
        let scene = scene.then(dealt);
        assert!(scene.allows(event));
        scene.then(event).then("run:1 run:1 run:1")
    };
    let scene = Scene::new(3, "events = true\nfirst_cards = 3\nrounds = 4");
    let scene = round(round(scene, "event:tornado"), "event:tornado").then("cards:C:r,C:y,C:b,C:g,N");
    assert!(!scene.allows("event:tornado"));
    let scene = scene.then("event:rum run:1 run:1 run:1 cards:N,N-P,N-R,N-S,N-V,E:hull");
    for (event, left) in [("rum", false), ("tornado", false), ("seasick+", true), ("seasick-", true), ("bermuda", true)]
    {
        assert_eq!(scene.allows(&format!("event:{event}")), left, "{event}");
    }
    let mut counts = BTreeMap::new();
    let first = Scene::new(3, "events = true").then(NUMBERS);
    for seed in 0..6000 {
        let event = first.game.draw(&first.state, &mut rng(seed));
        *counts.entry(first.game.write_outcome(event)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 5);
    assert!(counts.iter().all(|(event, &count)| (count > 1700) == (event == "event:tornado")), "{counts:?}");
}

/// SA-14
#[test]
fn every_round_deals_a_card_more_and_none_comes_back() {
    let mut state = Scene::new(3, "").state;
    let game = Scene::new(3, "").game;
    let mut rng = rng(3);
    let mut dealt = Vec::new();
    let mut lengths = Vec::new();
    while game.turn(&state) != Turn::Over {
        match game.turn(&state) {
            Turn::Chance => {
                let outcome = game.draw(&state, &mut rng);
                if let Outcome::Cards(cards) = outcome {
                    lengths.push(cards.len());
                    dealt.extend(cards.as_slice().iter().map(|card| card.face()));
                }
                game.happen(&mut state, outcome);
            }
            _ => game.play(&mut state, Action::Run(ship(1))),
        }
    }
    assert_eq!(lengths, [5, 6, 7, 8, 9]);
    let different: BTreeSet<&str> = dealt.iter().copied().collect();
    assert!(dealt.len() - different.len() <= 1, "only the letter card is there twice: {dealt:?}");
    let second = Scene::new(3, "").then(NUMBERS).then("run:1 run:1 run:1");
    assert!(!second.allows("cards:+1,+6,+7,C:r,C:y,C:b"));
    assert!(!second.allows("cards:+6,+7,C:r,C:y,C:b"), "six cards are due");
    assert!(second.allows("cards:+6,+7,C:r,C:y,C:b,N"));
}

/// SA-14
#[test]
fn every_card_of_the_deck_is_dealt_alike_often() {
    let scene = Scene::new(3, "");
    let mut counts = BTreeMap::new();
    for seed in 0..7400 {
        let Outcome::Cards(cards) = scene.game.draw(&scene.state, &mut rng(seed)) else { panic!() };
        for card in cards.as_slice() {
            *counts.entry(card.face()).or_insert(0.0_f64) += 1.0;
        }
    }
    assert_eq!(counts.len(), 36);
    for (face, count) in counts {
        let expected = if face == "N" { 2000.0 } else { 1000.0 };
        assert!((count - expected).abs() < 5.0 * f64::sqrt(expected), "{face}: {count}");
    }
}

/// The true ships after an event, from ships 1, 2 and 3.
fn after_event(cards: &str, event: &str) -> Vec<u8> {
    Scene::new(3, "events = true").then(&format!("cards:{cards} event:{event}")).true_ships()
}

/// SA-15, SA-16
#[test]
fn events_change_what_the_cards_do() {
    let cards = "+1,+2,E:hull,N-P,C:y";
    let walk = |faces: &[&str]| -> Vec<u8> {
        (1..=3).map(|from| faces.iter().fold(from, |at, face| target(face, at))).collect()
    };
    assert_eq!(after_event(cards, "rum"), walk(&["+1", "+2", "E:hull", "N-P", "C:y"]));
    assert_eq!(after_event(cards, "tornado"), walk(&["+1", "+2", "N-P", "E:hull", "C:y"]));
    assert_eq!(after_event(cards, "bermuda"), walk(&["+1", "+2", "E:hull", "C:y", "N-P"]));
    assert_eq!(after_event(cards, "seasick+"), walk(&["+1", "+2", "E:hull", "N-P", "H+1", "C:y", "H+1"]));
    assert_eq!(after_event(cards, "seasick-"), walk(&["+1", "+2", "E:hull", "N-P", "H-1", "C:y", "H-1"]));
    let results = ["rum", "tornado", "bermuda", "seasick+", "seasick-"].map(|event| after_event(cards, event));
    assert_eq!(results.iter().collect::<BTreeSet<_>>().len(), 5, "the cards tell the events apart: {results:?}");
}

/// SA-15
#[test]
fn cards_are_thought_through_in_the_order_the_event_makes() {
    let events = |event: &str| Scene::new(3, "events = true").then(&format!("cards:+1,+2,E:hull,N,C:y event:{event}"));
    let order = |event: &str| -> Vec<&str> {
        events(event).state.race.cards.as_slice().iter().map(|card| card.face()).collect()
    };
    assert_eq!(order("tornado"), ["+1", "+2", "N", "E:hull", "C:y"]);
    assert_eq!(order("bermuda"), ["+1", "+2", "E:hull", "C:y", "N"]);
    assert_eq!(order("seasick+"), ["+1", "+2", "E:hull", "N", "C:y"]);
}

/// SA-15
#[test]
fn three_cards_leave_nothing_for_most_events() {
    let ships = |event: &str| {
        let scene = Scene::new(3, "events = true\nfirst_cards = 3").then("cards:+1,E:hull,C:y");
        scene.then(&format!("event:{event}")).true_ships()
    };
    for event in ["tornado", "bermuda", "seasick+", "seasick-"] {
        assert_eq!(ships(event), ships("rum"), "{event}");
    }
}

/// SA-16
#[test]
fn the_true_ship_is_where_all_cards_lead() {
    // 1 +1 2, red sails to 8, first letter to 5, +3 8, green nest to 3.
    let scene = Scene::new(3, "").then("cards:+1,E:sails,N,+3,E:nest");
    assert_eq!(scene.state.true_ship(Seat(0)), ship(3));
}
