/** Rules for a value that a script of a page states under a name: `"nonce":"([^"]+)"`. */
import type { JsonValue } from '../../json/json';
import { innerValues } from '../read/embeddedValues';
import type { ParsedResponse } from '../read/parsedResponse';
import type { ResponseValue } from '../read/responseValue';
import type { ScriptPlace } from '../read/scriptValues';
import type { StableRule } from './stableRule';
import { escapeRegex, isMixed, textRules } from './textRules';

/** Paths to a member of JSON, best first. */
export type PathRules = (
  steps: readonly (string | number)[],
  value: string,
  read: () => JsonValue | undefined,
) => readonly StableRule[];

/**
 * Rules for a value of a script: by its name alone; where several are called so, as a member of the JSON that it is in,
 * or after the name of what it is in. A number, and a text that has escapes or may have some next time, is decoded.
 */
export function scriptRules(
  script: ScriptPlace,
  responseValue: ResponseValue,
  reading: ParsedResponse,
  pathRules: PathRules,
): readonly StableRule[] {
  const { quote, around } = script;
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
  const [outer] = around;
  const owned = outer === undefined ? [] : rulesOf(`(?s)\\b${escapeRegex(outer)}["']?\\s*[:=].*?${pattern}`);
  return [...jsonRules(script, responseValue, reading, pathRules), ...owned, ...rulesOf(pattern)];
}

/** What is before a value in a script, with whatever spaces. */
export function nameInScript({ before }: ScriptPlace): string {
  const written = before.split(/\s+/).map(escapeRegex).join('\\s*');
  return /^\w/.test(before) ? `\\b${written}` : written;
}

/** Rules for a member of the JSON that a script assigns: `var orders = [{"id":5}];`. */
function jsonRules(
  { before, around: [outer] }: ScriptPlace,
  { value }: ResponseValue,
  reading: ParsedResponse,
  pathRules: PathRules,
): readonly StableRule[] {
  return (outer === undefined ? [] : JSON_ENDS).flatMap((json) => {
    const regex = `\\b${escapeRegex(outer ?? '')}\\s*=\\s*${json}`;
    const rule = { from: 'body', select: { kind: 'regex', regex }, all: false, optional: false } as const;
    const text = reading.valueOf(rule) ?? '';
    const [found, ...others] = innerValues(text, 'json').filter(
      (member) => member.value === value && before.includes(String(member.inner.steps.at(-1))),
    );
    return found === undefined || others.length > 0
      ? []
      : pathRules(found.inner.steps, value, () => reading.jsonIn(text, 'json')).flatMap(
          ({ rule: { select }, isStable }) =>
            select?.kind === 'path'
              ? [{ rule: { ...rule, decode: { as: 'json', path: select.path } }, isStable }]
              : [],
        );
  });
}

/** Where JSON ends in a script: with its statement, its line, or the script. */
const JSON_ENDS = ['([{[].*?[\\]}])\\s*;', '([{[].*[\\]}])', '(?s:([{[].*?[\\]}])\\s*(?:;|</script))'];
