/**
 * What may be called what: the grammar of variable names and request ids, with a sentence for names that
 * do not fit, and which of some names was meant by one that is none of them.
 */
import { inEnglish, type Say } from '../say';

/** One sentence what is wrong with a variable name and what to do; absent when it can be used. */
export function variableNameFault(name: string, say: Say = inEnglish): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) {
    return say(
      '{0} is not a valid variable name. Start with a letter or _, followed by letters, digits, _, . or -.',
      quoted(name),
    );
  }
  return RESERVED.has(name)
    ? say('{0} is reserved in JavaScript and is refused. Choose another name.', quoted(name))
    : undefined;
}

/** One sentence what is wrong with a request id and what to do; absent when it can be used. */
export function requestIdFault(id: string, say: Say = inEnglish): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(id)) {
    return say(
      '{0} is not a valid request id. Start with a letter or digit, followed by letters, digits, _, . or -.',
      quoted(id),
    );
  }
  return id.length > MAX_ID_LENGTH
    ? say('A request id has at most {0} characters. Choose a shorter one.', MAX_ID_LENGTH)
    : undefined;
}

/** Those of the known names that a mistyped one may mean, most similar first. */
export function similarNames(name: string, known: Iterable<string>): readonly string[] {
  const written = plainName(name);
  const limit = Math.min(MAX_SLIPS, Math.floor(name.length / LETTERS_PER_SLIP));
  return [...new Set(known)]
    .filter((other) => other !== name && Math.abs(other.length - name.length) <= MAX_LENGTH_DIFFERENCE)
    .map((other) => ({ other, slips: plainName(other) === written ? 0 : slipsBetween(name, other) }))
    .filter(({ slips }) => slips <= limit)
    .toSorted((one, another) => one.slips - another.slips)
    .slice(0, MAX_SIMILAR)
    .map(({ other }) => other);
}

const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_ID_LENGTH = 200;
const MAX_QUOTED = 60;
const MAX_SLIPS = 2;
const LETTERS_PER_SLIP = 3;
const MAX_LENGTH_DIFFERENCE = 4;
const MAX_SIMILAR = 3;
/** Longer names are compared by their letters alone: the full comparison takes quadratic time. */
const MAX_COMPARED = 100;

/**
 * Letters to insert, leave out, change or swap with their neighbour to get from one name to the other
 * (optimal string alignment distance), case aside.
 */
function slipsBetween(one: string, other: string): number {
  if (one.length > MAX_COMPARED || other.length > MAX_COMPARED) {
    return Infinity;
  }
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = nextRow(a.slice(Math.max(row - 2, 0), row), b, { last, beforeLast });
    [beforeLast, last] = [last, next];
  }
  return last[b.length] ?? Infinity;
}

/** One row further in the table of distances; `ending` is the last letter of that row and the one before. */
function nextRow(
  ending: string,
  other: string,
  { last, beforeLast }: { readonly last: readonly number[]; readonly beforeLast: readonly number[] },
): readonly number[] {
  const row = [(last[0] ?? 0) + 1];
  for (let column = 1; column <= other.length; column += 1) {
    const isSame = ending.at(-1) === other[column - 1];
    const isSwap =
      ending.length === 2 && other.slice(column - 2, column) === `${ending.at(1)}${ending.at(0)}`;
    row.push(
      Math.min(
        at(last, column) + 1,
        at(row, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      ),
    );
  }
  return row;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

/** The letters and digits of a name: `order_id`, `orderId` and `OrderID` are one name to a person. */
function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_QUOTED ? `${name.slice(0, MAX_QUOTED)}…` : name);
}
