/**
 * Texts of Postman as texts of a chain: the same references, with names that a chain can have.
 *
 * Postman replaces any text between two pairs of braces, inner ones first; a chain has names of
 * letters and digits, and looks at a text once (core/template.ts).
 */
import { shorten } from '../../../../core/shownText';
import { createScriptParser, type parseScript } from '../scripts/scriptSyntax';
import { createVariableNames, type VariableNames } from '../../shape/chainNames';
import { dynamicVariable } from './dynamicVariables';

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
