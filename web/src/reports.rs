//! The lab's reports: `report.html` in the folders of published and own runs.

use std::fs;
use std::path::{Path, PathBuf};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::failure::Refusal;
use crate::guard::REPORT_POLICY;

/// The largest report that is shown.
const BYTES: u64 = 16 << 20;

/// A report that can be opened.
#[derive(Serialize)]
pub struct Report {
    /// The folder of folders it is in, such as `results`.
    place: String,
    /// Its own folder.
    name: String,
    /// Its title.
    title: String,
}

fn paths(places: &[PathBuf]) -> Vec<(String, String, PathBuf)> {
    let mut found = Vec::new();
    for place in places {
        let shelf = place.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        for entry in fs::read_dir(place).into_iter().flatten().flatten() {
            let path = entry.path().join("report.html");
            if path.is_file() {
                found.push((shelf.clone(), entry.file_name().to_string_lossy().into_owned(), path));
            }
        }
    }
    found.sort();
    found
}

/// All reports in some places.
pub fn list(places: &[PathBuf]) -> Vec<Report> {
    let report = |(place, name, path): (String, String, PathBuf)| {
        let title = title(&path).unwrap_or_else(|| name.clone());
        Report { place, name, title }
    };
    paths(places).into_iter().map(report).collect()
}

/// What stands between the tags of the title.
fn title(path: &Path) -> Option<String> {
    use std::io::Read;
    let mut head = String::new();
    fs::File::open(path).ok()?.take(4096).read_to_string(&mut head).ok();
    let (_, rest) = head.split_once("<title>")?;
    Some(rest.split_once("</title>")?.0.to_owned())
}

/// A report that is on the list; no other file can be had.
pub fn open(places: &[PathBuf], place: &str, name: &str) -> Result<Response, Refusal> {
    let listed = paths(places).into_iter().find(|(shelf, folder, _)| shelf == place && folder == name);
    let (_, _, path) = listed.ok_or_else(|| Refusal::missing("report"))?;
    if fs::metadata(&path).map_err(Refusal::broken)?.len() > BYTES {
        return Err(Refusal::bad("the report is too long to be shown here: open the file itself"));
    }
    let page = fs::read(&path).map_err(Refusal::broken)?;
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, REPORT_POLICY)];
    Ok((headers, page).into_response())
}
