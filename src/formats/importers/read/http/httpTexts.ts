/**
 * Texts of an `.http` file as texts of a chain: variables keep their names, what the tools make up (`{{$randomInt 1 6}}`,
 * `{{$random.email}}`) is made by a chain, and a reference to another answer becomes a variable that is extracted there:
 * REST Client's `{{login.response.body.$.token}}`, and httpYac's `{{login.token}}`, where a name means the body.
 *
 * https://github.com/Huachao/vscode-restclient#system-variables
 * https://www.jetbrains.com/help/idea/exploring-http-syntax.html#dynamic-variables
 */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { postmanKinds } from '../../../../core/prepare/functions/randomKinds';
import { stringifyJson } from '../../../../core/json/json';
import { memberPath } from '../../../../core/language/memberPath';
import { shorten } from '../../../../core/shownText';
import { createVariableNames, type VariableNames } from '../../shape/chainNames';
import type { ExtractionRule } from '../../shape/imported';

/** What the texts of one request or script share. */
export interface TextReader {
  /** A text with the references of a chain. */
  readonly read: (text: string) => string;
  readonly nameOf: (variable: string) => string;
  /** Whether the file defines a variable: scripts of httpYac have all of them as their own. */
  readonly isVariable: (name: string) => boolean;
}

/** The texts of one file with those that it imports. */
export interface HttpTexts {
  readonly names: VariableNames;
  /** A reader that tells `remark` what cannot be carried over. */
  readonly reader: (remark: (sentence: string) => void) => TextReader;
  /** Gives a part of an answer the name of the variable that a file keeps it in. */
  readonly nameAnswer: (variable: string, written: string) => boolean;
  /** From here on, a text of a chain replaces a variable, which was set again or contains an answer. */
  readonly replace: (variable: string, text: string) => void;
  /** The extractions that references ask of a request. */
  readonly extractionsOf: (request: string) => readonly WrittenExtraction[];
}

/** Begins with the variables that a file defines and the names of its requests. */
export function createHttpTexts(known: Iterable<string>, requests: ReadonlySet<string>): HttpTexts {
  const variables = new Set(known);
  const names = createVariableNames(variables);
  const current = new Map<string, string>();
  const answers = new Map<string, { readonly reference: RequestReference; readonly variable: string }>();
  const nameOf = (name: string): string => names.nameFor(name);
  const answerOf = (reference: RequestReference, proposal: string): string => {
    const key = stringifyJson([reference.request, reference.rule]);
    const variable = answers.get(key)?.variable ?? names.nameFor(proposal.replace(/[^\w.-]+/g, '_'));
    answers.set(key, { reference, variable });
    return variable;
  };
  const readMark = (written: string, remark: (sentence: string) => void): string => {
    const name = written.trim();
    const reference = requestReference(name, requests);
    if (reference !== undefined) {
      return `{{${answerOf(reference, reference.proposal)}}}`;
    }
    return current.get(name) ?? readName(name, nameOf, remark);
  };
  return {
    names,
    nameAnswer(variable, written) {
      const [, inner] = /^\{\{([^{}]+)\}\}$/.exec(written) ?? [];
      const reference = inner === undefined ? undefined : requestReference(inner.trim(), requests);
      return reference !== undefined && answerOf(reference, nameOf(variable)) === nameOf(variable);
    },
    replace: (variable, text) => void current.set(variable, text),
    reader: (remark) => ({
      nameOf,
      isVariable: (name) => variables.has(name),
      read: (text) =>
        text.replace(/\{\{([^{}]+)\}\}/g, (whole, written: string) =>
          written.trim() === '' ? whole : readMark(written, remark),
        ),
    }),
    extractionsOf: (request) =>
      [...answers.values()]
        .filter(({ reference }) => reference.request === request)
        .map(({ reference, variable }) => ({ variable, ...reference.rule })),
  };
}

function readName(
  name: string,
  nameOf: (name: string) => string,
  remark: (sentence: string) => void,
): string {
  const dynamic = name.startsWith('$') ? dynamicVariable(name) : undefined;
  const [, outside] = /^process\.env\.([A-Za-z_]\w*)$/.exec(name) ?? [];
  if (name.startsWith('$localDatetime')) {
    remark(`{{${shown(name)}}} is sent in UTC, not in the time zone of this machine.`);
  }
  if (dynamic !== undefined || outside !== undefined) {
    return dynamic ?? `{{$processEnv ${outside ?? ''}}}`;
  }
  const own = nameOf(name.replace(/^\$/, ''));
  if (name.startsWith('$')) {
    remark(`Nothing makes a value like {{${shown(name)}}} here. Give the variable ${own} one.`);
  } else if (!/^[\w.-]+$/.test(name)) {
    remark(`Nothing computes {{${shown(name)}}} here. Give the variable ${own} a value.`);
  }
  return `{{${own}}}`;
}

function shown(name: string): string {
  return shorten(name.replace(/\s+/g, ' '), 80);
}

/** The text in place of `{{$name …}}`, written without braces; absent when a chain can make nothing like it. */
function dynamicVariable(written: string): string | undefined {
  const [, name = '', inParentheses, afterBlank] = /^\$([\w.]+)\s*(?:\((.*)\)|\s(.*))?$/s.exec(written) ?? [];
  const [, variable] = /^env\.(\w+)$/.exec(name) ?? [];
  if (variable !== undefined) {
    return fromOutside('processEnv', [variable]);
  }
  const args = inParentheses?.split(',').map((arg) => arg.trim()) ?? words(afterBlank ?? '');
  const isPostman = postmanKinds.has(`$${name}`) && args.length === 0;
  return isPostman ? withArguments(name, args) : MADE.get(name)?.(args);
}

const RANDOM_WORD = (): string => '{{$guid}}';
const GUID = (): string => '{{$guid}}';

const MADE: ReadonlyMap<string, (args: readonly string[]) => string | undefined> = new Map([
  ['guid', GUID],
  ['uuid', GUID],
  ['random.uuid', GUID],
  ['timestamp', (args: readonly string[]) => withArguments('timestamp', args)],
  ['isoTimestamp', (args: readonly string[]) => withArguments('isoTimestamp', args)],
  ['datetime', datetime],
  ['localDatetime', datetime],
  ['randomInt', (args: readonly string[]) => randomInt(args, 0)],
  ['random.integer', (args: readonly string[]) => randomInt(args, -1)],
  ['random.float', (args: readonly string[]) => fraction(randomInt(args, -1))],
  ['random.alphabetic', RANDOM_WORD],
  ['random.alphanumeric', RANDOM_WORD],
  ['random.hexadecimal', RANDOM_WORD],
  ['random.email', () => '{{$randomEmail}}'],
  ['processEnv', (args: readonly string[]) => fromOutside('processEnv', args)],
  ['dotenv', (args: readonly string[]) => fromOutside('dotenv', args)],
]);

/** Words; a quoted text is one word. */
function words(text: string): readonly string[] {
  return text.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
}

function withArguments(name: string, args: readonly string[]): string {
  return `{{$${[name, ...args].join(' ')}}}`;
}

function datetime(args: readonly string[]): string {
  return withArguments('datetime', args);
}

/** Bounds in their order; `beyond` is what the upper one is more than the last that is made. */
function randomInt(args: readonly string[], beyond: 0 | -1): string | undefined {
  const bounds = args.map(Number).sort((one, other) => one - other);
  const [min, max] = bounds;
  if (min === undefined || max === undefined) {
    return '{{$randomInt}}';
  }
  const isSound = bounds.length === 2 && bounds.every(Number.isSafeInteger);
  return isSound ? withArguments('randomInt', [String(min), String(Math.max(min, max + beyond))]) : undefined;
}

function fraction(whole: string | undefined): string | undefined {
  return whole === undefined ? undefined : `${whole}.{{$randomInt 0 9}}`;
}

/** `%NAME` is REST Client's for a name that an environment gives. */
function fromOutside(name: string, args: readonly string[]): string | undefined {
  const [wanted, ...others] = args;
  const isName = wanted !== undefined && /^[A-Za-z_]\w*$/.test(wanted) && others.length === 0;
  return isName ? withArguments(name, [wanted]) : undefined;
}

/** A part of an answer. */
interface RequestReference {
  /** Name of the request. */
  readonly request: string;
  /** Members of its extraction, but for the variable. */
  readonly rule: ExtractionRule;
  /** What a variable for it is called best. */
  readonly proposal: string;
}

/** Reads the text between braces; absent when it is something else. `names` are those of requests. */
function requestReference(written: string, names: ReadonlySet<string>): RequestReference | undefined {
  const [, request, rest = ''] = /^([A-Za-z_][\w-]*)([.[].*)$/s.exec(written) ?? [];
  if (request === undefined) {
    return undefined;
  }
  const [, part, path = ''] = /^\.response\.(body|headers)(?:[.]?(.*))?$/s.exec(rest) ?? [];
  if (part === 'headers') {
    return headerReference(request, path);
  }
  if (part === 'body') {
    return bodyReference(request, path);
  }
  const isOfBody = names.has(request) && !/^\.(?:request|response)\b/.test(rest);
  return isOfBody ? bodyReference(request, rest.replace(/^\./, '')) : undefined;
}

function headerReference(request: string, path: string): RequestReference | undefined {
  const [, bare, quoted] = /^(?:([\w-]+)|\[["']([\w-]+)["']\])$/.exec(path) ?? [];
  const name = bare ?? quoted;
  return name === undefined
    ? undefined
    : { request, rule: { from: 'header', name }, proposal: `${request}_${name}` };
}

function bodyReference(request: string, written: string): RequestReference | undefined {
  const path = written.trim();
  if (path === '' || path === '*' || path === '$') {
    return { request, rule: { from: 'body' }, proposal: request };
  }
  if (path.startsWith('//')) {
    return { request, rule: { from: 'body', xpath: path }, proposal: `${request}_${lastWord(path)}` };
  }
  const read = path.startsWith('$') ? path : stepsPath(path);
  return read === undefined
    ? undefined
    : { request, rule: { from: 'body', path: read }, proposal: `${request}_${lastWord(path)}` };
}

/** `items[0]["order id"]` as a JSONPath; absent when a script is needed for it. */
function stepsPath(path: string): string | undefined {
  const steps: (string | number)[] = [];
  const step = new RegExp(/\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[(?:"([^"\\]*)"|'([^'\\]*)')\]/y);
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (found === null) {
      return undefined;
    }
    const [, bare, index, double, single] = found;
    steps.push(index === undefined ? (bare ?? double ?? single ?? '') : Number(index));
  }
  return memberPath(steps);
}

function lastWord(path: string): string {
  return path.match(/[A-Za-z_][\w-]*/g)?.at(-1) ?? 'value';
}
