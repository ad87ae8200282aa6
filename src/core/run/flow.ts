/**
 * What decides whether and when a request is sent: its condition (`when`) and the pause before it (`delayMs`).
 *
 * Who answers can tell from a request that came whether its condition held, so it is asked about nothing that may not
 * go there: a secret is refused at once, and what origins gave counts as sent (`sensitive`).
 */
import { defined } from '../defined';
import { isNumber, parseJson, stringifyJson, type JsonValue } from '../json/json';
import { joinMessages, phrase, type Message } from '../message';
import type { ChainRequest, Comparison, Condition, HttpResponse, Operator } from '../model';
import { joinSensitive, nothingSensitive } from '../permission/sensitive';
import { createFiller, type Filler, type MissingReference } from '../prepare/fill';
import { flowLocation, type FlowMember } from '../prepare/references';
import type { Scope } from '../prepare/scope';
import { wholeReference } from '../prepare/template';
import type { ExpectationResult, Reason, Substitution } from '../result/result';
import { AnswerRules } from './answerRules';
import { isRightlyAbsent, unresolvedResult } from './blame';
import { describeComparison } from './describeCheck';
import { cancelledUnderWay } from './exchange';
import type { Finding } from './judgeAnswer';
import { viewResponse } from './responseView';
import type { Admitted, RunStep } from './runStep';

/** A request without a condition and a pause. */
export const admitted: Admitted = { delayMs: 0, substitutions: [], sensitive: nothingSensitive };

/** What two decisions one after the other admit. */
export function joinAdmitted(first: Admitted, second: Admitted): Admitted {
  if (first === admitted || second === admitted) {
    return first === admitted ? second : first;
  }
  return {
    delayMs: second.delayMs,
    substitutions: [...first.substitutions, ...second.substitutions],
    sensitive: joinSensitive([first.sensitive, second.sensitive]),
  };
}

/** Whether a request is sent; the finding says why it is not. */
export type Admission =
  { readonly ok: true; readonly admitted: Admitted } | { readonly ok: false; readonly finding: Finding };

/** What is asked before a request is sent. */
export interface Gate {
  readonly when: Condition | undefined;
  readonly delayMs: ChainRequest['delayMs'];
}

/** Decides whether a request is sent, with the values that it has in `scope`. */
export async function admit(
  step: RunStep,
  scope: () => Scope,
  { when, delayMs: pause }: Gate,
): Promise<Admission> {
  if (when === undefined && pause === undefined) {
    return { ok: true, admitted };
  }
  const filler = createFiller(scope());
  const unmet = when === undefined ? undefined : await unmetCondition(step, when, filler);
  if (unmet !== undefined) {
    return { ok: false, finding: unmet };
  }
  const delayMs = pauseBefore(step, pause ?? 0, filler);
  if (typeof delayMs !== 'number') {
    return { ok: false, finding: delayMs };
  }
  const { substitutions, sensitive } = filler;
  return { ok: true, admitted: { delayMs, substitutions, sensitive } };
}

/** Why a request is not sent by its condition; absent when it is. */
async function unmetCondition(step: RunStep, when: Condition, filler: Filler): Promise<Finding | undefined> {
  const filled = when.comparisons.map((comparison) => fill(step, comparison, filler));
  const fault = flowFault(step, filler, {
    missing: filled.flatMap(({ missing }) => missing),
    member: 'when',
  });
  if (fault !== undefined) {
    return fault;
  }
  const results: ExpectationResult<Message>[] = [];
  for (const comparison of filled) {
    const result = await compare(step, comparison);
    if (step.signal.aborted) {
      return flowFinding('skipped', filler, { kind: 'cancelled', message: cancelledUnderWay });
    }
    if (result.passed === (when.needs === 'any')) {
      return result.passed ? undefined : notMet(filler, [result]);
    }
    results.push(result);
  }
  return when.needs === 'any' ? notMet(filler, results) : undefined;
}

interface FilledComparison {
  readonly comparison: Comparison;
  /** Absent when its variable has no value and it asks for that. */
  readonly value?: JsonValue;
  readonly operators: Comparison['operators'];
  readonly missing: readonly MissingReference[];
}

function fill(step: RunStep, comparison: Comparison, filler: Filler): FilledComparison {
  const before = filler.missing.length;
  const value = filler.operand(comparison.value, flowLocation('when'));
  const missing = filler.missing.slice(before);
  if (missing.length > 0 && asksForValue(comparison) && missing.every((one) => isRightlyAbsent(step, one))) {
    return { comparison, operators: comparison.operators, missing: [] };
  }
  const operators = comparison.operators.map((operator) =>
    readOperand(filler.operator(operator, flowLocation('when')), value),
  );
  return { comparison, value, operators, missing: filler.missing.slice(before) };
}

/**
 * What a value is compared with may be a text for the same reason as the value. Numbers have no order among texts, and
 * what is no text equals none.
 */
function readOperand(operator: Operator, value: JsonValue): Operator {
  const { operator: comparison, value: operand } = operator;
  if (typeof operand !== 'string' || !SCALAR.test(operand)) {
    return operator;
  }
  const read = parseJson(operand);
  switch (comparison) {
    case 'lessThan':
    case 'greaterThan':
      return isNumber(read) ? { operator: comparison, value: read } : operator;
    case 'equals':
    case 'notEquals':
      return typeof value === 'string' ? operator : { operator: comparison, value: read };
    default:
      return operator;
  }
}

/** A number, `true`, `false` or `null` in JSON (RFC 8259 §3). */
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

/** Whether a comparison only asks if a variable has a value. */
export function asksForValue({ value, operators }: Comparison): boolean {
  const isWhole = typeof value === 'string' && wholeReference(value) !== undefined;
  return isWhole && operators.every(({ operator }) => operator === 'exists');
}

/** A text may be compared as the JSON that it is: columns of a CSV file and values of `--var` are texts. */
async function compare(
  { item, settings, ports, signal }: RunStep,
  { comparison, value, operators }: FilledComparison,
): Promise<ExpectationResult<Message>> {
  const isText = typeof value === 'string';
  const view = viewResponse(
    answerWith(isText || value === undefined ? (value ?? '') : stringifyJson(value)),
    '',
  );
  const rules = new AnswerRules(view, ports, {
    timeoutMs: item.request.timeoutMs ?? settings.timeoutMs,
    signal,
  });
  const check = { ...(isText ? {} : { path: '$' }), operators };
  const results = await rules.check({ check, shown: check });
  const failure = results.find(({ passed }) => !passed);
  return {
    condition: describeComparison({ ...comparison, operators }),
    passed: failure === undefined,
    ...defined({ actual: failure?.actual }),
  };
}

function answerWith(text: string): HttpResponse {
  const body = new TextEncoder().encode(text);
  return { status: 200, statusText: '', httpVersion: '1.1', headers: [], body, wireSize: body.length };
}

function notMet(filler: Filler, results: readonly ExpectationResult<Message>[]): Finding {
  const faults = results.map(
    ({ condition, actual }) => phrase`${condition}, but it was ${actual ?? phrase`absent`}`,
  );
  const message = phrase`The condition was not met: ${joinMessages(faults, '; ')}.`;
  return flowFinding('skipped', filler, { kind: 'condition', message });
}

/** Milliseconds to wait, or why the request is not sent. */
function pauseBefore(step: RunStep, delayMs: number | string, filler: Filler): number | Finding {
  if (typeof delayMs === 'number') {
    return delayMs;
  }
  const before = filler.missing.length;
  const value = filler.operand(delayMs, flowLocation('delayMs'));
  const fault = flowFault(step, filler, { missing: filler.missing.slice(before), member: 'delayMs' });
  if (fault !== undefined) {
    return fault;
  }
  const milliseconds = Number(
    typeof value === 'string' && value.trim() !== '' ? value : stringifyJson(value),
  );
  return Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= MAX_PAUSE
    ? milliseconds
    : flowFinding('failed', filler, {
        kind: 'not-sendable',
        message: phrase`The pause "delayMs" is ${stringifyJson(value)}. It has to be a whole number of milliseconds, at most ${MAX_PAUSE}.`,
      });
}

/** Milliseconds of the longest pause, as the schema says. */
const MAX_PAUSE = 3_600_000;

/** Why a member that decides about sending cannot be worked out. */
export function flowFault(
  step: RunStep,
  filler: Filler,
  { missing, member }: { readonly missing: readonly MissingReference[]; readonly member: FlowMember },
): Finding | undefined {
  if (missing.length > 0) {
    return unresolvedResult(step, missing, recordedOf(filler));
  }
  const [secret] = filler.sensitive.secrets;
  return secret === undefined
    ? undefined
    : flowFinding('failed', filler, {
        kind: 'not-sendable',
        message: phrase`"${member}" uses the ${secret.label}. Whether and when the request arrives would tell something about it. Use a value that is not secret.`,
      });
}

/** What became of a request that was not sent. */
export function flowFinding(outcome: Finding['outcome'], filler: Filler, reason: Reason<Message>): Finding {
  const substitutions = recordedOf(filler);
  return { outcome, reasons: [reason], substitutions, extractions: [], expectations: [] };
}

/** What was filled in, as results show it: a secret that cannot be recognised is recorded as its stand-in. */
function recordedOf({ substitutions, sensitive }: Filler): readonly Substitution[] {
  const weak = sensitive.secrets.filter(({ value, standIn }) => standIn !== undefined && value !== '');
  return substitutions.map((one) => ({
    ...one,
    value: weak.reduce(
      (shown, { value, standIn = '' }) => shown.replaceAll(stringifyJson(value).slice(1, -1), standIn),
      one.value,
    ),
  }));
}
