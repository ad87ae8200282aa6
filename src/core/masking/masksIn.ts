/** Finds the masks in texts, to show a reader which secrets were removed. */

/** A mask, and how often it occurs. Equal masks replace equal values. */
import { defined } from '../defined';
export interface CountedMask {
  /** `‹secret:7f3a›`. */
  readonly mask: string;
  readonly count: number;
  /** The text before it, as far as that names it: `Authorization`, `password`. The first such text. */
  readonly name?: string;
}

/** The masks of texts, in the order in which they come first. Masks inside base64 are not seen. */
export function masksIn(texts: readonly string[]): readonly CountedMask[] {
  const found = new Map<string, CountedMask>();
  for (const text of texts) {
    for (const match of text.matchAll(MASK)) {
      const [mask] = match;
      const known = found.get(mask);
      const name = known?.name ?? nameBefore(text.slice(Math.max(0, match.index - NEAR), match.index));
      found.set(mask, { mask, count: (known?.count ?? 0) + 1, ...defined({ name }) });
    }
  }
  return [...found.values()];
}

const MASK = /‹secret:[0-9a-f]{4}›/g;

/** Characters before a mask in which its name is looked for. */
const NEAR = 120;

/** `Authorization: Bearer `, `"password": "`, `<td>Cookie</td><td><code>sid=`, `"name": "X-Key", "value": "`. */
const NAMED = [
  /"name"\s*:\s*"([A-Za-z][\w.-]{0,60})"\s*,\s*"value"\s*:\s*"[^"\n]{0,40}$/,
  /<td>([A-Za-z][\w.-]{0,60})<\/td>\s*<td><code>[^<>\n]{0,40}$/,
  /([A-Za-z][\w.-]{0,60})(?:\\?["']|&quot;|<\/span>)?\s*[:=]\s*(?:<span class="\w">)?(?:\\?["']|&quot;)?(?:[A-Z][a-z]{3,10} )?$/,
];

function nameBefore(text: string): string | undefined {
  for (const pattern of NAMED) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) {
      return name;
    }
  }
  return undefined;
}
