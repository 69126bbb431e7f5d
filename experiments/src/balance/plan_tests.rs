use super::*;
use crate::dice::Dice;

const FILE: &str = r#"title = "Dice"
question = "Is a longer game fairer?"
game = "dice"
seats = 2
bots = ["random"]
games = 10
restrict = ["keep"]

[rules]
limit = 100

[variants.long]
goal = 40

[grid]
goal = [10, 20, 30]
limit = [100, 50]

[skill]
strong = "random"
weak = "random"
games = 4

[styles]
bots = ["random", "random", "random"]
games = 6
variants = ["base", "long"]
"#;

fn plan(text: &str) -> Result<Plan<Dice>, FileError> {
    Plan::new(&Source::read(text)?, None, Path::new("."))
}

#[test]
fn the_grid_is_every_combination_but_the_base() {
    let plan = plan(FILE).unwrap();
    let names: Vec<&str> = plan.variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "base",
            "long",
            "goal=10 limit=100",
            "goal=10 limit=50",
            "goal=20 limit=50",
            "goal=30 limit=100",
            "goal=30 limit=50"
        ]
    );
    assert_eq!(plan.variants[3].rules, "goal = 10, limit = 50");
    assert_eq!(plan.variants[0].rules, "limit = 100");
}

#[test]
fn every_section_has_its_matches() {
    let plan = plan(FILE).unwrap();
    let count = |name: &str| plan.matches.iter().filter(|contest| contest.study.kind().name() == name).count();
    assert_eq!(["field", "skill", "styles", "restrict", "ladder"].map(count), [7, 7, 6, 1, 0]);
}

#[test]
fn every_match_gets_the_games_it_asks_for() {
    for (games, expected) in [(None, [10, 4, 6]), (Some(20), [20, 8, 12]), (Some(3), [4, 2, 4])] {
        let plan = Plan::<Dice>::new(&Source::read(FILE).unwrap(), games, Path::new(".")).unwrap();
        let played: Vec<usize> = (0..plan.games()).map(|number| plan.contest(number)).collect();
        for (number, contest) in plan.matches.iter().enumerate() {
            let expected = match contest.study {
                Study::Field | Study::Restrict(_) => expected[0],
                Study::Skill => expected[1],
                _ => expected[2],
            };
            assert_eq!(played.iter().filter(|&&other| other == number).count(), expected, "{:?}", contest.study);
        }
    }
}

#[test]
fn a_larger_plan_begins_with_a_smaller_one() {
    let plan = |games| Plan::<Dice>::new(&Source::read(FILE).unwrap(), Some(games), Path::new(".")).unwrap();
    let (small, large) = (plan(8), plan(50));
    assert!(small.games() < large.games());
    assert!((0..small.games()).all(|number| small.seating(number) == large.seating(number)));
    assert_eq!(small.design(), large.design());
}

#[test]
fn the_design_written_out_gives_the_same_plan() {
    let whole = plan(FILE).unwrap();
    let text = marque::toml::to_string(&whole.design()).unwrap();
    let again = plan(&text).unwrap();
    assert_eq!(again.design(), whole.design());
    assert_eq!(again.design().games, 10);
    let names = |plan: &Plan<Dice>| plan.variants.iter().map(|v| (v.name.clone(), v.rules.clone())).collect::<Vec<_>>();
    assert_eq!(names(&again), names(&whole));
    assert!((0..whole.games()).all(|number| again.seating(number) == whole.seating(number)));
    // How many games are asked for is no part of it, only how they compare.
    let twice =
        FILE.replace("games = 10", "games = 20").replace("games = 4", "games = 8").replace("games = 6", "games = 12");
    assert_eq!(plan(&twice).unwrap().design(), whole.design());
}

#[test]
fn the_one_in_question_sits_everywhere_once_a_block() {
    let text = FILE.replace("seats = 2", "seats = 3");
    let plan = plan(&text).unwrap();
    let skill = plan.matches.iter().position(|contest| contest.study == Study::Skill).unwrap();
    let seats: Vec<usize> = (0..plan.games())
        .map(|number| (plan.contest(number), plan.seating(number)))
        .filter(|(contest, seating)| *contest == skill && seating.block == 0)
        .map(|(_, seating)| seating.lineup.iter().position(|&player| player == 0).unwrap())
        .collect();
    assert_eq!(seats, [0, 2, 1]);
}

#[test]
fn a_field_of_one_bot_never_plays_a_deal_twice() {
    let plan = plan(FILE).unwrap();
    let deals = |study: Study| -> Vec<u64> {
        let games = (0..plan.games()).filter(|&number| {
            let contest = &plan.matches[plan.contest(number)];
            contest.study == study && contest.variant == 0
        });
        games.map(|number| plan.seating(number).block).collect()
    };
    assert_eq!(deals(Study::Field), (0..10).collect::<Vec<_>>());
    assert_eq!(deals(Study::Skill), [0, 0, 1, 1]);
}

#[test]
fn what_the_game_refuses_is_named_with_its_line() {
    for (from, to, message) in [
        ("goal = 40", "goals = 40", "line 13: `variants.long.goals`: unknown rule `goals` (value 40), did you mean"),
        ("goal = 40", "goal = 4", "line 13: `variants.long.goal`: rule `goal` is 4; allowed: 5-100"),
        ("[10, 20, 30]", "[10, 200]", "line 16: `grid.goal`: rule `goal` is 200; allowed: 5-100"),
        ("[10, 20, 30]", "10", "line 16: `grid.goal`: expected a list of values"),
        ("limit = 100\n", "limit = 0\n", "line 10: `rules.limit`: rule `limit` is 0; allowed: 1-1000"),
        ("seats = 2", "seats = 9", "line 4: `seats`: dice is for 2, 3 or 4 seats, not 9"),
        (
            "bots = [\"random\"]",
            "bots = [\"rnadom\"]",
            "line 5: `bots`: there is no bot `rnadom` for dice, did you mean",
        ),
        ("\"keep\"", "\"kept\"", "line 7: `restrict`: dice has no actions `kept`, did you mean `keep`?"),
        ("\"long\"]", "\"lung\"]", "line 27: `styles.variants`: there is no variant `lung`, did you mean `long`?"),
        ("variants.long", "variants.base", "line 12: `variants.base`: this name is taken; give"),
        ("games = 4", "games = 0", "line 22: `skill.games`: expected at least one game"),
        (
            "games = 4",
            "games = 9000000000000000000",
            "line 22: `skill.games`: 9000000000000000000 games are too many; at most",
        ),
        ("games = 10\n", "games = 900000000000\n", "line 6: `games`: all matches together have 7200000000"),
        ("variants.long", "variants.\"lo\\nng\"", "line 12: `variants.lo\nng`: a name is one line of plain letters"),
        ("[10, 20, 30]", "[10, 10]", "line 15: `grid`: there are two variants `goal=10 limit=100`; leave out one"),
    ] {
        let error = plan(&FILE.replace(from, to)).map(drop).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn a_grid_too_large_is_refused_before_it_is_made() {
    let values = (5..=40).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    let text = FILE.replace("goal = [10, 20, 30]", &format!("goal = [{values}]"));
    let text = text.replace("limit = [100, 50]", &format!("limit = [{values}]"));
    let error = plan(&text).map(drop).unwrap_err().to_string();
    assert!(error.starts_with("line 17: `grid.limit`: with these values there are more than 1000 variants"), "{error}");
}

#[test]
fn messages_do_not_repeat_long_texts() {
    let long = "x".repeat(1_000_000);
    for (from, to) in [
        ("\"long\"]", format!("\"{long}\"]")),
        ("\"keep\"", format!("\"{long}\"")),
        ("restrict", format!("{long} = 1\nrestrict")),
        ("variants.long", format!("variants.\"{long}\\n\"")),
    ] {
        let error = plan(&FILE.replace(from, &to)).map(drop).unwrap_err().to_string();
        assert!(error.len() < 2000, "{}", error.len());
    }
}
