/**
 * The responses that a source has, as a result of the chain that its requests went to. It says `recorded`:
 * nothing in it was sent or judged by us, so that none of its requests has passed. What the requests extract is
 * taken from it, so that previews have values before the first run.
 */
import { defined } from '../../../core/defined';
import { readChain } from '../../../core/files/chainFile';
import type { Extraction } from '../../../core/model';
import type { ExecutionResult, RequestResult, SavedExample } from '../../../core/result/result';
import { oneLine, shorten } from '../../../core/shownText';
import type { ComposedChain } from './composeFiles';
import type { ImportedExchange, KeptRequest } from '../shape/imported';
import type { KeptExamples, RecordedRules } from '../shape/recordedResponses';

/** The recorded exchanges of a chain; credentials are still in them. */
export interface ChainRecording {
  /** Path of the chain, relative to the chosen folder. */
  readonly path: string;
  /** Name of the chain. */
  readonly name: string;
  /** What they were read from, as the user named it. */
  readonly source: string;
  /** In the order of the chain. */
  readonly requests: readonly RecordedOfRequest[];
}

/** What is recorded of a request. */
interface RecordedOfRequest extends KeptExamples {
  readonly id: string;
  readonly name: string;
  /** Rules of the request that are applied to its response. */
  readonly extract: readonly Extraction[];
}

/** The recorded exchanges of a chain; absent when its source has no response. */
export function recordingOf(
  { path, name, text, requests }: ComposedChain,
  source: string,
): ChainRecording | undefined {
  const answered = requests.filter(({ source: kept }) => hasResponse(kept));
  if (answered.length === 0) {
    return undefined;
  }
  const recording = {
    ...{ path, name, source },
    requests: answered.map(({ id, source: { name: title, recorded, examples } }) => ({
      ...{ id, name: title, extract: [] },
      ...defined({ recorded, examples }),
    })),
  };
  const extracts = answered.some(({ source: kept }) => kept.request['extract'] !== undefined);
  return extracts ? withRulesOf(recording, text) : recording;
}

/** A recording whose requests extract what the text of their chain says. */
export function withRulesOf(recording: ChainRecording, text: string): ChainRecording {
  const { chain } = readChain(text, recording.path);
  const rules = new Map(chain?.requests.map(({ id, extract }) => [id, extract]));
  const requests = recording.requests.map((one) => ({ ...one, extract: rules.get(one.id) ?? [] }));
  return { ...recording, requests };
}

/** Whether a source has a response to a request. */
export function hasResponse({ recorded, examples }: KeptRequest): boolean {
  return (recorded ?? examples) !== undefined;
}

/** How many responses recordings have, further examples among them. */
export function countResponses(recordings: readonly ChainRecording[]): number {
  const requests = recordings.flatMap((recording) => recording.requests);
  return requests.flatMap(({ recorded, examples = [] }) => [
    ...(recorded === undefined ? [] : [recorded]),
    ...examples,
  ]).length;
}

/** The first line of a result is read by itself, and must not be long. */
const MAX_NAME = 200;

/**
 * The result of a recording, not masked yet. It begins when its first request was sent, and before all runs when
 * its source does not say.
 *
 * @param file the chain (workspace path)
 */
export async function recordedResult(
  { name, source, requests }: ChainRecording,
  file: string,
  rules: RecordedRules,
): Promise<ExecutionResult> {
  const starts = requests.map(({ recorded }) => recorded?.startedAt ?? Number.POSITIVE_INFINITY);
  const first = starts.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const startedAt = first === Number.POSITIVE_INFINITY ? 0 : first;
  const results = await Promise.all(
    requests.map(async (request) => ({
      ...requestResult(request, file, startedAt),
      extractions:
        request.recorded === undefined ? [] : await rules.extract(request.extract, request.recorded),
    })),
  );
  const ends = results.map((one) => Date.parse(one.startedAt) + one.durationMs);
  return {
    formatVersion: 1,
    kind: 'recorded',
    chain: { file, name: shortLine(name) },
    startedAt: new Date(startedAt).toISOString(),
    durationMs: ends.reduce((one, other) => Math.max(one, other), startedAt) - startedAt,
    outcome: 'passed',
    requests: results,
    notes: [`Read from ${shortLine(source)}, not sent by Chainwright.`],
  };
}

function shortLine(text: string): string {
  return shorten(oneLine(text), MAX_NAME);
}

/** Skipped, as nothing was sent and no expectation looked at. */
function requestResult(
  { id, name, recorded, examples }: RecordedOfRequest,
  file: string,
  startOfAll: number,
): Omit<RequestResult, 'extractions'> {
  const { exchange, startedAt = startOfAll } = recorded ?? {};
  const shown = exchange ?? examples?.[0]?.exchange;
  return {
    request: { chain: file, id },
    name,
    method: shown?.request.method ?? '',
    outcome: 'skipped',
    reasons: [{ kind: 'not-selected', message: 'It was recorded by another tool and not sent.' }],
    attempts: exchange === undefined ? 0 : 1,
    ...defined({ exchange, exampleName: nameOf(recorded), examples: examples?.map(savedExample) }),
    substitutions: [],
    expectations: [],
    startedAt: new Date(startedAt).toISOString(),
    durationMs: exchange?.timings.totalMs ?? 0,
  };
}

function savedExample(example: ImportedExchange): SavedExample {
  return { ...defined({ name: nameOf(example) }), exchange: example.exchange };
}

function nameOf(example: ImportedExchange | undefined): string | undefined {
  return example?.name === undefined ? undefined : shortLine(example.name);
}
