// A game on file: step by step, with a review, and to be taken up from any position.

import { get, post } from "./api.js";
import { Board } from "./board.js";
import { el, paint, prose, say, seatShape } from "./dom.js";
import { Curve } from "./curve.js";
import { read } from "./pick.js";
import { Company } from "./start.js";

export async function show(main, link) {
  const game = new Game(main, link, await get(`replays/${link}`));
  await game.go(game.overview.events.length);
}

function signed(points) {
  return points === 0 ? "0" : `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
}

class Game {
  constructor(main, link, overview) {
    this.link = link;
    this.overview = overview;
    this.ply = 0;
    this.eyes = null;
    this.board = new Board(() => {});
    const last = overview.events.length;
    this.slider = el("input", { type: "range", min: "0", max: String(last), "aria-label": "position", oninput: () => this.go(Number(this.slider.value)) });
    this.at = el("output", {});
    const step = (text, title, to) => el("button", { title, "aria-label": title, onclick: () => this.go(to()) }, text);
    const seats = overview.seats.map((name, seat) => el("option", { value: String(seat) }, `seat ${seat}${name ? ` (${name})` : ""}`));
    const eyes = el("select", { "aria-label": "whose eyes", onchange: () => { this.eyes = eyes.value === "" ? null : Number(eyes.value); this.go(this.ply); } }, el("option", { value: "" }, "everything shown"), ...seats);
    this.story = el("p", { class: "now" });
    this.list = el("ol", { class: "log steps" });
    this.review = el("div", { class: "review" });
    this.onward = el("div", { class: "onward" });
    this.curve = new Curve(last, (ply) => this.go(ply));
    main.replaceChildren(
      el(
        "section",
        { class: "table" },
        el(
          "div",
          { class: "stage" },
          this.board.node,
          el("div", { class: "stepper" }, step("|◀", "to the start", () => 0), step("◀", "back", () => this.ply - 1), this.slider, step("▶", "on", () => this.ply + 1), step("▶|", "to the end", () => last), this.at),
          this.curve.node,
          this.review,
        ),
        el(
          "aside",
          {},
          el("h1", {}, overview.title, el("small", {}, ` ${overview.english}`)),
          el("ol", { class: "seats" }, ...overview.seats.map((name, seat) => el("li", { class: overview.wins[seat] ? "wins" : "" }, seatShape(seat), el("span", { class: "who" }, el("b", {}, name || "?"), el("small", {}, ` seat ${seat}`)), el("span", { class: "score" }, overview.wins[seat] ? "★ " : "", String(overview.scores[seat]))))),
          overview.over ? el("p", { class: "quiet" }, `The game is over: ${overview.over}.`) : null,
          el("label", { class: "eyes" }, "seen with ", eyes),
          this.story,
          el("div", { class: "buttons" }, el("button", { class: "main", onclick: () => this.judge() }, "Review"), el("button", { onclick: () => this.continue() }, "Continue from here")),
          this.onward,
          el("details", { open: true }, el("summary", {}, `Events (${last})`), this.list),
        ),
      ),
    );
    this.list.replaceChildren(
      ...overview.events.map((event, index) =>
        el("li", {}, event.seat === null ? el("span", { class: "dot" }) : seatShape(event.seat, 14), el("button", { class: "plain", title: event.story, onclick: () => this.go(index + 1) }, event.text)),
      ),
    );
    document.title = `${overview.title} – Marque`;
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, textarea, select")) return;
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (by) this.go(this.ply + by);
    });
  }

  /** Goes to the position after so many events. */
  async go(ply) {
    const last = this.overview.events.length;
    this.ply = Math.max(0, Math.min(last, ply));
    const wanted = this.ply;
    this.slider.value = String(wanted);
    this.at.textContent = `${wanted} of ${last}`;
    this.curve.mark(wanted);
    const event = this.overview.events[wanted - 1];
    this.story.textContent = event ? event.story : "Before anything happened.";
    [...this.list.children].forEach((item, index) => item.classList.toggle("here", index === wanted - 1));
    const here = this.list.querySelector(".here");
    if (here) this.list.scrollTop = here.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    try {
      const position = await get(`replays/${this.link}/at/${wanted}${this.eyes === null ? "" : `?seat=${this.eyes}`}`);
      // Somebody may have gone on meanwhile.
      if (wanted !== this.ply) return;
      this.board.draw(position.picture);
      this.board.light({ targets: new Set(), picked: [], last: event ? read(event.text.split("=")[0]).names : [] });
    } catch (error) {
      say(error.message);
    }
  }

  async judge() {
    this.review.replaceChildren(el("p", { class: "quiet" }, "A strong bot goes through the game; that takes a while…"));
    try {
      const review = await post(`replays/${this.link}/review${this.eyes === null ? "" : `?seat=${this.eyes}`}`);
      this.curve.draw(review, this.overview.seats);
      this.showReview(review);
    } catch (error) {
      this.review.replaceChildren();
      say(error.message);
    }
  }

  showReview(review) {
    const percent = (share) => `${Math.round(100 * share)} %`;
    const bad = review.decisions.filter((one) => one.grade).sort((a, b) => b.gap - a.gap);
    const line = (title, { events, told }) => el("div", {}, el("b", {}, title), el("ol", {}, ...events.map((text, index) => el("li", {}, el("code", {}, text), told[index] ? el("small", {}, ` ${told[index]}`) : null))));
    const mistake = (one) =>
      el(
        "details",
        { class: `mistake ${one.grade}`, ontoggle: (event) => event.target.open && this.go(one.ply) },
        el("summary", {}, seatShape(one.seat, 16), el("b", {}, ` ${one.grade} `), el("code", {}, one.played.action), ` gave away ${percent(one.gap)}; better was `, el("code", {}, one.best.action)),
        one.why ? el("div", { class: "why" }, ...one.why.because.map((text) => el("p", {}, ...prose(text))), el("div", { class: "lines" }, line(`After ${one.best.action}`, one.why.best), line(`After ${one.played.action}`, one.why.played))) : null,
      );
    const swings = review.swings.map((swing, seat) => el("tr", {}, el("th", {}, seatShape(seat, 14), ` seat ${seat}`), ...["luck", "own", "others"].map((what) => el("td", {}, signed(Math.round(100 * swing[what]))))));
    this.review.replaceChildren(
      el("h2", {}, bad.length === 0 ? "No mistake was found" : `${bad.length} decision${bad.length === 1 ? "" : "s"} gave something away`),
      ...bad.slice(0, 40).map(mistake),
      el("h2", {}, "What moved the game"),
      el("table", { class: "swings" }, el("thead", {}, el("tr", {}, el("th", {}, ""), el("th", {}, "luck"), el("th", {}, "own choices"), el("th", {}, "others' choices"))), el("tbody", {}, ...swings)),
      el("p", { class: "quiet" }, `In points of a hundred, as one judge saw it with ${review.iterations} iterations a position.`),
    );
  }

  async continue() {
    const { games, colours } = await get("games");
    const game = games.find((one) => one.name === this.overview.game);
    const open = (body) => post(`replays/${this.link}/continue`, { ply: this.ply, ...body });
    const company = new Company(game, colours, { open, seats: this.overview.seats.length, label: `Continue after ${this.ply} events` });
    this.onward.replaceChildren(company.node);
    paint(this.onward, colours);
  }
}
