// Directories of a table on the axis of its write ids: one lane for each partition.

import { bytes, count, h, svg } from './elements.js';

const ROW = 22;
const KINDS = ['original', 'base', 'delta', 'delete_delta'];
const STATES = ['used', 'obsolete', 'aborted', 'open', 'invisible'];
const MARKS = { aborted: '✕', open: '?', invisible: '–', obsolete: '', used: '' };

/** What stands for everything up to a write id. */
const isBase = one => KINDS.indexOf(one.kind) < 2;

export const range = one => isBase(one) ? `up to ${count(one.maxWriteId)}`
  : one.minWriteId === one.maxWriteId ? count(one.maxWriteId) : `${count(one.minWriteId)}–${count(one.maxWriteId)}`;

/** Kept because somebody needs it, not only for now. */
const isHeld = one => one.kept && !/retention|removed/.test(one.kept);

/** Bases reach back to the beginning; the axis begins where something else does. */
export function scale(detail, width) {
  const starts = detail.directories
    .map(one => isBase(one) ? one.maxWriteId : one.minWriteId)
    .concat(detail.openWriteIds.map(open => open.writeId));
  const last = Math.max(1, detail.greatestWriteId);
  const first = Math.max(0, Math.min(last - 1, ...starts) - Math.ceil((last - Math.min(last, ...starts)) / 12) - 1);
  const unit = width / (last - first);
  // The write id n takes the room between n - 1 and n.
  return { first, last, unit, width, left: id => Math.max(0, id - 1 - first) * unit, right: id => (id - first) * unit };
}

export function ticks(axis, openWriteIds) {
  const wanted = (axis.last - axis.first) / Math.max(2, axis.width / 80);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= wanted);
  const marks = [];
  for (let id = Math.ceil((axis.first + 1) / step) * step; id <= axis.last; id += step) marks.push(id);
  const middle = id => (axis.left(id) + axis.right(id)) / 2;
  return svg('svg', { class: 'ticks', width: axis.width, height: 34, role: 'img', 'aria-label': `write ids ${axis.first + 1} to ${axis.last}` },
    marks.map(id => [
      svg('line', { x1: middle(id), x2: middle(id), y1: 29, y2: 34 }),
      svg('text', { x: middle(id), y: 26, 'text-anchor': middle(id) > axis.width - 20 ? 'end' : 'middle' }, count(id))]),
    openWriteIds.map(open => svg('text', {
      class: 'open', x: middle(open.writeId), y: 10, 'text-anchor': middle(open.writeId) > axis.width / 2 ? 'end' : 'start',
    }, `${count(open.writeId)} open ${middle(open.writeId) > axis.width / 2 ? '▾' : ''}`)));
}

/** Directories in rows: none covers another, and each kind has rows of its own. */
function pack(directories, axis) {
  const rows = [];
  const order = one => KINDS.indexOf(one.kind) * 10 + STATES.indexOf(one.state);
  for (const one of [...directories].sort((a, b) => order(a) - order(b) || a.minWriteId - b.minWriteId)) {
    const from = isBase(one) ? 0 : axis.left(one.minWriteId);
    const to = Math.max(axis.right(one.maxWriteId), from + 5);
    let row = rows.find(taken => taken.kind === one.kind && taken.bars.every(bar => bar.to <= from + 0.5 || to <= bar.from + 0.5));
    if (!row) rows.push(row = { kind: one.kind, bars: [] });
    row.bars.push({ one, from, to });
  }
  return rows;
}

export function lane(directories, axis, openWriteIds, selected, select) {
  const rows = pack(directories, axis);
  const height = Math.max(1, rows.length) * ROW + 4;
  const lowest = Math.min(...openWriteIds.map(open => open.writeId));
  return svg('svg', { class: 'lane', width: axis.width, height, role: 'group', 'aria-label': 'directories' },
    openWriteIds.length > 0 && svg('rect', { class: 'waits', x: axis.left(lowest), y: 0, width: axis.width - axis.left(lowest), height }),
    openWriteIds.map(open => svg('line', { class: 'open', x1: axis.left(open.writeId), x2: axis.left(open.writeId), y1: 0, y2: height })),
    rows.map((row, index) => row.bars.map(bar => directory(bar, index * ROW + 3, selected, select))));
}

function directory({ one, from, to }, y, selected, select) {
  const width = Math.max(3, to - from - 1);
  const mark = MARKS[one.state];
  const label = [`${mark} ${range(one)} · ${bytes(one.bytes)}`, `${mark} ${bytes(one.bytes)}`, mark]
    .map(text => text.trim()).find(text => text.length * 6.2 + 6 <= width);
  const open = () => select(one);
  return svg('g', {
    class: `directory ${one.kind} ${one.state}`, role: 'button', tabindex: 0, 'data-key': one.name,
    'aria-pressed': String(selected === one.name), 'aria-label': `${one.name}, ${one.state}`, onclick: open,
    onkeydown: event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); open(); } },
  },
  svg('title', {}, `${one.name}: ${one.state}, write ids ${range(one)}, ${count(one.rows || one.deletes)} ${one.rows ? 'rows' : 'deletes'}, ${bytes(one.bytes)}${one.kept ? `; ${one.kept}` : ''}`),
  svg('rect', { class: 'bar', x: from, y, width, height: ROW - 5, rx: 2 }),
  one.state === 'obsolete' || one.state === 'aborted' ? svg('rect', { class: 'hatch', x: from, y, width, height: ROW - 5, rx: 2, fill: `url(#${one.state})` }) : null,
  label && svg('text', { x: from + width / 2, y: y + 12.5, 'text-anchor': 'middle' }, label),
  isHeld(one) && svg('circle', { class: 'kept', cx: from + width - 1, cy: y + 1, r: 3.5 }));
}

/** Patterns that bars use, and what they mean in words. */
export function legend() {
  const lines = (id, ...paths) => svg('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
    paths.map(d => svg('path', { d, class: 'line' })));
  const entry = (kind, state, text) => h('li', {},
    svg('svg', { width: 26, height: 17, 'aria-hidden': 'true' }, svg('g', { class: `directory ${kind} ${state}` },
      svg('rect', { class: 'bar', x: 1, y: 1, width: 24, height: 15, rx: 2 }),
      state === 'obsolete' || state === 'aborted' ? svg('rect', { class: 'hatch', x: 1, y: 1, width: 24, height: 15, rx: 2, fill: `url(#${state})` }) : null,
      MARKS[state] && svg('text', { x: 13, y: 13, 'text-anchor': 'middle' }, MARKS[state]))), text);
  return h('ul', { class: 'legend', 'aria-label': 'legend' },
    h('li', { class: 'patterns' }, svg('svg', { width: 0, height: 0, 'aria-hidden': 'true' }, svg('defs', {},
      lines('obsolete', 'M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2'),
      lines('aborted', 'M0,0 l6,6 M0,6 l6,-6')))),
    entry('base', 'used', 'base'), entry('delta', 'used', 'delta'), entry('delete_delta', 'used', 'delete delta'),
    entry('delta', 'obsolete', 'obsolete'), entry('delta', 'aborted', 'aborted'), entry('delta', 'open', 'open'),
    entry('delta', 'invisible', 'invisible'),
    h('li', {}, svg('svg', { width: 12, height: 17, 'aria-hidden': 'true' }, svg('circle', { class: 'kept', cx: 6, cy: 9, r: 3.5 })), 'held: select it to see by whom'),
    h('li', {}, svg('svg', { width: 26, height: 17, 'aria-hidden': 'true' }, svg('rect', { class: 'waits', x: 1, y: 1, width: 24, height: 15 }),
      svg('line', { class: 'open', x1: 1, x2: 1, y1: 1, y2: 16 })), 'has to wait for the open write id'));
}
