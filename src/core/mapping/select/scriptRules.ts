/** Rules for a value that a script of a page states under a name: `"nonce":"([^"]+)"`. */
import type { ExtractionRule } from '../../extraction/extractionRules';
import { innerValues } from '../read/embeddedValues';
import type { ParsedResponse } from '../read/parsedResponse';
import type { InnerPlace, ResponseValue } from '../read/responseValue';
import type { ScriptPlace } from '../read/scriptValues';
import type { StableRule } from './stableRule';
import { escapeRegex, isMixed, textRules } from './textRules';

/** Rules for a value inside of the text that a rule takes. */
export type RulesInside = (
  rule: ExtractionRule,
  carried: { readonly whole: string; readonly inner: InnerPlace },
) => readonly StableRule[];

/**
 * Rules for a value of a script: by its name alone, and where several are called so as a member of the JSON that it is
 * in. A number, and a text that has escapes or may have some next time, is decoded.
 */
export function scriptRules(
  script: ScriptPlace,
  responseValue: ResponseValue,
  reading: ParsedResponse,
  rulesInside: RulesInside,
): readonly StableRule[] {
  const { quote } = script;
  const { value } = responseValue;
  const isWritten = quote === '"' && !isMixed(value) && reading.answer.text.includes(`"${value}"`);
  const isPlain = quote === "'" || isWritten;
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
  return [...jsonRules(script, responseValue, reading, rulesInside), ...rulesOf(pattern)];
}

/** What is before a value in a script, with whatever spaces. */
export function nameInScript({ before }: ScriptPlace): string {
  const written = before.split(/\s+/).map(escapeRegex).join('\\s*');
  return /^\w/.test(before) ? `\\b${written}` : written;
}

/** Rules for a member of the JSON that a script assigns: `var orders = [{"id":5}];`. */
function jsonRules(
  { before, around: [outer = ''] }: ScriptPlace,
  { value }: ResponseValue,
  reading: ParsedResponse,
  rulesInside: RulesInside,
): readonly StableRule[] {
  const regex = `(?s)\\b${escapeRegex(outer)}\\s*=\\s*([{[].*?[\\]}])\\s*(?:;|</script)`;
  const rule = { from: 'body', select: { kind: 'regex', regex }, all: false, optional: false } as const;
  const whole = reading.valueOf(rule) ?? '';
  const [found, ...others] = innerValues(whole, 'json').filter(
    ({ inner: { steps }, ...member }) => member.value === value && before.includes(String(steps.at(-1))),
  );
  return found === undefined || others.length > 0 ? [] : rulesInside(rule, { whole, inner: found.inner });
}
