/**
 * References as Postman writes them. Its variables are texts that replace `{{name}}` wherever it stands, so a
 * number stands in JSON without quotes, and braces that are meant as such cannot be told apart.
 */
import { plainText } from '../../../core/prepare/template';
import type { Reference } from '../../../core/prepare/template';
import type { JsonValue } from '../../../core/json/json';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { isBare } from '../jsonReferences';
import type { Placeholders } from '../placeholders';
import { jsonLiteral, writeJson, writeText } from '../templatePieces';

/** Writes texts of one request, or of the whole. */
export interface PostmanTexts {
  readonly text: (text: string) => string;
  readonly json: (value: JsonValue) => string;
  /** A constant, which is a text there. */
  readonly value: (value: JsonValue) => string;
}

/** Begins to write texts; `remark` is told what they cannot say. */
export function postmanTexts(chain: ExportedChain, placeholders: Placeholders, remark: Remark): PostmanTexts {
  const reference = (one: Reference): string => `{{${nameOf(one, placeholders, remark)}}}`;
  const literal = (written: string): string => {
    if (/\{\{[^{}]+\}\}/.test(written)) {
      remark(`Postman takes ${JSON.stringify(written.slice(0, 80))} for a variable.`);
    }
    return written;
  };
  const text = (written: string): string => writeText(written, { reference, literal });
  return {
    text,
    json: (value) =>
      writeJson(value, {
        text: (written) =>
          // Postman does not see variables in escapes, and JSON reads them all the same.
          writeText(written, {
            reference,
            literal: (piece) => jsonLiteral(piece).replaceAll('{{', '\\u007b\\u007b'),
          }),
        bare: (whole) => (isBare(whole, chain, remark) ? reference(whole) : undefined),
      }),
    value: (value) => text(plainText(value)),
  };
}

function nameOf({ name, args }: Reference, placeholders: Placeholders, remark: Remark): string {
  const placeholder = placeholders.nameFor({ name, args, start: 0, end: 0 });
  if (placeholder !== undefined || !name.startsWith('$')) {
    return placeholder ?? name;
  }
  const written = ['{{', [name, ...args].join(' '), '}}'].join('');
  const dynamic = DYNAMIC.get(name);
  if (dynamic === undefined) {
    remark(`Postman has nothing like ${written}.`);
    return name;
  }
  if (args.length > 0 && !(name === '$datetime' && args.join(' ') === 'iso8601')) {
    remark(`${written} is {{${dynamic}}} in Postman, which takes no arguments.`);
  }
  return dynamic;
}

const DYNAMIC: ReadonlyMap<string, string> = new Map([
  ['$guid', '$guid'],
  ['$uuid', '$guid'],
  ['$timestamp', '$timestamp'],
  ['$isoTimestamp', '$isoTimestamp'],
  ['$datetime', '$isoTimestamp'],
  ['$randomInt', '$randomInt'],
]);
