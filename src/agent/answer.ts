/** Answers of bounded length: what a model reads costs it, and a body may be of any size. */
import { isArray, isObject, type JsonObject, type JsonValue } from '../core/json/json';
import { oneLine, shorten } from '../core/shownText';

/** UTF-8 bytes of an answer for which no more is asked. */
export const ANSWER_BYTES = 8_192;
/** UTF-8 bytes into which every answer can be cut. */
export const LEAST_BYTES = 4_096;
/** UTF-8 bytes of the longest answer. */
export const MOST_BYTES = 262_144;

/** How much of texts and lists is kept; the first that makes an answer short enough is taken. */
const CUTS = [
  { text: 4_000, items: 100 },
  { text: 1_000, items: 50 },
  { text: 400, items: 25 },
  { text: 200, items: 12 },
  { text: 120, items: 6 },
  { text: 80, items: 3 },
  { text: 40, items: 1 },
];

/** The answer itself when it is short enough, else its beginning, with a word about that in `shortened`. */
export function fitAnswer(answer: JsonObject, bytes = ANSWER_BYTES): JsonObject {
  if (sizeOf(answer) <= bytes) {
    return answer;
  }
  const shortened = `Longer than ${bytes} bytes: texts and lists end early. Ask with maxBytes for more.`;
  const cuts = CUTS.map((cut) => ({ ...cutObject(answer, cut), shortened }));
  return cuts.find((cut) => sizeOf(cut) <= bytes) ?? { shortened };
}

/** A text of a file or a server in one line. */
export function shown(text: string, length = 300): string {
  return shorten(oneLine(text), length);
}

function sizeOf(value: JsonValue): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function cutValue(value: JsonValue, cut: (typeof CUTS)[number]): JsonValue {
  if (typeof value === 'string') {
    return shorten(value, cut.text);
  }
  if (isArray(value)) {
    return value.slice(0, cut.items).map((item) => cutValue(item, cut));
  }
  return isObject(value) ? cutObject(value, cut) : value;
}

function cutObject(value: JsonObject, cut: (typeof CUTS)[number]): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutValue(member, cut)]));
}
