/**
 * Texts of an `.http` file as texts of a chain: variables keep their names, what the tools make up is made by a
 * chain, and a reference to another answer becomes a variable that is extracted there.
 */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { stringifyJson } from '../../../../core/json/json';
import { shorten } from '../../../../core/shownText';
import { createVariableNames, type VariableNames } from '../../shape/chainNames';
import { dynamicVariable } from './dynamicVariables';
import { requestReference, type RequestReference } from './requestReference';

/** What the texts of one request or script share. */
export interface TextReader {
  /** A text with the references of a chain. */
  readonly read: (text: string) => string;
  readonly nameOf: (variable: string) => string;
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
  const names = createVariableNames(known);
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
