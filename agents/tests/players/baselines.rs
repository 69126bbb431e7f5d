use marque::{Game, Seat, Table, Turn, toml};
use marque_agents::{Bot, Knowledge, bots};

use crate::example::ConnectFour;
use crate::high_card::{Choice, HighCard};
use crate::{rng, score};

fn high_card() -> HighCard {
    HighCard::create(3, &toml::Table::new()).unwrap()
}

/// How often each choice is made with these cards.
fn choices(bot: &str, cards: [u8; 3]) -> [u32; 3] {
    let mut table = Table::new(high_card());
    for card in cards {
        table.happen(&card.to_string()).unwrap();
    }
    let mut rng = rng(0);
    let mut counts = [0; 3];
    for _ in 0..90 {
        let mut player = Bot::parse::<HighCard>(bot).unwrap().sit::<HighCard>();
        counts[player.choose(&table.view(Seat(0)), &mut rng).unwrap() as usize] += 1;
    }
    counts
}

#[test]
fn random_plays_everything_alike() {
    assert!(choices("random", [1, 2, 3]).iter().all(|&count| count > 15));
}

#[test]
fn a_style_follows_its_plan_and_draws_among_equals() {
    assert_eq!(choices("stubborn", [1, 8, 9]), [90, 0, 0]);
    assert_eq!(choices("restless", [9, 1, 2]), [0, 90, 0]);
    let [keep, swap, think] = choices("restless:restrict=swap", [9, 1, 2]);
    assert!(keep > 20 && swap == 0 && think > 20);
}

#[test]
fn greedy_takes_the_better_outlook() {
    let [keep, swap, _] = choices("greedy", [9, 1, 2]);
    assert_eq!(swap, 0, "{keep}");
    let [keep, swap, think] = choices("greedy:samples=200", [1, 8, 9]);
    assert!(swap == 90, "{keep} {swap} {think}");
    assert!(score(&high_card(), "greedy", "random", 100) > 0.6);
}

#[test]
fn flat_takes_what_goes_best() {
    assert_eq!(choices("flat:iterations=300", [9, 1, 2])[1], 0);
    assert_eq!(choices("flat:iterations=300", [1, 8, 9])[0], 0);
    assert_eq!(choices("flat:iterations=300,cut=1", [1, 8, 9])[0], 0);
}

#[test]
fn a_barred_kind_is_chosen_only_where_there_is_no_other() {
    for bot in bots::<HighCard>() {
        let text = format!("{}:restrict=swap", bot.name);
        // The big ones are the same search with more iterations.
        if !["captain", "admiral-of-the-fleet"].contains(&bot.name) {
            assert_eq!(choices(&text, [1, 8, 9])[Choice::Swap as usize], 0, "{text}");
        }
        let everything = format!("{}:restrict=drop", bot.name);
        if let Ok(bot) = Bot::parse::<ConnectFour>(&everything) {
            let game = ConnectFour::create(2, &toml::Table::new()).unwrap();
            let table = Table::new(game);
            bot.sit::<ConnectFour>().choose(&table.view(Seat(0)), &mut rng(0)).unwrap();
        }
    }
}

fn play_through<G: Knowledge>(game: &G, bot: &Bot) {
    let mut rng = rng(7);
    let mut table = Table::new(game.clone());
    let mut player = bot.sit::<G>();
    loop {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.roll(&mut rng)),
            Turn::Seat(seat) => {
                let choice = player.choose(&table.view(seat), &mut rng).unwrap();
                table.choose(choice).unwrap();
            }
        }
    }
}

#[test]
fn every_bot_plays_a_game_through() {
    for bot in bots::<HighCard>() {
        play_through(&high_card(), &Bot::parse::<HighCard>(bot.name).unwrap());
    }
    for bot in bots::<ConnectFour>() {
        let bot = Bot::parse::<ConnectFour>(bot.name).unwrap();
        play_through(&ConnectFour::create(2, &toml::Table::new()).unwrap(), &bot);
    }
}
