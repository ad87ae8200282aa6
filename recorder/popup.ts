/** The popup: shows the state of the recording, starts and stops it, and writes the download. */
import type { ExtensionApi, Port } from './browserApi';
import { harPieces } from './download';
import type { Command, Notice } from './messages';
import { failureText, fileName, popupView, readChoices, type ActionName, type Choices } from './popupView';
import { openStore } from './indexedDbStore';
import type { HostCount } from './selection';
import { problemsOf, type Snapshot } from './snapshot';

declare const chrome: ExtensionApi;

const CHOICES = 'choices';
const ACTIONS: readonly ActionName[] = ['start', 'stop', 'download', 'go-on', 'discard'];

let choices: Choices = { withoutHosts: new Set(), ...readChoices(localStorage.getItem(CHOICES)) };
let latest: Snapshot | undefined;
let port = connect();

listen('start', startHere);
listen('go-on', startHere);
listen('stop', () => send({ type: 'stop' }));
listen('download', download);
listen('discard', confirmDiscard);
for (const input of document.querySelectorAll<HTMLInputElement>('[name=masking]')) {
  input.checked = input.value === choices.masking;
  input.addEventListener('change', () => choose({ masking: input.value as Choices['masking'] }));
}
const apiOnly = element<HTMLInputElement>('api-only');
apiOnly.checked = choices.apiOnly;
apiOnly.addEventListener('change', () => choose({ apiOnly: apiOnly.checked }));

/** The background process may end while the popup is open; it is started again by being spoken to. */
function connect(): Port {
  const line = chrome.runtime.connect({ name: 'popup' });
  line.onMessage.addListener((message) => receive(message as Notice));
  line.onDisconnect.addListener(() => (port = connect()));
  return line;
}

function receive(notice: Notice): void {
  if (notice.type === 'failed') {
    fail(failureText(notice.failed, notice.message));
    return;
  }
  const { phase, startedAt } = notice.snapshot;
  // What comes late of the same recording takes no question back.
  if (latest?.phase !== phase || latest.startedAt !== startedAt) {
    askAgain(false);
  }
  latest = notice.snapshot;
  render(notice.snapshot);
}

function send(command: Command): void {
  fail('');
  port.postMessage(command);
}

async function startHere(): Promise<void> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (tab?.id !== undefined) {
    send({ type: 'start', tabId: tab.id });
  }
}

/** The first click asks, the second deletes. */
function confirmDiscard(): void {
  const button = element('discard');
  if (button.dataset['asked'] === 'yes') {
    send({ type: 'discard' });
    choices = { ...choices, withoutHosts: new Set() };
  }
  askAgain(button.dataset['asked'] !== 'yes');
}

function askAgain(isAsked: boolean): void {
  const button = element('discard');
  button.dataset['asked'] = isAsked ? 'yes' : 'no';
  button.textContent = isAsked ? 'Delete for good' : 'Delete';
}

async function download(): Promise<void> {
  const button = element<HTMLButtonElement>('download');
  button.disabled = true;
  button.textContent = 'Writing the file…';
  try {
    await writeFile();
  } catch (error) {
    fail(`The file could not be written: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    button.disabled = false;
    button.textContent = 'Download HAR';
  }
}

async function writeFile(): Promise<void> {
  const store = await openStore();
  const { recording, calls } = await store.load();
  if (recording === undefined) {
    return;
  }
  const { masking, ...selection } = choices;
  const { version } = chrome.runtime.getManifest();
  const problems = problemsOf(recording, calls);
  const pieces = await harPieces({ calls, readBody: store.readBody, selection, masking, problems, version });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...pieces], { type: 'application/json' }));
  link.download = fileName(recording.startedAt);
  link.click();
}

function choose(change: Partial<Choices>): void {
  choices = { ...choices, ...change };
  localStorage.setItem(CHOICES, JSON.stringify({ apiOnly: choices.apiOnly, masking: choices.masking }));
  askAgain(false);
  if (latest !== undefined) {
    render(latest);
  }
}

function render(snapshot: Snapshot): void {
  const view = popupView(snapshot, choices);
  const isEmpty = snapshot.phase === 'empty';
  document.body.dataset['phase'] = snapshot.phase;
  element('phase').textContent = view.phase;
  element('intro').hidden = !isEmpty;
  element('summary').hidden = isEmpty;
  element('choices').hidden = isEmpty;
  element('count').textContent = view.count;
  element('count-label').textContent = view.countLabel;
  element('details').textContent = view.details;
  ACTIONS.forEach((name) => (element(name).hidden = !view.actions.includes(name)));
  element<HTMLButtonElement>('download').disabled = !view.canDownload;
  showProblems(snapshot.problems);
  showHosts(snapshot.hosts);
}

function showProblems(problems: readonly string[]): void {
  element('problems').hidden = problems.length === 0;
  element('problem-list').replaceChildren(
    ...problems.map((problem) => {
      const item = document.createElement('li');
      item.textContent = problem;
      return item;
    }),
  );
}

/** Lines are kept, so that one that has the focus keeps it while calls come in. */
function showHosts(hosts: readonly HostCount[]): void {
  const list = element('hosts');
  const lines = [...list.querySelectorAll<HTMLElement>('label')];
  list.hidden = hosts.length === 0;
  for (const { host, calls, apiCalls } of hosts) {
    const line = lines.find(({ dataset }) => dataset['host'] === host) ?? list.appendChild(hostLine(host));
    const count = line.querySelector('output');
    if (count !== null) {
      count.textContent = String(choices.apiOnly ? apiCalls : calls);
    }
  }
  lines
    .filter(({ dataset }) => !hosts.some(({ host }) => host === dataset['host']))
    .forEach((line) => line.remove());
}

function hostLine(host: string): HTMLElement {
  const line = document.createElement('label');
  line.className = 'choice';
  line.dataset['host'] = host;
  const input = document.createElement('input');
  input.type = 'checkbox';
  input.checked = !choices.withoutHosts.has(host);
  input.addEventListener('change', () => {
    const without = new Set(choices.withoutHosts);
    if (input.checked) {
      without.delete(host);
    } else {
      without.add(host);
    }
    choose({ withoutHosts: without });
  });
  const name = document.createElement('span');
  name.textContent = host;
  line.append(input, name, document.createElement('output'));
  return line;
}

function fail(message: string): void {
  const failure = element('failure');
  failure.textContent = message;
  failure.hidden = message === '';
}

function listen(name: ActionName, act: () => void | Promise<void>): void {
  element(name).addEventListener('click', () => void act());
}

function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`The popup has no element ${id}.`);
  }
  return found as Kind;
}
