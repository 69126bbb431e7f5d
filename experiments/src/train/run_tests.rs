use std::path::Path;
use std::sync::atomic::AtomicBool;

use marque::{Game, Notation, toml};

use super::*;
use crate::dice::Dice;

fn training(seed: u64) -> Training<Dice> {
    let rules: toml::Table = "goal = 10".parse().unwrap();
    Training {
        game: Dice::create(2, &rules).unwrap(),
        bot: Bot::parse::<Dice>("search:iterations=4,cut=0").unwrap(),
        games: 20,
        priors: true,
        seed,
        command: "marque train dice".to_owned(),
    }
}

fn train(training: &Training<Dice>, out: &Path, generations: u64, threads: usize) -> Result<Trained, TrainingError> {
    let stop = AtomicBool::new(false);
    let venue = Venue { out, threads, formats: &[], stop: &stop, observer: &mut () };
    training.run(Length::Generations(generations), venue)
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("marque-train-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Every file of a training, as bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_training_taken_up_again_comes_to_the_same_bytes_on_any_threads() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    train(&training(1), &whole.join("w"), 3, 1).unwrap();
    train(&training(1), &parts.join("w"), 1, 2).unwrap();
    let trained = train(&training(1), &parts.join("w"), 3, 2).unwrap();
    assert_eq!(trained.generations.len(), 3);
    assert_eq!(files(&whole), files(&parts));
    let error = train(&Training { priors: false, ..training(1) }, &whole.join("w"), 3, 1).unwrap_err().to_string();
    assert!(error.contains("it is of another training"), "{error}");
    let names: Vec<String> = files(&whole).into_iter().map(|(name, _)| name).collect();
    let weights = trained.weights.is_some();
    assert_eq!(names, if weights { vec!["w", "w.html", "w.training"] } else { vec!["w.html", "w.training"] });
    let error = train(&training(2), &whole.join("w"), 3, 1).unwrap_err().to_string();
    assert!(error.contains("it is of another training"), "{error}");
    std::fs::write(whole.join("w.training"), "{}\n").unwrap();
    let error = train(&training(1), &whole.join("w"), 3, 1).unwrap_err().to_string();
    assert!(error.contains("it does not hold a training"), "{error}");
    for folder in [whole, parts] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_cannot_be_trained_is_refused() {
    for bot in ["random", "search:ms=5", "greedy"] {
        let training = Training { bot: Bot::parse::<Dice>(bot).unwrap(), ..training(1) };
        assert!(matches!(training.check(), Err(TrainingError::Bot(_))), "{bot}");
    }
    assert!(matches!(Training { games: 3, ..training(1) }.check(), Err(TrainingError::Games(3))));
}

#[test]
fn weights_read_back_and_those_of_another_game_are_refused() {
    let game = training(1).game;
    let net = Net::new(rule_numbers(&game).len(), Dice::KINDS.len(), || 0.25);
    let weights = Weights::new(&game, &net, "marque train dice", Vec::new());
    assert_eq!(Weights::read::<Dice>(&weights.write()), Ok(weights.clone()));
    assert_eq!(weights.net(), net);
    assert!(weights.write().len() < 200_000);
    let values = Weights::new(&game, &Net { kinds: Vec::new(), ..net }, "marque train dice", Vec::new());
    let old = values.write().replace("\"kinds\": [],\n", "");
    assert!(old.len() < values.write().len());
    assert_eq!(Weights::read::<Dice>(&old), Ok(values), "weights from before priors were learnt");
    let error = Weights::read::<Dice>(&weights.write().replace("cheat", "steal")).unwrap_err();
    assert!(error.contains("another version"), "{error}");
    let error = Weights::read::<marque::hexxi::Hexxi>(&weights.write()).unwrap_err();
    assert_eq!(error, "it is for dice");
    assert!(Weights::read::<Dice>("{}").is_err());
}
