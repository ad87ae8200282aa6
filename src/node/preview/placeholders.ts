/**
 * Placeholders for references without a value: texts of letters and digits that come through percent
 * encoding, JSON and header checks unchanged, and are turned back into the references at the end.
 */
import type { PlaceholderReader, TemplatePiece } from '../../core/form/segments';
import { maskBegin } from '../../core/masking/mask';
import { wholeReference } from '../../core/prepare/template';

/** The placeholders of one request. */
export interface Placeholders {
  /** The placeholder of a reference that has no value; `message` says why. */
  readonly unresolved: (reference: string, message: string | undefined) => string;
  /** The placeholder of a reference that gets its value when the request is sent. */
  readonly generated: (reference: string) => string;
  /** The placeholder of a reference that needs no explanation. */
  readonly standIn: (reference: string) => string;
  /** Finds placeholders, masked or not, in a text. */
  readonly reader: Pick<PlaceholderReader, 'split' | 'at'>;
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
 * @param mark letters and digits that are in no request by accident
 */
export function createPlaceholders(mark: string): Placeholders {
  const references: string[] = [];
  const remarks: string[] = [];
  const indexOf = (reference: string): number => {
    const known = references.indexOf(reference);
    return known === -1 ? references.push(reference) - 1 : known;
  };
  const standIn = (reference: string): string => `${mark}x${indexOf(reference)}x`;
  const placeholderOf = (reference: string, remark: string): string => {
    if (!references.includes(reference)) {
      remarks.push(remark);
    }
    return standIn(reference);
  };
  const alone = new RegExp(`^${mark}x(\\d+)x$`);
  const anywhere = new RegExp(`(?:${mark}x|${maskBegin}p)(\\d+)[x›]`, 'g');
  const here = new RegExp(anywhere.source, 'y');
  return {
    unresolved: (reference, message) =>
      placeholderOf(
        reference,
        message === undefined ? `${reference} has no value yet.` : `${reference}: ${message}`,
      ),
    generated: (reference) => placeholderOf(reference, `${reference} is made when the request is sent.`),
    codeOf(value) {
      const reference = wholeReference(value) === undefined ? undefined : indexOf(value);
      const index = reference ?? alone.exec(value)?.[1];
      return index === undefined ? undefined : `p${index}`;
    },
    standIn,
    reader: {
      split: (text) =>
        // Every second part is the number of a reference.
        text.split(anywhere).flatMap((part, place): readonly TemplatePiece[] => {
          const reference = place % 2 === 0 ? undefined : references[Number(part)];
          return reference !== undefined ? [{ reference }] : part === '' ? [] : [{ literal: part }];
        }),
      at(text, offset) {
        here.lastIndex = offset;
        const [whole, index] = here.exec(text) ?? [];
        const reference = references[Number(index)];
        return whole === undefined || reference === undefined
          ? undefined
          : { reference, length: whole.length };
      },
    },
    restore: (text) => text.replace(anywhere, (whole, index: string) => references[Number(index)] ?? whole),
    remarks,
  };
}
