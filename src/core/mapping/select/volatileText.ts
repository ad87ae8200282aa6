/** Sibling values that are too volatile to identify an item: another id, a date, a token, a number. */
import { textOfBase64 } from '../../base64';
import { isGenerated } from '../../masking/generatedText';
import { valueBits } from '../read/valueEntropy';

const CHANGES = /'(?:[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\d|[^']*\d[^']{15,}'|\d+')|== -?\d/i;
const LITERAL = /'([^'\\]*)'/g;

/** Whether a path goes by a text in single quotes, or a number, that will be another one next time. */
export function goesByChanging(path: string): boolean {
  const said = path.replace(LITERAL, (_literal, text: string) => `'${wordsInside(text)}'`);
  return CHANGES.test(said) || [...said.matchAll(LITERAL)].some(([, text = '']) => isGenerated(text));
}

/** Whether a path goes by the very value that it takes, as another name of the same thing: `[?@.path == 'tides'].name`. */
export function goesByValue(path: string, value: string): boolean {
  const isTelling = valueBits(value) >= TELLING_BITS;
  return [...path.matchAll(LITERAL)].some(
    ([, text = '']) => text === value || (isTelling && text.includes(value)),
  );
}

/** From so many bits on a text that contains a value is made of it. */
const TELLING_BITS = 12;

/** Base64 of words says what they say; its own digits are none of theirs. */
function wordsInside(text: string): string {
  const inside = BASE64.test(text) ? textOfBase64(text) : undefined;
  return inside !== undefined && PLAIN.test(inside) ? inside : text;
}

/** RFC 4648 §4, padded; shorter texts are words by themselves. */
const BASE64 = /^(?=.{8})(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Letters, digits and what joins words. */
const PLAIN = /^[\p{L}\p{M}\d .,:;!?()/_-]+$/u;
