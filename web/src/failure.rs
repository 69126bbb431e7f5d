//! Requests that are refused: a status, and a sentence as JSON.

use axum::Json;
use axum::extract::rejection::{JsonRejection, StringRejection};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use marque_agents::sitting::SittingError;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Why a request was refused.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    problem: String,
}

impl Refusal {
    /// A refusal with a status and the reason in words.
    pub fn new(status: StatusCode, problem: impl ToString) -> Refusal {
        Refusal { status, problem: problem.to_string() }
    }

    /// What was sent makes no sense.
    pub fn bad(problem: impl ToString) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, problem)
    }

    /// There is nothing here.
    pub fn missing(what: &str) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, format!("there is no such {what}, or not any more"))
    }

    /// Not now.
    pub fn conflict(problem: impl ToString) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, problem)
    }

    /// Too many of something.
    pub fn full(problem: impl ToString) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, problem)
    }

    /// Something of ours went wrong.
    pub fn broken(problem: impl ToString) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, problem)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.problem }))).into_response()
    }
}

impl From<SittingError> for Refusal {
    fn from(error: SittingError) -> Refusal {
        let status = match &error {
            SittingError::NotAsked { .. }
            | SittingError::NotReady { .. }
            | SittingError::NothingToUndo { .. }
            | SittingError::Time
            | SittingError::OwnHead => StatusCode::CONFLICT,
            SittingError::BotFailed { .. } | SittingError::Table(_) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Refusal::new(status, error)
    }
}

/// A body in JSON, refused in our own words.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let refuse = |rejection: JsonRejection| Refusal::new(rejection.status(), rejection.body_text());
        Json::from_request(request, state).await.map(|Json(body)| Body(body)).map_err(refuse)
    }
}

/// A body of plain text.
pub struct Text(pub String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Text, Refusal> {
        let refuse = |rejection: StringRejection| Refusal::new(rejection.status(), rejection.body_text());
        String::from_request(request, state).await.map(Text).map_err(refuse)
    }
}
