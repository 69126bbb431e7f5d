// Which action is meant: actions name places and pieces in order, and pointing at them one by one leaves fewer and fewer.

/** An action with the names in it: `play:R11@d3` names R11, then d3. */
export function read(text) {
  const colon = text.indexOf(":");
  const kind = colon < 0 ? text : text.slice(0, colon);
  const rest = colon < 0 ? "" : text.slice(colon + 1);
  const names = rest === "" ? [] : rest.split(/[:@>=,-]|(?<=\d)x(?=[a-z])/).map((name) => name.replace(/(?<=\d)x$/, ""));
  return { text, kind, names, anyOrder: rest.includes(",") || kind === "swap" };
}

/** How an action goes on after what was pointed at; nothing where it does not fit. */
function rest(action, picked) {
  if (!action.anyOrder) {
    return picked.every((name, index) => action.names[index] === name) ? action.names.slice(picked.length) : null;
  }
  const left = [...action.names];
  for (const name of picked) {
    const at = left.indexOf(name);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** What can still be meant: the actions that fit, those that are complete, and what can be pointed at next. */
export function narrow(actions, picked) {
  const fitting = [];
  const complete = [];
  const next = new Set();
  for (const action of actions) {
    const left = rest(action, picked);
    if (left === null) continue;
    fitting.push(action);
    if (left.length === 0) complete.push(action);
    for (const name of action.anyOrder ? left : left.slice(0, 1)) next.add(name);
  }
  return { fitting, complete, next };
}

/** The beginning that all actions share. */
export function beginning(actions) {
  if (actions.length === 0) return "";
  let shared = actions[0].text;
  for (const { text } of actions) {
    while (!text.startsWith(shared)) shared = shared.slice(0, -1);
  }
  return shared;
}
