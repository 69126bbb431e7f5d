//! The table in a real browser: every game from the first click to the end, with pictures of it under `target/tmp/table`.
//!
//! Without a chromium these tests say so and pass.

mod chromium;

use chromium::{Chromium, Page};
use serde_json::json;

/// A table served from a thread, in a folder of its own.
struct Served {
    url: String,
    _games: tempfile::TempDir,
}

fn serve() -> Served {
    let games = tempfile::tempdir().unwrap();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let options = marque_web::Options {
        port: None,
        games: games.path().to_owned(),
        reports: vec![repository.join("results")],
    };
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || marque_web::run(&options, |address| tell.send(address).unwrap()));
    Served { url: format!("http://{}", told.recv().unwrap()), _games: games }
}

fn chromium() -> Option<Chromium> {
    let browser = Chromium::start();
    if browser.is_none() {
        eprintln!("skipped: there is no chromium");
    }
    browser
}

/// Chooses a game on the start page, with rules and a bot, and sits down.
fn sit_down(page: &Page, served: &Served, game: &str, rules: &[(&str, &str)], bot: &str) {
    page.open(&format!("{}/", served.url));
    let title = marque::GAMES.iter().find(|info| info.name == game).unwrap().title;
    page.wait("document.querySelectorAll('.game').length === 5");
    let nth = marque::NAMES.iter().position(|name| *name == game).unwrap() + 1;
    page.click(&format!(".game:nth-child({nth})"));
    page.wait(&format!("document.querySelector('.company h2').textContent.includes({})", json!(title)));
    page.click(".company details summary");
    for (key, value) in rules {
        page.eval(&format!("document.querySelector('[aria-label=\"{key}\"]').value = {}", json!(value)));
    }
    page.eval(&format!("document.querySelectorAll('.chair').forEach((chair, seat) => {{ if (seat > 0) chair.value = {}; }})", json!(bot)));
    page.eval("document.querySelector('[aria-label=\"pace of the bots\"]').value = '0'");
    page.click(".company .main");
    page.wait("document.querySelector('.board svg.marque') && document.querySelector('.seats li')");
}

/// Plays to the end by clicking on whatever can be clicked on: what is lit on the board, then a move that is offered.
fn play_on(page: &Page, name: &str) {
    let mut clicks = 0usize;
    loop {
        let state = page.wait(
            "(() => { if ([...document.querySelectorAll('.ask h2')].some((h) => /win/.test(h.textContent))) return 'over'; \
             if (document.querySelector('.race .start')) return 'ready'; \
             if (document.querySelector('.ask h2')?.textContent === 'Your move') return 'choose'; return null; })()",
        );
        match state.as_str().unwrap() {
            "over" => return,
            "ready" => {
                page.press(" ");
                page.wait("!document.querySelector('.race .start')");
                page.wait("!!document.querySelector('.race .clock')");
                page.keep(&format!("{name}-race"));
                continue;
            }
            _ => {}
        }
        clicks += 1;
        assert!(clicks < 2000, "the game does not end");
        if clicks == 6 {
            page.keep(&format!("{name}-play"));
        }
        // One of the things that can be clicked on now, each in its turn.
        let at = page.eval(&format!(
            "(() => {{ const things = [...document.querySelectorAll('.choice .move'), ...document.querySelectorAll('.board .can')]; \
             if (things.length === 0) return null; const it = things[{} % things.length]; it.scrollIntoView({{ block: 'center' }}); \
             const box = (it.querySelector('circle, polygon, rect') ?? it).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            clicks * 7 + clicks / 3
        ));
        if at.is_null() {
            continue;
        }
        let before = page.eval("document.querySelector('.choice').innerText + document.querySelector('.ask').innerText");
        page.click_at(at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
        let _ = before;
        std::thread::sleep(std::time::Duration::from_millis(15));
    }
}

fn plays_to_the_end(game: &str, rules: &[(&str, &str)]) {
    let Some(browser) = chromium() else { return };
    let served = serve();
    let page = browser.page(1280, 860);
    sit_down(&page, &served, game, rules, "greedy");
    page.keep(&format!("{game}-start"));
    play_on(&page, game);
    page.keep(&format!("{game}-over"));
    assert_eq!(page.console(), [""; 0]);
}

#[test]
fn bosman_is_played_to_the_end() {
    plays_to_the_end("bosman", &[("max_turns", "14")]);
}

#[test]
fn dzicz_is_played_to_the_end() {
    plays_to_the_end("dzicz", &[("turns", "6")]);
}

#[test]
fn hexxi_is_played_to_the_end() {
    plays_to_the_end("hexxi", &[("rounds", "1")]);
}

#[test]
fn santy_anno_is_played_to_the_end_on_the_clock() {
    let minds = r#"[{"speed_percent":30,"slip_percent":100},{"speed_percent":30,"slip_percent":100},{"speed_percent":30,"slip_percent":100}]"#;
    plays_to_the_end("santy-anno", &[("rounds", "2"), ("minds", minds)]);
}

#[test]
fn somaliland_is_played_to_the_end() {
    plays_to_the_end("somaliland", &[("turns", "1"), ("legs", "2")]);
}
