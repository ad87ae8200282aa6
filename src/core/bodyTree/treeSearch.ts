/** Finding names and values in a JSON tree, folded ones too. */
import { isArray, isObject, type JsonValue } from '../json/json';
import { valueText, type Steps } from './treeRows';

/** More matches than anybody goes through. */
export const MAX_MATCHES = 1_000;

/** Ways to the values whose name or text has a text in it, its case ignored, from the top; an empty one finds nothing. */
export function searchTree(value: JsonValue, text: string): readonly Steps[] {
  const wanted = text.toLowerCase();
  const matches: Steps[] = [];
  if (wanted !== '') {
    collect({ value, steps: [] }, wanted, matches);
  }
  return matches;
}

interface Walked {
  readonly value: JsonValue;
  readonly steps: Steps;
}

function collect({ value, steps }: Walked, wanted: string, matches: Steps[]): void {
  if (matches.length === MAX_MATCHES) {
    return;
  }
  const name = steps.at(-1);
  const isNamed = typeof name === 'string' && name.toLowerCase().includes(wanted);
  const isContainer = isArray(value) || isObject(value);
  if (isNamed || (!isContainer && valueText(value).toLowerCase().includes(wanted))) {
    matches.push(steps);
  }
  if (isArray(value)) {
    value.forEach((item, index) => collect({ value: item, steps: [...steps, index] }, wanted, matches));
  } else if (isObject(value)) {
    for (const [member, child] of Object.entries(value)) {
      collect({ value: child, steps: [...steps, member] }, wanted, matches);
    }
  }
}
