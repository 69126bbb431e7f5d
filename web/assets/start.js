// Choosing what to play: a game, who sits where, and every rule.

import { get, post } from "./api.js";
import { el, prose, say, seatShape } from "./dom.js";

/** What each game is about, in a few words. */
const TASTES = {
  bosman: "Lay pirates on the beach, steer the boatswain, fill the boat.",
  dzicz: "Land in the wilderness, build forts, fulfil secret missions.",
  hexxi: "Lay tokens face down, then fight for the sea lanes.",
  "santy-anno": "A race of heads on a real clock: follow the cards, run for your ship.",
  somaliland: "Roll dice across the map, past pirates, to the far harbour.",
};

export async function show(main) {
  const { games, colours } = await get("games");
  const cards = games.map((game) =>
    el(
      "button",
      { class: "game", onclick: () => choose(game) },
      el("img", { src: `/pictures/${game.name}`, alt: "" }),
      el("b", {}, game.title),
      el("small", {}, game.english),
      el("span", {}, TASTES[game.name] ?? ""),
      el("small", { class: "quiet" }, `${game.seats.join(", ")} seats`),
    ),
  );
  const form = el("div", { class: "setup" });
  const choose = (game) => {
    cards.forEach((card, index) => card.setAttribute("aria-pressed", String(games[index] === game)));
    const company = new Company(game, colours);
    form.replaceChildren(company.node);
    form.scrollIntoView({ behavior: "smooth", block: "nearest" });
  };
  main.replaceChildren(el("section", { class: "start" }, el("h1", {}, "What shall we play?"), el("div", { class: "games" }, cards), form));
}

/** Who sits where and by which rules; also for a game that goes on from a position. */
export class Company {
  constructor(game, colours, { open = (body) => post("tables", { game: game.name, ...body }), seats = null, label = "Sit down" } = {}) {
    this.game = game;
    this.colours = colours;
    this.open = open;
    this.fixed = seats !== null;
    this.count = seats ?? game.seats[0];
    this.label = label;
    this.node = el("div", { class: "company" });
    this.draw();
  }

  draw() {
    const { game } = this;
    const seats = el("select", { "aria-label": "seats", onchange: () => { this.count = Number(seats.value); this.draw(); } }, ...game.seats.map((count) => el("option", { value: String(count), selected: count === this.count }, `${count} seats`)));
    const bots = game.bots.filter((bot) => bot.name !== "mcts");
    const who = (seat) => {
      const select = el(
        "select",
        { "aria-label": `seat ${seat}`, class: "chair" },
        el("option", { value: "person" }, "a person"),
        el("optgroup", { label: "bots" }, ...bots.map((bot) => el("option", { value: bot.name, title: bot.about }, bot.name))),
      );
      select.value = seat === 0 ? "person" : "mate";
      select.addEventListener("change", () => about());
      return select;
    };
    this.chairs = Array.from({ length: this.count }, (_, seat) => who(seat));
    this.paints = this.chairs.map((_, seat) => el("input", { type: "color", value: this.colours[seat], "aria-label": `colour of seat ${seat}`, class: "paint" }));
    const hints = el("p", { class: "quiet" });
    const about = () => {
      const named = new Set(this.chairs.map((chair) => chair.value).filter((name) => name !== "person"));
      hints.replaceChildren(...[...named].flatMap((name) => [el("b", {}, name), ` ${bots.find((bot) => bot.name === name)?.about ?? ""} `]));
    };
    about();
    const flag = (label, on, title) => {
      const box = el("input", { type: "checkbox", checked: on });
      return { box, node: el("label", { title }, box, ` ${label}`) };
    };
    this.flags = {
      hints: flag("hints", true, "A strong bot may be asked what it would do"),
      undo: flag("undo", true, "Decisions may be taken back"),
      chance: flag("chance of winning", false, "What a strong bot expects for you, at every decision"),
    };
    this.clock = flag("on a real clock", true, "The time you take is the time you take");
    this.pace = el("select", { "aria-label": "pace of the bots" }, ...[["0", "at once"], ["300", "quick"], ["700", "calm"], ["1500", "slow"]].map(([value, text]) => el("option", { value, selected: value === "700" }, text)));
    const params = game.params[String(this.count)];
    this.rules = new Map();
    const table = el("div", { class: "params" }, ...params.map((param) => this.param(param)));
    this.node.replaceChildren(...[
      this.fixed ? null : el("h2", {}, `${game.title} — ${game.english}`),
      this.fixed ? null : el("p", {}, ...prose(game.aim.replaceAll("\n", " "))),
      el(
        "div",
        { class: "grid" },
        el("fieldset", {}, el("legend", {}, "Who sits where"), this.fixed ? null : seats, ...this.chairs.map((chair, seat) => el("div", { class: "row" }, this.shape(seat), el("span", {}, `seat ${seat}`), chair, this.paints[seat])), hints),
        el("fieldset", {}, el("legend", {}, "At the table"), ...Object.values(this.flags).map((one) => one.node), game.clock ? this.clock.node : null, el("label", {}, "bots move ", this.pace)),
      ),
      this.fixed ? null : el("details", {}, el("summary", {}, `Rules to change (${params.length})`), table),
      el("div", { class: "buttons" }, el("button", { class: "main", onclick: () => this.go() }, this.label), this.fixed ? null : el("button", { onclick: () => this.watch() }, "Watch bots play")),
      (this.links = el("div", { class: "links" })),
    ].filter((part) => part !== null));
  }

  shape(seat) {
    const node = seatShape(seat);
    const paint = () => node.style.setProperty(`--seat${seat}`, this.paints[seat].value);
    paint();
    this.paints[seat].addEventListener("input", paint);
    return node;
  }

  /** One rule: its range decides how it is asked for. */
  param({ key, default: usual, domain, meaning }) {
    let input;
    let value;
    if (domain.flag) {
      input = el("input", { type: "checkbox", checked: usual });
      value = () => input.checked;
    } else if (domain.words || domain.numbers) {
      const all = domain.words ?? domain.numbers;
      input = el("select", {}, ...all.map((one) => el("option", { value: String(one), selected: one === usual }, String(one))));
      value = () => all.find((one) => String(one) === input.value);
    } else if (domain.max !== undefined) {
      input = el("input", { type: "number", min: String(domain.min), max: String(domain.max), step: "1", value: String(usual), required: true });
      value = () => Number(input.value);
    } else {
      const write = (what) => (typeof what === "string" ? what : JSON.stringify(what));
      input = el("textarea", { rows: "2", spellcheck: "false" }, write(usual));
      value = () => (typeof usual === "string" ? input.value : JSON.parse(input.value));
    }
    input.setAttribute("aria-label", key);
    const range = domain.max !== undefined ? `${domain.min}–${domain.max}` : (domain.text ?? domain.other ?? "");
    this.rules.set(key, { usual, value, input });
    return el("label", { class: "param" }, el("code", {}, key), input, el("small", {}, `${meaning}${range ? ` (${range})` : ""}`));
  }

  body() {
    const rules = {};
    for (const [key, { usual, value, input }] of this.rules) {
      if (!input.reportValidity()) throw new Error(`rule ${key} is out of its range`);
      let given;
      try {
        given = value();
      } catch {
        throw new Error(`rule ${key} is not understood`);
      }
      if (JSON.stringify(given) !== JSON.stringify(usual)) rules[key] = given;
    }
    const house = Object.fromEntries(Object.entries(this.flags).map(([name, one]) => [name, one.box.checked]));
    const chairs = this.chairs.map((chair) => chair.value);
    const clock = this.game.clock && this.clock.box.checked && chairs.includes("person");
    const body = { chairs, clock, house: { ...house, pace: Number(this.pace.value), colours: this.paints.map((paint) => paint.value) } };
    return this.fixed ? body : { ...body, rules };
  }

  watch() {
    this.chairs.forEach((chair) => {
      if (chair.value === "person") chair.value = "mate";
    });
    this.go();
  }

  async go() {
    try {
      const links = await this.open(this.body());
      const people = links.seats.filter((link) => link !== null);
      const first = people[0] ?? links.onlooker;
      if (people.length < 2) {
        location.href = `/table/${first}`;
        return;
      }
      const line = (text, link) => el("p", {}, `${text}: `, el("a", { href: `/table/${link}` }, `${location.origin}/table/${link}`), " ", el("button", { class: "plain", onclick: () => navigator.clipboard.writeText(`${location.origin}/table/${link}`) }, "copy"));
      this.links.replaceChildren(
        el("h3", {}, "The table is set"),
        el("p", { class: "quiet" }, "Open your own link, and hand each of the others to one person only: who has a link sees that seat's secrets."),
        ...links.seats.flatMap((link, seat) => (link ? [line(`Seat ${seat}`, link)] : [])),
        line("Looking on", links.onlooker),
      );
      this.links.scrollIntoView({ behavior: "smooth" });
    } catch (error) {
      say(error.message);
    }
  }
}
