// Elements and what people read in them. Data become text nodes and attributes only, never markup.

const SVG = 'http://www.w3.org/2000/svg';
const HANDLERS = ['onclick', 'oninput', 'onkeydown'];

export const h = (tag, attributes, ...children) =>
  build(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) =>
  build(document.createElementNS(SVG, tag), attributes, children);

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (HANDLERS.includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter(child => child || child === 0));
  return element;
}

/** Makes one tree like another, so that focus, selection and scrolling stay where they are. */
export function morph(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...next.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const handler of HANDLERS) old[handler] = next[handler];
  fill(old, [...next.childNodes]);
}

export function fill(parent, children) {
  const keyed = new Map([...parent.children].filter(key).map(child => [key(child), child]));
  let at = parent.firstChild;
  for (const child of children) {
    const match = key(child) ? keyed.get(key(child)) : at;
    keyed.delete(key(child));
    if (!match || match.nodeName !== child.nodeName || key(match) !== key(child)) {
      parent.insertBefore(child, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else parent.insertBefore(match, at);
    if (child.nodeType !== Node.TEXT_NODE) morph(match, child);
    else if (match.data !== child.data) match.data = child.data;
  }
  while (at) {
    const last = at;
    at = at.nextSibling;
    last.remove();
  }
}

const key = node => node.dataset?.key;

// Figures

/** How far this machine's clock is behind the daemon's, in milliseconds. */
let behind = 0;
export const setClock = date => { if (date) behind = Date.parse(date) - Date.now(); };
/** In whole seconds, which is what the daemon's clock is known to. */
export const age = instant => Math.max(0, Math.floor((Date.now() + behind - Date.parse(instant)) / 1000) * 1000);

export const count = n => n === null ? '–' : n.toLocaleString('en-US').replaceAll(',', '\u202f');

export function bytes(n) {
  if (n === null) return '–';
  let value = n;
  let unit = 0;
  for (; value >= 999.5 && unit < 5; unit++) value /= 1024;
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)}\u00a0${['B', 'KB', 'MB', 'GB', 'TB', 'PB'][unit]}`;
}

export function duration(ms) {
  if (ms === null) return '–';
  const units = [[86_400e3, 'd'], [3_600e3, 'h'], [60e3, 'min'], [1e3, 's']];
  const at = units.findIndex(([size]) => ms >= size);
  if (at < 0) return ms === 0 ? '0 s' : `${ms}\u00a0ms`;
  const [size, name] = units[at];
  const rest = at < 2 ? Math.floor(ms % size / units[at + 1][0]) : 0;
  return `${Math.floor(ms / size)}\u00a0${name}${rest ? ` ${rest}\u00a0${units[at + 1][1]}` : ''}`;
}

/** An instant as an age; the instant itself is in the title. */
export const since = (instant, suffix = ' ago') => instant === null ? '–'
  : h('time', { datetime: instant, title: instant }, duration(age(instant)) + suffix);
export const size = n => h('span', { title: n === null ? null : `${count(n)} bytes` }, bytes(n));
export const words = name => name.toLowerCase().replaceAll('_', ' ');

// Pieces of every view

const TONES = {
  busy: ['WORKING', 'RUNNING'], good: ['QUIET', 'SUCCEEDED', 'OK', 'BEATS'],
  warn: ['DUE', 'READY', 'BACKING_OFF', 'READY_FOR_CLEANING', 'DRAINING', 'GONE', 'ENDED', 'WAITER'],
  bad: ['UNREADABLE', 'FAILED', 'REFUSED', 'ABORTED'],
};
export function badge(state) {
  const tone = Object.keys(TONES).find(name => TONES[name].includes(state)) ?? 'calm';
  return h('span', { class: `badge ${tone}` }, words(state));
}

/** A path with its last name set off; its text is the path as it is. */
export function path(text, link = true) {
  const cut = text.lastIndexOf('/') + 1;
  const parts = [h('span', { class: 'dim' }, text.slice(0, cut)), h('b', {}, text.slice(cut))];
  return link ? h('a', { class: 'path', href: `#/table/${encodeURIComponent(text)}` }, parts)
    : h('span', { class: 'path' }, parts);
}

export const place = (table, partition) =>
  [path(table), ' ', partition && h('span', { class: 'partition' }, partition)];

export const button = (label, onclick, attributes) =>
  h('button', { type: 'button', onclick, ...attributes }, label);

/** More rows than this help nobody; a filter or the interface has the others. */
export const MOST = 200;

/** Columns are [title, cell of a row, class]; titles label the cells where rows become cards. */
export function table(name, columns, rows, keyOf, empty) {
  if (rows.length === 0) return h('p', { class: 'empty' }, empty);
  return [h('table', { id: name },
    h('thead', {}, h('tr', {}, columns.map(([title, , kind]) => h('th', { class: kind }, title)))),
    h('tbody', {}, rows.slice(0, MOST).map(row => h('tr', { 'data-key': keyOf(row) },
      columns.map(([title, cell, kind]) => h('td', { class: kind, 'data-label': title }, cell(row))))))),
    rows.length > MOST && h('p', { class: 'dim' }, `${count(rows.length - MOST)} more are not shown.`)];
}
