/** Files that are nearly what an importer expects: one value here and there is another one, drawn from a seed. */
import { isArray, isObject, type JsonValue } from '../../../src/core/json/json';

/** Gives whole numbers from 0 up to and without `limit`. */
export type Draw = (limit: number) => number;

/** A sequence of draws that is the same for the same seed (mulberry32). */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** A value with some of its parts replaced, left out, repeated or nested. */
export function mutate(value: JsonValue, draw: Draw): JsonValue {
  const times = 1 + draw(4);
  return Array.from({ length: times }).reduce<JsonValue>((changed) => mutateOnce(changed, draw, 0), value);
}

/** A text with a stretch left out, repeated, or replaced. */
export function mutateText(text: string, draw: Draw): string {
  const from = draw(text.length + 1);
  const to = Math.min(text.length, from + draw(20));
  const between =
    [() => '', () => text.slice(from, to).repeat(2), () => pick(TEXTS, draw)][draw(3)]?.() ?? '';
  return text.slice(0, from) + between + text.slice(to);
}

/** Walks down to some part and changes it there. */
function mutateOnce(value: JsonValue, draw: Draw, depth: number): JsonValue {
  const entries = isArray(value) || isObject(value) ? Object.keys(value).length : 0;
  // What is far outside seldom changes: a file that is not a collection at all shows little.
  if (entries === 0 || draw(depth < 3 ? 60 : 6) === 0) {
    return changed(value, draw);
  }
  const chosen = draw(entries);
  if (isArray(value)) {
    const items = value.map((item, index) => (index === chosen ? mutateOnce(item, draw, depth + 1) : item));
    return [...items, ...(draw(20) === 0 ? items.slice(0, 2) : [])];
  }
  const members = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    members.flatMap(([name, member], index): [string, JsonValue][] => {
      if (index !== chosen) {
        return [[name, member]];
      }
      switch (draw(depth < 3 ? 100 : 12)) {
        case 0:
          return [];
        case 1:
          return [[pick(TEXTS, draw), member]];
        default:
          return [[name, mutateOnce(member, draw, depth + 1)]];
      }
    }),
  );
}

function changed(value: JsonValue, draw: Draw): JsonValue {
  switch (draw(4)) {
    case 0:
      return pick(VALUES, draw);
    case 1:
      return draw(2) === 0 ? [value] : { [pick(TEXTS, draw)]: value };
    case 2:
      return typeof value === 'string' ? mutateText(value, draw) : pick(VALUES, draw);
    default:
      return pick(TEXTS, draw);
  }
}

function pick<Item>(items: readonly Item[], draw: Draw): Item {
  const item = items[draw(items.length)];
  if (item === undefined) {
    throw new Error('There is nothing to pick from.');
  }
  return item;
}

const TEXTS = [
  ...[
    '',
    ' ',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    'C:\\x',
    'CON',
    '\u0000',
    '\r\nX: y',
  ],
  ...[
    '{{',
    '{{a{{b}}}}',
    '{{$guid}}',
    '{{$nothing}}',
    '\\{{x}}',
    '{{ my token }}',
    '{{__proto__}}',
    '$&',
    '%',
    '%zz',
  ],
  ...[
    'https://x.example/?a=1&a=2#b',
    '//x',
    'javascript:alert(1)',
    '</script>',
    '\ud800',
    '🍪',
    'x'.repeat(3000),
  ],
  ...[
    'bearer',
    'oauth2',
    'GET',
    'POST\n',
    'raw',
    'graphql',
    'formdata',
    'true',
    'null',
    '1e400',
    '[]',
    '{"a":',
  ],
  ...[
    "pm.environment.set('a', pm.response.json().b)",
    'pm.environment.set("__proto__", responseBody.match(/(a+)+$/)[1])',
  ],
  ...[
    'while (true) {}',
    'eval("1")',
    '`${pm}`',
    'const {a: {b: [c]}} = pm.response.json(); pm.globals.set(c, c)',
  ],
];

const VALUES: readonly JsonValue[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    [],
    {},
    [[]],
    [null],
    [{}],
    { key: null },
    { key: 'a', value: {} },
  ],
  { type: 'bearer' },
  { mode: 'raw', raw: '{{x}}' },
  nested(300),
];

function nested(depth: number): JsonValue {
  return depth === 0 ? 'deep' : { item: [nested(depth - 1)] };
}
