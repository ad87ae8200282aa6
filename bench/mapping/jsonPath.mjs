/** JSONPath (RFC 9535) as the mapping scorer reads it, without the program that is measured by it. */

const NAME = /\.([\w-]+)/;
const INDEX = /\[(-?\d+)\]/;
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/;
const OPERAND = /@((?:\.[\w-]+|\[(?:-?\d+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\])+)/;
const FILTER = new RegExp(
  String.raw`\[\?\(?\s*${OPERAND.source}\s*==\s*(?:${QUOTED.source}|([^\s'"\]]+?))\s*\)?\]`,
);
const MEMBER = new RegExp(`\\[(?:${QUOTED.source})\\]`);
const STEP = new RegExp([NAME, INDEX, MEMBER, FILTER].map(({ source }) => source).join('|'), 'gs');

/**
 * The value at a path of members, indices (negative ones count from the end) and filters for equality, of which the
 * first matching item counts; undefined when there is none.
 */
export function evaluate(value, path) {
  for (const match of path.slice(1).matchAll(STEP)) {
    if (value === undefined || value === null) return undefined;
    const [, name, index, single, double, operand, singleWanted, doubleWanted, literal] = match;
    if (name !== undefined) value = value[name];
    else if (index !== undefined) value = itemsOf(value).at(Number(index));
    else if (operand === undefined) value = value[unescaped(single ?? double)];
    else {
      const wanted = literal ?? unescaped(singleWanted ?? doubleWanted);
      value = itemsOf(value).find((item) => String(evaluate(item, `$${operand}`)) === wanted);
    }
  }
  return value;
}

/** The texts by which the filters of a path find items, each with the place in the item; none where it is no JSONPath. */
export function filterTexts(path) {
  const filters = path.startsWith('$') ? [...path.matchAll(new RegExp(FILTER, 'gs'))] : [];
  return filters.flatMap(([, operand, single, double]) => {
    const text = single ?? double;
    return text === undefined ? [] : [{ operand, text: unescaped(text) }];
  });
}

function itemsOf(value) {
  return Array.isArray(value) ? value : [];
}

const CONTROLS = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A string literal's text: quotes, backslashes, control characters and UTF-16 code units are escaped (§2.3.1.1). */
function unescaped(text) {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, unit, char) =>
    unit === undefined ? (CONTROLS[char] ?? char) : String.fromCharCode(parseInt(unit, 16)),
  );
}
