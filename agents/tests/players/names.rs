use std::collections::BTreeSet;

use marque_agents::{Bot, BotError, Knowledge, Options, bots, options};
use proptest::prelude::*;

use crate::example::ConnectFour;
use crate::high_card::HighCard;

fn refusal<G: Knowledge>(text: &str) -> String {
    Bot::parse::<G>(text).unwrap_err().to_string()
}

#[test]
fn a_bot_is_shown_in_its_shortest_form() {
    for (given, shown) in [
        ("ismcts", "ismcts"),
        ("ismcts:iterations=1000", "ismcts"),
        ("ismcts:c=0.80,iterations=4000", "ismcts:iterations=4000,c=0.8"),
        ("ismcts:ms=250", "ismcts:ms=250"),
        ("search:playout=prior,cut=end", "search:playout=prior"),
        ("ismcts:puct=off,widen=off,depth=any,ripe=1,infer=0,memory=1024", "ismcts"),
        ("captain:ms=250", "captain:ms=250"),
        ("random:restrict=swap+keep", "random:restrict=keep+swap"),
        ("captain:c=1", "captain:c=1"),
        ("stubborn", "stubborn"),
    ] {
        let bot = Bot::parse::<HighCard>(given).unwrap();
        assert_eq!(bot.to_string(), shown);
        assert_eq!(Bot::parse::<HighCard>(shown).unwrap(), bot);
    }
}

#[test]
fn a_list_of_bots_keeps_options_with_their_bot() {
    let bots = Bot::parse_list::<HighCard>("random,ismcts:iterations=500,c=1,greedy,flat:iterations=9").unwrap();
    let shown: Vec<String> = bots.iter().map(Bot::to_string).collect();
    assert_eq!(shown, ["random", "ismcts:iterations=500,c=1", "greedy", "flat:iterations=9"]);
    assert!(Bot::parse_list::<HighCard>("random,,greedy").is_err());
}

#[test]
fn a_wrong_name_gets_the_nearest_right_one() {
    assert!(refusal::<HighCard>("ismct").starts_with("there is no bot `ismct` for high-card, did you mean `ismcts`?"));
    assert!(refusal::<HighCard>("captian").contains("did you mean `captain`?"));
    assert!(refusal::<HighCard>("stuborn").contains("did you mean `stubborn`?"));
    assert!(
        refusal::<HighCard>("leftmost").contains("bots: random, greedy, flat, ismcts, search, stubborn, restless,")
    );
}

#[test]
fn a_wrong_option_gets_the_nearest_right_one() {
    assert_eq!(
        refusal::<HighCard>("greedy:sample=4"),
        "bot `greedy` takes no option `sample`, did you mean `samples`?; options: samples, learn, epsilon, restrict"
    );
    assert!(refusal::<HighCard>("ismcts:iteration=4").contains("did you mean `iterations`?"));
    assert!(refusal::<HighCard>("random:iterations=4").starts_with("bot `random` takes no option `iterations`;"));
}

#[test]
fn a_wrong_value_is_named_with_what_may_be() {
    for (text, message) in [
        ("ismcts:iterations=0", "option `iterations` is `0`; allowed: 1-100000000"),
        ("ismcts:ms=0", "option `ms` is `0`; allowed: 1-3600000"),
        ("ismcts:puct=last", "option `puct` is `last`; allowed: 0-100 (any number) or off"),
        ("ismcts:c=high", "option `c` is `high`; allowed: 0-10 (any number)"),
        ("ismcts:cut=never", "option `cut` is `never`; allowed: 0-9999 or end"),
        ("ismcts:playout=greedy", "option `playout` is `greedy`; allowed: random or prior"),
        (
            "random:restrict=spy",
            "option `restrict` is `spy`; allowed: kinds of action joined by + of keep, swap, think",
        ),
        ("ismcts:", "`` in bot `ismcts` is not understood: expected option=value"),
        ("ismcts:c", "`c` in bot `ismcts` is not understood: expected option=value"),
        ("ismcts:c=1,c=2", "options `c` and `c` cannot both be given"),
        ("ismcts:ms=5,iterations=2", "options `ms` and `iterations` cannot both be given"),
    ] {
        assert_eq!(refusal::<HighCard>(text), message);
    }
}

#[test]
fn mcts_is_for_open_games() {
    assert!(Bot::parse::<ConnectFour>("mcts:iterations=10").is_ok());
    assert!(Bot::parse::<ConnectFour>("ismcts:iterations=10").is_ok());
    assert_eq!(Bot::parse::<HighCard>("mcts"), Err(BotError::Hidden { game: "high-card" }));
    assert!(refusal::<HighCard>("mcts:c=1").contains("use `ismcts`"));
}

fn names_fit<G: Knowledge>() {
    let listed = bots::<G>();
    let names: BTreeSet<&str> = listed.iter().map(|bot| bot.name).collect();
    assert_eq!(names.len(), listed.len(), "two bots of one name: {listed:?}");
    assert!(G::KINDS.len() <= 64);
    for bot in &listed {
        assert!(!bot.about.is_empty() && bot.about.ends_with('.'), "{bot:?}");
        assert!(bot.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{bot:?}");
        assert_eq!(Bot::parse::<G>(bot.name).unwrap().to_string(), bot.name);
    }
}

#[test]
fn every_bot_listed_can_be_asked_for() {
    names_fit::<HighCard>();
    names_fit::<ConnectFour>();
    for name in marque::NAMES {
        let () = marque::with_game!(name, G => names_fit::<G>()).expect("every name is a game's");
    }
}

#[test]
fn the_readme_tells_every_option_with_range_and_default() {
    let readme = include_str!("../../README.md");
    for option in options() {
        let default = match option.show(&Options::default(), &[]) {
            value if value.is_empty() => "none".to_owned(),
            value => value,
        };
        let row = format!("| `{}` | {} | {default} |", option.name, option.range);
        assert!(readme.contains(&row), "{row}");
        assert!(!option.meaning.is_empty() && !option.takers.is_empty());
    }
}

/// Text that is nearly a bot.
fn bot_like() -> impl Strategy<Value = String> {
    let name = prop::sample::select(bots::<HighCard>().iter().map(|bot| bot.name).collect::<Vec<_>>());
    let option = prop::sample::select(options().iter().map(|option| option.name).collect::<Vec<_>>());
    let value = prop_oneof![
        (0..2000u32).prop_map(|number| number.to_string()),
        any::<f32>().prop_map(|number| number.to_string()),
        (0.0..3.0f32).prop_map(|number| number.to_string()),
        prop::sample::select(vec![
            "end",
            "any",
            "first",
            "on",
            "off",
            "random",
            "prior",
            "swap",
            "keep+swap",
            "swap+think",
            ""
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ];
    let settings = prop::collection::vec((option, value), 0..4);
    (name, settings).prop_map(|(name, settings)| {
        let settings: Vec<String> = settings.into_iter().map(|(option, value)| format!("{option}={value}")).collect();
        if settings.is_empty() { name.to_owned() } else { format!("{name}:{}", settings.join(",")) }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gets_an_error_or_a_bot_that_reads_back(text in prop_oneof![bot_like(), ".{0,20}"]) {
        if let Ok(bot) = Bot::parse::<HighCard>(&text) {
            let shown = bot.to_string();
            prop_assert!(shown.len() <= text.len() + 40);
            prop_assert_eq!(Bot::parse::<HighCard>(&shown), Ok(bot));
        }
        if let Err(error) = Bot::parse_list::<HighCard>(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
