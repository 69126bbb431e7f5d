// A table: the board, what is asked, and what happened.

import { listen, post } from "./api.js";
import { Aim } from "./aim.js";
import { Board } from "./board.js";
import { el, paint, prose, say, seatShape } from "./dom.js";
import { beginning, narrow, read } from "./pick.js";
import { Race } from "./race.js";

/** The most moves that are offered as buttons at once. */
const OFFERED = 24;

export async function show(main, link) {
  const table = new Table(main, link);
  listen(link, (sheet) => table.hear(sheet), (lost) => table.lose(lost));
}

class Table {
  constructor(main, link) {
    this.link = link;
    this.picked = [];
    this.actions = [];
    this.stories = [];
    this.waiting = [];
    this.busy = false;
    this.sheet = null;
    this.board = new Board((name, nth) => this.pick(name, nth));
    this.aim = new Aim(this.board, (action) => this.play(action));
    this.race = new Race(this.board, () => this.ready());
    this.seats = el("ol", { class: "seats" });
    this.ask = el("div", { class: "ask", "aria-live": "polite" });
    this.meant = el("output", { class: "meant" });
    this.choice = el("div", { class: "choice" });
    this.typed = el("input", { class: "typed", list: "moves", placeholder: "type a move", autocomplete: "off", spellcheck: "false", "aria-label": "type a move", onkeydown: (event) => this.type(event) });
    this.moves = el("datalist", { id: "moves" });
    this.tools = el("div", { class: "tools" });
    this.advice = el("div", { class: "advice" });
    this.log = el("ol", { class: "log" });
    this.lost = el("p", { class: "lost", hidden: true }, "The table does not answer. Your game is kept; trying again…");
    this.node = el(
      "section",
      { class: "table" },
      el("div", { class: "stage" }, this.board.node),
      el(
        "aside",
        {},
        this.lost,
        this.seats,
        this.race.node,
        el("div", { class: "turn" }, this.ask, this.meant, this.choice),
        this.tools,
        this.advice,
        el("details", { class: "more" }, el("summary", {}, "Type a move"), this.typed, this.moves),
        el("details", { class: "story", open: true }, el("summary", {}, "What happened"), this.log),
      ),
    );
    main.replaceChildren(this.node);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  lose(lost) {
    this.lost.hidden = !lost;
  }

  /** Takes a sheet; things that roll are shown rolling first. */
  async hear(sheet) {
    this.waiting.push(sheet);
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length > 0) {
      const next = this.waiting.shift();
      const first = this.sheet === null;
      this.stories.length = Math.min(this.stories.length, next.from);
      this.stories.push(...next.stories);
      // Rolls that happened while nobody looked are not shown.
      const rolls = first ? [] : next.stories.map((story) => story.motion).filter((motion) => motion);
      for (const motion of rolls.slice(-2)) await this.board.roll(motion);
      this.show(next);
    }
    this.busy = false;
  }

  show(sheet) {
    const before = this.sheet;
    this.sheet = sheet;
    const first = before === null;
    if (first) {
      document.title = `${sheet.game.title} – Marque`;
      document.body.classList.add(`game-${sheet.game.name}`);
    }
    paint(this.node, sheet.house.colours);
    this.actions = sheet.legal.map(read);
    if (first || before.legal.join() !== sheet.legal.join()) {
      this.picked = [];
      this.moves.replaceChildren(...sheet.legal.map((text) => el("option", { value: text })));
      this.advice.replaceChildren();
      if (sheet.house.chance && sheet.asked === "choose" && !sheet.clock) this.chance();
    }
    this.board.draw(sheet.picture);
    this.showSeats();
    this.showAsk();
    this.showTools();
    this.showLog();
    this.race.show(sheet);
    this.refresh();
  }

  showSeats() {
    const { sheet } = this;
    this.seats.replaceChildren(
      ...sheet.seats.map((seat, index) => {
        const turn = sheet.turn === index && !sheet.over;
        const name = sheet.you === index ? "You" : seat.person ? "Person" : seat.name;
        return el(
          "li",
          { class: [turn ? "turn" : "", seat.wins ? "wins" : ""].join(" ") },
          seatShape(index),
          el("span", { class: "who" }, el("b", {}, name), el("small", {}, ` seat ${index}`)),
          turn && sheet.thinking ? el("span", { class: "thinks", title: "thinking" }) : null,
          el("span", { class: "score" }, seat.wins ? "★ " : "", String(seat.score)),
        );
      }),
    );
  }

  showAsk() {
    const { sheet } = this;
    const lines = [];
    if (sheet.trouble) lines.push(el("p", { class: "trouble" }, sheet.trouble));
    if (sheet.over) {
      const winners = sheet.seats.flatMap((seat, index) => (seat.wins ? [index === sheet.you ? "you" : `seat ${index}`] : []));
      const text = winners.length === 0 ? "Nobody wins." : `${winners.join(" and ")} ${winners.length > 1 || winners[0] === "you" ? "win" : "wins"}.`;
      lines.push(el("h2", {}, text.charAt(0).toUpperCase() + text.slice(1)), el("p", {}, `The game is over: ${sheet.over.reason}.`));
      lines.push(
        el("div", { class: "buttons" }, el("button", { class: "main", onclick: () => this.lookBack() }, "Look back on it"), el("a", { class: "button", href: "/" }, "Another game")),
      );
    } else if (sheet.asked === "choose") {
      lines.push(el("h2", {}, "Your move"));
      lines.push(...(sheet.clock ? cards(sheet.prompt) : [el("p", {}, ...prose(sentence(sheet.prompt)))]));
    } else if (sheet.asked === "ready") {
      lines.push(el("h2", {}, "Get ready"), el("p", {}, ...prose(sheet.prompt)));
    } else if (sheet.turn !== null) {
      const seat = sheet.seats[sheet.turn];
      lines.push(el("p", { class: "quiet" }, `Seat ${sheet.turn} (${seat.person ? "person" : seat.name}) ${sheet.thinking ? "is thinking…" : "is to move"}`));
    } else {
      lines.push(el("p", { class: "quiet" }, sheet.you === null ? "The game goes on…" : "The others think and run…"));
    }
    this.ask.replaceChildren(...lines);
  }

  showTools() {
    const { sheet } = this;
    const tools = [];
    if (sheet.you !== null && !sheet.clock) {
      const mine = sheet.asked === "choose";
      if (sheet.house.hints) tools.push(el("button", { disabled: !mine, onclick: () => this.hint() }, "Hint"));
      const decided = this.stories.some((story) => story.seat === sheet.you);
      if (sheet.house.undo) tools.push(el("button", { disabled: !decided, onclick: () => this.send("undo") }, "Undo"));
    }
    if (sheet.kinds.length > 0) {
      tools.push(el("button", { onclick: () => this.rules() }, "Rules"));
    }
    if (sheet.onlooker) tools.push(el("button", { title: "a link to look on, which shows nothing hidden", onclick: () => this.share() }, "Share"));
    this.tools.replaceChildren(...tools);
  }

  showLog() {
    const told = this.stories.filter((story) => story.story !== "");
    this.log.replaceChildren(
      ...told.slice(-80).map((story) =>
        el("li", {}, story.seat === null ? el("span", { class: "dot" }) : seatShape(story.seat, 14), el("span", {}, story.story)),
      ),
    );
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** Lights the board for what was pointed at so far, and offers what is left. */
  refresh() {
    const { sheet } = this;
    const names = this.picked.map((one) => one.name);
    const left = narrow(this.actions, names);
    const last = [];
    // What the last decision touched: everything since somebody acted.
    for (const story of [...this.stories].reverse()) {
      if (story.motion) last.push(story.motion.what);
      if (story.seat === null) continue;
      last.push(...read(story.seen.split("=")[0]).names);
      break;
    }
    const aiming = this.aim.show(sheet.asked === "choose" && names.length === 0 ? sheet.legal : []);
    this.board.light({ targets: left.next, picked: this.picked, last, soft: aiming });
    this.meant.textContent = names.length > 0 && left.fitting.length > 1 ? `${beginning(left.fitting) || names.join(", ")}…` : "";
    const offered = left.complete;
    const buttons = offered.slice(0, OFFERED).map((action, index) =>
      el("button", { class: "move", onclick: () => this.play(action.text) }, index < 9 ? el("kbd", {}, String(index + 1)) : null, el("span", {}, words(action))),
    );
    if (names.length > 0) buttons.push(el("button", { class: "plain", onclick: () => this.pick(null, 0) }, "Take back"));
    this.offered = offered;
    this.choice.replaceChildren(...buttons);
    if (sheet.asked === "choose" && names.length === 0 && left.next.size > 0 && !aiming) {
      this.choice.prepend(el("p", { class: "quiet" }, offered.length > 0 ? "Point at the board, or:" : "Point at what you want to use."));
    }
  }

  pick(name, nth) {
    if (name === null) {
      if (this.picked.length > 0) {
        this.picked = [];
        this.refresh();
      }
      return;
    }
    const again = this.picked.findIndex((one) => one.name === name && one.nth === nth);
    const names = this.picked.map((one) => one.name);
    if (again >= 0) {
      this.picked = this.picked.slice(0, again);
    } else if (narrow(this.actions, [...names, name]).fitting.length > 0) {
      this.picked.push({ name, nth });
    } else {
      this.picked = narrow(this.actions, [name]).fitting.length > 0 ? [{ name, nth }] : [];
    }
    const left = narrow(this.actions, this.picked.map((one) => one.name));
    if (this.picked.length > 0 && left.fitting.length === 1 && left.complete.length === 1) {
      this.play(left.complete[0].text);
      return;
    }
    this.refresh();
  }

  key(event) {
    if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.race.key(event)) return;
    const number = Number(event.key);
    if (this.sheet?.clock && this.sheet.legal.includes(`run:${event.key}`)) this.play(`run:${event.key}`);
    else if (number >= 1 && this.offered && number <= this.offered.length) this.play(this.offered[number - 1].text);
    else if (event.key === "Escape") this.pick(null, 0);
  }

  type(event) {
    if (event.key !== "Enter") return;
    const text = this.typed.value.trim();
    const fitting = this.sheet.legal.filter((action) => action.startsWith(text));
    const action = this.sheet.legal.includes(text) ? text : fitting.length === 1 ? fitting[0] : null;
    if (action) {
      this.typed.value = "";
      this.play(action);
    } else {
      say(fitting.length > 1 ? `\`${text}\` could be ${fitting.slice(0, 6).join(", ")}…` : `\`${text}\` is no legal move now`);
    }
  }

  async send(what, body) {
    try {
      return await post(`tables/${this.link}/${what}`, body);
    } catch (error) {
      say(error.message);
      return null;
    }
  }

  /** Plays an action; until the table has answered, nothing else. */
  async play(action) {
    if (this.sent === this.sheet) return;
    this.sent = this.sheet;
    this.picked = [];
    if (!(await this.send("act", { action }))) this.sent = null;
  }

  ready() {
    if (this.sent === this.sheet) return;
    this.sent = this.sheet;
    this.send("ready");
  }

  async hint() {
    this.advice.replaceChildren(el("p", { class: "quiet" }, "the admiral is thinking about it…"));
    const found = await this.send("hint");
    if (!found?.hint) return this.advice.replaceChildren();
    const { hint } = found;
    this.advice.replaceChildren(
      el("p", {}, `${hint.adviser} looked at ${hint.iterations} ways on:`),
      ...hint.moves.map((move) =>
        el(
          "button",
          { class: "move", onclick: () => this.play(move.action) },
          el("span", {}, words(read(move.action))),
          el("small", {}, ` ${Math.round(100 * move.value)} % ± ${Math.round(100 * move.margin)}`),
        ),
      ),
    );
  }

  async chance() {
    const { sheet } = this;
    const found = await this.send("hint");
    if (!found || this.sheet.legal !== sheet.legal || found.chance === null) return;
    const percent = Math.round(100 * found.chance);
    const bar = el("div", { class: "chance", title: "what a strong bot expects for you, of all there is to win" }, el("span", {}, `Your chance: ${percent} %`), el("meter", { min: "0", max: "100", value: String(percent) }));
    this.advice.prepend(bar);
  }

  /** What may be done now, and which rules say so. */
  async rules() {
    const { rules } = await import("./rules.js");
    rules(this.sheet.game.name, this.sheet.kinds);
  }

  share() {
    const link = `${location.origin}/table/${this.sheet.onlooker}`;
    this.advice.replaceChildren(el("p", {}, "To look on: ", el("a", { href: link }, link)));
  }

  async lookBack() {
    const found = await this.send("replay");
    if (found) location.href = `/game/${found.link}`;
  }
}

/** An action as a button says it. */
export function words(action) {
  return action.names.length === 0 ? action.kind : action.text.replace(":", " ");
}

/** What a person on the clock reads: lines of cards, the rest in sentences. */
function cards(prompt) {
  const items = [];
  const lines = prompt.split("\n").filter((line) => line.trim() !== "");
  for (const line of lines.filter((text) => text.startsWith("  "))) {
    const [, face, text] = /^\s*(?:\d+\. )?(event \S+|\S+)\s+(.*)$/.exec(line) ?? [null, "", line];
    items.push(el("li", {}, el("b", {}, face), ` ${text}`));
  }
  return [el("ol", { class: "cards" }, ...items), el("p", { class: "quiet" }, "Click on the ship you come to, or press its number.")];
}

function sentence(text) {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
