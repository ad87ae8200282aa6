/**
 * Texts and variables of Postman as those of a chain: the same references, with names that a chain can have.
 *
 * Postman replaces any text between two pairs of braces, inner ones first; a chain has names of letters and digits,
 * and looks at a text once (core/template.ts). Its collections hold an empty entry for every variable that a script
 * will fill. A constant of a chain would hold the value until then, so an empty entry of a variable that is set
 * elsewhere is left out.
 */
import { stringifyJson } from '../../../../core/json/json';
import { postmanKinds } from '../../../../core/prepare/functions/randomKinds';
import { shorten } from '../../../../core/shownText';
import { createVariableNames, type VariableNames } from '../../shape/chainNames';
import { memberOf, scalarText, type Foreign } from '../../shape/externalJson';
import type { ImportedVariable } from '../../shape/imported';
import { createScriptParser, type parseScript } from '../scripts/scriptSyntax';
import { documentation, type Remark } from '../../shape/remark';

/** What the texts of one request or script share. */
export interface TextReader {
  /** A text with the references of a chain. */
  readonly read: (text: string) => string;
  readonly nameOf: (variable: string) => string;
  /** How far inside scripts set variables so far. */
  readonly scopes?: Map<string, number>;
  /** Parses a script, or remembers it. */
  readonly parse: typeof parseScript;
}

/** The names of one collection. */
export interface PostmanTexts {
  readonly names: VariableNames;
  /** A reader that tells `remark` what cannot be carried over. */
  readonly reader: (remark: (sentence: string) => void) => TextReader;
}

/** Begins with the variables that a collection defines. */
export function createPostmanTexts(known: Iterable<string>): PostmanTexts {
  const names = createVariableNames(known);
  const nameOf = (name: string): string => names.nameFor(name);
  const parse = createScriptParser();
  const scopes = new Map<string, number>();
  return {
    names,
    reader: (remark) => ({ nameOf, parse, scopes, read: (text) => readText(text, nameOf, remark) }),
  };
}

const REFERENCE = /\{\{([^{}]+)\}\}/g;
const NESTED = /\{\{[^{}]*\{\{[^{}]*\}\}[^{}]*\}\}/;

function readText(
  text: string,
  nameOf: (name: string) => string,
  remark: (sentence: string) => void,
): string {
  if (!text.includes('{{')) {
    return text;
  }
  if (NESTED.test(text)) {
    const shown = JSON.stringify(shorten(text, 80));
    remark(`A reference inside a reference is not followed, only the inner one is: ${shown}.`);
  }
  return text.replace(REFERENCE, (whole, written: string) => {
    const name = written.trim();
    if (!name.startsWith('$')) {
      return name === '' ? whole : `{{${nameOf(name)}}}`;
    }
    const dynamic = dynamicVariable(name.slice(1));
    if (dynamic === undefined) {
      const own = nameOf(name.slice(1));
      remark(`Nothing makes a value like ${whole} here. Give the variable ${own} one.`);
      return `{{${own}}}`;
    }
    return dynamic;
  });
}

/** Those that a chain has by itself; the others are random data, for which a package is needed. */
const BUILT_INS: ReadonlyMap<string, string> = new Map([
  ...['guid', 'timestamp', 'isoTimestamp', 'randomInt'].map((name) => [name, `{{$${name}}}`] as const),
  ['randomUUID', '{{$guid}}'],
]);

/** What makes the value of Postman's `{{$name}}` in a chain; absent when Postman has no such variable either. */
export function dynamicVariable(name: string): string | undefined {
  return BUILT_INS.get(name) ?? (postmanKinds.has(`$${name}`) ? `{{$${name}}}` : undefined);
}

/** The enabled entries of a list of variables; of several with one name the last, as Postman has it. */
export function readConstants(
  entries: readonly Foreign[],
  reader: TextReader,
  remark: (remark: Remark) => void,
): readonly ImportedVariable[] {
  const variables = new Map<string, ImportedVariable>();
  for (const entry of entries) {
    const key = scalarText(memberOf(entry, 'key') ?? memberOf(entry, 'id')) ?? '';
    if (key === '') {
      remark('A variable without a name is left out.');
    } else if (memberOf(entry, 'enabled') === false || memberOf(entry, 'disabled') === true) {
      remark(documentation(`The variable ${JSON.stringify(key)} is switched off and left out.`));
    } else {
      const name = reader.nameOf(key);
      const written = memberOf(entry, 'value');
      const text =
        scalarText(written) ?? (written === undefined || written === null ? '' : stringifyJson(written));
      variables.set(name, { name, value: reader.read(text), isSecret: memberOf(entry, 'type') === 'secret' });
    }
  }
  return [...variables.values()];
}
