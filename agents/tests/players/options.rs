use marque::{Game, Seat, Table, toml};
use marque_agents::Bot;

use crate::example::ConnectFour;
use crate::high_card::HighCard;
use crate::{rng, score};

const SETTINGS: [&str; 14] = [
    "iterations=500",
    "iterations=500,c=0.3",
    "iterations=500,c=2",
    "iterations=500,puct=0.5",
    "iterations=500,puct=2,ripe=4,cut=6",
    "iterations=500,playout=prior",
    "iterations=500,cut=0",
    "iterations=500,cut=4",
    "iterations=500,bias=1",
    "iterations=500,widen=2",
    "iterations=500,infer=3,ripe=2",
    "iterations=500,solve=off",
    "iterations=500,threads=3,cut=6,bias=0.5,memory=1",
    "ms=20",
];

#[test]
fn every_setting_takes_a_win_and_answers_a_threat() {
    for settings in SETTINGS {
        for columns in ["414141", "41414"] {
            let mut table = Table::new(ConnectFour::create(2, &toml::Table::new()).unwrap());
            for column in columns.chars() {
                table.play(&format!("drop:{column}")).unwrap();
            }
            let seat = Seat((columns.len() % 2) as u8);
            let bot = Bot::parse::<ConnectFour>(&format!("mcts:{settings}")).unwrap();
            assert_eq!(
                bot.sit::<ConnectFour>().choose(&table.view(seat), &mut rng(0)).unwrap(),
                3,
                "{settings} {columns}"
            );
        }
    }
}

#[test]
fn every_setting_plays_well_with_hidden_cards() {
    let game = HighCard::create(3, &toml::Table::new()).unwrap();
    for settings in SETTINGS.iter().filter(|settings| !settings.starts_with("ms")) {
        let bot = format!("ismcts:{settings}");
        let score = score(&game, &bot, "random", 40);
        assert!(score > 0.53, "{score} with {settings}");
    }
}
