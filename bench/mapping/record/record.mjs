#!/usr/bin/env node
/**
 * Records the labelled applications of ../applications again: each twice, on separately emptied servers.
 *
 * usage: node bench/mapping/record/record.mjs [APPLICATION...]
 *
 * npm installs the applications of the registry into the temporary folder; those of Debian (see the file of
 * each) have to be installed before. Every recording is new data: tokens and ids differ, dependencies do not.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { harText } from './har.mjs';
import { TracingClient } from './tracingClient.mjs';

const HERE = import.meta.dirname;
const DATA = path.join(HERE, '../applications');
const SESSIONS = ['a', 'b'];

const asked = process.argv.slice(2);
const known = (await readdir(path.join(HERE, 'applications'))).map((file) => path.basename(file, '.mjs'));
for (const name of asked.length === 0 ? known : asked) {
  await record(name);
}

async function record(name) {
  const { application } = await import(`./applications/${name}.mjs`);
  const played = [];
  for (const session of SESSIONS) played.push(await play(application, session));
  const folder = path.join(DATA, name);
  await mkdir(folder, { recursive: true });
  for (const [index, { entries, labels }] of played.entries()) {
    const other = played[1 - index];
    const kept = truthOf(labels, other.labels, entries, other.entries);
    await writeFile(path.join(folder, `${SESSIONS[index]}.har`), harText(entries));
    await writeFile(
      path.join(folder, `${SESSIONS[index]}.labels.json`),
      `[\n${kept.map((label) => JSON.stringify(label)).join(',\n')}\n]\n`,
    );
    console.log(
      `${name} ${SESSIONS[index]}: ${entries.length} requests, ${kept.filter(({ kind, location }) => kind === 'response' && location !== 'cookie').length} dependencies, statuses ${entries.map(({ answer }) => answer.status).join(' ')}`,
    );
  }
}

async function play(application, session) {
  const server = await application.start();
  try {
    const inputs = application.inputs[session];
    await application.prepare?.(new TracingClient(server.origin), inputs);
    const client = new TracingClient(server.origin);
    await application.session(client, inputs, server.origin);
    return client;
  } finally {
    await server.stop();
  }
}

/**
 * The labels that are true of both sessions.
 *
 * What was taken from an answer is `either` when the user typed it or the client made it up before (the answer
 * repeats it), and when it is the same in both sessions: then it is a word of the application, which a client may as
 * well know.
 */
function truthOf(labels, others, entries, otherEntries) {
  if (entries.length !== otherEntries.length) throw new Error('the two sessions differ in length');
  const place = ({ step, location, key }) => `${step} ${location} ${key}`;
  const elsewhere = new Map(others.map((label) => [place(label), label.value]));
  const sentAt = new Map();
  for (const { kind, value, within = value, step } of labels) {
    if (kind !== 'user' && kind !== 'derived') continue;
    for (const text of [value, within]) if (!sentAt.has(text)) sentAt.set(text, step);
  }
  return labels.map(({ within: _text, ...label }) => {
    if (label.kind !== 'response' || label.location === 'cookie') return label;
    const isEcho = (sentAt.get(label.value) ?? Infinity) <= label.producer.step;
    const isWord = elsewhere.get(place(label)) === label.value && label.class !== 'list-pick';
    return isEcho || isWord ? { ...label, kind: 'either', class: isEcho ? 'echo' : 'constant' } : label;
  });
}
