/**
 * A part of a response as a script takes it, step by step, and the extraction that takes the same.
 *
 * A chain takes a part of a body either by path or by regular expression. Where a script does both, the
 * expression is applied to the whole body instead, which the part says of itself: it wants to be looked at.
 */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { defined } from '../../../../core/defined';
import { memberPath } from '../../../../core/language/memberPath';
import { compileRegex } from '../../../../core/regex';
import { captureGroup, firstMatchOnly, insideGroup, joinFlags } from './regexText';

/** A part of a response. */
export interface ResponsePart {
  readonly from: 'body' | 'header' | 'cookie' | 'status' | 'url';
  /** Of a header or cookie. */
  readonly name?: string;
  /** JSONPath, once the body was read as JSON. */
  readonly path?: string;
  /** Expression whose first group is the part. */
  readonly regex?: string;
  /** The part is in an item of this list (JSONPath) at which a loop is; then `path` leads through all of them. */
  readonly item?: string;
  /** The extraction takes nearly the same as the script. */
  readonly isNear?: true;
}

/** A regular expression of a script. */
export interface ScriptRegex {
  readonly source: string;
  readonly flags: string;
}

/** A member or item of JSON. Absent for texts, which have none that a chain can take. */
export function memberOfPart(part: ResponsePart, step: string | number): ResponsePart | undefined {
  return part.path === undefined || part.regex !== undefined || step === 'length'
    ? undefined
    : { ...part, path: part.path + memberPath([step]).slice(1) };
}

/** The items of a list for which a member has a value: `find(item => item.name === 'x')`. */
export function itemWhere(part: ResponsePart, member: string, operand: string): ResponsePart | undefined {
  return part.path === undefined || part.regex !== undefined
    ? undefined
    : { ...part, path: `${part.path}[?@${member} == ${operand}]` };
}

/** The body as JSON. */
export function asJson(part: ResponsePart): ResponsePart {
  return part.from === 'body' && part.path === undefined && part.regex === undefined
    ? { ...part, path: '$' }
    : part;
}

/** What an expression finds in a part: its group, or with 0 the whole match. Absent when a chain cannot say it. */
export function matchInPart(
  part: ResponsePart,
  { source, flags }: ScriptRegex,
  group: number,
): ResponsePart | undefined {
  const chosen = captureGroup(source, group);
  // In the whole body the item cannot be distinguished from the others.
  if (chosen === undefined || part.item !== undefined) {
    return undefined;
  }
  const captured = joinFlags(chosen, flags);
  const isOfJson = part.path !== undefined;
  const own =
    isOfJson || part.isNear === true ? captured.replace(/[<>&](?![^[]*\])/g, asWrittenInJson) : captured;
  const regex =
    part.regex === undefined
      ? part.from === 'body'
        ? firstMatchOnly(own)
        : own
      : insideGroup(part.regex, own);
  if (regex === undefined || !compileRegex(regex).ok) {
    return undefined;
  }
  const { path: _path, ...rest } = part;
  return { ...rest, regex, ...(isOfJson || part.regex !== undefined ? { isNear: true } : {}) };
}

/** The extraction that takes a part into a variable. */
export function extractionOf(variable: string, part: ResponsePart, isOptional: boolean): WrittenExtraction {
  const { from, name, path, regex } = part;
  return {
    variable,
    from,
    ...defined({ name }),
    ...(path === undefined || path === '$' ? {} : { path }),
    ...defined({ regex }),
    ...(isOptional ? { optional: true } : {}),
  };
}

/** Servers may write these as escapes in JSON. */
function asWrittenInJson(mark: string): string {
  const code = mark.charCodeAt(0).toString(16).padStart(4, '0');
  return `(?:${mark}|\\\\u${code})`;
}
