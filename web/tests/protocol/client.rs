//! The least of a client to talk to a table.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

/// Talks to the table at an address.
#[derive(Clone, Copy)]
pub struct Client {
    pub address: SocketAddr,
}

/// What was answered.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&self.body)))
    }
}

impl Client {
    /// Sends bytes as they are and reads the answer; nothing where there is none.
    pub fn send(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The server may hang up on nonsense before it has read all of it.
        let _ = stream.write_all(bytes);
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line == "\r\n" {
                break;
            }
            head += &line.to_lowercase();
        }
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body).ok()?;
        Some(Answer { status, head, body })
    }

    /// A request as a page of ours would make it.
    pub fn request(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Vec<u8> {
        let address = self.address;
        let length = body.len();
        let mut bytes = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncontent-type: {kind}\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n"
        )
        .into_bytes();
        bytes.extend_from_slice(body);
        bytes
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(&self.request("GET", path, "text/plain", b"")).unwrap()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(&self.request("POST", path, "application/json", body.to_string().as_bytes())).unwrap()
    }

    /// Opens a table and returns its links.
    pub fn open(&self, table: &Value) -> Value {
        let answer = self.post("/api/tables", table);
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }

    /// What a link shows.
    pub fn look(&self, link: &Value) -> Value {
        self.get(&format!("/api/tables/{}", link.as_str().unwrap())).json()
    }

    pub fn act(&self, link: &Value, action: &str) -> Answer {
        self.post(&format!("/api/tables/{}/act", link.as_str().unwrap()), &json!({ "action": action }))
    }

    /// Looks again and again until something holds.
    pub fn until(&self, link: &Value, holds: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..6000 {
            let sheet = self.look(link);
            if holds(&sheet) {
                return sheet;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("waited too long: {}", self.look(link));
    }
}
