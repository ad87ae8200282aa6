/** Evidence in answers: which data of an owner a caller was given, and which was the caller's own. */
import { defined } from '../../../defined';
import type { Message } from '../../../message';
import type { Hash } from '../../../ports';
import type { RecordedExchange, RecordedResponse } from '../../../result/result';
import type { LeakEvidence } from '../../model/authzResult';
import { findLeaks, withoutKnown } from '../../judge/leaks/findLeaks';
import { distinctiveValues, PLANTED, type KnownValue } from '../../judge/leaks/distinctiveValues';
import type { Target } from '../objects/target';

/** What identifies data as an owner's. */
export interface OwnersData {
  /** What the owner sees: of the object, or what a granted user is answered. */
  readonly view: RecordedResponse | undefined;
  readonly canary?: string;
  /** Further answers to the owner, in which the planted text may be. */
  readonly seen?: readonly RecordedResponse[];
  /** JSONPaths. */
  readonly markers: readonly string[];
}

/** What the caller may have from elsewhere. */
export interface Innocent {
  /** What the attack sent: an echo proves nothing. */
  readonly sent: RecordedExchange['request'] | undefined;
  /** What the caller is answered about own and absent objects. */
  readonly answers: readonly (RecordedResponse | undefined)[];
  /** Values that everybody may know. */
  readonly ignore: readonly string[];
}

/**
 * Leaks of an answer; `unknown` when the owner's data has nothing distinctive that the caller does not have. A
 * planted text that the owner is not shown proves no absence: where it is not shown to anybody, it cannot leak.
 */
export interface Leak {
  readonly leak: 'yes' | 'no' | 'unknown';
  readonly evidence: readonly LeakEvidence<Message>[];
}

/** Searches an answer for data of the owner. */
export function leakIn(
  response: RecordedResponse | undefined,
  owners: OwnersData,
  innocent: Innocent,
  hash: Hash,
): Leak {
  const values = notInnocent(valuesOf(owners), owners.canary, innocent);
  const evidence = response === undefined ? [] : findLeaks(response, values, hash);
  if (evidence.length > 0) {
    return { leak: 'yes', evidence };
  }
  const isDistinctive = values.some(({ value }) => value !== owners.canary || showsText(owners, value));
  return { leak: isDistinctive ? 'no' : 'unknown', evidence };
}

function showsText({ view, seen = [] }: OwnersData, text: string): boolean {
  return [view, ...seen].some((answer) => answer?.body.content.includes(text) === true);
}

/** The planted text is the owner's wherever it turns up: nobody who is given it elsewhere may have it. */
function notInnocent(
  values: readonly KnownValue[],
  canary: string | undefined,
  { sent, answers, ignore }: Innocent,
): readonly KnownValue[] {
  const planted = values.filter(({ value }) => value === canary);
  const others = values.filter(({ value }) => value !== canary);
  return [
    ...withoutKnown(planted, innocentTexts({ sent, answers: [], ignore }), []),
    ...withoutKnown(others, innocentTexts({ sent, answers, ignore }), ignore),
  ];
}

/** Whether an answer shows the caller's own object, and nothing that is the owner's as well. */
export function showsOwn(
  response: RecordedResponse,
  own: Target | undefined,
  { view: theirView, sent }: Pick<OwnersData, 'view'> & Pick<Innocent, 'sent'>,
  hash: Hash,
): boolean {
  if (own === undefined) {
    return false;
  }
  const { object, view } = own;
  const mine = valuesOf({ view, canary: object.canary, markers: object.resource.marker });
  const values = notInnocent(mine, object.canary, { sent, answers: [theirView], ignore: [] });
  return findLeaks(response, values, hash).length > 0;
}

function valuesOf({ view, canary, markers }: OwnersData): readonly KnownValue[] {
  if (view !== undefined) {
    return distinctiveValues(view, { ...defined({ canary }), markers });
  }
  return canary === undefined ? [] : [{ value: canary, name: PLANTED }];
}

function innocentTexts({ sent, answers }: Innocent): readonly string[] {
  const request =
    sent === undefined
      ? []
      : [[sent.url, ...sent.headers.map(({ value }) => value), sent.body?.content ?? ''].join('\n')];
  return [...request, ...answers.flatMap((answer) => (answer === undefined ? [] : [textOfAnswer(answer)]))];
}

/** Everything an answer holds, as one text. */
function textOfAnswer({ headers, body }: RecordedResponse): string {
  const content = body.encoding === 'base64' ? atob(body.content) : body.content;
  return [...headers.map(({ name, value }) => `${name}: ${value}`), content].join('\n');
}
