/** What the answer to a question became in the files: the lines that it decides, each as JSON. */
import { writeInline } from '../../edit/jsonText';
import { groupBy } from '../../groupBy';
import { isArray, isObject, jsonEquals, type JsonObject, type JsonValue } from '../../json/json';
import { parseDocument, valueOf } from '../../json/jsonDocument';
import type { DecidedPlace } from './questions';

/** The text of the matrix, and of the chain that is written with it; empty when that is there already. */
export type DecidedTexts = Readonly<Record<DecidedPlace['in'], string>>;

/**
 * Finds the lines of these texts that are decided at given places: `"customer": { "order.*": "own" }`. Names of sections are
 * left out, and a place that the texts do not have gives no line.
 */
export function decidedLines(texts: DecidedTexts): (decides: readonly DecidedPlace[]) => readonly string[] {
  const roots = { matrix: rootOf(texts.matrix), chain: rootOf(texts.chain) };
  return (decides) => {
    const lines = decides.flatMap((place) => linesAt(roots[place.in], place.path));
    const byOwner = groupBy(lines, ({ owner }) => owner);
    return [...byOwner].map(([owner, found]) => {
      const text = found.map(({ line }) => line).join(', ');
      return owner === '' ? text : `${JSON.stringify(owner)}: { ${text} }`;
    });
  };
}

function rootOf(text: string): JsonValue {
  const { root } = parseDocument(text, '');
  return root === undefined ? null : valueOf(root);
}

/** A line, and the member of the section that it belongs to; none for a member of the section itself. */
interface FoundLine {
  readonly owner: string;
  readonly line: string;
}

function linesAt(root: JsonValue, path: DecidedPlace['path']): readonly FoundLine[] {
  let found: readonly Found[] = [{ names: [], value: root }];
  for (const step of path) {
    found = found.flatMap((one) => stepsFrom(one, step));
  }
  return found.map(({ names, value }) => {
    const name = names.at(-1);
    const line = name === undefined ? writeInline(value) : `${JSON.stringify(name)}: ${writeInline(value)}`;
    return { owner: names.length > 2 ? (names[1] ?? '') : '', line };
  });
}

interface Found {
  /** Names of the members on the way; items of lists have none. */
  readonly names: readonly string[];
  readonly value: JsonValue;
}

function stepsFrom({ names, value }: Found, step: string | JsonObject): readonly Found[] {
  if (isArray(value)) {
    return value.flatMap((item) => (isWanted(item, step) ? [{ names: [], value: item }] : []));
  }
  return isObject(value) && typeof step === 'string'
    ? Object.entries(value)
        .filter(([name]) => fitsName(step, name))
        .map(([name, member]) => ({ names: [...names, name], value: member }))
    : [];
}

function isWanted(item: JsonValue, step: string | JsonObject): boolean {
  return typeof step === 'string'
    ? step === '*'
    : isObject(item) && Object.entries(step).every(([name, value]) => jsonEquals(item[name] ?? null, value));
}

/** `*` at the end of a step is any text; the names of patterns end with one as well. */
function fitsName(step: string, name: string): boolean {
  return step.endsWith('*') ? name.startsWith(step.slice(0, -1)) : name === step;
}
