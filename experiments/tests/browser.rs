//! Opens a report in a real browser, where there is one: every plot must show its marks, in its picture and on a page that
//! fits the screen, and nothing may be written to the console.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use marque::bosman::Bosman;
use marque_experiments::balance::experiment_file::Source;
use marque_experiments::balance::plan::Plan;
use marque_experiments::clerk::Venue;
use marque_experiments::experiment;

const EXPERIMENT: &str = r#"title = "Every kind of plot"
question = "Does a report show what it should?"
game = "bosman"
seats = 2
bots = ["random"]
games = 40
restrict = ["swap", "poison"]

[variants."a variant with quite a long name"]
boat_cols = 4

[grid]
poisons = [0, 2]

[skill]
strong = "greedy:samples=1"
weak = "random"
games = 4

[ladder]
bot = "flat:iterations={}"
from = 1
levels = 3
games = 4

[styles]
bots = ["random", "greedy:samples=1", "flat:iterations=2"]
games = 4
"#;

/// Looks at every figure from inside the page, and writes down what is wrong.
const INSPECTOR: &str = r#"<script>
const wrong = [];
document.querySelectorAll('details').forEach(part => { part.open = true; });
const figures = [...document.querySelectorAll('figure')];
for (const figure of figures) {
  const name = figure.querySelector('h3').textContent;
  const svg = figure.querySelector(':scope > svg');
  const box = svg.getBoundingClientRect();
  const inside = b => b.left >= box.left - 1 && b.right <= box.right + 1 && b.top >= box.top - 1 && b.bottom <= box.bottom + 1;
  const shown = [...svg.querySelectorAll('.mark')].filter(mark => {
    const b = mark.getBoundingClientRect();
    const fill = getComputedStyle(mark).fill;
    return b.width > 0 && b.height > 0 && inside(b) && fill !== 'none' && fill !== 'rgb(0, 0, 0)';
  });
  if (shown.length != figure.dataset.marks || shown.length == 0) wrong.push(`${name}: ${shown.length} of ${figure.dataset.marks} marks`);
  for (const text of svg.querySelectorAll('text')) if (!inside(text.getBoundingClientRect())) wrong.push(`${name}: '${text.textContent}' is cut off`);
  if (!figure.querySelector('figcaption').textContent.trim()) wrong.push(`${name}: no caption`);
}
if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide on a screen of ${innerWidth}`);
const kinds = [...new Set(figures.map(figure => figure.dataset.plot))].sort().join(' ');
document.body.insertAdjacentHTML('beforeend', `<pre>VERDICT ${kinds}: ${wrong.join('; ') || 'well'} END</pre>`);
console.info('inspected');
</script>"#;

fn browser() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file())
}

/// What the browser makes of a page on a screen of this size: the verdict, and what was written to the console.
fn open(browser: &Path, page: &Path, width: u32, dark: bool) -> (String, Vec<String>) {
    let profile = page.with_file_name(format!("profile-{width}-{dark}"));
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"])
        .args(["--disable-component-update", "--disable-sync", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--blink-settings=preferredColorScheme={}", if dark { 0 } else { 1 }))
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser was found");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    // The inspector's own text has the word too, in a template.
    let verdict = dom.rsplit("<pre>VERDICT ").next().and_then(|rest| rest.split(" END</pre>").next());
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let console = log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    (verdict.unwrap_or_default().to_owned(), console)
}

#[test]
fn a_report_shows_all_its_marks() {
    let Some(browser) = browser() else {
        println!("skipped: no chromium on the PATH, so that no report can be opened");
        return;
    };
    let folder = std::env::temp_dir().join(format!("marque-browser-{}", std::process::id()));
    let source = Source::read(EXPERIMENT).unwrap();
    let plan = Plan::<Bosman>::new(&source, None, Path::new(".")).unwrap();
    let stop = AtomicBool::new(false);
    let venue = Venue { out: &folder, threads: 0, formats: &[], stop: &stop, observer: &mut () };
    experiment::run(&plan, "test", venue).unwrap();
    let report = fs::read_to_string(folder.join("report.html")).unwrap();
    for outside in ["http:", "https:", "src=", "@import"] {
        assert!(!report.contains(outside), "the report must not need anything outside: {outside}");
    }
    let page = folder.join("inspected.html");
    fs::write(&page, report.replace("</body>", &format!("{INSPECTOR}</body>"))).unwrap();
    for (width, dark) in [(1280, false), (500, true), (360, false)] {
        let (verdict, console) = open(&browser, &page, width, dark);
        assert_eq!(verdict, "bars curves dots heat histogram: well", "on a screen of {width}");
        assert!(console.iter().any(|line| line.contains("inspected")), "the console was not heard");
        let complaints: Vec<&String> = console.iter().filter(|line| !line.contains("inspected")).collect();
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
    fs::remove_dir_all(folder).unwrap();
}
