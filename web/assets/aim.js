// Throwing by pointing: the heading goes by the pointer's angle, the power by its distance, and the nearest legal throw is
// shown with compass and centimetres before it is made.

import { shape } from "./dom.js";

const WINDS = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];

export class Aim {
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.marks = [];
    board.node.addEventListener("pointermove", (event) => this.point(event));
    board.node.addEventListener("pointerleave", () => this.clear());
    board.node.addEventListener("click", (event) => this.throw(event), true);
  }

  /** Says whether these actions are a throw, and gets ready for it. */
  show(legal) {
    this.clear();
    this.aimed = null;
    const kind = legal.length > 1 ? /^(aim|power):\d+$/.exec(legal[0])?.[1] : null;
    this.kind = kind && legal.every((action) => action.startsWith(`${kind}:`)) ? kind : null;
    this.marks = [];
    if (!this.kind) return false;
    // The first thing of each name lies on the map; its twin is in the panel.
    for (const action of legal) {
      const name = action.split(":")[1];
      const circle = this.board.things(name).find((thing) => thing.closest("svg") === this.board.node.querySelector("svg"))?.querySelector("circle");
      if (circle) this.marks.push({ action, number: Number(name), x: Number(circle.getAttribute("cx")), y: Number(circle.getAttribute("cy")) });
    }
    this.legal = legal;
    if (this.kind === "aim") {
      const middle = (axis) => this.marks.reduce((sum, mark) => sum + mark[axis], 0) / this.marks.length;
      this.ship = { x: middle("x"), y: middle("y") };
      return this.marks.length > 2;
    }
    if (this.marks.length < 2) return false;
    const [near, far] = [this.marks[0], this.marks[this.marks.length - 1]];
    const turns = far.number - near.number;
    this.step = { x: (far.x - near.x) / turns, y: (far.y - near.y) / turns };
    this.ship = { x: near.x - near.number * this.step.x, y: near.y - near.number * this.step.y };
    return true;
  }

  /** The throw nearest to a point of the picture. */
  nearest({ x, y }) {
    const away = { x: x - this.ship.x, y: y - this.ship.y };
    if (this.kind === "aim") {
      const angle = Math.atan2(-away.y, away.x);
      const off = (mark) => {
        const turn = Math.abs(Math.atan2(-(mark.y - this.ship.y), mark.x - this.ship.x) - angle);
        return Math.min(turn, 2 * Math.PI - turn);
      };
      return this.marks.reduce((best, mark) => (off(mark) < off(best) ? mark : best));
    }
    const length2 = this.step.x ** 2 + this.step.y ** 2;
    const turns = (away.x * this.step.x + away.y * this.step.y) / length2;
    const powers = this.legal.map((action) => ({ action, number: Number(action.split(":")[1]) }));
    const best = powers.reduce((one, other) => (Math.abs(other.number - turns) < Math.abs(one.number - turns) ? other : one));
    return { ...best, x: this.ship.x + best.number * this.step.x, y: this.ship.y + best.number * this.step.y };
  }

  at(event) {
    const svg = event.target.closest?.("svg.marque");
    if (!this.kind || this.marks.length < 2 || svg !== this.board.node.querySelector("svg.marque")) return null;
    // In the panel one points at cards and numbers.
    const box = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const map = svg.dataset.parts?.split(",")[0].split(" ").map(Number);
    const inside = !map || (box.x >= map[0] && box.x <= map[0] + map[2] && box.y >= map[1] && box.y <= map[1] + map[3]);
    return inside ? { svg, x: box.x, y: box.y } : null;
  }

  point(event) {
    const at = this.at(event);
    this.clear();
    if (!at) return;
    const mark = this.nearest(at);
    let text;
    if (this.kind === "aim") {
      const degrees = (((90 + (Math.atan2(mark.y - this.ship.y, mark.x - this.ship.x) * 180) / Math.PI) % 360) + 360) % 360;
      text = `${Math.round(degrees)}° ${WINDS[Math.round(degrees / 22.5) % 16]} (${mark.action})`;
    } else {
      // The picture's unit is a millimetre of the board.
      const centimetres = (mark.number * Math.hypot(this.step.x, this.step.y)) / 10;
      text = `${centimetres.toFixed(1)} cm (${mark.action})`;
    }
    // A heading is drawn as far as it may lead, a power as far as it does.
    const far = this.kind === "aim" ? 4 : 1;
    const end = { x: this.ship.x + far * (mark.x - this.ship.x), y: this.ship.y + far * (mark.y - this.ship.y) };
    const label = shape("text", { x: at.x, y: at.y - 20, "font-size": 19, class: "strong halo" });
    label.textContent = text;
    this.shown = shape("g", { class: "aim" }, shape("line", { x1: this.ship.x, y1: this.ship.y, x2: end.x, y2: end.y }), shape("circle", { cx: mark.x, cy: mark.y, r: 10 }), label);
    at.svg.append(this.shown);
  }

  clear() {
    this.shown?.remove();
    this.shown = null;
  }

  throw(event) {
    const at = this.at(event);
    if (!at) return;
    event.stopPropagation();
    const { action } = this.nearest(at);
    // A finger covers what it points at and shows nothing before: the first tap aims, another one throws.
    if (event.pointerType === "touch" && this.aimed !== action) {
      this.point(event);
      this.aimed = action;
      return;
    }
    this.clear();
    this.play(action);
  }
}
