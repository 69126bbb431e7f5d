// The reports of the lab.

import { get } from "./api.js";
import { el } from "./dom.js";

export async function show(main) {
  const reports = await get("reports");
  const places = [...new Set(reports.map((report) => report.place))];
  const list = (place) =>
    reports
      .filter((report) => report.place === place)
      .map((report) => el("li", {}, el("a", { href: `/reports/${encodeURIComponent(report.place)}/${encodeURIComponent(report.name)}` }, report.title), el("small", { class: "quiet" }, ` ${report.name}`)));
  const titles = { results: "Published runs of the ready experiments", runs: "Runs of your own" };
  main.replaceChildren(
    el(
      "section",
      { class: "card" },
      el("h1", {}, "Reports"),
      ...places.flatMap((place) => [el("h2", {}, titles[place] ?? place), el("ul", { class: "reports" }, ...list(place))]),
      reports.length === 0 ? el("p", { class: "quiet" }, "There are none in the folders results and runs here. ", el("code", {}, "marque run"), " writes one.") : null,
    ),
  );
}
