// SPDX-License-Identifier: Apache-2.0
// The known components, and the rules for connections.
"use strict";

const views = new Map(); // name: {name, category, state, fault, interfaces, in, out, links}
const INTEGER = new Set(["long", "short", "ushort", "ulong", "octet", "state"]);
const NUMERIC = new Set(["float", "double", ...INTEGER]);
const NUMBERS = new Set(["floats", "doubles", "shorts", "longs", "ushorts", "ulongs", "octets", "pose3d", "angular_velocity3d", "acceleration3d"]);

/** Takes a state from the server; returns the names of the components that are gone. */
function takeState(state) {
  const names = new Set(state.names);
  const gone = [...views.keys()].filter((name) => !names.has(name));
  for (const name of gone) views.delete(name);
  for (const view of state.components) views.set(view.name, view);
  return gone;
}

/** Whether values of one type may go into a port of another: numbers convert, all other types have to be equal. */
const typesFit = (from, into) => from === into || (NUMERIC.has(from) && NUMERIC.has(into));

const portKey = (side, name) => side + " " + name;
const componentOf = (port) => port.slice(0, port.lastIndexOf("."));
const portOf = (port) => port.slice(port.lastIndexOf(".") + 1);

/** The instance name of a component, without the path of hosts and other contexts: "lab.host_cxt/ConsoleIn0.rtc". */
const instanceOf = (name) => name.slice(name.lastIndexOf("/") + 1).replace(/\.rtc$/, "");
const contextOf = (name) => name.slice(0, name.lastIndexOf("/") + 1).split("/").slice(0, -1)
  .map((step) => step.replace(/\.[^.\\]*$/, "").replace(/\\(.)/g, "$1")).join("/");

/** The port with that full name, or undefined. */
function findPort(side, fullName) {
  return views.get(componentOf(fullName))?.[side].find((port) => port.name === portOf(fullName));
}

/** The reason why two ports cannot be connected; nothing if they can. */
function misfit(out, into) {
  const from = findPort("out", out), to = findPort("in", into);
  if (!from || !to) return "One of the two ports no longer exists.";
  if (from.service !== to.service) return `${from.service ? out : into} is a service port, and the other is not.`;
  const has = (port, name) => views.get(componentOf(port)).interfaces.includes(name), both = (name) => has(out, name) && has(into, name);
  if (!both("2003") && !both("omg"))
    return `${out} and ${into} have no interface in common: wire both to a component that has both, such as Logic.`;
  // Only connections of the 2003 form convert numbers.
  if (from.service && !both("omg")) return `${out} and ${into} have no interface in common.`;
  if (!(both("2003") && !from.service ? typesFit(from.type, to.type) : from.type === to.type)) return `${out} gives ${from.type}, ${into} takes ${to.type}: they do not fit.`;
  if (allLinks().some((link) => link.from === out && link.to === into)) return `${out} is already connected to ${into}.`;
  return "";
}

const allLinks = () => [...views.values()].flatMap((view) => view.links);

/** The state after a click. */
const nextState = (view) => (view.state === "on" ? "off" : "on");

/** A value in a few characters for users: numbers have as many digits as fit. */
function shortValue(port, most = 9) {
  const { type, value, service } = port;
  if (service) return cut(type, most);
  if (value === "") return type === "string" ? "“”" : "–";
  if (INTEGER.has(type)) return value.length <= most ? value : Number(value).toExponential(2);
  if (NUMERIC.has(type)) return shortNumber(Number(value), most);
  if (NUMBERS.has(type)) {
    const numbers = value.split(" ");
    const text = numbers.map((one) => shortNumber(Number(one), 6)).join(" ");
    return text.length <= most ? text : `${numbers.length}${value.length >= 200 ? "+" : ""} values`;
  }
  const text = type === "string" ? `“${value}”` : value;
  return cut(text, most);
}

function shortNumber(number, most) {
  if (!Number.isFinite(number)) return "–";
  const size = Math.abs(number);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return number.toExponential(2);
  const text = number.toFixed(size >= 1e4 ? 1 : size >= 1000 ? 2 : 3);
  return text.length <= most ? text : number.toExponential(1);
}

const cut = (text, most) => (text.length <= most ? text : text.slice(0, most - 1) + "…");
