//! What the table answers, without a browser: hidden things stay hidden, strangers and nonsense are refused, and nothing is
//! lost.

mod client;
mod load;
mod served;

#[allow(dead_code)]
#[path = "../../../tests/fuzz/mutate.rs"]
mod mutate;

use marque::Seat;
use marque::random::{self, Purpose};
use marque_agents::sitting::{self, Due, Seating};
use serde_json::{Value, json};
use served::Served;

fn people(seats: usize) -> Vec<String> {
    vec!["person".to_owned(); seats]
}

/// Plays a game between people, and compares what every link is shown with what the law of views allows its seat.
fn every_link_shows_its_seat_only(game: &str, seats: usize, moves: usize) {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    let links = served.open(&json!({ "game": game, "chairs": people(seats), "seed": 5 }));
    let seating = Seating { chairs: people(seats), clock: false };
    let mut twin = sitting::open(game, &Default::default(), 5, &seating).unwrap();
    let mut rng = random::stream(1, 0, Purpose::Other(0));
    for _ in 0..moves {
        while twin.due() == Due::Nobody {
            twin.advance().unwrap();
        }
        let Due::Person(mover, _) = twin.due() else { break };
        served.until(&links["seats"][mover.index()], |sheet| sheet["asked"] == "choose");
        for seat in Seat::all(seats).chain([Seat::ONLOOKER]) {
            let link = if seat == Seat::ONLOOKER { &links["onlooker"] } else { &links["seats"][seat.index()] };
            let sheet = served.look(link);
            // Whoever adds a field must say here what a seat may know of it.
            let known = [
                "game", "you", "seats", "turn", "asked", "thinking", "prompt", "legal", "kinds", "picture", "over",
                "clock", "race", "house", "onlooker", "trouble", "from", "stories",
            ];
            let fields: Vec<&str> = sheet.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(fields, known);
            assert_eq!(sheet["picture"], twin.picture(Some(seat)).unwrap().without_style(), "{game}: {seat}");
            assert_eq!(sheet["you"], if seat == Seat::ONLOOKER { Value::Null } else { json!(seat.0) });
            assert_eq!(sheet["turn"], json!(twin.whose_turn(Some(seat)).map(|seat| seat.0)));
            let asked = seat == mover;
            assert_eq!(sheet["asked"], if asked { json!("choose") } else { Value::Null });
            assert_eq!(sheet["legal"], json!(if asked { twin.legal(seat) } else { Vec::new() }));
            assert_eq!(sheet["prompt"], if asked { twin.prompt(Some(seat)) } else { String::new() });
            assert_eq!(sheet["kinds"].as_array().unwrap().is_empty(), !asked);
            let told = twin.news(0).iter().filter_map(|news| {
                let (seen, story) = (news.seen(seat), news.story(Some(seat)));
                (seen.is_some() || !story.is_empty()).then(|| json!([seen.unwrap_or_default(), story]))
            });
            let told: Vec<Value> = told.collect();
            let shown = sheet["stories"].as_array().unwrap().iter().map(|one| json!([one["seen"], one["story"]]));
            let shown: Vec<Value> = shown.collect();
            assert_eq!(shown, told[told.len() - shown.len()..], "{game}: {seat}");
            assert!(shown.len() == told.len().min(300));
            // Behind a `?` it may have been anybody.
            for story in sheet["stories"].as_array().unwrap() {
                assert!(!story["seen"].as_str().unwrap().starts_with('?') || story["seat"].is_null());
            }
        }
        let legal = twin.legal(mover);
        let action = &legal[random::below(&mut rng, legal.len() as u32) as usize];
        let answer = served.act(&links["seats"][mover.index()], action);
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        twin.act(mover, action, std::time::Instant::now()).unwrap();
    }
}

#[test]
fn every_link_to_bosman_shows_its_seat_only() {
    every_link_shows_its_seat_only("bosman", 2, 25);
}

#[test]
fn every_link_to_dzicz_shows_its_seat_only() {
    every_link_shows_its_seat_only("dzicz", 3, 30);
}

#[test]
fn every_link_to_hexxi_shows_its_seat_only() {
    every_link_shows_its_seat_only("hexxi", 3, 40);
}

#[test]
fn every_link_to_santy_anno_shows_its_seat_only() {
    every_link_shows_its_seat_only("santy-anno", 3, 40);
}

#[test]
fn every_link_to_somaliland_shows_its_seat_only() {
    every_link_shows_its_seat_only("somaliland", 2, 25);
}

#[test]
fn a_link_plays_for_its_own_seat_and_in_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    let links = served.open(&json!({ "game": "dzicz", "chairs": people(2), "seed": 1 }));
    let first = served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
    let action = first["legal"][0].as_str().unwrap();
    assert_eq!(served.act(&links["onlooker"], action).status, 403);
    assert_eq!(served.act(&links["seats"][1], action).status, 409);
    assert_eq!(served.act(&links["seats"][0], "fort:c3").status, 400);
    assert_eq!(served.act(&json!("0".repeat(32)), action).status, 404);
    let refused = served.act(&links["seats"][0], "nonsense");
    assert!(refused.json()["error"].as_str().unwrap().contains("`nonsense` is not understood"));
    assert_eq!(served.act(&links["seats"][0], action).status, 200);
    let look_back = format!("/api/tables/{}/replay", links["seats"][0].as_str().unwrap());
    assert_eq!(served.post(&look_back, &json!({})).status, 409, "the game is not over, and something is hidden");
}

#[test]
fn strangers_are_refused_and_every_answer_is_sealed() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    let address = served.address;
    let asked = |host: &str, more: &str| {
        let bytes = format!(
            "POST /api/tables HTTP/1.1\r\nhost: {host}\r\n{more}content-length: 0\r\nconnection: close\r\n\r\n"
        );
        served.send(bytes.as_bytes()).unwrap().status
    };
    let ours = address.to_string();
    assert_eq!(asked("evil.example", ""), 403);
    assert_eq!(asked(&ours, ""), 403, "whatever changes something names its origin");
    assert_eq!(asked(&ours, "origin: http://evil.example\r\n"), 403);
    assert_eq!(asked(&ours, "origin: null\r\n"), 403);
    assert_eq!(asked(&ours, &format!("origin: http://{ours}\r\n")), 415, "our own page is listened to");
    for path in
        ["/", "/api/games", "/nowhere", "/api/tables/x", "/assets/app.js", "/assets/../src/lib.rs", "/picture.css"]
    {
        let answer = served.get(path);
        for seal in ["content-security-policy: ", "x-content-type-options: nosniff", "referrer-policy: no-referrer"] {
            assert!(answer.head.contains(seal), "{path}: {}", answer.head);
        }
        assert!(answer.head.contains("default-src 'self'"), "{path}");
    }
    assert_eq!(served.get("/assets/../src/lib.rs").status, 404);
    assert_eq!(served.get("/reports/results/..%2F..%2Fweb").status, 404);
    let report = served.get("/reports/results/bosman-boat");
    assert!(report.status == 200 && report.head.contains("sandbox") && report.head.contains("default-src 'none'"));
}

#[test]
fn pages_load_nothing_from_outside() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    for entry in std::fs::read_dir(assets).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap().replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("http://") && !text.contains("https://"), "{}", path.display());
        assert!(!text.contains("innerHTML") && !text.contains("eval("), "{}", path.display());
    }
}

#[test]
fn too_much_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    let table = json!({ "game": "dzicz", "chairs": ["person", "random"] });
    let mut big = table.clone();
    big["rules"] = json!({ "map": "#".repeat(70 << 10) });
    assert_eq!(served.post("/api/tables", &big).status, 413);
    for (chair, why) in [
        ("cmd:true", "no program is started"),
        ("search:iterations=1000000", "too slow"),
        ("search:time=60s", "too slow"),
        ("nobody", "unknown"),
    ] {
        let answer = served.post("/api/tables", &json!({ "game": "dzicz", "chairs": ["person", chair] }));
        assert_eq!(answer.status, 400, "{chair}: {why}");
    }
    for (field, value) in [
        ("chairs", json!(["person"])),
        ("game", json!("chess")),
        ("rules", json!({ "turns": 0 })),
        ("rules", json!(null)),
        ("house", json!({ "pace": 1e9 })),
        ("house", json!({ "colours": ["url(x)"] })),
        ("more", json!(1)),
    ] {
        let mut table = table.clone();
        table[field] = value;
        let answer = served.post("/api/tables", &table);
        let fine = field == "rules" && table["rules"].is_null();
        assert_eq!(answer.status == 200, fine, "{table}");
        assert!(fine || (400..500).contains(&answer.status), "{table}: {}", answer.status);
    }
    let first = served.open(&table);
    let status = |_| served.post("/api/tables", &table).status;
    let opened: Vec<u16> = (0..256).map(status).collect();
    assert_eq!(opened.iter().filter(|&&status| status == 503).count(), 2, "256 tables, and two had been opened before");
    assert_eq!(served.look(&first["seats"][0])["game"]["name"], "dzicz", "those that are there go on");
}

/// Requests that are a little wrong in every place get an answer, and the table goes on.
#[test]
fn fuzz_requests() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    let table =
        json!({ "game": "hexxi", "chairs": ["person", "random"], "rules": { "rounds": 1 }, "house": { "pace": 0 } });
    let links = served.open(&table);
    let link = links["seats"][0].as_str().unwrap().to_owned();
    served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
    let mut trace = Vec::new();
    let seating = Seating { chairs: vec!["random".to_owned(); 2], clock: false };
    let mut game = sitting::open("dzicz", &Default::default(), 3, &seating).unwrap();
    while game.due() == Due::Nobody {
        game.advance().unwrap();
    }
    game.save(&mut trace).unwrap();
    let upload = served.send(&served.request("POST", "/api/replays", "text/plain", &trace)).unwrap();
    let replay = upload.json()["link"].as_str().unwrap().to_owned();
    let requests = [
        served.request("POST", "/api/tables", "application/json", table.to_string().as_bytes()),
        served.request("POST", &format!("/api/tables/{link}/act"), "application/json", b"{\"action\":\"place:S@c3\"}"),
        served.request("POST", &format!("/api/tables/{link}/undo"), "application/json", b""),
        served.request("POST", &format!("/api/tables/{link}/ready"), "application/json", b""),
        served.request("GET", &format!("/api/tables/{link}"), "text/plain", b""),
        served.request("GET", &format!("/api/replays/{replay}/at/12?seat=1"), "text/plain", b""),
        served.request(
            "POST",
            &format!("/api/replays/{replay}/continue"),
            "application/json",
            b"{\"ply\":9,\"chairs\":[\"person\",\"random\"]}",
        ),
        served.request("POST", "/api/replays", "text/plain", &trace[..trace.len().min(3000)]),
        served.request("POST", "/api/finished/dzicz-3", "application/json", b""),
        served.request("GET", "/reports/results/bosman-boat", "text/plain", b""),
    ];
    let mut rng = random::stream(9, 0, Purpose::Other(0));
    let mut below = |most: usize| random::below(&mut rng, most as u32) as usize;
    let mut refused = 0;
    let mut sent = 0;
    for (case, request) in mutate::cases(400, 1).zip(requests.iter().cycle()) {
        sent += 1;
        let round = case / requests.len() as u64;
        let mut bytes = request.clone();
        // Only behind the first line and the length is anything changed that would leave both sides waiting.
        let body = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        let from = if round.is_multiple_of(2) && body < bytes.len() { body } else { 5 };
        let to = if from == body { bytes.len() } else { bytes.iter().position(|&byte| byte == b'\r').unwrap() - 9 };
        for _ in 0..1 + below(3) {
            let at = from + below(to - from);
            bytes[at] = match below(4) {
                0 => b"{}[]\":,0-9x%/?&\\"[below(16)],
                1 => below(256) as u8,
                2 => bytes[from + below(to - from)],
                _ => b'0' + below(10) as u8,
            };
        }
        let answer = served.send(&bytes);
        // A first line that is none is hung up on by the server underneath.
        let Some(answer) = answer else { continue };
        assert!(answer.status < 500 || answer.status == 503, "{}: {}", answer.status, String::from_utf8_lossy(&bytes));
        refused += usize::from(answer.status >= 400);
        if answer.status >= 400 && !answer.body.is_empty() {
            assert!(answer.json()["error"].is_string(), "{}", String::from_utf8_lossy(&answer.body));
        }
    }
    println!("requests: {sent} cases");
    assert!(refused > sent / 5, "{refused} of {sent}");
    assert_eq!(served.look(&links["onlooker"])["game"]["name"], "hexxi");
}

#[test]
fn nothing_is_lost_when_the_table_is_set_again() {
    let folder = tempfile::tempdir().unwrap();
    let table = json!({ "game": "bosman", "chairs": ["person", "greedy"], "seed": 11, "house": { "pace": 0 } });
    let (links, before) = {
        let served = Served::new(folder.path());
        let links = served.open(&table);
        for _ in 0..4 {
            let sheet = served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
            assert_eq!(served.act(&links["seats"][0], sheet["legal"][0].as_str().unwrap()).status, 200);
        }
        let before = served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
        (links, before)
    };
    let served = Served::new(folder.path());
    let after = served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
    assert_eq!(after, before);
    assert_eq!(
        served.post(&format!("/api/tables/{}/undo", links["seats"][0].as_str().unwrap()), &json!({})).status,
        200
    );
}

#[test]
fn a_finished_game_is_kept_looked_back_on_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    let table = json!({ "game": "dzicz", "chairs": ["random", "random"], "rules": { "turns": 3 }, "seed": 2, "house": { "pace": 0 } });
    let links = served.open(&table);
    let end = served.until(&links["onlooker"], |sheet| !sheet["over"].is_null());
    assert!(end["stories"].as_array().unwrap().len() > 3);
    assert_eq!(served.get("/api/finished").json(), json!(["dzicz-2"]));
    let opened = served.post("/api/finished/dzicz-2", &json!({})).json();
    let replay = format!("/api/replays/{}", opened["link"].as_str().unwrap());
    let overview = served.get(&replay).json();
    let plies = overview["events"].as_array().unwrap().len();
    assert_eq!(overview["seats"], json!(["random", "random"]));
    let all = served.get(&format!("{replay}/at/3")).json();
    let seat = served.get(&format!("{replay}/at/3?seat=1")).json();
    assert_ne!(all["picture"], seat["picture"], "a seat does not see the other's secret card");
    assert_eq!(served.get(&format!("{replay}/at/3?seat=9")).status, 404);
    let review = served.post(&format!("{replay}/review?seat=0"), &json!({})).json();
    assert_eq!(review["moments"].as_array().unwrap().len(), plies + 1);
    assert_eq!(review["seat"], 0);
    let onward = json!({ "ply": 5, "chairs": ["person", "random"], "house": { "pace": 0 } });
    let links = served.post(&format!("{replay}/continue"), &onward).json();
    let sheet = served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
    assert!(sheet["stories"].as_array().unwrap().len() >= 5);
    let program = json!({ "ply": 5, "chairs": ["person", "cmd:true"] });
    assert_eq!(served.post(&format!("{replay}/continue"), &program).status, 400);
}

#[test]
fn a_hint_is_given_where_the_table_allows_it() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path());
    for (house, hinted) in [(json!({}), true), (json!({ "hints": false, "undo": false }), false)] {
        let links = served.open(&json!({ "game": "dzicz", "chairs": ["person", "random"], "house": house }));
        let sheet = served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
        let path = format!("/api/tables/{}", links["seats"][0].as_str().unwrap());
        let hint = served.post(&format!("{path}/hint"), &json!({})).json();
        assert_eq!(!hint["hint"].is_null(), hinted, "{hint}");
        assert_eq!(served.act(&links["seats"][0], sheet["legal"][0].as_str().unwrap()).status, 200);
        served.until(&links["seats"][0], |sheet| sheet["asked"] == "choose");
        assert_eq!(served.post(&format!("{path}/undo"), &json!({})).status, if hinted { 200 } else { 409 });
    }
}
