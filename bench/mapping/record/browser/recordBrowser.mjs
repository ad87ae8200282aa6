#!/usr/bin/env node
/**
 * Records applications with a browser and their own pages again: each twice, on separately emptied servers, the second
 * session a little different in its course.
 *
 * usage: node bench/mapping/record/browser/recordBrowser.mjs [--show] [APPLICATION...]
 *
 * `--show` writes nothing and prints every place of every request with its label, to check the truth of an application.
 * PAGE_AT_FAILURE names a file for a picture of the page where a session got stuck.
 * Needs Debian's Chromium; see the file of each application for what else has to be installed.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { harText } from '../har.mjs';
import { placesOf } from './places.mjs';
import { playedSession, served } from './serving.mjs';
import { labelsOf, truthOf } from './truth.mjs';

const HERE = import.meta.dirname;
const DATA = path.join(HERE, '../../applications');
const SESSIONS = ['a', 'b'];

const isShown = process.argv.includes('--show');
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const known = (await readdir(path.join(HERE, 'applications'))).map((file) => path.basename(file, '.mjs'));
for (const name of asked.length === 0 ? known : asked) await record(name);

async function record(name) {
  const { application } = await import(`./applications/${name}.mjs`);
  const played = [];
  for (const session of SESSIONS) {
    const inputs = application.inputs[session];
    played.push(await served(application, inputs, (proxy) => playedSession(application, inputs, proxy)));
  }
  const labels = played.map((one) => labelsOf({ ...one, truth: application.truth }));
  const folder = path.join(DATA, name);
  for (const [index, { entries }] of played.entries()) {
    const kept = truthOf(labels[index], labels[1 - index]);
    const count = kept.filter(({ kind }) => kind === 'response').length;
    console.log(`${name} ${SESSIONS[index]}: ${entries.length} requests, ${count} places of answers`);
    if (isShown) show(entries, kept);
    else await write(folder, SESSIONS[index], entries, kept);
  }
}

async function write(folder, session, entries, labels) {
  await mkdir(folder, { recursive: true });
  const rows = labels.map((label) => JSON.stringify(label));
  await writeFile(path.join(folder, `${session}.har`), harText(entries));
  await writeFile(path.join(folder, `${session}.labels.json`), `[\n${rows.join(',\n')}\n]\n`);
}

function show(entries, labels) {
  for (const [step, entry] of entries.entries()) {
    console.log(
      `\n${step} ${entry.method} ${entry.url} → ${entry.answer.status}, ${entry.answer.text.length}`,
    );
    const own = labels.filter((label) => label.step === step);
    for (const { location, key, text } of placesOf(entry)) {
      const label = own.find(
        (one) => one.location === location && String(one.key) === String(key) && text.includes(one.value),
      );
      const from = label?.producer === undefined ? '' : ` of ${label.producer.step} ${label.producer.path}`;
      if (label === undefined && location === 'path') continue;
      const kind = label === undefined ? '-' : `${label.kind} ${label.class ?? ''}${from}`;
      console.log(`   ${location} ${key} = ${JSON.stringify(text.slice(0, 80))}: ${kind}`);
    }
    for (const { location, key, value, producer } of own.filter((label) => label.location === 'header'))
      console.log(`   header ${key} has ${value.slice(0, 40)}: of ${producer?.step} ${producer?.path}`);
  }
}
