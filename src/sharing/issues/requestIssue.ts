/** The issue about a request that failed, or was not sent because of what failed before it. */
import type { FailingSince } from '../../core/compare/failingSince';
import type { CauseStep } from '../../core/run/causePath';
import type { WrittenRequest } from '../../core/analysis/writtenRequest';
import { CALL } from '../../core/files/chainShape';
import { resultAtFault } from '../../core/result/partTree';
import { answerOf, humanTime, reasonText } from '../../core/result/resultViews';
import {
  nameOfPart,
  type ExecutionResult,
  type ExtractionResult,
  type Reason,
  type RequestResult,
} from '../../core/result/result';
import { exchangeSections } from './exchangeText';
import { draftOf, shortListing, type DraftContext, type IssueContent, type IssueDraft } from './issueDraft';
import { codeSpan } from './issueText';

/** A request that did not pass, with what is known about it; everything is masked. */
export interface RequestTrouble {
  readonly run: Pick<ExecutionResult, 'chain' | 'environment' | 'startedAt'>;
  readonly request: RequestResult;
  /** The way to the root cause, itself first. */
  readonly causes: readonly CauseStep[];
  /** Absent when its file is not at hand. */
  readonly written?: WrittenRequest;
  /** Absent when no results were kept. */
  readonly since?: FailingSince;
}

/** Whether there is something to raise. */
export function isTrouble({ outcome }: Pick<RequestResult, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'blocked';
}

/** The draft about a request. */
export function requestIssue(trouble: RequestTrouble, context: DraftContext): IssueDraft {
  return draftOf(requestContent(trouble), context);
}

/** What an issue says of a request. */
export function requestContent(trouble: RequestTrouble): IssueContent {
  const { run, request, causes, written, since } = trouble;
  const { chain, id } = request.request;
  const name = nameOfPart(request);
  const answer = answerOf(request);
  const unsent = request.method === CALL ? 'was not run' : 'was not sent';
  const what = request.outcome === 'blocked' ? unsent : 'failed';
  const { exchange } = resultAtFault(request);
  return {
    title: `${name} ${what}: ${firstSentence(request)}`,
    happened: `${codeSpan(request.method)} ${codeSpan(name)} ${what}${request.exchange === undefined ? '' : `: ${codeSpan(answer)}`}.`,
    facts: [
      ['Chain', run.chain.name],
      ['File', written === undefined ? chain : `${written.file}:${written.line}`],
      ['Request', id],
      ['Environment', run.environment],
      ['Run', humanTime(run.startedAt)],
      ['First seen', since === undefined ? undefined : humanTime(since.firstSeen)],
      ['Last good', since?.lastGood === undefined ? undefined : humanTime(since.lastGood)],
    ],
    sections: [
      { title: 'Expected', language: 'text', text: expectedText(request) },
      { title: 'Actual', language: 'text', text: actualText(request, answer) },
      { title: 'Root cause', language: 'text', text: causeText(causes) },
      ...(exchange === undefined ? [] : exchangeSections(exchange)),
      ...(written === undefined
        ? []
        : [{ title: 'In the chain', language: 'jsonc', text: shortListing(written.text) }]),
    ],
    labels: ['bug'],
    identity: ['request', chain, id, request.reasons[0]?.kind ?? '', statusClass(request)],
  };
}

function firstSentence(request: RequestResult): string {
  const [reason] = request.reasons;
  return reason === undefined
    ? answerOf(request)
    : (/^.*?[.!?](?=\s|$)/.exec(reason.message)?.[0] ?? reason.message);
}

/** `5xx`, `timeout`: as much of an answer as stays the same while a fault lasts. */
function statusClass({ exchange }: RequestResult): string {
  const status = exchange?.response?.status;
  return status === undefined ? (exchange?.failure?.code ?? '') : `${Math.floor(status / 100)}xx`;
}

function expectedText(request: RequestResult): string {
  const conditions = request.expectations.map(
    ({ condition, passed }) => `${passed ? '✓' : '✗'} ${condition}`,
  );
  const lines = [...conditions, ...request.reasons.flatMap((reason) => wanted(reason, request.extractions))];
  return shortListing([...new Set(lines)].join('\n'));
}

/** What was wanted instead of a reason; conditions are listed anyway. */
function wanted(reason: Reason, extractions: readonly ExtractionResult[]): readonly string[] {
  switch (reason.kind) {
    case 'extraction': {
      const from = extractions.find(({ variable }) => variable === reason.variable)?.from;
      return [`The answer gives ${reason.variable}${from === undefined ? '' : ` (${from})`}.`];
    }
    case 'unresolved':
      return [`${reason.variable} has a value.`];
    case 'transport':
      return ['The server answers.'];
    case 'redirect':
    case 'not-sendable':
    case 'refused':
    case 'authentication':
      return ['The request is sent and answered.'];
    default:
      return [];
  }
}

function actualText({ reasons, expectations }: RequestResult, answer: string): string {
  const found = expectations.flatMap(({ condition, passed, actual }) =>
    passed || actual === undefined ? [] : [`${condition}: ${actual}`],
  );
  return shortListing([answer, ...reasons.map(reasonText), ...found].join('\n'));
}

/** The steps behind the request itself. */
function causeText(causes: readonly CauseStep[]): string {
  const behind = causes.slice(1).map(({ name, outcome, message }) => `${name} (${outcome}): ${message}`);
  return shortListing(behind.join('\n'));
}
