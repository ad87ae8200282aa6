/** How many requests of one file arrive the same from its own runner and from the imported chain, and why the others do not. */
import { mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { answersFor } from './answers.mjs';
import { differences, otherWhiteSpace } from './comparison.mjs';
import { missingCookieCause } from './cookies.mjs';
import { givenProcessVariables, givenVariables } from './givenVariables.mjs';
import { pairRequests } from './pairing.mjs';
import { inWords, isNamed, sameMeaning } from './explanations.mjs';
import { copyCase, importCase, runChains, runPeer } from './runs.mjs';

const SOURCE = /\.(json|bru|ya?ml|http|rest|js)$/;

/**
 * `both` are requests that both sides sent, `added` those that only the chain sent, `spaced` equal ones whose JSON has other white space, `same` those that
 * mean the same and are not equal. `causes` has the places of the requests that each cause costs, in the words of
 * {@link differences} or of the result that says why a request was not sent; `unnamed` those causes that nothing explains.
 *
 * @typedef {{
 *   readonly name: string,
 *   readonly group: string,
 *   readonly peer: number,
 *   readonly both: number,
 *   readonly equal: number,
 *   readonly same: number,
 *   readonly added: number,
 *   readonly spaced: number,
 *   readonly causes: ReadonlyMap<string, readonly string[]>,
 *   readonly unnamed: ReadonlyMap<string, readonly string[]>,
 * }} Score
 */

/**
 * Runs both sides, and both a second time when they differ, which shows what is random.
 *
 * @param {import('./cases.mjs').Case} one
 * @returns {Promise<Score>}
 */
export async function scoreCase(one, { folder, cli }) {
  await mkdir(folder, { recursive: true });
  const source = await copyCase(one, folder);
  const text = await sourceText(one, source);
  const processVariables = one.kind === 'bruno' ? givenProcessVariables(text) : new Map();
  const imported = await importCase(one, { source, folder, cli });
  const asked = importedSources(imported).flatMap(({ undefinedVariables }) => undefinedVariables);
  const given = givenVariables(one.kind, text, asked);
  const answerTo = await handlerOf(one, text, imported);
  const peerRun = async () =>
    (await runPeer(one, { source, folder, given, processVariables, answerTo })).requests;
  const peer = await peerRun();
  const texts = [...given.values(), ...imported.files.map((file) => file.text)].join('\n');
  const origins = [...new Set([...peer.map(({ origin }) => origin), ...originsIn(texts)])];
  const chainRun = () =>
    runChains(one, imported, { folder, given, processVariables, answerTo, cli, origins });
  const ours = await chainRun();
  const first = judge({ peer, ours });
  if (first.equal === peer.length) {
    return { name: one.name, group: one.group, ...first };
  }
  const again = { peer: await peerRun(), ours: (await chainRun()).requests };
  return { name: one.name, group: one.group, ...judge({ peer, ours, again, imported }) };
}

async function sourceText({ kind, environment }, source) {
  const files =
    kind === 'bruno'
      ? (await readdir(source, { recursive: true }))
          .filter((name) => SOURCE.test(name) && !name.includes('node_modules'))
          .map((name) => path.join(source, name))
      : [source, ...(environment === undefined ? [] : [environment])];
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

async function handlerOf({ handler }, text, imported) {
  const usual = answersFor(text, statusesIn(writtenRequests(imported)));
  if (handler === undefined) {
    return usual;
  }
  const { default: answer } = await import(pathToFileURL(handler).href);
  return (request) => {
    const [path, query = ''] = request.target.split('?');
    return answer({ ...request, path, query }) ?? usual(request);
  };
}

/** The status that a request of the source expects, so that its own check passes on both sides. */
function statusesIn(requests) {
  return requests.flatMap(({ method, url, expect }) => {
    const status = [expect?.status].flat()[0];
    return Number.isInteger(status) ? [{ method, status, path: pathPattern(url) }] : [];
  });
}

/** The requests of the imported chains, as written, and the files that they are in. */
function writtenRequests({ files }) {
  return files
    .filter(({ name }) => name.endsWith('.chain.json'))
    .flatMap(({ name, text }) =>
      (JSON.parse(text).requests ?? []).map((request) => ({ ...request, file: name })),
    );
}

/** Matches the path that a URL of a chain can have, whatever its references become: the origin can have a path, too. */
function pathPattern(url) {
  const [target] = String(url)
    .replace(/^(?:https?:\/\/|\{\{[^}]+\}\})[^/?]*/, '')
    .split('?');
  if (target === '' || target === '/') {
    return /^\/?$/;
  }
  const parts = target
    .replace(/\/$/, '')
    .split(/\{\{[^}]*\}\}/)
    .map((part) => encodeURI(part).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`${parts.join('.*')}/?$`);
}

function originsIn(text) {
  return [...text.matchAll(/https?:\/\/[\w.-]+(?::\d+)?/g)].map(([origin]) => origin);
}

function judge({ peer, ours, again, imported }) {
  const matches = pairRequests(
    peer,
    ours.requests,
    (one, two) => differences({ peer: one, ours: two }).length,
  );
  const counterparts = (first, second) =>
    second === undefined
      ? new Map()
      : new Map(pairRequests(first, second, countOtherBytes).map((pair) => [pair.peer, second[pair.ours]]));
  const peerAgain = counterparts(peer, again?.peer);
  const oursAgain = counterparts(ours.requests, again?.ours);
  const secrets = new Map();
  const unsent = unsentRequests(ours, imported);
  const saidOf = importRemarks(imported);
  const stated = statedCookies(imported);
  const causes = new Map();
  const unnamed = new Map();
  let equal = 0;
  let same = 0;
  let spaced = 0;
  for (const match of matches.filter((pair) => pair.peer !== undefined)) {
    const request = peer[match.peer];
    const found = causesOf(match);
    if (found.length === 0) {
      equal += 1;
      spaced += otherWhiteSpace({ peer: request, ours: ours.requests[match.ours] }) ? 1 : 0;
    }
    same += found.length > 0 && found.every((cause) => sameMeaning(cause) !== undefined) ? 1 : 0;
    for (const cause of found) {
      addPlace(causes, cause, request);
      if (inWords(cause) === undefined && !isNamed(cause, saidOf(request))) {
        addPlace(unnamed, cause, request);
      }
    }
  }
  const added = matches.filter((pair) => pair.peer === undefined).length;
  const both = peer.length - matches.filter((pair) => pair.ours === undefined).length;
  return { peer: peer.length, both, equal, same, added, spaced, causes, unnamed };

  function causesOf(match) {
    const other = match.ours === undefined ? undefined : ours.requests[match.ours];
    const found = other === undefined ? [unsent(peer[match.peer])] : differencesOf(match);
    const isLeft = found.length > 0 && hasReference(peer[match.peer]) && !(other && hasReference(other));
    return isLeft ? ['its own runner sent a reference that it could not resolve'] : found;
  }

  function differencesOf(match) {
    const pair = {
      peer: peer[match.peer],
      ours: ours.requests[match.ours],
      peerAgain: peerAgain.get(match.peer),
      oursAgain: oursAgain.get(match.ours),
    };
    const before = { stated, ours: ours.requests.slice(0, match.ours) };
    const found = differences(pair, secrets).map((cause) =>
      OF_COOKIES.test(cause) ? (missingCookieCause(pair, before) ?? cause) : cause,
    );
    return match.moved ? ['sent in another order', ...found] : found;
  }
}

const OF_COOKIES = /^(?:header not sent: cookie|other value of the header cookie)$/;

/** The cookies that headers of an import state. */
function statedCookies(imported) {
  const headers =
    imported === undefined ? [] : writtenRequests(imported).flatMap((request) => request.headers ?? []);
  return headers.flatMap(({ name, value }) =>
    name.toLowerCase() === 'cookie' ? String(value).split(/;\s*/) : [],
  );
}

function addPlace(causes, cause, { method, origin, target }) {
  causes.set(cause, [...(causes.get(cause) ?? []), `${method} ${origin}${target}`]);
}

function importedSources(imported) {
  return (imported?.sources ?? []).filter(({ kind }) => kind === 'imported');
}

/** What the import said of the requests of the chain that a request of the peer can be, and of the whole. */
function importRemarks(imported) {
  const sources = importedSources(imported);
  const reported = sources.flatMap(({ requests }) => requests);
  const ofAll = [
    ...sources.flatMap(({ remarks }) => remarks.map(({ text }) => text)),
    ...reported.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [`left out: ${leftOut}`])),
  ];
  const written = imported === undefined ? [] : writtenRequests(imported);
  const remarksOf = (requests) => requests.flatMap(({ remarks }) => remarks.map(({ text }) => text));
  const allRemarks = [...ofAll, ...remarksOf(reported)];
  return ({ method, target }) => {
    const [path] = target.split('?');
    const chosen = written.filter((one) => one.method === method && pathPattern(one.url).test(path));
    const isChosen = ({ file, id }) => chosen.some((one) => one.id === id && one.file === file);
    const own = reported.filter(isChosen);
    return {
      remarks: [...ofAll.filter((text) => isAbout(text, own)), ...remarksOf(own)],
      allRemarks,
      texts: chosen.map((one) => JSON.stringify(one)),
      undefinedVariables: sources.flatMap(({ undefinedVariables }) => undefinedVariables),
    };
  };
}

/** Whether a remark on the whole can be about one of the requests: those on a folder are about its requests. */
function isAbout(text, requests) {
  const [, folder] = /^Folder ("(?:[^"\\]|\\.)*"):/.exec(text) ?? [];
  return folder === undefined || requests.some(({ name }) => name.split(' / ').includes(JSON.parse(folder)));
}

function hasReference({ target, headers, body }) {
  return /\{\{|%7B%7B/i.test(
    [target, ...headers.map(([, value]) => value), body.toString('latin1')].join('\n'),
  );
}

function countOtherBytes(one, two) {
  return [one.method !== two.method, one.target !== two.target, !one.body.equals(two.body)].filter(Boolean)
    .length;
}

/** Says why a request was not sent, by the results that sent nothing, in their order. */
function unsentRequests({ results, output }, imported) {
  const patterns = new Map(
    imported === undefined ? [] : writtenRequests(imported).map(({ id, url }) => [id, pathPattern(url)]),
  );
  const waiting = results.filter(({ exchange }) => exchange?.request === undefined);
  return ({ method, target }) => {
    if (results.length === 0) {
      return `nothing was sent: ${reasonFor(imported, output)}`;
    }
    const [path] = target.split('?');
    const place = waiting.findIndex(
      (result) => result.method === method && patterns.get(result.request.id)?.test(path) === true,
    );
    if (place === -1) {
      return 'not sent: the imported chain has no such request, or not that often';
    }
    const [result] = waiting.splice(place, 1);
    return `not sent: ${rootReason(result, results)}`;
  };
}

function reasonFor(imported, output) {
  const said = imported?.ending === 0 ? output : (imported?.output ?? output);
  return said.trim().split('\n')[0]?.slice(0, 160) ?? '';
}

/** In words that are the same for the same cause, so without the names of requests and variables. */
function rootReason(result, results) {
  const [reason] = result.reasons ?? [];
  if (reason?.kind === 'extraction') {
    return 'its extraction failed';
  }
  if (reason?.kind !== 'unresolved') {
    return withoutNames(reason?.message ?? result.outcome);
  }
  if (reason.producer === undefined) {
    return 'nothing defines a variable that it uses';
  }
  const rootId = reason.rootCause?.request.id ?? reason.producer.id;
  const root = results.find(({ request }) => request.id === rootId);
  if (root?.outcome === 'passed') {
    return 'an extraction that it needs found nothing';
  }
  return `a request that it needs did not pass: ${root === undefined ? '' : rootReason(root, results)}`;
}

function withoutNames(message) {
  return message
    .replace(/"[^"]*"/g, '"…"')
    .replace(/https?:\/\/\S+/g, '…')
    .slice(0, 200);
}
