// A race on the clock: it starts with a key, rivals sit down, and the last one is counted out.

import { el, seatShape, shape } from "./dom.js";

export class Race {
  constructor(board, ready) {
    this.board = board;
    this.ready = ready;
    this.node = el("div", { class: "race", hidden: true });
    this.clock = el("output", { class: "clock" });
    this.rivals = el("ul", { class: "rivals" });
    this.count = el("p", { class: "count" });
    this.timer = null;
  }

  show(sheet) {
    this.sheet = sheet;
    const { race } = sheet;
    clearInterval(this.timer);
    this.node.hidden = !(sheet.asked === "ready" || race);
    if (sheet.asked === "ready") {
      this.node.replaceChildren(el("button", { class: "main start", onclick: () => this.ready() }, "Start the clock", el("small", {}, "or press any key")));
      return;
    }
    if (!race) return;
    this.since = performance.now() - race.elapsed;
    this.deadline = race.deadline;
    this.rivals.replaceChildren(
      ...race.sat.map((rival) => el("li", {}, seatShape(rival.seat, 16), ` sat down at ship ${rival.ship} after ${(rival.tick / 10).toFixed(1)} s`)),
    );
    const left = sheet.seats.length - 1 - race.sat.length;
    this.left = left > 0 ? `${left} still ${left === 1 ? "thinks or runs" : "think or run"}` : "";
    this.node.replaceChildren(this.clock, this.count, this.rivals);
    this.seat(race.sat);
    this.tick();
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** Puts those who sat down beside their ships. */
  seat(sat) {
    for (const svg of this.board.node.querySelectorAll("svg.marque")) {
      svg.querySelector(".sat")?.remove();
      const group = shape("g", { class: "sat" });
      const beside = {};
      for (const rival of sat) {
        const ship = svg.querySelector(`[data-at="${rival.ship}"]`);
        if (!ship) continue;
        const box = ship.getBBox();
        const nth = beside[rival.ship] ?? 0;
        beside[rival.ship] = nth + 1;
        const piece = seatShape(rival.seat, 30);
        piece.setAttribute("x", box.x + box.width / 2 - 15 + 26 * nth);
        piece.setAttribute("y", box.y + box.height - 8);
        group.append(piece);
      }
      svg.append(group);
    }
  }

  tick() {
    const elapsed = performance.now() - this.since;
    this.clock.textContent = `${(elapsed / 1000).toFixed(1)} s`;
    this.count.textContent = this.deadline === null ? this.left : `All the others sit: ${Math.max(0, (this.deadline - elapsed) / 1000).toFixed(1)} s left!`;
    this.node.classList.toggle("hurry", this.deadline !== null);
  }

  /** Any key starts the clock; a number runs for that ship. */
  key(event) {
    if (this.sheet?.asked !== "ready" || event.key.length > 1 && event.key !== "Enter") return false;
    event.preventDefault();
    this.ready();
    return true;
  }
}
