/**
 * Responses of other tools as results of the chains that they were imported with: masked before anything is
 * written, and each in place of what was kept of the same recording before.
 */
import { createRedactor, type Redactor } from '../../core/masking/redact';
import type { ExecutionResult, RequestResult } from '../../core/result/result';
import { createBodySpiller, type BodyLimits } from './bodyStore';
import { pseudonyms } from '../secrets/pseudonyms';
import { createResultStore, type ResultStore } from './resultStore';

/** A result that was recorded elsewhere; credentials are still in it. */
export interface ForeignResult {
  /** Folder (absolute path) whose results it comes to. */
  readonly workspace: string;
  readonly result: ExecutionResult;
}

/** How results are masked and kept. */
export interface KeepSettings {
  /** Values that are secret everywhere. */
  readonly secrets: readonly string[];
  /** Keys the pseudonyms of masked values. */
  readonly maskingKey: Uint8Array;
  /** The newest results that stay of a chain. */
  readonly keep: number;
}

/** Longer bodies go to files of their own. */
const BODY_LIMITS: BodyLimits = { perBody: 2 ** 18, total: 2 ** 24 };

/** Bodies that are written at the same time: a recording may have thousands. */
const FILES_AT_ONCE = 32;

/** Keeps results. What one of them gives away is masked in all. Rejects when the disk refuses. */
export async function keepRecordings(
  recordings: readonly ForeignResult[],
  { secrets, maskingKey, keep }: KeepSettings,
): Promise<void> {
  const redactor = createRedactor({ pseudonym: pseudonyms(maskingKey) });
  secrets.forEach(redactor.learn);
  recordings.flatMap(({ result }) => result.requests).forEach(redactor.learnFromRequest);
  for (const { workspace, result } of recordings) {
    const store = createResultStore(workspace, keep);
    await removeEarlier(store, result);
    await saveWhole(store, result, redactor.data);
  }
}

/** The same recording begins at the same time, and answers the same requests. */
async function removeEarlier(
  store: ResultStore,
  { chain, startedAt, requests }: ExecutionResult,
): Promise<void> {
  const ids = new Set(requests.map(({ request }) => request.id));
  const stored = await store.list(chain.file);
  const likely = stored.filter(({ head }) => head.kind === 'recorded' && head.startedAt === startedAt);
  for (const { file } of likely) {
    const earlier = await store.read(file);
    if (earlier.requests.some(({ request }) => ids.has(request.id))) {
      await store.remove(file);
    }
  }
}

/** Masks and saves a result; while bodies are written, further requests are masked. */
async function saveWhole(store: ResultStore, result: ExecutionResult, mask: Redactor['data']): Promise<void> {
  const slot = await store.slot(result.chain.file, new Date(result.startedAt));
  const spill = createBodySpiller(slot.bodies, BODY_LIMITS);
  const { requests: waiting, ...head } = result;
  const requests: RequestResult[] = [];
  const left = waiting.entries();
  const keepNext = async (): Promise<void> => {
    for (const [index, request] of left) {
      const masked = mask(request);
      const event = await spill({ type: 'request-finished', index, result: masked });
      requests[index] = event.type === 'request-finished' ? event.result : masked;
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, keepNext));
  const isAnswered = requests.some(({ exchange }) => exchange !== undefined);
  await store.save(slot, { ...mask(head), requests }, isAnswered ? 'runAll' : 'part');
}
