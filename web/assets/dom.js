// Building pages.

/** An element with attributes (`on…` for listeners, `class`, anything else as it is) and children. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element. */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** The shape that stands for a seat in every picture: circle, square, triangle, diamond, then more corners. */
export function seatShape(seat, size = 18) {
  const svg = shape("svg", { class: "marque seat-shape", viewBox: "-10 -10 20 20", width: size, height: size, "aria-hidden": "true" });
  const looks = { class: `seat${seat}` };
  if (seat === 0) {
    svg.append(shape("circle", { r: 8, ...looks }));
    return svg;
  }
  const [corners, turn] = seat === 1 ? [4, 0.5] : seat === 2 ? [3, 0] : seat === 3 ? [4, 0] : [seat + 1, 0];
  const points = [];
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = ((corner + turn) / corners) * 2 * Math.PI;
    points.push(`${9 * Math.sin(angle)},${-9 * Math.cos(angle)}`);
  }
  svg.append(shape("polygon", { points: points.join(" "), ...looks }));
  return svg;
}

/** Puts the colours that a table has chosen on everything inside an element. */
export function paint(node, colours) {
  colours.forEach((colour, seat) => node.style.setProperty(`--seat${seat}`, colour));
}

/** Text with `code` between backquotes and **bold** words. */
export function prose(text) {
  return text.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((part) => {
    if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return el("b", {}, part.slice(2, -2));
    return part;
  });
}

/** Shows what went wrong, or nothing. */
export function say(problem) {
  const old = document.querySelector(".toast");
  if (old) old.remove();
  if (!problem) return;
  const toast = el("div", { class: "toast", role: "alert" }, String(problem));
  document.body.append(toast);
  setTimeout(() => toast.remove(), 6000);
}
