/**
 * How what a run got differs from what was recorded: whether a request was refused, and whether the response is of
 * another kind or about another record. A status alone says little: a wrong id is often answered with 200.
 */
import { isArray, isObject } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { treeOf } from '../../edit/jsonEdit';
import { CALL } from '../../files/chainShape';
import { valueAtSteps } from '../../extraction/responsePart';
import { bodyJson } from '../../language/bodyJson';
import { jsonTexts } from '../../prepare/references';
import { findReferences } from '../../prepare/template';
import type { RequestReference, RequestResult } from '../../result/result';
import type { Said } from '../../say';
import type { RecordedStep } from '../read/recordedSession';
import { contentDifference, kindDifference } from './responseKind';

/**
 * - `unanswered`: nothing came back; `blocked`: nothing was sent
 * - `refused`: an error now, none in the recording, or a form that comes back instead of leading on
 * - `extraction`: a rule found nothing; `expectation`: a condition of the chain does not hold
 * - `status`: another class of status; `kind`: JSON with other members, or no JSON; `content`: another record
 * - `stale`: a recorded id was sent and accepted, although the run has another one for it
 */
export type DifferenceKind =
  | 'unanswered'
  | 'blocked'
  | 'refused'
  | 'extraction'
  | 'expectation'
  | 'status'
  | 'kind'
  | 'content'
  | 'stale';

/** How a request of a run differs from the recording. */
export interface RunDifference {
  /** Id of the request. */
  readonly request: string;
  readonly kind: DifferenceKind;
  /** The request did not pass, or was refused. */
  readonly isFailure: boolean;
  /** A part of a sentence, or a message of the run. */
  readonly words: Said;
  /** The variable that was not extracted, or that has no value. */
  readonly variable?: string;
  /** Requests that should have given the value: the one that extracts it, and the one that failed first. */
  readonly causes?: readonly RequestReference[];
}

/** The first way in which a request differs from its recording; absent when it went as recorded, or was skipped. */
export function differenceOf(
  recorded: RecordedStep | undefined,
  result: RequestResult,
  sent: ReadonlySet<string>,
): RunDifference | undefined {
  if (result.outcome === 'skipped') {
    return undefined;
  }
  const request = result.request.id;
  const found =
    unsent(result) ?? refused(recorded, result) ?? failed(result) ?? other(recorded, result, sent);
  return found === undefined ? undefined : { request, ...found };
}

type Found = Omit<RunDifference, 'request'>;

function unsent(result: RequestResult): Found | undefined {
  const { outcome, reasons, exchange } = result;
  const [reason] = reasons;
  if (outcome === 'blocked') {
    return {
      kind: 'blocked',
      isFailure: true,
      words: (say) => (reason === undefined ? say('not sent') : say(reason.message)),
      ...(reason?.kind === 'unresolved'
        ? {
            variable: reason.variable,
            causes: [reason.producer, reason.rootCause?.request].filter((cause) => cause !== undefined),
          }
        : {}),
    };
  }
  const isHeldBack = reason?.kind === 'refused' || reason?.kind === 'not-sendable';
  // Another chain as a step has no exchange of its own.
  const isRun = result.method === CALL && !isHeldBack && reason?.kind !== 'transport';
  if (exchange?.response !== undefined || isRun) {
    return undefined;
  }
  return {
    kind: isHeldBack ? 'blocked' : 'unanswered',
    isFailure: true,
    words: (say) => (reason === undefined ? say('no answer') : say(reason.message)),
  };
}

/** The statuses on the way of a request: of redirects and, last, of the answer. */
function statusesOf({ exchange }: RequestResult): readonly number[] {
  const last = exchange?.response?.status;
  return [...(exchange?.redirects ?? []).map(({ status }) => status), ...(last === undefined ? [] : [last])];
}

function refused(recorded: RecordedStep | undefined, result: RequestResult): Found | undefined {
  const before = recorded?.response?.status;
  const statuses = statusesOf(result);
  const status = statuses.at(-1) ?? 0;
  const isRefused =
    before !== undefined &&
    before < 400 &&
    (status >= 400 || (wasAcceptedForm(recorded) && !statuses.some(isRedirect)));
  return isRefused ? { kind: 'refused', isFailure: true, words: answeredInstead(status, before) } : undefined;
}

/** A page that takes a form leads on to another one; with an error in it, it comes again. */
function wasAcceptedForm(recorded: RecordedStep | undefined): boolean {
  return recorded?.method === 'POST' && isRedirect(recorded.response?.status ?? 0);
}

function isRedirect(status: number): boolean {
  return classOf(status) === 3;
}

function failed({ outcome, reasons }: RequestResult): Found | undefined {
  if (outcome !== 'failed') {
    return undefined;
  }
  const [first] = reasons;
  const missing = reasons.find((reason) => reason.kind === 'extraction');
  return missing === undefined
    ? {
        kind: 'expectation',
        isFailure: true,
        words: (say) => (first === undefined ? say('failed') : say(first.message)),
      }
    : {
        kind: 'extraction',
        isFailure: true,
        words: (say) => say(missing.message),
        variable: missing.variable,
      };
}

function other(
  recorded: RecordedStep | undefined,
  result: RequestResult,
  sent: ReadonlySet<string>,
): Found | undefined {
  const before = recorded?.response;
  const now = result.exchange?.response;
  if (before === undefined || now === undefined) {
    return undefined;
  }
  const statuses = statusesOf(result);
  if (!statuses.some((status) => classOf(status) === classOf(before.status))) {
    return {
      kind: 'status',
      isFailure: false,
      words: answeredInstead(now.status, before.status),
    };
  }
  const isLed = statuses.length > 1;
  const older = isLed ? undefined : bodyJson(before.text, before.mediaType);
  if (older === undefined || !(isArray(older) || isObject(older))) {
    return undefined;
  }
  const newer = bodyJson(now.body.content, now.body.mediaType);
  const kind = kindDifference(older, newer);
  const content = kind === undefined ? contentDifference(older, newer, sent) : undefined;
  return kind !== undefined
    ? { kind: 'kind', isFailure: false, words: (say) => say('another answer than recorded: {0}', kind(say)) }
    : content !== undefined
      ? {
          kind: 'content',
          isFailure: false,
          words: (say) => say('an answer about something else: {0}', content(say)),
        }
      : undefined;
}

function answeredInstead(status: number, before: number): Said {
  return (say) => say('answered with {0} instead of {1}', status, before);
}

/** 304 means the 200 that it repeats (RFC 9110 §15.4.5). */
function classOf(status: number): number {
  return status === 304 ? 2 : Math.floor(status / 100);
}

/** Shorter texts are words such as `open`, which a server changes. */
const MIN_LENGTH = 4;

/** The texts without references that the bodies of a chain send. */
export function sentTexts(text: string): ReadonlySet<string> {
  const requests = valueAtSteps(valueOf(treeOf(text)), ['requests']);
  const list = requests !== undefined && isArray(requests) ? requests : [];
  const bodies = list.flatMap((request) => (isObject(request) ? (request['body'] ?? []) : []));
  return new Set(
    jsonTexts(bodies)
      .map((one) => one.text)
      .filter((one) => one.length >= MIN_LENGTH && findReferences(one).length === 0),
  );
}
