/**
 * The dialects of `.http` files: how each reader names a response, reads values from it, and knows secrets. Without one
 * a file is written for all readers: as REST Client has it, which the others read in part.
 */
import type { UrlPlace } from '../urlPlaces';
import { jsonTexts } from '../../../core/prepare/references';
import { inEnglish } from '../../../core/say';
import { findReferences, type Reference } from '../../../core/prepare/template';
import type { AnswerTool } from '../answerScript';
import type { BodyPlace } from '../bodyContents';
import type { ExportedChain } from '../exportedChain';
import { scriptLiteral } from '../scriptText';

/** One of the readers. */
export interface Dialect {
  /** In remarks. */
  readonly reader: string;
  /** Values of responses are kept, and checked, by scripts instead of variables that point into a response. */
  readonly script?: ResponseScript;
  /** A name that the reader takes for a variable. */
  readonly nameOf: (variable: string) => string;
  /** The value of a variable in a place where it has to be encoded; absent when the reader cannot encode. */
  readonly encoded?: (name: string, place: UrlPlace | BodyPlace) => string;
  /** A built-in of chains; absent when it is as REST Client has it. */
  readonly builtIn?: (reference: Reference) => string | undefined;
  /** When the value of a variable of the file is computed. */
  readonly setsConstants: 'at once' | 'when used';
  /** Between the name of a user and the password: a value may have spaces in it. */
  readonly credentials: ' ' | ':';
  /** Where secrets come from. */
  readonly secrets: 'environment variables' | 'private environment file';
  /** Whether a file is written for the other readers as well, and remarks say what they do otherwise. */
  readonly isForAll: boolean;
}

/** How a script is written. */
interface ResponseScript {
  readonly open: string;
  readonly close: string;
  readonly tool: (chain: ExportedChain, nameOf: (variable: string) => string) => AnswerTool;
}

/** A file for all of them. */
export const anyDialect: Dialect = {
  reader: inEnglish('An .http file'),
  nameOf: (variable) => variable,
  credentials: ' ',
  setsConstants: 'when used',
  secrets: 'environment variables',
  isForAll: true,
};

const restClient: Dialect = { ...anyDialect, reader: 'REST Client', credentials: ':', isForAll: false };

const httpyac: Dialect = {
  reader: 'httpYac',
  script: {
    open: '{{',
    close: '}}',
    tool: (chain, nameOf) => ({
      name: 'httpYac',
      status: 'response.statusCode',
      text: 'String(response.body ?? "")',
      json: 'response.parsedBody',
      header: (name) => `response.headers[${name}]`,
      keep: (variable) => `exports.${nameOf(variable)} = found;`,
      miss: (message) => `throw new Error(${message});`,
      check: (name, condition) => `test(${name}, () => { if (!(${condition})) throw new Error(${name}); });`,
      valueOf: ({ name }) => literalOf(name, chain) ?? (name.startsWith('$') ? undefined : nameOf(name)),
    }),
  },
  nameOf: scriptName,
  encoded: (name, place) => {
    switch (place) {
      case 'path':
        return `encodeURIComponent(${name}).replace(/%3A/g,":").replace(/%40/g,"@")`;
      case 'query':
      case 'field':
        return `encodeURIComponent(${name})`;
      case 'json text':
        return `JSON.stringify(String(${name})).slice(1, -1)`;
      case 'json value':
        return `JSON.stringify(${name})`;
      case 'base':
      case 'text':
        return name;
    }
  },
  builtIn: ({ name, args }) => {
    switch (args.length === 0 ? name : '') {
      case '$timestamp':
        return 'Math.floor(Date.now() / 1000)'; // its own is in milliseconds
      case '$timestampMs':
        return 'Date.now()';
      case '$isoTimestamp':
        return 'new Date().toISOString()';
      default:
        return undefined;
    }
  },
  setsConstants: 'at once',
  credentials: ':',
  secrets: 'environment variables',
  isForAll: false,
};

const jetbrains: Dialect = {
  reader: "JetBrains' HTTP Client",
  script: {
    open: '> {%',
    close: '%}',
    tool: (chain, nameOf) => ({
      name: "JetBrains' HTTP Client",
      status: 'response.status',
      text: '(typeof response.body === "string" ? response.body : JSON.stringify(response.body))',
      json: '(typeof response.body === "string" ? undefined : response.body)',
      header: (name) => `(response.headers.valueOf(${name}) ?? undefined)`,
      keep: (variable) => `client.global.set(${scriptLiteral(nameOf(variable))}, found);`,
      miss: (message) => `client.test(${message}, () => client.assert(false, ${message}));`,
      check: (name, condition) => `client.test(${name}, () => client.assert(${condition}, ${name}));`,
      valueOf: ({ name }) => {
        const literal = literalOf(name, chain);
        if (literal !== undefined || name.startsWith('$')) {
          return literal;
        }
        const place = chain.extracted.has(name) ? 'global' : 'variables.file';
        return `client.${place}.get(${scriptLiteral(nameOf(name))})`;
      },
    }),
  },
  nameOf: scriptName,
  builtIn: ({ name, args: [min, max, ...more] }) => {
    switch (name) {
      case '$guid':
      case '$uuid':
        return '$uuid';
      case '$isoTimestamp':
        return min === undefined ? '$isoTimestamp' : undefined;
      case '$randomInt':
        return more.length > 0 ? undefined : `$random.integer(${min ?? '0'}, ${Number(max ?? '1000') + 1})`;
      default:
        return undefined;
    }
  },
  setsConstants: 'when used',
  credentials: ' ',
  secrets: 'private environment file',
  isForAll: false,
};

/** By the value of `--dialect`. */
export const dialects = { 'rest-client': restClient, httpyac, jetbrains } as const;

/** The value of a constant that refers to nothing: as a variable of the file it would be a text. */
function literalOf(name: string, { constants, extracted }: ExportedChain): string | undefined {
  const value = extracted.has(name) ? undefined : constants.get(name);
  return value === undefined || jsonTexts(value).some(({ text }) => findReferences(text).length > 0)
    ? undefined
    : scriptLiteral(value);
}

/** Names are identifiers of JavaScript there, or must have no dots. */
function scriptName(variable: string): string {
  const name = variable.replace(/\W/g, '_');
  return RESERVED.has(name) ? `${name}_` : name;
}

/** Words that a script has a meaning for. */
const RESERVED: ReadonlySet<string> = new Set(
  'await break case catch class console const continue debugger default delete do else enum export exports extends false finally for function if import in instanceof let module new null package private protected public request require response return static super switch test this throw true try typeof undefined value var void while with yield'.split(
    ' ',
  ),
);
