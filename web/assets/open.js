// Opening a game on file, or one that was finished here.

import { get, post, postText } from "./api.js";
import { el, say } from "./dom.js";

export async function show(main) {
  const finished = await get("finished");
  const open = async (ask) => {
    try {
      const { link } = await ask;
      location.href = `/game/${link}`;
    } catch (error) {
      say(error.message);
    }
  };
  const file = el("input", { type: "file", accept: ".jsonl,.json,.txt", "aria-label": "a trace", onchange: async () => file.files[0] && open(postText("replays", await file.files[0].text())) });
  main.replaceChildren(
    el(
      "section",
      { class: "card" },
      el("h1", {}, "Look back on a game"),
      el("p", {}, "A trace on file: what ", el("code", {}, "marque trace"), ", ", el("code", {}, "marque play"), " and this table write."),
      file,
      el("h2", {}, "Finished here"),
      finished.length === 0 ? el("p", { class: "quiet" }, "None yet.") : el("ul", { class: "finished" }, ...finished.map((name) => el("li", {}, el("button", { class: "plain", onclick: () => open(post(`finished/${encodeURIComponent(name)}`)) }, name)))),
    ),
  );
}
