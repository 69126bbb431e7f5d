// The curve of a game: what each seat could expect, position by position.

import { el, shape } from "./dom.js";

const [WIDE, HIGH, LEFT, BELOW] = [800, 190, 44, 20];

export class Curve {
  constructor(plies, go) {
    this.plies = plies;
    this.node = el("div", { class: "curve", hidden: true });
    this.go = go;
    this.node.addEventListener("click", (event) => {
      const svg = this.node.querySelector("svg");
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      this.go(Math.round(((at.x - LEFT) / (WIDE - LEFT)) * this.plies));
    });
  }

  x(ply) {
    return LEFT + ((WIDE - LEFT) * ply) / Math.max(1, this.plies);
  }

  draw(review, seats) {
    const y = (value) => 8 + (HIGH - BELOW - 8) * (1 - value);
    const svg = shape("svg", { class: "marque", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": "what each seat could expect" });
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      svg.append(shape("line", { x1: LEFT, x2: WIDE, y1: y(share), y2: y(share), class: "grid" }));
      const label = shape("text", { x: LEFT - 6, y: y(share), "font-size": 11, class: "note right" });
      label.textContent = `${100 * share} %`;
      svg.append(label);
    }
    seats.forEach((_, seat) => {
      const points = review.moments.map((moment, ply) => `${this.x(ply).toFixed(1)},${y(moment.values[seat]).toFixed(1)}`);
      svg.append(shape("polyline", { points: points.join(" "), class: `line seat${seat} dash${seat}` }));
    });
    for (const one of review.decisions.filter((decision) => decision.grade)) {
      const dot = shape("circle", { cx: this.x(one.ply), cy: y(review.moments[one.ply].values[one.seat]), r: { inaccuracy: 3, mistake: 4.5, blunder: 6 }[one.grade], class: `fault seat${one.seat}` });
      const title = shape("title");
      title.textContent = `${one.grade}: ${one.played.action}`;
      dot.append(title);
      svg.append(dot);
    }
    this.cursor = shape("line", { y1: 4, y2: HIGH - BELOW, class: "cursor" });
    svg.append(this.cursor);
    this.node.replaceChildren(svg);
    this.node.hidden = false;
    this.mark(this.ply ?? 0);
  }

  mark(ply) {
    this.ply = ply;
    this.cursor?.setAttribute("x1", this.x(ply));
    this.cursor?.setAttribute("x2", this.x(ply));
  }
}
