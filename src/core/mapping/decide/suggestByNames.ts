/**
 * Mappings for requests that nobody has seen answered (imports of OpenAPI, Postman …), by names alone: a variable
 * that nothing gives a value and that is called like what an earlier request creates (the specification's §2.9).
 *
 * A guess, and said to be one: such a suggestion is never sure enough to be applied without being asked for.
 */
import type { ExtractionRule } from '../../extraction/extractionRules';
import { memberPath } from '../../language/memberPath';
import { hideReferences, splitUrl } from '../../prepare/template';
import { isStatic, namePlace, nounOf } from '../../language/placeName';

/** A request as far as names tell what it does. */
export interface NamedRequest {
  readonly method: string;
  /** As written, with references. */
  readonly url: string;
  /** It sends something that is called like a password. */
  readonly sendsPassword: boolean;
}

/** A variable that nothing gives a value. */
export interface OpenVariable {
  readonly name: string;
  /** Indices of the requests that use it, in order; none where all do. */
  readonly uses: readonly number[];
}

/** A guess at where a variable comes from. */
export interface NameSuggestion {
  readonly variable: string;
  /** Index of the request that would be answered with it. */
  readonly producer: number;
  readonly rule: ExtractionRule;
  readonly uses: readonly number[];
  /** From 0 to {@link MOST_BY_NAMES}. */
  readonly confidence: number;
  readonly reason: NameReason;
}

/** Why a request is thought to give a value: it creates the thing, replaces it, lists such things, or signs in. */
export type NameReason = 'created' | 'replaced' | 'listed' | 'signed-in';

/** Names alone never say more (the specification's §2.9). */
const MOST_BY_NAMES = 0.7;

const CONFIDENCE: Readonly<Record<NameReason, number>> = {
  created: MOST_BY_NAMES,
  'signed-in': 0.6,
  replaced: 0.5,
  listed: 0.4,
};
const TOKEN = /^(?:token|jwt|bearer|ticket)$/;
const SIGN_IN = /(?:^|\/)(?:log-?in|sign-?in|auth\w*|token|sessions?)\/?$/i;

/** Suggests a source for each open variable that has a likely one, in their order. */
export function suggestByNames(
  requests: readonly NamedRequest[],
  open: readonly OpenVariable[],
): readonly NameSuggestion[] {
  return open.flatMap((variable) => {
    const before = Math.min(requests.length, ...variable.uses);
    const found = sourceOf(variable.name, requests.slice(0, before));
    return found === undefined
      ? []
      : [{ variable: variable.name, uses: variable.uses, confidence: CONFIDENCE[found.reason], ...found }];
  });
}

type Source = Pick<NameSuggestion, 'producer' | 'rule' | 'reason'>;

/** The nearest earlier request that would have a value; a creation before a replacement before a list. */
function sourceOf(variable: string, earlier: readonly NamedRequest[]): Source | undefined {
  const { noun, field, isId } = namePlace(variable, []);
  if (field.some((word) => TOKEN.test(word))) {
    const producer = earlier.findLastIndex(isSignIn);
    const member = field.length > 1 ? field.join('_') : 'token';
    return producer === -1 ? undefined : { producer, reason: 'signed-in', rule: memberRule([member]) };
  }
  if (!isId || noun.length === 0) {
    return undefined;
  }
  const last = (method: string): number =>
    earlier.findLastIndex((request) => request.method === method && isCollection(request, noun));
  const id = field.at(-1) ?? 'id';
  const sources: readonly Source[] = [
    { producer: last('POST'), reason: 'created', rule: memberRule([id]) },
    { producer: last('PUT'), reason: 'replaced', rule: memberRule([id]) },
    { producer: last('GET'), reason: 'listed', rule: memberRule([0, id]) },
  ];
  return sources.find(({ producer }) => producer !== -1);
}

function memberRule(steps: readonly (string | number)[]): ExtractionRule {
  return {
    from: 'body',
    select: { kind: 'path', path: memberPath(steps) },
    all: false,
    optional: false,
  };
}

function isSignIn({ method, url, sendsPassword }: NamedRequest): boolean {
  return method === 'POST' && (sendsPassword || SIGN_IN.test(pathOf(url)));
}

/** Whether the path ends with the word for such things: `/orders`, not `/orders/{{id}}`. */
function isCollection({ url }: NamedRequest, noun: readonly string[]): boolean {
  const last = pathOf(url)
    .split('/')
    .findLast((segment) => segment !== '');
  return last !== undefined && isStatic(last) && nounOf(last).join(' ') === noun.join(' ');
}

function pathOf(url: string): string {
  const { pathStart, queryStart } = splitUrl(url);
  return hideReferences(url.slice(pathStart, queryStart));
}
