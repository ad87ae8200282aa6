/** The scores of the wire measure as tables for people. */
import { markdownTable } from '../mapping/markdownTable.mjs';

const EXAMPLE_LENGTH = 100;

/** @typedef {import('./scoreCase.mjs').Score} Score */

/**
 * One line for each file: the requests of its own runner, those that are equal, those of them whose JSON has other white
 * space, those that only the chain sent, and what each cause costs.
 */
export function fileTable(scores) {
  return markdownTable(
    ['file', 'requests', 'equal', 'other white space', 'added', 'causes'],
    scores.map(({ name, peer, equal, spaced, added, causes, failed }) => [
      name,
      String(peer),
      String(equal),
      String(spaced),
      String(added),
      failed === undefined ? byCost(causes).map(inWords).join('; ') : `did not run: ${oneLine(failed)}`,
    ]),
  );
}

/** The causes over all files, the most expensive ones first, each with a request that shows it. */
export function causeTable(scores) {
  const all = new Map();
  for (const { name, causes } of scores) {
    for (const [cause, requests] of causes) {
      const known = all.get(cause) ?? { requests: 0, files: 0, example: `${name}: ${requests[0]}` };
      all.set(cause, {
        ...known,
        requests: known.requests + requests.length,
        files: known.files + 1,
      });
    }
  }
  const ranked = [...all].sort(([, one], [, two]) => two.requests - one.requests);
  return markdownTable(
    ['cause', 'requests', 'files', 'example'],
    ranked.map(([cause, { requests, files, example }]) => [
      oneLine(cause),
      String(requests),
      String(files),
      oneLine(example).slice(0, EXAMPLE_LENGTH),
    ]),
  );
}

function byCost(causes) {
  return [...causes].sort(([, one], [, two]) => two.length - one.length);
}

function inWords([cause, requests]) {
  return `${oneLine(cause)} (${requests.length})`;
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
