/**
 * Numbers in JSON bodies of an import that a chain sends in another form, though with the same value: `3.60` as `3.6`. They
 * are reported, for a server may compare bodies byte by byte, or check a signature.
 */
import { numberFromText } from '../../../core/json/json';
import type { ImportedCollection, KeptRequest } from './imported';
import { MAX_LENGTH, writtenJson } from './templateJson';

/** The collection with a remark on each request that has such a number. */
export function withShortNumbers(collection: ImportedCollection): ImportedCollection {
  return {
    ...collection,
    requests: collection.requests.map((request) => (request.kind === 'kept' ? withRemark(request) : request)),
  };
}

function withRemark(kept: KeptRequest): KeptRequest {
  const number = changedNumber(writtenJson(kept.request)?.text ?? '');
  return number === undefined
    ? kept
    : {
        ...kept,
        remarks: [
          ...kept.remarks,
          `Numbers in its body are sent in their shortest form: ${number} as ${String(numberFromText(number))}. For a server that needs them as written, make the body a text.`,
        ],
      };
}

/** The first number that is sent in another form, of a text that is JSON with references and not too long to look at. */
function changedNumber(text: string): string | undefined {
  return text.length <= MAX_LENGTH && MAY_CHANGE.test(text)
    ? text.match(TOKENS)?.find((token) => /^[-\d]/.test(token) && String(numberFromText(token)) !== token)
    : undefined;
}

/** A fraction, or an exponent. */
const MAY_CHANGE = /\d(?:\.\d|[eE][-+\d])/;

/** Strings, references and numbers. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\{[^{}]*\}\}|-?\d[\d.eE+-]*/gs;
