/**
 * Looking for the value of a variable in responses: a member, header or cookie of its name.
 *
 * Names are compared as people read them (`order_id` is `orderId`, the `id` of an `order` is `orderId`).
 * What is found is a proposal that somebody reviews: the best match of each response, no more.
 */
import { isArray, isObject, type JsonValue } from '../json/json';
import type { Extraction, HeaderLine } from '../model';
import { bodyValue, type TextBody } from './bodyJson';
import { memberPath } from './memberPath';
import { nameWords } from './nameWords';

/** The last response of a request, as it was recorded. */
export interface LastResponse {
  /** Absent when it is no text or was not kept whole. */
  readonly body?: TextBody;
  readonly headers: readonly HeaderLine[];
  /** Names of the cookies that it set. */
  readonly cookies: readonly string[];
}

/** A part of a response that bears the name of a variable. */
export interface Match {
  readonly extraction: Extraction;
  /** 0 is the very name; the higher, the less alike. */
  readonly rank: number;
}

/**
 * The part of a response that a variable most likely refers to; absent when there is none.
 *
 * @param subject words that say what the response is about (`create-order`), for members such as `id`
 */
export function findVariable(variable: string, response: LastResponse, subject: string): Match | undefined {
  const matches = [
    ...bodyMatches(variable, response, subject),
    ...response.headers.map(({ name }) => named(variable, 'header', name)),
    ...response.cookies.map((name) => named(variable, 'cookie', name)),
  ];
  return matches
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .at(0);
}

const NO_MATCH = 4;

/** Values looked at in one body; a person would not find the others, either. */
const MAX_VALUES = 20_000;

function named(variable: string, from: 'header' | 'cookie', name: string): Match {
  return {
    extraction: { variable, from, name, all: false, optional: false },
    rank: name === variable ? 0 : sameWords(nameWords(name), nameWords(variable)) ? 1 : NO_MATCH,
  };
}

function bodyMatches(variable: string, { body }: LastResponse, subject: string): readonly Match[] {
  const root = body === undefined ? undefined : bodyValue(body);
  const best = root === undefined ? undefined : bestMember(root, rankOf(variable, subject));
  return best === undefined
    ? []
    : [
        {
          extraction: {
            variable,
            from: 'body',
            select: { kind: 'path', path: memberPath(best.steps) },
            all: false,
            optional: false,
          },
          rank: best.rank,
        },
      ];
}

/** A value of the body and the way to it. */
interface Found {
  readonly value: JsonValue;
  readonly steps: readonly (string | number)[];
}

/** The best match nearest to the top; of a list only the first item is looked at. */
function bestMember(root: JsonValue, rank: (found: Found) => number): (Found & { rank: number }) | undefined {
  const queue: Found[] = [{ value: root, steps: [] }];
  let best: (Found & { rank: number }) | undefined;
  // A list that grows while it is walked: level by level.
  for (const found of queue) {
    const own = rank(found);
    if (own < (best?.rank ?? NO_MATCH)) {
      best = { ...found, rank: own };
    }
    if (queue.length < MAX_VALUES) {
      queue.push(...childrenOf(found));
    }
  }
  return best;
}

function childrenOf({ value, steps }: Found): readonly Found[] {
  if (isArray(value)) {
    return value.slice(0, 1).map((item) => ({ value: item, steps: [...steps, 0] }));
  }
  return isObject(value)
    ? Object.entries(value)
        .slice(0, MAX_VALUES)
        .map(([name, member]) => ({ value: member, steps: [...steps, name] }))
    : [];
}

/** How well a member's name and place fit a variable: 0 very well, {@link NO_MATCH} not at all. */
function rankOf(variable: string, subject: string): (found: Found) => number {
  const wanted = nameWords(variable);
  const about = new Set(nameWords(subject));
  return ({ value, steps }) => {
    const name = steps.at(-1);
    if (typeof name !== 'string' || value === null) {
      return NO_MATCH;
    }
    if (name === variable) {
      return 0;
    }
    const own = nameWords(name);
    if (sameWords(own, wanted)) {
      return 1;
    }
    const rest = wanted.slice(0, -own.length);
    if (
      rest.length === 0 ||
      own.length === 0 ||
      !sameWords([...rest, ...own], wanted) ||
      isContainer(value)
    ) {
      return NO_MATCH;
    }
    const parent = steps.slice(0, -1).findLast((step) => typeof step === 'string') ?? '';
    return sameWords(nameWords(parent), rest) ? 2 : rest.every((word) => about.has(word)) ? 3 : NO_MATCH;
  };
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.join('') === other.join('');
}

function isContainer(value: JsonValue): boolean {
  return isObject(value) || isArray(value);
}
