/**
 * Placeholders for references without a value: texts of letters and digits that come through percent
 * encoding, JSON and header checks unchanged, and are turned back into the references at the end.
 */
import { maskBegin } from '../core/masking/mask';
import { wholeReference } from '../core/template';

/** The placeholders of one request. */
export interface Placeholders {
  /** The placeholder of a reference that has no value; `message` says why. */
  readonly unresolved: (reference: string, message: string | undefined) => string;
  /** The placeholder of a reference that gets its value when the request is sent. */
  readonly madeAnew: (reference: string) => string;
  /** Characters for the mask of a value that is one placeholder or reference; absent for any other. */
  readonly codeOf: (value: string) => string | undefined;
  /** The text with the references back in their places, masked or not. */
  readonly restore: (text: string) => string;
  /** What people should know about the references, in whole sentences, each once. */
  readonly remarks: readonly string[];
}

/**
 * Starts the placeholders of a request.
 *
 * @param mark letters and digits that stand in no request by accident
 */
export function createPlaceholders(mark: string): Placeholders {
  const references: string[] = [];
  const remarks: string[] = [];
  const indexOf = (reference: string): number => {
    const known = references.indexOf(reference);
    return known === -1 ? references.push(reference) - 1 : known;
  };
  const placeholderOf = (reference: string, remark: string): string => {
    if (!references.includes(reference)) {
      remarks.push(remark);
    }
    return `${mark}x${indexOf(reference)}x`;
  };
  const alone = new RegExp(`^${mark}x(\\d+)x$`);
  const anywhere = new RegExp(`(?:${mark}x|${maskBegin}p)(\\d+)[x›]`, 'g');
  return {
    unresolved: (reference, message) =>
      placeholderOf(
        reference,
        `${reference} has no value yet${message === undefined ? '.' : `: ${message}`}`,
      ),
    madeAnew: (reference) => placeholderOf(reference, `${reference} is made when the request is sent.`),
    codeOf(value) {
      const reference = wholeReference(value) === undefined ? undefined : indexOf(value);
      const index = reference ?? alone.exec(value)?.[1];
      return index === undefined ? undefined : `p${index}`;
    },
    restore: (text) => text.replace(anywhere, (whole, index: string) => references[Number(index)] ?? whole),
    remarks,
  };
}
