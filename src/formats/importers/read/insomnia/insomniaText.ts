/**
 * Texts of Insomnia as texts of a chain: `{{ _.token }}`, `_.user.name` and `_['my key']` become references, and of the
 * tags, `{% name 'argument', … %}`, those become built-ins that make a value which a chain can make, too.
 *
 * A folder has variables of its own, which only what is in it sees. Where they are called like others, they have
 * the name of the folder before theirs.
 */
import { proposeSecretName } from '../../../../core/permission/secretNames';
import { shorten } from '../../../../core/shownText';
import type { VariableNames } from '../../shape/chainNames';
import { dynamicVariable } from '../postman/postmanText';
import type { ScriptTexts } from '../scripts/postmanApi';
import type { ResponseTags } from './responseTags';

/** Where a text is. */
interface TextPlace {
  /** Names that the folders around give to their own variables. */
  readonly own: ReadonlyMap<string, string>;
  /** Id of the request; absent for texts of folders and environments. */
  readonly request?: string;
  readonly remark: (sentence: string) => void;
}

/** The texts of one file. */
export interface InsomniaTexts {
  readonly reader: (place: TextPlace) => ScriptTexts;
  /** Paths that texts refer to, with the names of their variables. */
  readonly used: () => ReadonlyMap<string, readonly string[]>;
}

/** Begins without texts. */
export function createInsomniaTexts(names: VariableNames, tags: ResponseTags): InsomniaTexts {
  const used = new Map<string, readonly string[]>();
  const nameOf = (steps: readonly string[], { own }: TextPlace): string => {
    const [first = '', ...rest] = steps;
    const name = names.nameFor([own.get(first) ?? first, ...rest].join('.'));
    used.set(name, steps);
    return name;
  };
  return {
    used: () => used,
    reader: (place) => ({
      nameOf: (variable) => nameOf([variable], place),
      read: (text) =>
        text.includes('{')
          ? text.replace(TEMPLATE, (whole, expression?: string, tag?: string) =>
              expression !== undefined
                ? reference(expression, whole, place, nameOf)
                : tag === undefined
                  ? ''
                  : valueOfTag(readTag(tag), whole, { place, tags, names }),
            )
          : text,
    }),
  };
}

/** Expressions, tags and comments (https://mozilla.github.io/nunjucks/templating.html). */
const TEMPLATE = /\{\{(.*?)\}\}|\{%(.*?)%\}|\{#.*?#\}/gs;

function reference(
  written: string,
  whole: string,
  place: TextPlace,
  nameOf: (steps: readonly string[], place: TextPlace) => string,
): string {
  const [expression = '', ...filters] = written.split('|');
  const steps = variablePath(expression);
  if (steps === undefined) {
    place.remark(`A calculation in a template is not carried over: ${shown(whole)}.`);
    return whole;
  }
  if (filters.length > 0) {
    place.remark(`A filter in a template is not carried over: ${shown(whole)}.`);
  }
  if (steps[0] === 'vault' && steps.length > 1) {
    return `{{$secret ${proposeSecretName([], steps.slice(1).join('_'), new Set())}}}`;
  }
  return `{{${nameOf(steps, place)}}}`;
}

interface TagContext {
  readonly place: TextPlace;
  readonly tags: ResponseTags;
  readonly names: VariableNames;
}

function valueOfTag({ name, args }: TemplateTag, whole: string, { place, tags, names }: TagContext): string {
  const made = madeByTag(name, args);
  if (made !== undefined) {
    return made;
  }
  const variable = name === 'response' ? tags.variableFor(args, place.request, place.remark) : undefined;
  if (variable !== undefined) {
    return `{{${variable}}}`;
  }
  const own = names.nameFor(name === 'prompt' ? (args[0] ?? name) : name === '' ? 'tag' : `${name}_tag`);
  if (name !== 'response') {
    place.remark(`Nothing makes a value like ${shown(whole)} here. Give the variable ${own} one.`);
  }
  return `{{${own}}}`;
}

/** A value that a chain can make by itself. */
function madeByTag(name: string, args: readonly string[]): string | undefined {
  const [first = ''] = args;
  switch (name) {
    case 'uuid':
      return '{{$guid}}';
    case 'timestamp':
      return '{{$timestamp}}';
    case 'now':
      return TIMES.get(first);
    case 'faker':
      return dynamicVariable(first);
    default:
      return undefined;
  }
}

const TIMES: ReadonlyMap<string, string> = new Map([
  ['', '{{$isoTimestamp}}'],
  ['iso-8601', '{{$isoTimestamp}}'],
  ['unix', '{{$timestamp}}'],
  ['millis', '{{$timestampMs}}'],
]);

function shown(whole: string): string {
  return JSON.stringify(shorten(whole.replace(/\s+/g, ' '), 80));
}

/** A tag. */
interface TemplateTag {
  readonly name: string;
  /** Strings without their quotes, everything else as written. */
  readonly args: readonly string[];
}

/** Reads the text between `{%` and `%}`. */
function readTag(inside: string): TemplateTag {
  const [, name = '', rest = ''] = /^-?\s*(\w*)\s*(.*?)\s*-?$/s.exec(inside) ?? [];
  const args = [...rest.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,'"]+)/gs)].map(
    ([, single, double, plain]) => plainArgument(single ?? double ?? plain ?? ''),
  );
  return { name, args };
}

/** Arguments with characters that would end them are written in base64: `b64::JC5pZA==::46b`. */
function plainArgument(text: string): string {
  const encoded = /^b64::([A-Za-z0-9+/=]*)::46b$/.exec(text)?.[1];
  if (encoded === undefined) {
    return text.replace(/\\(.)/gs, '$1');
  }
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  } catch {
    // It only looks like one.
    return text;
  }
}

/** The names that lead to a variable; absent for what is more than that, a calculation or a filter. */
function variablePath(expression: string): readonly string[] | undefined {
  const text = expression.trim().replace(/^_(?=[.[])/, '');
  const whole = text.startsWith('[') || text.startsWith('.') ? text : `.${text}`;
  const matches = [...whole.matchAll(STEP)];
  const length = matches.reduce((sum, [step]) => sum + step.length, 0);
  return length < whole.length || matches.length === 0
    ? undefined
    : matches.map(([, plain, single, double, index]) => plain ?? single ?? double ?? index ?? '');
}

const STEP = /\.([A-Za-z_$][\w$-]*)|\[\s*(?:'([^']*)'|"([^"]*)"|(\d{1,6}))\s*\]/g;
