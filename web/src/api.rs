//! What pages ask for, and what they get.

use std::convert::Infallible;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use marque::{Seat, picture};
use marque_agents::sitting::Seating;
use rust_embed::Embed;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use crate::failure::{Body, Refusal, Text};
use crate::guard::{Names, guard};
use crate::hall::Hall;
use crate::replay::Replay;
use crate::room::{House, Room, Viewer};
use crate::sheet::{self, Told};
use crate::{games, reports};

/// The longest body of a request, and the longest trace.
const BODY: usize = 64 << 10;
const TRACE: usize = 8 << 20;
/// Who may listen to one table.
const LISTENERS: usize = 64;

#[derive(Embed)]
#[folder = "assets/"]
struct Assets;

type Shared = State<Arc<Hall>>;

/// All that the table answers to.
pub fn app(hall: Arc<Hall>, names: Names) -> Router {
    let games = Router::new()
        .route("/games", get(async || Json(games::list())))
        .route("/tables", post(open_table))
        .route("/tables/{link}", get(look))
        .route("/tables/{link}/events", get(listen))
        .route("/tables/{link}/act", post(act))
        .route("/tables/{link}/ready", post(ready))
        .route("/tables/{link}/undo", post(undo))
        .route("/tables/{link}/hint", post(hint))
        .route("/tables/{link}/replay", post(look_back))
        .route("/replays", post(upload).layer(DefaultBodyLimit::max(TRACE)))
        .route("/replays/{link}", get(overview))
        .route("/replays/{link}/at/{ply}", get(position))
        .route("/replays/{link}/continue", post(go_on))
        .route("/replays/{link}/review", post(review))
        .route("/finished", get(finished))
        .route("/finished/{name}", post(open_finished))
        .route("/reports", get(async |State(hall): Shared| Json(reports::list(&hall.reports))))
        .fallback(async || Refusal::missing("address"));
    Router::new()
        .nest("/api", games)
        .route("/", get(page))
        .route("/table/{link}", get(page))
        .route("/game/{link}", get(page))
        .route("/open", get(page))
        .route("/reports", get(page))
        .route("/reports/{place}/{name}", get(report))
        .route("/picture.css", get(async || ([(header::CONTENT_TYPE, "text/css")], picture::style())))
        .route("/pictures/{game}", get(example))
        .route("/assets/{*path}", get(asset))
        .fallback(async || Refusal::missing("page"))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(axum::middleware::from_fn_with_state(names, guard))
        .with_state(hall)
}

async fn page() -> Response {
    asset(Path("index.html".to_owned())).await
}

async fn asset(Path(path): Path<String>) -> Response {
    let kind = match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    match Assets::get(&path) {
        Some(file) => ([(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response(),
        None => Refusal::missing("file").into_response(),
    }
}

/// The picture on the rules page of a game.
async fn example(Path(game): Path<String>) -> Response {
    let picture = match game.as_str() {
        "bosman" => include_str!("../../docs/rules/bosman.svg"),
        "dzicz" => include_str!("../../docs/rules/dzicz.svg"),
        "hexxi" => include_str!("../../docs/rules/hexxi.svg"),
        "santy-anno" => include_str!("../../docs/rules/santy-anno.svg"),
        "somaliland" => include_str!("../../docs/rules/somaliland.svg"),
        _ => return Refusal::missing("picture").into_response(),
    };
    ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
}

/// A table to be opened.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTable {
    game: String,
    #[serde(default)]
    rules: Option<Value>,
    #[serde(flatten)]
    company: Company,
    /// Another one each time, where none is given.
    seed: Option<u32>,
}

/// Who sits at a table, and how.
#[derive(Deserialize)]
struct Company {
    /// By seat: `person`, or a bot.
    chairs: Vec<String>,
    #[serde(default)]
    clock: bool,
    #[serde(default)]
    house: House,
}

impl Company {
    fn seating(&self) -> Seating {
        Seating { chairs: self.chairs.clone(), clock: self.clock }
    }
}

fn links(room: &Room) -> Json<Value> {
    Json(json!({ "seats": room.links.seats, "onlooker": room.links.onlooker }))
}

async fn open_table(State(hall): Shared, Body(new): Body<NewTable>) -> Result<Json<Value>, Refusal> {
    let seed = match new.seed {
        Some(seed) => seed,
        None => getrandom::u32().map_err(Refusal::broken)?,
    };
    let rules = new.rules.unwrap_or_else(|| json!({}));
    let sitting = games::open(&new.game, rules, seed.into(), &new.company.seating())?;
    let room = hall.open(sitting, new.company.house)?;
    Ok(links(&room))
}

async fn look(State(hall): Shared, Path(link): Path<String>) -> Result<Response, Refusal> {
    let (room, viewer) = hall.find(&link)?;
    let sheet = sheet::write(&room, viewer, &mut Told::default());
    Ok(([(header::CONTENT_TYPE, "application/json")], sheet).into_response())
}

async fn listen(
    State(hall): Shared,
    Path(link): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (room, viewer) = hall.find(&link)?;
    if room.listeners() >= LISTENERS {
        return Err(Refusal::full(format!("{LISTENERS} listen to this table already")));
    }
    let (mut told, mut last) = (Told::default(), String::new());
    let sheets = WatchStream::new(room.listen()).filter_map(move |_| {
        let sheet = sheet::write(&room, viewer, &mut told);
        // What the viewer sees nothing of is not to be told by its time either.
        let news = sheet != last;
        last.clone_from(&sheet);
        news.then(|| Ok(Event::default().data(sheet)))
    });
    Ok(Sse::new(sheets).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// The seat behind a link.
fn seat(hall: &Hall, link: &str) -> Result<(Arc<Room>, Seat), Refusal> {
    match hall.find(link)? {
        (room, Viewer::Seat(seat)) => Ok((room, seat)),
        _ => Err(Refusal::new(StatusCode::FORBIDDEN, "this link is for looking on")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    action: String,
}

async fn act(
    State(hall): Shared,
    Path(link): Path<String>,
    Body(chosen): Body<Chosen>,
) -> Result<Json<Value>, Refusal> {
    let (room, seat) = seat(&hall, &link)?;
    let took = room.act(seat, &chosen.action)?;
    Ok(Json(json!({ "took": took.map(|took| took.as_secs_f32()) })))
}

async fn ready(State(hall): Shared, Path(link): Path<String>) -> Result<Json<Value>, Refusal> {
    let (room, seat) = seat(&hall, &link)?;
    room.ready(seat, &hall.thinkers)?;
    Ok(Json(json!({})))
}

async fn undo(State(hall): Shared, Path(link): Path<String>) -> Result<Json<Value>, Refusal> {
    let (room, seat) = seat(&hall, &link)?;
    room.undo(seat)?;
    Ok(Json(json!({})))
}

async fn hint(State(hall): Shared, Path(link): Path<String>) -> Result<Json<Value>, Refusal> {
    let (room, seat) = seat(&hall, &link)?;
    let hint = room.hint(seat, &hall.thinkers).await?;
    let chance = hint.moves.first().map(|best| best.value);
    let moves = room.house.hints.then(|| json!(hint));
    Ok(Json(json!({ "hint": moves, "chance": chance.filter(|_| room.house.chance || room.house.hints) })))
}

async fn look_back(State(hall): Shared, Path(link): Path<String>) -> Result<Json<Value>, Refusal> {
    let (room, _) = hall.find(&link)?;
    let trace = {
        let play = room.play();
        if play.sitting.ending().is_none() {
            return Err(Refusal::conflict("the game is not over: until then something may be hidden"));
        }
        play.trace()
    };
    Ok(Json(json!({ "link": hall.keep(Replay::read(&trace)?)? })))
}

async fn upload(State(hall): Shared, Text(trace): Text) -> Result<Json<Value>, Refusal> {
    Ok(Json(json!({ "link": hall.keep(Replay::read(trace.as_bytes())?)? })))
}

async fn finished(State(hall): Shared) -> Json<Value> {
    let names: Vec<String> = hall.finished().into_iter().map(|(name, _)| name).collect();
    Json(json!(names))
}

async fn open_finished(State(hall): Shared, Path(name): Path<String>) -> Result<Json<Value>, Refusal> {
    // Only what is on the list can be had.
    let found = hall.finished().into_iter().find(|(listed, _)| *listed == name);
    let (_, path) = found.ok_or_else(|| Refusal::missing("game"))?;
    if fs::metadata(&path).map_err(Refusal::broken)?.len() > TRACE as u64 {
        return Err(Refusal::bad("the game is too long to be shown here"));
    }
    let trace = fs::read(path).map_err(Refusal::broken)?;
    Ok(Json(json!({ "link": hall.keep(Replay::read(&trace)?)? })))
}

async fn overview(State(hall): Shared, Path(link): Path<String>) -> Result<Response, Refusal> {
    Ok(Json(hall.replay(&link)?.overview()?).into_response())
}

/// Whose eyes to look through; everything is shown where nobody is named.
#[derive(Deserialize)]
struct Eyes {
    seat: Option<u8>,
}

async fn position(
    State(hall): Shared,
    Path((link, ply)): Path<(String, usize)>,
    Query(eyes): Query<Eyes>,
) -> Result<Response, Refusal> {
    Ok(Json(hall.replay(&link)?.position(ply, eyes.seat.map(Seat))?).into_response())
}

/// From where a game goes on, and with whom.
#[derive(Deserialize)]
struct Onward {
    ply: usize,
    #[serde(flatten)]
    company: Company,
}

async fn go_on(
    State(hall): Shared,
    Path(link): Path<String>,
    Body(onward): Body<Onward>,
) -> Result<Json<Value>, Refusal> {
    let replay = hall.replay(&link)?;
    let seating = onward.company.seating();
    games::check(replay.game(), &seating)?;
    let sitting = replay.at(onward.ply.min(replay.plies()), Some(&seating))?;
    let room = hall.open(sitting, onward.company.house)?;
    Ok(links(&room))
}

async fn review(State(hall): Shared, Path(link): Path<String>, Query(eyes): Query<Eyes>) -> Result<Response, Refusal> {
    let replay = hall.replay(&link)?;
    let seat = eyes.seat.map(Seat);
    let review = match replay.review(seat) {
        Some(review) => review,
        None => {
            let look_back = replay.at(usize::MAX, None)?.review(seat)?;
            let write = move || serde_json::to_string(&look_back());
            let review = hall.thinkers.think(write).await.map_err(Refusal::broken)?.map_err(Refusal::broken)?;
            replay.keep_review(seat, review.clone());
            review
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], review).into_response())
}

async fn report(State(hall): Shared, Path((place, name)): Path<(String, String)>) -> Result<Response, Refusal> {
    reports::open(&hall.reports, &place, &name)
}
