// Which page to show.

import { el } from "./dom.js";

const PAGES = [
  [/^\/$/, () => import("./start.js")],
  [/^\/table\/([0-9a-f]{32})$/, () => import("./table.js")],
  [/^\/game\/([0-9a-f]{32})$/, () => import("./game.js")],
  [/^\/open$/, () => import("./open.js")],
  [/^\/reports$/, () => import("./reports.js")],
];

async function show() {
  const main = document.getElementById("main");
  for (const [path, load] of PAGES) {
    const found = path.exec(location.pathname);
    if (!found) continue;
    try {
      const page = await load();
      await page.show(main, found[1]);
    } catch (error) {
      main.replaceChildren(el("section", { class: "card" }, el("h1", {}, "That did not work"), el("p", {}, error.message), el("p", {}, el("a", { href: "/" }, "Back to the start"))));
    }
    return;
  }
  main.replaceChildren(el("section", { class: "card" }, el("h1", {}, "There is no such page"), el("a", { href: "/" }, "Back to the start")));
}

for (const link of document.querySelectorAll("nav a")) {
  if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
}
show();
