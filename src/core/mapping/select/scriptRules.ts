/** Rules for a value that a script of a page states under a name: `"nonce":"([^"]+)"`. */
import type { ParsedResponse } from '../read/parsedResponse';
import type { ResponseValue } from '../read/responseValue';
import type { ScriptPlace } from '../read/scriptValues';
import type { StableRule } from './stableRule';
import { mayIdentify } from './rowRules';
import { escapeRegex, isMixed, textRules, wordsPattern } from './textRules';

/**
 * Rules for a value of a script: by its name alone, and where several are called so as a member of the JSON that it is
 * in, or by a text that is only in the same call. A number, and a text that has escapes or may have some next time, is decoded.
 */
export function scriptRules(
  script: ScriptPlace,
  responseValue: ResponseValue,
  reading: ParsedResponse,
): readonly StableRule[] {
  const { value } = responseValue;
  const { text } = reading.answer;
  if (/^[{[]/.test(value)) {
    const json = `(?s)${nameInScript(script)}([{[].*?[\\]}])\\s*(?:;|</script)`;
    return textRules({ from: 'body' }, json, responseValue, reading);
  }
  const quote = escapeRegex(script.quote);
  const isWritten = !isMixed(value) && text.includes(`"${value}"`);
  const isPlain = quote !== '' && (quote !== '"' || isWritten);
  const source = { from: 'body', ...(isPlain ? {} : { decode: { as: 'json' as const } }) } as const;
  const named = nameInScript(script);
  const pattern = isPlain
    ? `${named}${quote}([^${quote}]+)${quote}`
    : `${named}${quote === '' ? '(-?\\d+)' : '("[^"]+")'}`;
  const rulesOf = (regex: string): readonly StableRule[] => textRules(source, regex, responseValue, reading);
  const select = { kind: 'regex', regex: pattern } as const;
  if (reading.valuesOf({ ...source, select, all: false, optional: false }).length === 1) {
    return rulesOf(pattern);
  }
  const calls = script.before.endsWith('(') ? text.matchAll(new RegExp(`${pattern}[^;]*`, 'g')) : [];
  const [call = ''] = [...calls].find((found) => found[1] === value) ?? [];
  const ofCall = (call.match(CALL_TEXT) ?? [])
    .filter((said) => mayIdentify(said, value) && text.split(said).length === call.split(said).length)
    .slice(0, MAX_TEXTS)
    .flatMap((said) => rulesOf(`(?s)^.*${pattern}.*?["']${wordsPattern(said)}[\\\\"']`))
    .map((one) => ({ ...one, isPick: true }));
  return [...rulesOf(pattern), ...ofCall];
}

/** A text after a quote, which has a backslash where JSON has the code. */
const CALL_TEXT = /(?<=["'])[^"'\\<]+/g;
/** Each is tried on the answer. */
const MAX_TEXTS = 5;

/** What is before a value in a script, with whatever spaces. */
export function nameInScript({ before }: ScriptPlace): string {
  const written = before.split(/\s+/).map(escapeRegex).join('\\s*');
  return /^\w/.test(before) ? `\\b${written}` : written;
}
