//! A chromium without a window, driven over its debugging protocol.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// How long anything may take; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(90);

/// A browser that ends with the test.
pub struct Chromium {
    child: Child,
    wire: Rc<RefCell<Wire>>,
    _profile: tempfile::TempDir,
}

struct Wire {
    socket: WebSocket<TcpStream>,
    calls: u64,
    /// What pages put on their consoles, with the session it came from.
    console: Vec<(String, String)>,
}

/// A page in a browser of its own: it shares nothing with the others.
pub struct Page {
    wire: Rc<RefCell<Wire>>,
    session: String,
}

impl Chromium {
    /// Starts it; nothing where there is no chromium.
    pub fn start() -> Option<Chromium> {
        let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .into_iter()
            .map(PathBuf::from)
            .find(|path| path.exists())?;
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new(path)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--hide-scrollbars",
            ])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0", "--force-color-profile=srgb"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = lines.find_map(|line| line.ok()?.strip_prefix("DevTools listening on ").map(str::to_owned)).unwrap();
        // Chromium goes on talking; somebody must listen.
        std::thread::spawn(move || lines.for_each(drop));
        let host = url.strip_prefix("ws://").unwrap().split('/').next().unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(url.as_str(), stream).unwrap();
        let wire = Rc::new(RefCell::new(Wire { socket, calls: 0, console: Vec::new() }));
        Some(Chromium { child, wire, _profile: profile })
    }

    /// A page of some size.
    pub fn page(&self, width: u32, height: u32) -> Page {
        let call = |method: &str, params: Value| self.wire.borrow_mut().call(None, method, params);
        let context = call("Target.createBrowserContext", json!({}));
        let target = json!({ "url": "about:blank", "browserContextId": context["browserContextId"] });
        let target = call("Target.createTarget", target);
        let session = call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        let page = Page { wire: Rc::clone(&self.wire), session: session["sessionId"].as_str().unwrap().to_owned() };
        for domain in ["Page", "Runtime", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        let phone = width < 500;
        page.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": if phone { 2 } else { 1 }, "mobile": phone }),
        );
        page
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Wire {
    fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let mut heard: Value = serde_json::from_str(&text).unwrap();
            if heard["id"] == id {
                assert!(heard.get("error").is_none(), "{method}: {}", heard["error"]);
                return heard["result"].take();
            }
            self.hear(&heard);
        }
    }

    fn hear(&mut self, heard: &Value) {
        let params = &heard["params"];
        let text = match heard["method"].as_str() {
            Some("Runtime.consoleAPICalled") => params["args"].to_string(),
            Some("Runtime.exceptionThrown") => params["exceptionDetails"].to_string(),
            Some("Log.entryAdded") => params["entry"].to_string(),
            _ => return,
        };
        self.console.push((heard["sessionId"].as_str().unwrap_or_default().to_owned(), text));
    }
}

impl Page {
    fn call(&self, method: &str, params: Value) -> Value {
        self.wire.borrow_mut().call(Some(&self.session), method, params)
    }

    /// Opens an address.
    pub fn open(&self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.call("Page.reload", json!({}));
    }

    /// What a script comes to.
    pub fn eval(&self, script: &str) -> Value {
        let asked = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", asked);
        assert!(result.get("exceptionDetails").is_none(), "{script}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// Waits until a script comes to something true, and returns it.
    pub fn wait(&self, script: &str) -> Value {
        let start = Instant::now();
        loop {
            // While a page is being loaded, scripts may have nothing to look at.
            let value = self.eval(&format!("(() => {{ try {{ return {script}; }} catch {{ return null; }} }})()"));
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "waited too long for {script}; body: {}",
                self.eval("document.body.innerText")
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks on the middle of the first thing that a selector finds.
    pub fn click(&self, selector: &str) {
        let found = format!("document.querySelector({})", json!(selector));
        self.wait(&format!("!!{found}"));
        let at = self.eval(&format!(
            "(() => {{ const it = {found}; it.scrollIntoView({{ block: 'center' }}); const box = it.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        self.click_at(at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    }

    /// Clicks somewhere.
    pub fn click_at(&self, x: f64, y: f64) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            self.call(
                "Input.dispatchMouseEvent",
                json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 }),
            );
        }
    }

    /// Presses a key that writes a letter.
    pub fn press(&self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": key, "text": if kind == "keyDown" { key } else { "" } }),
            );
        }
    }

    /// Night, as far as pages can tell.
    pub fn at_night(&self) {
        let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
        self.call("Emulation.setEmulatedMedia", dark);
    }

    /// Keeps what is to be seen as a picture in the folder of artefacts.
    pub fn keep(&self, name: &str) {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("table");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), decode(shot["data"].as_str().unwrap())).unwrap();
    }

    /// What the page put on its console.
    pub fn console(&self) -> Vec<String> {
        // A call lets everything be heard that came before its answer.
        self.eval("0");
        let wire = self.wire.borrow();
        wire.console.iter().filter(|(session, _)| *session == self.session).map(|(_, text)| text.clone()).collect()
    }
}

/// Reads base 64.
fn decode(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut held, mut bytes) = (0u32, 0, Vec::new());
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|&other| other == byte)) {
        bits = bits << 6 | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    bytes
}
