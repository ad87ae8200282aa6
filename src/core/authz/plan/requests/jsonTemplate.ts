/**
 * JSON with references, written as text: for bodies that no JSON value can say, such as a member twice.
 *
 * A reference that is a whole string keeps the type of its value in a JSON body; in a text it is written as it
 * is, so that texts need quotes around it and numbers must not have them. Only strings that differ between
 * the caller's and the owner's version of a body are written in a way of their own.
 */
import { isArray, isObject, stringifyJson, type JsonValue } from '../../../json/json';
import type { Body } from '../../../model';
import { findReferences, wholeReference, type Reference } from '../../../prepare/template';

/** One body with the caller's identifiers, and the same with the owner's. */
export interface BodyPair {
  readonly own: JsonValue;
  readonly owners: JsonValue;
}

/** A string in which the two differ. */
export interface Difference {
  readonly own: string;
  readonly owners: string;
  /** False for items of a list, which have no name that could be a duplicate. */
  readonly isMember: boolean;
}

/** The JSON texts that are written for a string that differs; several repeat the member. */
export type WriteDifference = (own: string, owners: string) => readonly string[];

/** Whether what a reference gives is a text. */
export type IsText = (reference: Reference) => boolean;

/** Every string in which the two versions of a body differ. */
export function differences(pair: BodyPair): readonly Difference[] {
  return found(pair, false);
}

/** The owner's version as a body of text, its differing strings written by `write`. */
export function jsonTemplate(pair: BodyPair, write: WriteDifference, isText: IsText): Body {
  return {
    kind: 'text',
    text: textsOf(pair, write, isText).at(-1) ?? '',
    contentType: 'application/json',
  };
}

/** A string of a JSON body as written in a text. */
export function literal(text: string, isText: IsText): string {
  const whole = wholeReference(text);
  return whole === undefined || isText(whole) ? quoted(text) : text;
}

/** A string as JSON text whose references still are references. */
export function quoted(text: string): string {
  const references = findReferences(text);
  const ends = [0, ...references.map(({ end }) => end)];
  const starts = [...references.map(({ start }) => start), text.length];
  const literals = ends.map((end, index) => inString(text.slice(end, starts[index])));
  const marks = references.map(({ start, end }) => text.slice(start, end));
  return `"${literals.map((part, index) => `${part}${marks[index] ?? ''}`).join('')}"`;
}

/** The differing strings of a body, replaced. */
export function replaceDifferences(pair: BodyPair, replace: (owners: string) => JsonValue): JsonValue {
  const { own, owners } = pair;
  if (differs(pair)) {
    return replace(pair.owners);
  }
  if (isArray(owners)) {
    return owners.map((item, index) =>
      replaceDifferences({ own: childOf(own, index), owners: item }, replace),
    );
  }
  if (!isObject(owners)) {
    return owners;
  }
  const values = membersOf(own);
  return Object.fromEntries(
    Object.entries(owners).map(([name, member], index) => [
      name,
      replaceDifferences({ own: values[index] ?? null, owners: member }, replace),
    ]),
  );
}

function found({ own, owners }: BodyPair, isMember: boolean): readonly Difference[] {
  const pair = { own, owners };
  if (differs(pair)) {
    return [{ ...pair, isMember }];
  }
  if (isArray(owners)) {
    return owners.flatMap((item, index) => found({ own: childOf(own, index), owners: item }, false));
  }
  const values = membersOf(own);
  return isObject(owners)
    ? Object.values(owners).flatMap((member, index) =>
        found({ own: values[index] ?? null, owners: member }, true),
      )
    : [];
}

function textsOf(pair: BodyPair, write: WriteDifference, isText: IsText): readonly string[] {
  const { own, owners } = pair;
  if (differs(pair)) {
    return write(pair.own, pair.owners);
  }
  if (typeof owners === 'string') {
    return [literal(owners, isText)];
  }
  if (isArray(owners)) {
    const items = owners.map((item, index) => {
      const [text, ...more] = textsOf({ own: childOf(own, index), owners: item }, write, isText);
      return more.length > 0 && typeof item === 'string' ? literal(item, isText) : (text ?? '');
    });
    return [`[${items.join(',')}]`];
  }
  if (!isObject(owners)) {
    return [stringifyJson(owners)];
  }
  const values = membersOf(own);
  const members = Object.entries(owners).flatMap(([name, member], index) =>
    textsOf({ own: values[index] ?? null, owners: member }, write, isText).map(
      (text) => `${quoted(name)}:${text}`,
    ),
  );
  return [`{${members.join(',')}}`];
}

function differs(pair: BodyPair): pair is { readonly own: string; readonly owners: string } {
  return typeof pair.own === 'string' && typeof pair.owners === 'string' && pair.own !== pair.owners;
}

/**
 * JSON escapes; a backslash that keeps braces from being a reference stays single, because it is not sent.
 */
function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\\\{{', '\\{{');
}

function childOf(value: JsonValue, index: number): JsonValue {
  return isArray(value) ? (value[index] ?? null) : null;
}

function membersOf(value: JsonValue): readonly JsonValue[] {
  return isObject(value) ? Object.values(value) : [];
}
