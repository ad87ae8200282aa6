/**
 * Texts of a script for bash. References become variables of the shell, always with a prefix, so that no
 * chain can set or read one that means something to the shell or to cURL (`PATH`, `http_proxy`).
 */
import type { JsonValue } from '../../../core/json/json';
import type { Body } from '../../../core/model';
import { plainText, type Reference } from '../../../core/prepare/template';
import { bodyContent, type BodyContent } from '../bodyContents';
import { shellWord } from '../curl';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { isBare } from '../jsonReferences';
import type { Placeholders } from '../placeholders';
import { jsonLiteral, piecesOf, type Pieces } from '../templatePieces';

/** How the texts of a request become words of a script. */
export interface ShellTexts {
  /** A text with marks in place of references, for {@link word}. */
  readonly text: (text: string) => string;
  /** A URL in pieces. */
  readonly url: (pieces: Pieces) => string;
  readonly body: (body: Body, remark: Remark) => BodyContent;
  readonly value: (value: JsonValue) => string;
  /** A word of the shell. */
  readonly word: (marked: string) => string;
  readonly nameOf: (variable: string) => string;
}

/** The same with built-ins that were used, by the variable in their place. */
export interface AskingTexts extends ShellTexts {
  readonly made: ReadonlyMap<string, Reference>;
}

/** Private use characters: also in a user's text they only ever refer to a variable of the script. */
const MARK = /\ue000(\d+)\ue001/;

/** Begins without variables. */
export function shellTexts(chain: ExportedChain, placeholders: Placeholders): AskingTexts {
  const { names, named } = shellNames();
  const made = new Map<string, Reference>();
  const nameOf = (variable: string): string => named(variable, `VAR_${inCapitals(variable)}`);
  const mark = (reference: Reference): string => {
    const secret = placeholders.nameFor(reference);
    const written = [reference.name, ...reference.args].join(' ');
    const name =
      secret === undefined ? nameOf(written) : named(`secret ${secret}`, `SECRET_${inCapitals(secret)}`);
    if (secret === undefined && reference.name.startsWith('$')) {
      made.set(name, reference);
    }
    return `\ue000${names.indexOf(name)}\ue001`;
  };
  const pieces = (parts: Pieces): string =>
    parts.map((piece) => (typeof piece === 'string' ? piece : mark(piece))).join('');
  const text = (template: string): string => pieces(piecesOf(template));
  return {
    text,
    url: pieces,
    body: (body, remark) =>
      bodyContent(body, {
        reference: mark,
        isBare: (whole) => isBare(whole, chain, remark),
        layout: 'one line',
        literalInJson: jsonLiteral,
      }),
    value: (value) => text(plainText(value)),
    word: (marked) => shellWord(marked.split(MARK), (index) => names[Number(index)] ?? 'VAR_UNKNOWN'),
    nameOf,
    made,
  };
}

/** The variables of a script, each of which means one thing. */
interface ShellNames {
  readonly names: readonly string[];
  /** The variable for what a key means: by the name that is wanted, with a number where it is taken. */
  readonly named: (key: string, wanted: string) => string;
}

/** Begins without names. */
export function shellNames(): ShellNames {
  const names: string[] = [];
  const byKey = new Map<string, string>();
  return {
    names,
    named(key, wanted) {
      const known = byKey.get(key);
      if (known !== undefined) {
        return known;
      }
      let name = wanted;
      for (let count = 2; names.includes(name); count += 1) {
        name = `${wanted}_${count}`;
      }
      names.push(name);
      byKey.set(key, name);
      return name;
    },
  };
}

/** A name as variables of the shell are written. */
export function inCapitals(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
