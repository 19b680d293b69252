// Asks the daemon every two seconds while the page is seen, draws the answer, and sends commands.

import { button, duration, fill, h, setClock } from './elements.js';
import * as views from './views.js';

const PERIOD = 2000;
const PATIENCE = 8000;
const KEY = 'orcacid.token';
const at = id => document.getElementById(id);

const ui = { token: sessionStorage.getItem(KEY), filter: '', selected: null, files: null, width: 0, route: null };
let answers = null;
let answered = 0;
let problem = null;
let polls = 0;
let timer = 0;

function route() {
  const [, name, argument] = location.hash.split('/');
  const table = name === 'table' ? decodeURIComponent(argument) : null;
  const reads = {
    tables: ['tables'], table: [`table?path=${encodeURIComponent(table)}`, 'leases'], queue: ['compactions'],
    cleaner: ['cleaner', 'transactions', 'leases'], history: ['compactions'],
  };
  const known = reads[name] ? name : 'tables';
  return { name: known, tab: table === null ? known : 'tables', table, hash: location.hash, reads: reads[known] };
}

/** An answer of the daemon that is no success. */
class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function ask(path, body) {
  const headers = ui.token ? { Authorization: `Bearer ${ui.token}` } : {};
  const response = await fetch(`api/v1/${path}`, {
    headers, method: body ? 'POST' : 'GET', body: body && JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE),
  });
  setClock(response.headers.get('Date'));
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, answer.error.message);
  return answer;
}

async function poll() {
  clearTimeout(timer);
  const mine = ++polls;
  const { hash, reads } = ui.route;
  const [status, ...got] = await Promise.allSettled(['status', ...reads].map(path => ask(path)));
  if (mine !== polls) return;
  problem = [status, ...got].find(one => one.status === 'rejected')?.reason ?? null;
  if (status.value) answers = { ...answers, status: status.value };
  if (!problem) {
    answers = { ...answers, hash, data: got.map(one => one.value) };
    answered = Date.now();
  }
  draw();
  if (problem?.status === 401) enter();
  else if (!document.hidden) timer = setTimeout(poll, PERIOD);
}

function draw() {
  ui.width = Math.max(200, Math.floor(at('main').clientWidth - 2 * parseFloat(getComputedStyle(at('main')).paddingLeft)));
  const asks = problem?.status === 401 && button('Enter token', enter);
  fill(at('problem'), problem ? [h('p', {}, trouble(), ' ', asks)] : []);
  document.body.classList.toggle('stale', problem !== null && !problem.status);
  if (!answers) return;
  fill(at('header'), views.header(answers.status, act, ui));
  if (answers.hash !== ui.route.hash) {
    if (problem) fill(at('main'), []);
    return;
  }
  const { data, status } = answers;
  const drawn = {
    tables: () => views.tables(data[0], act, ui), table: () => views.detail(data[0], data[1], act, ui),
    queue: () => views.queue(data[0], status), cleaner: () => views.cleaner(...data, act, ui), history: () => views.history(data[0]),
  }[ui.route.name]();
  fill(at('main'), [drawn].flat());
}

function trouble() {
  if (problem.status) return problem.message;
  return answered ? `The daemon does not answer. What is shown is ${duration(Date.now() - answered)} old.` : 'The daemon does not answer.';
}

function navigate() {
  ui.route = route();
  Object.assign(ui, { filter: '', selected: null, files: null });
  document.title = `${ui.route.table ?? ui.route.name} – orc-acid daemon`;
  scrollTo(0, 0);
  poll();
}

// What the views can ask for

let faded = 0;
function say(text, tone) {
  clearTimeout(faded);
  at('toast').className = tone;
  at('toast').textContent = text;
  faded = setTimeout(() => { at('toast').textContent = ''; }, 6000);
}

async function post(verb, body, done) {
  try {
    const answer = await ask(verb, body);
    say(typeof done === 'function' ? done(answer) : done, 'good');
  } catch (error) {
    say(error.status ? error.message : 'The daemon does not answer: look whether it was done.', 'bad');
    if (error.status === 401) forget();
  }
  poll();
}

async function select(directory) {
  const again = directory && ui.selected && directory.name === ui.selected.name && directory.partition === ui.selected.partition;
  Object.assign(ui, { selected: again ? null : directory, files: null });
  draw();
  const chosen = ui.selected;
  if (!chosen) return;
  try {
    const query = new URLSearchParams({ path: ui.route.table, partition: chosen.partition, directory: chosen.name });
    const files = await ask(`files?${query}`);
    if (ui.selected === chosen) ui.files = files;
  } catch (error) {
    say(error.message, 'bad');
    if (ui.selected === chosen) ui.selected = null;
  }
  draw();
}

function dialog(id, entered) {
  const element = at(id);
  if (element.open) return;
  element.returnValue = '';
  element.onclose = () => { if (element.returnValue === 'enter') entered(element); };
  element.showModal();
}

function enter() {
  at('token').querySelector('input').value = '';
  dialog('token', element => setToken(element.querySelector('input').value.trim()));
}

function setToken(token) {
  ui.token = token || null;
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
  poll();
}

const forget = () => setToken('');

function confirm(title, text, label, verb, body) {
  at('confirm').querySelector('h2').textContent = title;
  at('confirm').querySelector('p').textContent = text;
  at('confirm').querySelector('.strong').textContent = label;
  dialog('confirm', () => post(verb, body, 'done'));
}

function filter(text) {
  ui.filter = text;
  draw();
}

const act = { post, select, enter, forget, confirm, filter };

addEventListener('hashchange', navigate);
addEventListener('resize', draw);
addEventListener('keydown', event => { if (event.key === 'Escape' && ui.selected) select(null); });
document.addEventListener('visibilitychange', () => document.hidden ? clearTimeout(timer) : poll());
navigate();
