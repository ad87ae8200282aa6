/**
 * Asks a tracker for duplicates, makes an issue, comments on one. What went wrong is said in words that a person can
 * act on; nothing is made twice, and no answer of a tracker leads a token anywhere else.
 */
import type { HttpRequest } from '../../core/model';
import type { SendFailure, SendResult } from '../../core/ports';
import { oneLine, shorten } from '../../core/shownText';
import { NOT_SENT, sendWithRetry, type SendingPorts } from '../sendWithRetry';
import type { IssueDraft } from './issueDraft';
import type { FoundIssue, Tracker, TrackerAccess } from './trackers/tracker';

/** A tracker, and the right to use it. */
export interface OpenTracker {
  readonly tracker: Tracker;
  readonly access: TrackerAccess;
  /** Masks the words of the tracker, which may repeat what it was sent. */
  readonly mask: (text: string) => string;
}

/** An issue as the person sees it. */
export interface IssueLink {
  readonly key: string;
  /** `#12`, `SHOP-12`. */
  readonly name: string;
  readonly url: string;
}

/** The outcome. */
export type Raised<T> = { readonly ok: true; readonly value: T } | NotRaised;

/** `message` says what went wrong, `todo` what to do. */
export interface NotRaised {
  readonly ok: false;
  readonly message: string;
  readonly todo: string;
  /** It was under way: only a look at the tracker tells whether it is there. */
  readonly mayBeThere: boolean;
}

/** Issues with the fingerprint, the open ones first. Never rejects. */
export async function findDuplicates(
  { tracker, access, mask }: OpenTracker,
  fingerprint: string,
  ports: SendingPorts,
  signal: AbortSignal,
): Promise<Raised<readonly (FoundIssue & IssueLink)[]>> {
  const sent = await sendWithRetry(tracker.search(access, fingerprint), mayAskAgain, ports, signal);
  const notSearched = (why: string): string => `${tracker.title} was not searched: ${why}`;
  const answer = readAnswer(sent, { tracker, mask, messageOf: notSearched });
  if (!answer.ok) {
    return answer;
  }
  const found = tracker.readSearch(answer.value, fingerprint);
  return found === undefined
    ? strangeAnswer(notSearched)
    : {
        ok: true,
        value: found
          .map((issue) => ({ ...issue, title: oneLine(issue.title), ...linkOf(tracker, access, issue.key) }))
          .toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen)),
      };
}

/** Makes an issue. Never rejects. */
export async function createIssue(
  open: OpenTracker,
  draft: IssueDraft,
  ports: SendingPorts,
  signal: AbortSignal,
): Promise<Raised<IssueLink>> {
  const { tracker, access } = open;
  const words = {
    messageOf: (why: string) => `${tracker.title} took no issue: ${why}`,
    lookFirst: LOOK_BY_FINGERPRINT,
  };
  const answer = await post(tracker.create(access, draft), { ...open, ...words }, ports, signal);
  if (!answer.ok) {
    return answer;
  }
  const key = tracker.readCreated(answer.value);
  return key === undefined
    ? strangeAnswer((why) => `${tracker.title} may have taken the issue: ${why}`, LOOK_BY_FINGERPRINT)
    : { ok: true, value: linkOf(tracker, access, key) };
}

/** Adds a comment to an issue. Never rejects. */
export async function commentOnIssue(
  open: OpenTracker,
  { key, body }: { readonly key: string; readonly body: string },
  ports: SendingPorts,
  signal: AbortSignal,
): Promise<Raised<IssueLink>> {
  const { tracker, access } = open;
  const words = {
    messageOf: (why: string) => `${tracker.title} took no comment: ${why}`,
    lookFirst: LOOK_AT_ISSUE,
  };
  const answer = await post(tracker.comment(access, key, body), { ...open, ...words }, ports, signal);
  return answer.ok ? { ok: true, value: linkOf(tracker, access, key) } : answer;
}

/** What was cancelled before it was sent is not there for certain. */
async function post(
  request: HttpRequest,
  reading: Reading,
  ports: SendingPorts,
  signal: AbortSignal,
): Promise<Raised<unknown>> {
  if (!signal.aborted) {
    return readAnswer(await sendWithRetry(request, wasNotTaken, ports, signal), reading);
  }
  const message = reading.messageOf('it was cancelled before it was sent.');
  return { ok: false, message, todo: 'Raise it again when you want to.', mayBeThere: false };
}

/** An issue of a tracker as a link. */
export function linkOf(
  tracker: Tracker,
  place: Pick<TrackerAccess, 'server' | 'project'>,
  key: string,
): IssueLink {
  return { key, name: tracker.issueName(key), url: tracker.issueUrl(place, key) };
}

/** Answers after which a question is asked again. */
const BUSY: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Asking changes nothing, so that it is done again whatever happened on the way. */
function mayAskAgain(sent: SendResult): boolean {
  return sent.ok ? BUSY.has(sent.response.status) : isPassing(sent.failure);
}

function isPassing({ code }: SendFailure): boolean {
  return NOT_SENT.has(code) || code === 'connection-reset';
}

/** Only where the tracker says so, or was not reached: an issue would be there twice. */
function wasNotTaken(sent: SendResult): boolean {
  return sent.ok
    ? sent.response.status === 429 || sent.response.status === 503
    : NOT_SENT.has(sent.failure.code);
}

const ASK_AGAIN = 'Try again, or look through its issues yourself.';
const LOOK_BY_FINGERPRINT =
  'Raise it again in a minute to find out: an issue that is there is found by its fingerprint first.';
const LOOK_AT_ISSUE = 'Look at the issue before you send it again, so that it is not there twice.';

type MessageOf = (why: string) => string;

interface Reading extends Pick<OpenTracker, 'tracker' | 'mask'> {
  /** Says what did not happen, and why. */
  readonly messageOf: MessageOf;
  /** How a person finds out whether it did; absent when nothing was to be changed. */
  readonly lookFirst?: string;
}

function readAnswer(sent: SendResult, reading: Reading): Raised<unknown> {
  const { tracker, messageOf, lookFirst } = reading;
  if (!sent.ok) {
    return fault(sent.failure, reading);
  }
  const { status, body } = sent.response;
  const json = parsed(body);
  if (status < 200 || status >= 300) {
    return refusal(status, json, { ...reading, response: sent.response });
  }
  return json === undefined
    ? strangeAnswer(lookFirst === undefined ? messageOf : (why) => mayHaveTaken(tracker, why), lookFirst)
    : { ok: true, value: json };
}

/** Absent when it is not JSON. */
function parsed(body: HttpRequest['body']): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

function mayHaveTaken({ title }: Tracker, why: string): string {
  return `${title} may have taken it: ${why}`;
}

function strangeAnswer(messageOf: MessageOf, lookFirst?: string): NotRaised {
  return {
    ok: false,
    message: messageOf('its answer cannot be read.'),
    todo: lookFirst ?? ASK_AGAIN,
    mayBeThere: lookFirst !== undefined,
  };
}

function fault({ code, message, todo }: SendFailure, { tracker, messageOf, lookFirst }: Reading): NotRaised {
  return lookFirst === undefined || NOT_SENT.has(code)
    ? { ok: false, message: messageOf(message), todo, mayBeThere: false }
    : unsure(tracker, message, lookFirst);
}

function unsure(tracker: Tracker, why: string, lookFirst: string): NotRaised {
  return { ok: false, message: mayHaveTaken(tracker, why), todo: lookFirst, mayBeThere: true };
}

/** UTF-16 code units that a tracker's own words may take. */
const MAX_COMPLAINT = 300;

type SentResponse = Extract<SendResult, { ok: true }>['response'];

/** A server that failed, or a gateway without an answer, may still have done the work; 503 says that it did not. */
function refusal(
  status: number,
  json: unknown,
  { tracker, mask, messageOf, lookFirst, response }: Reading & { readonly response: SentResponse },
): NotRaised {
  const why = `it answered with ${status}.`;
  if (lookFirst !== undefined && status >= 500 && status !== 503) {
    return unsure(tracker, why, lookFirst);
  }
  const words = status < 500 && json !== undefined ? tracker.complaints(json).join(' ') : '';
  const complaint = words === '' ? '' : ` It says: ${shorten(oneLine(mask(words)), MAX_COMPLAINT)}`;
  return {
    ok: false,
    message: `${messageOf(why)}${complaint}`,
    todo: remedy(status, tracker, response),
    mayBeThere: false,
  };
}

function remedy(status: number, tracker: Tracker, { headers }: SentResponse): string {
  const isLimited = headers.some(
    ({ name, value }) =>
      (name.toLowerCase() === 'x-ratelimit-remaining' && value === '0') ||
      name.toLowerCase() === 'retry-after',
  );
  if (status === 429 || (status === 403 && isLimited)) {
    return 'It was asked too often; wait a few minutes and try again.';
  }
  if (status >= 300 && status < 400) {
    return 'The project has moved, and a token is not carried along; name its new place.';
  }
  return tracker.remedies[status] ?? COMMON_REMEDIES[status] ?? (status >= 500 ? TRY_LATER : CHECK);
}

const TRY_LATER = 'It has a fault of its own; try again later. Nothing of your draft is lost.';
const CHECK = 'Check the server, the project and the token.';

const COMMON_REMEDIES: Readonly<Record<number, string>> = {
  400: 'It did not understand the issue; check the title, the labels and the project.',
  401: 'The token is not accepted: it may have ended, or be one of another server. Give a new one.',
  403: 'The token may not do this; let it write issues of the project.',
  404: 'Check the server and the project, and that the token may see it.',
  410: 'The project takes no issues any more; name another one.',
  422: 'It did not accept the issue; check the title and the labels.',
};
