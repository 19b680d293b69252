// What each view shows of the daemon's answers. Draws only; `act` does things, `ui` is what the reader chose.

import { MOST, badge, button, bytes, count, duration, age, h, path, place, since, size, table, words } from './elements.js';
import { lane, legend, range, scale, ticks } from './axis.js';

const section = (title, note, ...content) =>
  h('section', {}, h('h2', {}, title, note && h('small', {}, note)), content);
const reason = text => h('div', { class: 'reason' }, text);
const total = (rows, of) => rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);
const actions = (...buttons) => h('div', { class: 'actions' }, buttons);
const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

export function header(status, act, ui) {
  const failed = status.checks.filter(check => check.result !== 'OK');
  const tab = name => h('a', { href: `#/${name}`, 'aria-current': ui.route.tab === name ? 'page' : null }, name[0].toUpperCase() + name.slice(1));
  return [
    h('div', { class: 'bar' },
      h('h1', {}, 'orc-acid', h('span', { class: 'dim' }, ` ${status.host}`)),
      h('nav', { 'aria-label': 'views' }, ['tables', 'queue', 'cleaner', 'history'].map(tab)),
      actions(
        ui.token && (status.state === 'PAUSED' ? button('Resume', () => act.post('resume', {}, 'resumed')) : button('Pause', () => act.post('pause', {}, 'paused: nothing more is begun'))),
        ui.token && button('Drain', () => act.confirm('Drain and end the daemon?', 'It begins nothing more, lets what runs end, and ends. Another daemon may go on.', 'Drain', 'drain', {})),
        ui.token ? button('Forget token', act.forget) : button('Enter token to act', act.enter, { class: 'strong' }))),
    h('div', { class: 'status' },
      badge(status.state),
      h('span', {}, h('b', {}, `${status.working}/${status.workers}`), ' workers busy, ', h('b', {}, status.waiting), ' waiting'),
      h('span', { class: 'window' }, status.window),
      failed.length === 0 && h('span', { class: 'check' }, h('span', { class: 'badge good' }, 'ok'), ` all ${status.checks.length} checks`),
      failed.map(check => h('span', { class: 'check' }, badge('FAILED'), ` ${check.name}: ${check.text}`)),
      h('span', { class: 'dim version' }, `${status.version}, process ${status.processId}, up `, since(status.started, ''))),
  ];
}

export function tables({ tables: all }, act, ui) {
  const rows = all.filter(row => row.path.includes(ui.filter));
  const most = Math.max(1, ...all.map(row => row.readAmplification));
  return section('Tables', `${plural(all.length, 'table')}, ${bytes(total(all, row => row.bytes))}, those that cost readers most first`,
    all.length > 8 && filter('Tables whose path has', act, ui),
    table('tables', [
      ['Table', row => [path(row.path), reason(row.reason)], 'wide'],
      ['State', row => badge(row.state)],
      ['Read ampl.', row => h('span', { class: 'amplification' }, h('meter', { min: 0, max: most, value: row.readAmplification, 'aria-hidden': 'true' }), h('b', {}, count(row.readAmplification))), 'number'],
      ['Due', row => h('span', { title: 'partitions that are due, of all' }, `${count(row.partitionsDue)} / ${count(row.partitions)}`), 'number'],
      ['Deltas', row => count(row.deltaDirectories), 'number'],
      ['Size', row => size(row.bytes), 'number'],
      ['Compacted', row => since(row.lastCompaction), 'number'],
      ['Pool', row => row.pool],
      ...(ui.token ? [['Actions', row => tableActions(row, act), 'buttons']] : []),
    ], rows, row => row.path, ui.filter ? 'No table has that in its path.' : 'The daemon looks after no table: name some in its configuration.'));
}

const filter = (label, act, ui) => h('label', { class: 'filter' }, label, ' ', h('input', { type: 'search', value: ui.filter, oninput: event => act.filter(event.target.value) }));

const tableActions = (row, act) => actions(
  button('Compact', () => act.post('compact', { table: row.path }, ({ added }) => `${plural(added, 'compaction')} asked for`)),
  button('Clean', () => act.post('clean', { table: row.path }, 'cleaned next')),
  row.state === 'PAUSED' || row.state === 'BACKING_OFF' ? button('Resume', () => act.post('resume', { table: row.path }, 'resumed'))
    : button('Pause', () => act.post('pause', { table: row.path }, 'paused')));

export function detail(data, { leases }, act, ui) {
  const { status } = data;
  const partitions = data.partitions.filter(one => one.partition.includes(ui.filter));
  const axis = scale(data, ui.width);
  const held = leases.filter(lease => lease.table === status.path);
  return [
    h('section', {},
      h('h2', {}, h('a', { href: '#/tables' }, 'Tables'), h('span', { class: 'dim' }, ' › '), path(status.path, false)),
      h('p', {}, badge(status.state), ' ', status.reason),
      h('dl', {}, facts([
        ['read amplification', count(status.readAmplification)], ['version', count(status.version)], ['greatest write id', count(data.greatestWriteId)],
        ['live data', size(status.bytes)], ['deltas', count(status.deltaDirectories)], ['compacted', since(status.lastCompaction)], ['valid write ids', h('code', {}, data.validWriteIds)]])),
      ui.token && tableActions(status, act)),
    section('Directories by write id', null,
      legend(),
      data.partitions.length > 8 && filter('Partitions with', act, ui),
      data.openWriteIds.map(open => h('p', { class: 'note' }, h('b', {}, `Write id ${count(open.writeId)} is open`), `: ${open.owner}`)),
      held.filter(lease => lease.kind === 'PIN').map(pin => h('p', { class: 'note' }, h('b', {}, `Version ${count(pin.version)} is pinned`), `: ${pin.owner}, for `, since(pin.since, ''))),
      ticks(axis, data.openWriteIds),
      partitions.slice(0, MOST / 4).map(one => partition(one, data, axis, act, ui)),
      partitions.length > MOST / 4 && h('p', { class: 'dim' }, `${count(partitions.length - MOST / 4)} more partitions are not shown: narrow them down.`)),
  ];
}

const facts = pairs => pairs.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));

function partition(one, data, axis, act, ui) {
  const own = data.directories.filter(directory => directory.partition === one.partition);
  const chosen = own.find(directory => ui.selected && directory.name === ui.selected.name && directory.partition === ui.selected.partition);
  const ask = kind => act.post('compact', { table: data.status.path, partition: one.partition, kind }, ({ added }) => `${plural(added, 'compaction')} asked for`);
  return h('article', { class: 'partition-lane', 'data-key': one.partition },
    h('h3', {}, one.partition || 'the table', ' ', one.kind ? h('span', { class: 'badge warn' }, `${words(one.kind)} due`) : h('span', { class: 'badge good' }, 'nothing due'),
      h('span', { class: 'dim' }, ` read amplification ${count(one.readAmplification)}`),
      ui.token && actions(button('Minor', () => ask('MINOR')), button('Major', () => ask('MAJOR')))),
    reason(one.reason),
    one.estimate && h('div', { class: 'reason' }, `Would read ${bytes(one.estimate.bytesRead)}, write at most ${bytes(one.estimate.bytesWritten)}; directories ${count(one.estimate.directoriesBefore)} → ${count(one.estimate.directoriesAfter)}, files per bucket ${count(one.estimate.filesBefore)} → ${count(one.estimate.filesAfter)}, deleted rows gone ${count(one.estimate.rowsRemoved)} at most.`),
    one.blocker && h('div', { class: 'reason blocker' }, `Blocked: ${one.blocker}`),
    lane(own, axis, data.openWriteIds, chosen?.name, directory => act.select(directory)),
    chosen && files(chosen, act, ui));
}

function files(directory, act, ui) {
  return h('div', { class: 'panel', id: 'files' },
    h('h4', {}, h('code', {}, directory.name), button('Close', () => act.select(null))),
    h('dl', {}, facts([
      ['kind', words(directory.kind)], ['state', directory.state], ['write ids', range(directory)],
      ['rows', count(directory.rows)], ['deletes', count(directory.deletes)], ['bytes', size(directory.bytes)]])),
    directory.kept && h('p', { class: 'note' }, `Why it is still there: ${directory.kept}`),
    !ui.files ? h('p', { class: 'dim' }, 'Asking …') : table('file', [
      ['File', row => h('code', {}, row.name), 'wide'], ['Size', row => size(row.bytes), 'number'], ['Events', row => count(row.rows), 'number'],
      ['First row id', row => h('code', {}, row.first ?? '–')], ['Last row id', row => h('code', {}, row.last ?? '–')], ['CRC32C', row => h('code', {}, row.crc32c ?? '–')],
    ], ui.files.files, row => row.name, 'It has no data file.'));
}

export function queue({ queue: all }, status) {
  return [
    section('Pools', 'workers go to pools with work by weight',
      h('div', { class: 'cards' }, status.pools.map(pool => h('div', { class: 'card', 'data-key': pool.name },
        h('b', {}, pool.name), h('span', {}, `${pool.working}/${pool.most} run`), h('span', {}, `${pool.waiting} wait`), h('span', { class: 'dim' }, `weight ${pool.weight}`))))),
    section('Queue', `${plural(all.length, 'compaction')}, in the order in which they are taken`,
      table('queue', [
        ['Table', row => [place(row.table, row.partition), reason(row.reason)], 'wide'],
        ['State', row => badge(row.state)],
        ['Kind', row => row.kind ? words(row.kind) : 'as due'],
        ['Progress', row => progress(row), 'progress'],
        ['Asked by', row => words(row.origin)],
        ['Pool', row => row.pool],
        ['Priority', row => row.priority.toLocaleString('en-US', { maximumFractionDigits: 1 }), 'number'],
        ['Queued', row => since(row.since), 'number'],
      ], all, row => `${row.table}\n${row.partition}`, 'Nothing waits and nothing runs.')),
  ];
}

function progress({ progress: done, started }) {
  if (!done) return h('span', { class: 'dim' }, '–');
  const share = done.bytesTotal > 0 ? done.bytesDone / done.bytesTotal : 0;
  const left = done.bytesPerSecond > 0 ? duration((done.bytesTotal - done.bytesDone) / done.bytesPerSecond * 1000) : null;
  return [
    h('progress', { max: Math.max(1, done.bytesTotal), value: done.bytesDone, 'aria-label': 'bytes done' }),
    h('div', { class: 'reason' }, `${Math.floor(share * 100)} %, ${bytes(done.bytesDone)} of ${bytes(done.bytesTotal)}, ${bytes(done.bytesPerSecond)}/s${left ? `, ${left} left` : ''}${started ? `; runs for ${duration(age(started))}` : ''}`)];
}

/** Rows by the words that their reasons begin with. */
function sums(blocks) {
  const sums = new Map();
  for (const block of blocks) {
    const why = block.reason.split(' ').slice(0, 2).join(' ');
    sums.set(why, [...sums.get(why) ?? [], block]);
  }
  return [...sums];
}

export function cleaner({ blocks }, { transactions }, { leases }, act, ui) {
  return [
    section('What blocks the cleaner', `${plural(blocks.length, 'directory', 'directories')}, ${bytes(total(blocks, row => row.bytes))}, that nobody reads at the newest version`,
      h('div', { class: 'cards' }, sums(blocks).map(([why, rows]) => h('div', { class: 'card', 'data-key': why },
        h('b', {}, why), h('span', {}, bytes(total(rows, row => row.bytes))), h('span', { class: 'dim' }, plural(rows.length, 'directory', 'directories'))))),
      table('blocks', [
        ['Directory', row => [h('code', {}, row.directory), h('div', { class: 'reason' }, place(row.table, row.partition))], 'wide'],
        ['Size', row => size(row.bytes), 'number'], ['Why it stays', row => row.reason, 'why'],
      ], blocks, row => `${row.table}\n${row.partition}\n${row.directory}`, 'Nothing waits to be removed.')),
    section('Open transactions and compactions', 'what is above the lowest open write id of a table cannot be compacted',
      table('transactions', [
        ['Table', ({ table: at, info }) => [place(at, info.partition), reason(`${info.author.user}@${info.author.host}${info.author.agent ? ` (${info.author.agent})` : ''}`)], 'wide'],
        ['Number', ({ info }) => count(info.number), 'number'], ['Kind', ({ info }) => info.kind === 'WRITE_ID' ? 'transaction' : 'compaction'],
        ['State', ({ info }) => badge(info.state)], ['Process', ({ info }) => badge(info.process)],
        ['Reads version', ({ info }) => count(info.readVersion), 'number'], ['Open for', ({ info }) => since(info.started, ''), 'number'],
        ...(ui.token ? [['Actions', row => row.info.kind === 'WRITE_ID' && row.info.state === 'OPEN' && actions(button('Abort', () => act.confirm(
          `Abort transaction ${row.info.number}?`, `What ${row.info.author.user}@${row.info.author.host} wrote in it to ${row.table} is lost.`, 'Abort', 'abort', { table: row.table, writeId: row.info.number }))), 'buttons']] : []),
      ], transactions, ({ table: at, info }) => `${at}\n${info.kind}\n${info.number}`, 'Nothing is open.')),
    section('Pins and locks', 'who holds what',
      table('leases', [
        ['Table', row => [path(row.table), reason(row.owner)], 'wide'], ['Kind', row => words(row.kind)], ['Name', row => row.name || '–'],
        ['Version', row => count(row.version), 'number'], ['Grant', row => count(row.epoch), 'number'], ['Owner is', row => row.standing], ['Held for', row => since(row.since, ''), 'number'],
      ], leases, row => `${row.table}\n${row.kind}\n${row.name}\n${row.owner}\n${row.version}`, 'Nobody holds anything.')),
  ];
}

export function history({ history: all }) {
  const read = total(all, row => row.bytesIn);
  const written = total(all, row => row.bytesOut);
  const [copied, encoded] = [total(all, row => row.stripesCopied), total(all, row => row.stripesEncoded)];
  return section('History', `${plural(all.length, 'compaction')}: ${bytes(read)} in, ${bytes(written)} out`
      + (read ? `, write amplification ${(written / read).toFixed(2)}` : '') + (copied + encoded ? `, ${Math.round(copied / (copied + encoded) * 100)} % of stripes copied as bytes` : ''),
    table('history', [
      ['Table', row => [place(row.table, row.partition), reason(row.reason), reason(`by ${row.by}`)], 'wide'],
      ['Outcome', row => badge(row.outcome)], ['Kind', row => row.kind ? words(row.kind) : '–'],
      ['In', row => size(row.bytesIn), 'number'], ['Out', row => size(row.bytesOut), 'number'],
      ['Write ampl.', row => row.bytesIn && row.bytesOut !== null ? h('span', { title: 'bytes written for each byte taken in' }, (row.bytesOut / row.bytesIn).toFixed(2)) : '–', 'number'],
      ['Copied', row => h('span', { title: 'stripes that went over as bytes' }, count(row.stripesCopied)), 'number'],
      ['Encoded', row => h('span', { title: 'stripes that were written from rows' }, count(row.stripesEncoded)), 'number'],
      ['Took', row => duration(row.duration), 'number'], ['Ended', row => since(row.ended), 'number'],
    ], all, row => `${row.table}\n${row.partition}\n${row.ended}\n${row.transaction}`, 'No compaction has ended yet.'));
}
