/** A chain of three requests of which one gets a hostile answer: the others must not be touched by it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chainOf } from '../../node/workspace';
import { faultsOfEnding, measure } from '../measured';
import { missingReports, onStage, reportsTo, type HostileOutcome } from './against';
import type { HostileTarget } from './targets';

/** For the hostile answer, milliseconds: some never end, and some are large. */
const TIMEOUT_MS = 1500;

const CHAIN_REPORTS = ['json', 'junit', 'html', 'markdown', 'har'] as const;

/** Runs a chain of three requests of which one gets the hostile answer. */
export async function chainAgainst(
  target: HostileTarget,
  position: 'first' | 'middle',
): Promise<HostileOutcome> {
  const honest = {
    id: 'honest',
    method: 'GET',
    url: '{{baseUrl}}/ok',
    expect: { status: 200, body: [{ path: '$.ok', equals: true }] },
  };
  const hostile = {
    id: 'hostile',
    method: 'GET',
    url: '{{oddUrl}}',
    timeoutMs: TIMEOUT_MS,
    extract: [{ variable: 'id', from: 'body', path: '$.id' }],
    expect: { status: 200 },
    ...target.request,
  };
  const follower = {
    id: 'follower',
    method: 'POST',
    url: '{{baseUrl}}/ok',
    body: { json: { id: '{{id}}' } },
  };
  const requests = position === 'first' ? [hostile, follower, honest] : [honest, hostile, follower];
  const isPassed = target.outcome === 'passed';
  const expected = { honest: 'passed', hostile: target.outcome, follower: isPassed ? 'passed' : 'blocked' };
  const chain = { 'main.chain.json': chainOf(requests, { status: 'active', environment: 'local' }) };
  return onStage(target, 'attack', chain, async ({ folder }) => {
    const end = await measure(
      ['run', 'main.chain.json', ...reportsTo(CHAIN_REPORTS), '--reporter', 'console'],
      folder,
    ).end;
    const outcomes = await readOutcomes(path.join(folder, 'report.json'));
    const faults = [
      ...faultsOfEnding(end),
      ...(await missingReports(folder, CHAIN_REPORTS)),
      ...(end.code === (isPassed ? 0 : 1) ? [] : [`the exit code is ${end.code}: ${end.stderr.slice(-300)}`]),
      ...Object.entries(expected).flatMap(([id, outcome]) =>
        outcomes.get(id)?.startsWith(outcome) === true
          ? []
          : [`${id} is not ${outcome}: ${outcomes.get(id) ?? 'not in the report'}`],
      ),
    ];
    return { faults, end, lostVerdicts: 0 };
  });
}

interface ReportedRequest {
  readonly request: { readonly id: string };
  readonly outcome: string;
  readonly reasons: readonly { readonly message: string }[];
}

async function readOutcomes(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '{"results":[]}');
  const { results } = JSON.parse(text) as {
    readonly results: readonly { readonly requests: readonly ReportedRequest[] }[];
  };
  return new Map(
    results.flatMap(({ requests }) =>
      requests.map(({ request: { id }, outcome, reasons }) => [
        id,
        [outcome, ...reasons.map(({ message }) => message)].join(': '),
      ]),
    ),
  );
}
