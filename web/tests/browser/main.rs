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
    let options =
        marque_web::Options { port: None, games: games.path().to_owned(), reports: vec![repository.join("results")] };
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
    page.eval(&format!(
        "document.querySelectorAll('.chair').forEach((chair, seat) => {{ if (seat > 0) chair.value = {}; }})",
        json!(bot)
    ));
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
        page.click_at(at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
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

/// A table between two people; returns their links.
fn share(page: &Page, served: &Served, game: &str, seats: usize) -> Vec<String> {
    page.open(&format!("{}/", served.url));
    page.wait("document.querySelectorAll('.game').length === 5");
    let links = page.eval(&format!(
        "fetch('/api/tables', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: JSON.stringify({{ game: {}, seed: 4, chairs: Array({seats}).fill('person') }}) }}).then((answer) => answer.json())",
        json!(game)
    ));
    let seats = links["seats"].as_array().unwrap().iter().chain([&links["onlooker"]]);
    seats.map(|link| format!("{}/table/{}", served.url, link.as_str().unwrap())).collect()
}

/// All that a page holds: what can be seen, and what a curious person finds behind it.
fn everything_in(page: &Page) -> String {
    page.eval("document.documentElement.outerHTML + document.querySelector('.board').innerHTML")
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn a_browser_at_another_seat_sees_nothing_it_should_not() {
    let Some(browser) = chromium() else { return };
    let served = serve();
    let [one, other, onlooker] = [0; 3].map(|_| browser.page(1280, 860));
    let links = share(&one, &served, "hexxi", 2);
    for (page, link) in [&one, &other, &onlooker].into_iter().zip(&links) {
        page.open(link);
        page.wait("!!document.querySelector('.board svg.marque')");
    }
    // The first seat lays a warship: a token, then a cell.
    one.wait("document.querySelector('.ask h2')?.textContent === 'Your move'");
    one.click(".board .can[data-at='W']");
    one.wait("document.querySelector('.meant').textContent !== ''");
    one.click(".board .can[data-at='d4']");
    one.wait("document.querySelector('.log').innerText.includes('warship')");
    for page in [&other, &onlooker] {
        page.wait("document.querySelector('.log').innerText.includes('lays a token')");
        let all = everything_in(page);
        // The legend tells what the letters mean; nothing else speaks of a warship.
        assert_eq!(all.matches("warship").count(), 2, "in the legend, twice in all that was read");
        assert!(!all.contains("place:W@d4") && all.contains("data-at=\"d4\""));
        assert_eq!(page.console(), [""; 0]);
    }
    one.keep("two-seats-one");
    other.keep("two-seats-other");
    assert!(everything_in(&one).contains("lays a warship face down on d4"));
}

#[test]
fn a_page_loaded_again_shows_the_same() {
    let Some(browser) = chromium() else { return };
    let served = serve();
    let page = browser.page(1280, 860);
    page.at_night();
    sit_down(&page, &served, "dzicz", &[], "random");
    page.wait("document.querySelector('.ask h2')?.textContent === 'Your move'");
    page.click(".board .can");
    page.wait("document.querySelector('.ask').innerText.includes('action')");
    let before = page.eval("document.querySelector('.log').innerText");
    page.reload();
    page.wait("document.querySelector('.ask')?.innerText.includes('action')");
    assert_eq!(page.eval("document.querySelector('.log').innerText"), before);
    page.keep("dzicz-night");
    // Pass by the key of its number.
    page.press("1");
    page.wait("document.querySelector('.log').innerText.includes('passes')");
    assert_eq!(page.console(), [""; 0]);
}

#[test]
fn every_game_fits_a_phone() {
    let Some(browser) = chromium() else { return };
    let served = serve();
    let page = browser.page(390, 844);
    for game in marque::NAMES {
        sit_down(&page, &served, game, &[], "random");
        page.wait("document.querySelector('.board svg.marque').getBoundingClientRect().width > 300");
        let width = page.eval("document.documentElement.scrollWidth");
        assert!(width.as_f64().unwrap() <= 390.0, "{game} is {width} wide");
        let parts = page.eval("document.querySelectorAll('.board > svg').length").as_u64().unwrap();
        assert!(parts > 1, "{game} is shown in its parts");
        page.keep(&format!("phone-{game}"));
    }
    assert_eq!(page.console(), [""; 0]);
}

#[test]
fn a_finished_game_is_looked_back_on_with_a_review() {
    let Some(browser) = chromium() else { return };
    let served = serve();
    let page = browser.page(1280, 1000);
    sit_down(&page, &served, "dzicz", &[("turns", "3")], "random");
    play_on(&page, "dzicz-short");
    page.click(".ask .main");
    page.wait("location.pathname.startsWith('/game/') && !!document.querySelector('.board svg.marque')");
    page.click("[aria-label='back']");
    page.wait("document.querySelector('.now').textContent !== ''");
    page.click("aside .main");
    page.wait("!!document.querySelector('.curve svg .line') && !!document.querySelector('.review h2')");
    page.keep("review");
    page.click("aside .buttons button:nth-child(2)");
    page.click(".onward .main");
    page.wait("location.pathname.startsWith('/table/') && !!document.querySelector('.board svg.marque')");
    page.open(&format!("{}/reports", served.url));
    page.wait("document.querySelectorAll('.reports a').length > 5");
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
