/**
 * References as Postman writes them. Its variables are texts that replace `{{name}}` everywhere, so a
 * number is written without quotes in JSON, and literal braces cannot be distinguished.
 */
import { readArgument } from '../../../core/prepare/functions/arguments';
import { postmanKinds } from '../../../core/prepare/functions/randomKinds';
import { plainText, type Reference } from '../../../core/prepare/template';
import type { JsonValue } from '../../../core/json/json';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { isBare } from '../jsonReferences';
import type { Placeholders } from '../placeholders';
import { jsonLiteralWithoutBraces, writeJson, writeText } from '../templatePieces';

/** Writes texts of one request, or of the whole. */
export interface PostmanTexts {
  readonly text: (text: string) => string;
  readonly json: (value: JsonValue) => string;
  /** A constant, which is a text there. */
  readonly value: (value: JsonValue) => string;
}

/** Starts writing texts; `remark` gets what they cannot express. */
export function postmanTexts(chain: ExportedChain, placeholders: Placeholders, remark: Remark): PostmanTexts {
  const reference = (one: Reference): string => `{{${nameOf(one, placeholders, remark)}}}`;
  const text = (written: string): string => {
    remarkOnConflicts(written, remark);
    return writeText(written, { reference, literal: (piece) => piece });
  };
  return {
    text,
    json: (value) =>
      writeJson(value, {
        text: (written) =>
          // Postman does not see variables in escapes, but JSON reads them.
          writeText(written, { reference, literal: jsonLiteralWithoutBraces }),
        bare: (whole) => (isBare(whole, chain, remark) ? reference(whole) : undefined),
      }),
    value: (value) => text(plainText(value)),
  };
}

/** Postman fills in until nothing is left, so braces around a reference count as well. */
function remarkOnConflicts(template: string, remark: Remark): void {
  const filled = writeText(template, { reference: () => 'value', literal: (piece) => piece });
  if (/\{\{[^{}]+\}\}/.test(filled)) {
    remark(`Postman takes ${JSON.stringify(filled.slice(0, 80))} for a variable.`);
  }
}

function nameOf({ name, args }: Reference, placeholders: Placeholders, remark: Remark): string {
  const placeholder = placeholders.nameFor({ name, args, start: 0, end: 0 });
  if (placeholder !== undefined || !name.startsWith('$')) {
    return placeholder ?? name;
  }
  const written = ['{{', [name, ...args].join(' '), '}}'].join('');
  const dynamic = DYNAMIC.get(name) ?? randomVariable(name, args);
  if (dynamic === undefined) {
    remark(`Postman has nothing like ${written}.`);
    return name;
  }
  if (args.length > 0 && name !== '$random' && !(name === '$datetime' && args.join(' ') === 'iso8601')) {
    remark(`${written} is {{${dynamic}}} in Postman, which takes no arguments.`);
  }
  return dynamic;
}

/** Postman's name of random data; absent when only a variable says which. */
function randomVariable(name: string, args: readonly string[]): string | undefined {
  if (name !== '$random') {
    return postmanKinds.has(name) ? name : undefined;
  }
  const argument = readArgument(args[0] ?? '');
  return argument?.kind === 'value'
    ? [...postmanKinds].find(([, kind]) => kind === argument.value)?.[0]
    : undefined;
}

const DYNAMIC: ReadonlyMap<string, string> = new Map([
  ['$guid', '$guid'],
  ['$uuid', '$guid'],
  ['$timestamp', '$timestamp'],
  ['$isoTimestamp', '$isoTimestamp'],
  ['$datetime', '$isoTimestamp'],
  ['$randomInt', '$randomInt'],
]);
