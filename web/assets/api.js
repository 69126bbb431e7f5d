// Talking to the table.

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error ?? `the table answered ${response.status}`);
  return body;
}

export async function get(path) {
  return answer(await fetch(`/api/${path}`));
}

export async function post(path, body = {}) {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

export async function postText(path, text) {
  return answer(await fetch(`/api/${path}`, { method: "POST", headers: { "content-type": "text/plain" }, body: text }));
}

/**
 * Hears everything that a table tells, until it is told to stop. While the page is out of sight nothing is asked for: browsers
 * keep few connections, and everything is told again on coming back.
 */
export function listen(link, hear, lost) {
  let source = null;
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(`/api/tables/${link}/events`);
    source.onmessage = (event) => {
      lost(false);
      hear(JSON.parse(event.data));
    };
    // The browser tries again by itself, unless it was refused.
    source.onerror = () => {
      lost(true);
      if (source && source.readyState === EventSource.CLOSED) {
        close();
        setTimeout(open, 2000);
      }
    };
  };
  const close = () => {
    if (source) source.close();
    source = null;
  };
  const turn = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", turn);
  open();
  return () => {
    document.removeEventListener("visibilitychange", turn);
    close();
  };
}
