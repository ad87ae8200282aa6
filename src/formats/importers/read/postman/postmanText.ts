/**
 * Texts and variables of Postman as those of a chain: the same references, with names that a chain can have.
 *
 * Postman replaces any text between two pairs of braces, inner ones first; a chain has names of letters and digits,
 * and looks at a text once (core/template.ts). Its collections hold an empty entry for every variable that a script
 * will fill. A constant of a chain would hold the value until then, so an empty entry of a variable that is set
 * elsewhere is left out.
 */
import { stringifyJson } from '../../../../core/json/json';
import { shorten } from '../../../../core/shownText';
import { createVariableNames, type VariableNames } from '../../shape/chainNames';
import { memberOf, scalarText, type Foreign } from '../../shape/externalJson';
import type { ImportedVariable } from '../../shape/imported';
import type { ScriptConstant } from '../scripts/scriptAccount';
import { createScriptParser, type parseScript } from '../scripts/scriptSyntax';

/** What the texts of one request or script share. */
export interface TextReader {
  /** A text with the references of a chain. */
  readonly read: (text: string) => string;
  readonly nameOf: (variable: string) => string;
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
  return {
    names,
    reader: (remark) => ({ nameOf, parse, read: (text) => readText(text, nameOf, remark) }),
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

/**
 * Postman's dynamic variables (`{{$randomEmail}}`) and what makes a value of the same kind in a chain.
 *
 * Names as in Postman's documentation, "Dynamic variables". The words and numbers that have no entry here are
 * made unique by a number: tests only need them to be new each time.
 */

/**
 * What makes a value of the same kind in a chain. Names as in Postman's documentation, "Dynamic variables". The words
 * and numbers that have no entry here only get a number: for tests, it matters that they are new each time.
 */
const BUILT_INS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    guid: '{{$guid}}',
    timestamp: '{{$timestamp}}',
    isoTimestamp: '{{$isoTimestamp}}',
    randomUUID: '{{$guid}}',
    randomInt: '{{$randomInt}}',
    randomIP: '10.{{$randomInt 0 255}}.{{$randomInt 0 255}}.{{$randomInt 1 254}}',
    randomUserName: 'user-{{$randomInt 100000 999999}}',
    randomFirstName: 'First{{$randomInt 1000 9999}}',
    randomLastName: 'Last{{$randomInt 1000 9999}}',
    randomFullName: 'First{{$randomInt 1000 9999}} Last{{$randomInt 1000 9999}}',
    randomEmail: 'user-{{$randomInt 100000 999999}}@example.com',
    randomExampleEmail: 'user-{{$randomInt 100000 999999}}@example.com',
    randomPassword: 'Pass-{{$guid}}',
    randomPhoneNumber: '555-{{$randomInt 100 999}}-{{$randomInt 1000 9999}}',
    randomPhoneNumberExt: '555-{{$randomInt 100 999}}-{{$randomInt 1000 9999}}',
    randomBoolean: 'true',
    randomStreetAddress: '{{$randomInt 1 999}} Street',
    randomPrice: '{{$randomInt 1 999}}.00',
    randomUrl: 'https://example.com/{{$guid}}',
    randomDomainName: 'example.com',
    randomAlphaNumeric: '{{$randomInt 0 9}}',
    randomBankAccount: '{{$randomInt 10000000 99999999}}',
  }),
);

/** The text in place of `{{$name}}`; absent when Postman has no such variable either. */
export function dynamicVariable(name: string): string | undefined {
  const [, kind] = /^random([A-Z]\w*)$/.exec(name) ?? [];
  return BUILT_INS.get(name) ?? (kind === undefined ? undefined : `${kind}{{$randomInt 1000 9999}}`);
}

/** The enabled entries of a list of variables; of several with one name the last, as Postman has it. */
export function readConstants(
  entries: readonly Foreign[],
  reader: TextReader,
  remark: (sentence: string) => void,
): readonly ImportedVariable[] {
  const variables = new Map<string, ImportedVariable>();
  for (const entry of entries) {
    const key = scalarText(memberOf(entry, 'key') ?? memberOf(entry, 'id')) ?? '';
    if (key === '') {
      remark('A variable without a name is left out.');
    } else if (memberOf(entry, 'enabled') === false || memberOf(entry, 'disabled') === true) {
      remark(`The variable ${JSON.stringify(key)} is switched off and left out.`);
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

/**
 * The constants of a collection with those of its scripts. A script's constant takes the place of an empty
 * entry; one that differs from another value of the variable is reported, for only scripts can change it.
 *
 * @param produced variables that responses give
 */
export function resolveConstants(
  declared: readonly ImportedVariable[],
  fromScripts: readonly ScriptConstant[],
  produced: ReadonlySet<string>,
  remark: (sentence: string) => void,
): readonly ImportedVariable[] {
  const values = new Map(declared.map((variable) => [variable.name, variable]));
  for (const { name, text } of fromScripts) {
    const known = values.get(name);
    if (known === undefined || known.value === '') {
      values.set(name, { name, value: text, isSecret: known?.isSecret ?? false });
    } else if (known.value !== text) {
      remark(
        `Scripts set ${name} to other values than its first: ${JSON.stringify(text)} is not carried over.`,
      );
    }
  }
  return [...values.values()].filter(({ name, value }) => value !== '' || !produced.has(name));
}
