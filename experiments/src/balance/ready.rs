//! The experiments that come with the program.

/// A ready experiment.
pub struct Ready {
    /// Its name.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

macro_rules! ready {
    ($($name:literal),* $(,)?) => {
        &[$(Ready { name: $name, text: include_str!(concat!("../../", $name, ".toml")) }),*]
    };
}

/// All of them: the files of `experiments/`.
pub const READY: &[Ready] = ready![
    "bosman-boat",
    "bosman-poison",
    "bosman-limits",
    "dzicz-missions",
    "dzicz-claims",
    "dzicz-order",
    "hexxi-board",
    "hexxi-spies",
    "hexxi-lines",
    "santy-anno-expert",
    "santy-anno-heads",
    "santy-anno-three",
    "santy-anno-five",
    "santy-anno-eight",
    "somaliland-africa",
    "somaliland-hands",
    "somaliland-three",
    "somaliland-four",
];

/// The ready experiment of this name.
pub fn find(name: &str) -> Option<&'static Ready> {
    READY.iter().find(|ready| ready.name == name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::balance::experiment_file::Source;
    use crate::balance::plan::Plan;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<String> = folder
            .read_dir()
            .unwrap()
            .filter_map(|entry| {
                entry.unwrap().file_name().into_string().unwrap().strip_suffix(".toml").map(str::to_owned)
            })
            .filter(|name| name != "Cargo")
            .collect();
        files.sort();
        let mut listed: Vec<&str> = READY.iter().map(|ready| ready.name).collect();
        listed.sort_unstable();
        assert_eq!(files, listed);
    }

    #[test]
    fn every_ready_experiment_can_be_planned() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapt");
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let adapted = files.map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap()));
        for (name, text) in READY.iter().map(|ready| (ready.name.to_owned(), ready.text.to_owned())).chain(adapted) {
            let source = Source::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let games = marque::with_game!(&source.experiment.game, G => {
                Plan::<G>::new(&source, None, Path::new(".")).map(|plan| plan.games())
            });
            let games = games.unwrap_or_else(|| panic!("{name}: no such game"));
            assert!(games.unwrap_or_else(|error| panic!("{name}: {error}")) > 0);
        }
    }
}
