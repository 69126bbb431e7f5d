// The board: the kernel's picture, what lights up in it, and what rolls through it.

import { el, shape } from "./dom.js";

/** Below this width a picture is shown in its parts, one below the other. */
const NARROW = 620;
/** How long a step of something that rolls takes. */
const STEP = 45;

export class Board {
  /** A board that tells `point(name, nth)` what was pointed at. */
  constructor(point) {
    this.node = el("div", { class: "board" });
    this.point = point;
    this.text = "";
    this.node.addEventListener("click", (event) => this.clicked(event.target));
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.clicked(event.target);
      }
    });
    this.lights = { targets: new Set(), picked: [], last: [] };
    new ResizeObserver(() => this.resized()).observe(this.node);
  }

  narrow() {
    return this.node.clientWidth > 0 && this.node.clientWidth < NARROW;
  }

  resized() {
    if (this.text && this.isNarrow !== this.narrow()) {
      const text = this.text;
      this.text = "";
      this.draw(text);
      this.light(this.lights);
    }
  }

  /** Shows a picture. */
  draw(text) {
    if (text === this.text || !text) return;
    this.text = text;
    this.isNarrow = this.narrow();
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true);
    const parts = (svg.dataset.parts ?? "").split(",").filter((part) => part !== "");
    if (!this.isNarrow || parts.length === 0) {
      this.node.replaceChildren(svg);
      return;
    }
    this.node.replaceChildren(
      ...parts.map((part) => {
        const copy = svg.cloneNode(true);
        copy.setAttribute("viewBox", part);
        return copy;
      }),
    );
  }

  /** The things of a name, in every part of the picture that shows them. */
  things(name) {
    return [...this.node.querySelectorAll(`[data-at="${CSS.escape(name)}"]`)];
  }

  clicked(target) {
    for (let thing = target.closest?.("[data-at]"); thing; thing = thing.parentElement.closest("[data-at]")) {
      const name = thing.dataset.at;
      if (this.lights.targets.has(name) || this.lights.picked.some((one) => one.name === name)) {
        const svg = thing.ownerSVGElement;
        const alike = [...svg.querySelectorAll(`[data-at="${CSS.escape(name)}"]`)];
        this.point(name, alike.indexOf(thing));
        return;
      }
    }
    this.point(null, 0);
  }

  /** Lights up what can be pointed at, what was, and what the last move touched. */
  light({ targets, picked, last, soft = false }) {
    this.lights = { targets, picked, last, soft };
    for (const thing of this.node.querySelectorAll("[data-at]")) {
      thing.removeAttribute("tabindex");
      thing.removeAttribute("role");
      thing.classList.remove("can");
    }
    for (const svg of this.node.querySelectorAll("svg.marque")) {
      svg.querySelector(".lights")?.remove();
      const lights = shape("g", { class: "lights" });
      const mark = (name, look) => {
        const alike = [...svg.querySelectorAll(`[data-at="${CSS.escape(name)}"]`)];
        alike.forEach((thing, nth) => {
          if (look === "picked" && !picked.some((one) => one.name === name && one.nth === nth)) return;
          if (look === "can" && picked.some((one) => one.name === name && one.nth === nth)) return;
          if (look === "can") {
            thing.classList.add("can");
            thing.setAttribute("tabindex", "0");
            thing.setAttribute("role", "button");
            thing.setAttribute("aria-label", name);
          }
          const ring = around(thing, look, soft);
          if (ring) lights.append(ring);
        });
      };
      for (const name of new Set(last)) mark(name, "last");
      for (const name of targets) mark(name, "can");
      for (const name of new Set(picked.map((one) => one.name))) mark(name, "picked");
      svg.append(lights);
    }
  }

  /** Rolls a thing along its way through the picture as it still is. */
  async roll({ what, way }) {
    if (way.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const copies = [];
    for (const svg of this.node.querySelectorAll("svg.marque")) {
      const thing = svg.querySelector(`[data-at="${CSS.escape(what)}"]`);
      if (!thing) continue;
      const trail = shape("polyline", { class: "trail", points: "" });
      const copy = thing.cloneNode(true);
      copy.removeAttribute("data-at");
      copy.querySelectorAll("text").forEach((text) => text.remove());
      thing.classList.add("away");
      svg.append(trail, copy);
      copies.push({ thing, copy, trail });
    }
    if (copies.length === 0) return;
    const start = performance.now();
    const length = (way.length - 1) * STEP;
    await new Promise((done) => {
      const frame = (now) => {
        // A frame may be a little older than the start.
        const along = Math.max(0, Math.min((now - start) / STEP, way.length - 1));
        const index = Math.min(Math.floor(along), way.length - 2);
        const share = along - index;
        const at = [0, 1].map((axis) => way[index][axis] + (way[index + 1][axis] - way[index][axis]) * share);
        const [dx, dy] = [at[0] - way[0][0], at[1] - way[0][1]];
        // A die that tips over is narrow for a moment.
        const tip = 1 - 0.35 * Math.abs(Math.sin(Math.PI * share));
        for (const { copy, trail } of copies) {
          copy.setAttribute("transform", `translate(${dx} ${dy}) translate(${way[0][0]} ${way[0][1]}) scale(${tip} ${2 - tip}) translate(${-way[0][0]} ${-way[0][1]})`);
          trail.setAttribute("points", [...way.slice(0, index + 1), at].map((point) => point.join(",")).join(" "));
        }
        if (now - start < length) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    for (const { thing, copy, trail } of copies) {
      thing.classList.remove("away");
      copy.remove();
      trail.remove();
    }
  }
}

/** A ring or a dot for a thing, by its size. */
function around(thing, look, soft) {
  const box = thing.getBBox();
  if (box.width === 0 || box.height === 0) return null;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const small = Math.min(box.width, box.height);
  const long = Math.max(box.width, box.height) > 1.35 * small;
  const looks = { class: `light ${look}${soft ? " soft" : ""}` };
  if (look === "can" && !long && !thing.querySelector(".on-seat, .strong, .pawn, [class^=seat]:not(.faint)") && small > 24) {
    return shape("circle", { cx: x, cy: y, r: small * 0.15, ...looks, class: `${looks.class} dot` });
  }
  const room = look === "last" ? 1 : 3;
  return shape("rect", {
    x: box.x - room + 2,
    y: box.y - room + 2,
    width: box.width + 2 * room - 4,
    height: box.height + 2 * room - 4,
    rx: Math.min(8, small / 5),
    ...looks,
  });
}
