// The rules beside the table: what may be done now, and the whole page.

import { get } from "./api.js";
import { el, prose } from "./dom.js";

export async function rules(game, kinds) {
  const { games } = await get("games");
  const page = games.find((one) => one.name === game).rules;
  const found = el("div", { class: "page" });
  const search = el("input", { type: "search", placeholder: "a word, or an id such as HX-18", "aria-label": "search the rules", oninput: () => fill(search.value) });
  const blocks = split(page);
  const fill = (word) => {
    const wanted = word.trim().toLowerCase();
    found.replaceChildren(...blocks.filter((block) => wanted === "" || block.toLowerCase().includes(wanted)).map(set));
  };
  const jump = (id) => {
    search.value = id;
    fill(`**${id}**`);
  };
  const dialog = el(
    "dialog",
    { class: "rules", onclose: () => dialog.remove() },
    el("form", { method: "dialog" }, el("button", { class: "plain" }, "Close")),
    el("h2", {}, "What you may do now"),
    el("ul", {}, ...kinds.map((kind) => el("li", {}, el("b", {}, kind.name), " ", ...kind.rules.flatMap((id) => [el("button", { class: "plain", onclick: () => jump(id) }, id), " "])))),
    el("h2", {}, "The rules"),
    search,
    found,
  );
  fill("");
  document.body.append(dialog);
  dialog.showModal();
}

/** A page in paragraphs, items and headings. */
function split(page) {
  const blocks = [];
  for (const paragraph of page.split("\n\n")) {
    if (/^\s*(- |\d+\. |\|)/.test(paragraph)) {
      let item = "";
      for (const line of paragraph.split("\n")) {
        if (/^(- |\d+\. |\|)/.test(line) && item) {
          blocks.push(item);
          item = line;
        } else item = item ? `${item}\n${line}` : line;
      }
      blocks.push(item);
    } else blocks.push(paragraph);
  }
  return blocks.filter((block) => block.trim() !== "" && !/^\|[-| ]+\|?$/.test(block) && !block.startsWith("!["));
}

function set(block) {
  const heading = /^(#+) (.*)$/s.exec(block);
  if (heading) return el(heading[1].length > 1 ? "h3" : "h2", {}, heading[2]);
  if (block.startsWith("```")) return el("pre", {}, block.replace(/^```\w*\n?|```$/g, ""));
  if (block.startsWith("|")) return el("p", { class: "item" }, ...prose(block.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()).join(" — ")));
  const item = /^\s*(- |\d+\. )/.exec(block);
  return el("p", { class: item ? "item" : "" }, ...prose(block.replace(/^\s*- /, "")));
}
