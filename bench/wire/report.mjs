/** The scores of the wire measure as tables for people. */
import { markdownTable } from '../mapping/markdownTable.mjs';
import { inWords, sameMeaning } from './explanations.mjs';

const EXAMPLE_LENGTH = 100;

/** @typedef {import('./scoreCase.mjs').Score} Score */

/**
 * One line for each file: the requests of its own runner, those that the chain sent, too, those that are equal, those that mean the same, how many causes of
 * differences are named, equal requests whose JSON has other white space, those that only the chain sent, and what each
 * cause costs.
 */
export function fileTable(scores) {
  return markdownTable(
    [
      'file',
      'requests',
      'sent by both',
      'equal',
      'same meaning',
      'named',
      'other white space',
      'added',
      'causes',
    ],
    scores.map(({ name, peer, both, equal, same, spaced, added, causes, unnamed, failed }) => [
      name,
      String(peer),
      String(both),
      String(equal),
      String(same),
      `${countPlaces(causes) - countPlaces(unnamed)} of ${countPlaces(causes)}`,
      String(spaced),
      String(added),
      failed === undefined ? byCost(causes).map(withCost).join('; ') : `did not run: ${oneLine(failed)}`,
    ]),
  );
}

/** Differences that neither the report of the import names nor this measure explains, a line each. */
export function unnamedDifferences(scores) {
  return scores.flatMap(({ name, unnamed }) =>
    [...unnamed].flatMap(([cause, places]) =>
      places.map((place) => `not named: ${name}: ${oneLine(place)}: ${oneLine(cause)}`),
    ),
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
    ['cause', 'the other tool', 'requests', 'files', 'example'],
    ranked.map(([cause, { requests, files, example }]) => [
      oneLine(cause),
      `${inWords(cause) ?? ''}${sameMeaning(cause) === undefined ? '' : ', which means the same'}`,
      String(requests),
      String(files),
      oneLine(example).slice(0, EXAMPLE_LENGTH),
    ]),
  );
}

function byCost(causes) {
  return [...causes].sort(([, one], [, two]) => two.length - one.length);
}

function withCost([cause, requests]) {
  return `${oneLine(cause)} (${requests.length})`;
}

function countPlaces(causes) {
  return [...causes.values()].flat().length;
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
