//! Who may talk to the table: pages that came from here, and not too many at once.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure::Refusal;

/// Connections at once, listeners to events included.
pub const CONNECTIONS: usize = 512;

/// What a page of ours may do: nothing from outside, no script or style of a line's own.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";
/// What a report may do: it is a file that somebody put into a folder, so it lives in a world of its own.
pub const REPORT_POLICY: &str = "sandbox allow-scripts allow-popups; default-src 'none'; style-src 'unsafe-inline'; \
                                 script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
                                 frame-ancestors 'none'";

/// The names under which the table is called.
#[derive(Clone)]
pub struct Names(Arc<[String; 2]>);

impl Names {
    /// Those of a port of this machine.
    pub fn of(port: u16) -> Names {
        Names(Arc::new(["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"))))
    }

    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let forbid = |problem: &str| Refusal::new(StatusCode::FORBIDDEN, problem);
        let read = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        // A page of another name that leads here must not talk to us (DNS rebinding).
        if !read(header::HOST).is_some_and(|host| self.0.iter().any(|name| name == host)) {
            return Err(forbid("the table is called 127.0.0.1 or localhost, with its port"));
        }
        let ours = |origin: &str| self.0.iter().any(|name| origin.strip_prefix("http://") == Some(name));
        match read(header::ORIGIN) {
            Some(origin) if !ours(origin) => Err(forbid("requests must come from a page of the table itself")),
            // Whatever changes something must say where it comes from; browsers do.
            None if method != Method::GET && method != Method::HEAD => {
                Err(forbid("a request that changes something must name its origin"))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses strangers, and sets what every answer must say.
pub async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match names.check(request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    // Whatever was refused on the way here, in the words of others, is refused in ours.
    let status = response.status();
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if (status.is_client_error() || status.is_server_error()) && !is_json {
        let reason = status.canonical_reason().unwrap_or("refused").to_lowercase();
        response = Refusal::new(status, reason).into_response();
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A listener with a limit.
pub struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

impl Door {
    /// Lets so many in at once.
    pub fn new(listener: TcpListener, connections: usize) -> Door {
        Door { listener, places: Arc::new(Semaphore::new(connections)) }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        loop {
            match self.listener.accept().await {
                // Beyond the limit the connection is closed at once, so that nobody waits for nothing.
                Ok((stream, address)) => match Arc::clone(&self.places).try_acquire_owned() {
                    Ok(place) => return (Guest { stream, _place: place }, address),
                    Err(_) => drop(stream),
                },
                // Out of files, most likely: others will leave.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection, and its place among those allowed.
pub struct Guest {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for Guest {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: Method, headers: &[(HeaderName, &'static str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect();
        Names::of(4000).check(&method, &headers).is_ok()
    }

    #[tokio::test]
    async fn those_who_come_too_many_are_sent_away_and_a_place_is_free_again_when_one_leaves() {
        use tokio::io::AsyncReadExt;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut door = Door::new(listener, 2);
        let accept = async |door: &mut Door| door.accept().await.0;
        let (_one, first) = (TcpStream::connect(address).await.unwrap(), accept(&mut door).await);
        let (_two, _second) = (TcpStream::connect(address).await.unwrap(), accept(&mut door).await);
        let mut three = TcpStream::connect(address).await.unwrap();
        let door = tokio::spawn(async move { accept(&mut door).await });
        assert_eq!(three.read(&mut [0]).await.unwrap_or(0), 0, "the door is shut at once");
        drop(first);
        let _four = TcpStream::connect(address).await.unwrap();
        door.await.unwrap();
    }

    #[test]
    fn only_pages_of_the_table_may_talk_to_it() {
        use header::{HOST, ORIGIN};
        assert!(check(Method::GET, &[(HOST, "127.0.0.1:4000")]));
        assert!(check(Method::GET, &[(HOST, "localhost:4000"), (ORIGIN, "http://localhost:4000")]));
        assert!(check(Method::POST, &[(HOST, "127.0.0.1:4000"), (ORIGIN, "http://127.0.0.1:4000")]));
        for host in ["127.0.0.1", "127.0.0.1:4001", "evil.example:4000", "127.0.0.1:4000.evil.example", ""] {
            let headers: HeaderMap = [(HOST, HeaderValue::from_str(host).unwrap())].into_iter().collect();
            assert!(Names::of(4000).check(&Method::GET, &headers).is_err(), "{host}");
        }
        assert!(!check(Method::GET, &[]));
        assert!(!check(Method::POST, &[(HOST, "127.0.0.1:4000")]));
        for origin in ["http://evil.example", "null", "https://127.0.0.1:4000", "http://127.0.0.1:40000"] {
            assert!(!check(Method::POST, &[(HOST, "127.0.0.1:4000"), (ORIGIN, origin)]), "{origin}");
            assert!(!check(Method::GET, &[(HOST, "127.0.0.1:4000"), (ORIGIN, origin)]), "{origin}");
        }
    }
}
