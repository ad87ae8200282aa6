/**
 * The ledger of what authorization runs create, and of what was there before and is attacked. Every object is
 * written down before anything happens to it and again once it is known or cleaned up, so that what a killed run
 * left can be found and deleted, and what it changed restored.
 */

import { hex } from '../../hex';
import { parseJson, type JsonValue } from '../../json/json';
import type { Hash } from '../../ports';
import { plainText } from '../../prepare/template';
import { CANARY } from '../request/nonexistentId';

/** What is known of one object. */
export interface LedgerEntry {
  /** Of the object; several entries may follow each other. */
  readonly id: string;
  /** Workspace path of the matrix. */
  readonly matrix: string;
  /** Name of the environment it was created in. */
  readonly environment?: string;
  readonly resource: string;
  /** Name of a user of the matrix. */
  readonly owner: string;
  /** Present where the owner is a throw-away user in the place of that one: the text that identifies that user. */
  readonly standIn?: string;
  /** The text planted in it, by which it is found when its creation was not answered. */
  readonly canary: string;
  /** False where the text was not sent, so that it proves nothing that no list shows it. */
  readonly planted?: false;
  /** `changing` is of what was there before the run; `gone` is whatever needs nothing done any more. */
  readonly state: 'creating' | 'created' | 'changing' | 'gone';
  /** What the list of its owner showed before it was created; absent when no list could be asked. */
  readonly listedBefore?: ListedBefore;
  /** Values of the identifying variables as JSON text, once they are known. */
  readonly ids?: Readonly<Record<string, string>>;
  /**
   * What proves that a run created it: the answer to its creation, the text planted in it, or that reading showed
   * nothing before and something afterwards. Nothing is deleted without.
   */
  readonly proof?: CreationProof;
  /** True when deleting it was accepted, which nothing has proved so far. */
  readonly deleted?: true;
  /** Name of the operation that may change it. */
  readonly operation?: string;
  /** JSONPath of what the attack sets, and the value before as JSON text. */
  readonly property?: { readonly path: string; readonly before?: string };
  /** JSONPaths of what the request itself sets, and the values before as JSON text. */
  readonly earlier?: readonly { readonly path: string; readonly before: string }[];
}

/** Hashes of the identifiers that a list showed, or that it did not show all of them. */
export type ListedBefore = readonly string[] | 'unknown';

/** What proves that a run created an object. */
export type CreationProof = 'response' | 'marker' | 'reads';

/** Keeps entries. */
export interface Ledger {
  /** Resolves when the entry would survive a crash. */
  write(entry: LedgerEntry): Promise<void>;
}

/** What may still exist: the last entry of each object, those that are gone left out. */
export function openEntries(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const last = new Map(entries.map((entry) => [entry.id, entry]));
  return [...last.values()].filter(({ state }) => state !== 'gone');
}

/** Hashes of all identifiers that a list showed before; absent where none showed all of them. */
export function listedIn(entry: LedgerEntry | undefined): readonly string[] | undefined {
  const listed = entry?.listedBefore;
  return listed === 'unknown' ? undefined : listed;
}

/** How entries have an identifier of a resource that a list showed: it belongs to nobody that a run created. */
export function listedHash(hash: Hash, resource: string, id: JsonValue): string {
  const encoder = new TextEncoder();
  return hex(hash.hmacSha256(encoder.encode(resource), encoder.encode(plainText(id)))).slice(0, 16);
}

/** Whether a value from a file is an entry: the file may have come with a clone, and what it names is deleted. */
export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const entry: Partial<Record<keyof LedgerEntry, unknown>> = value;
  const {
    id,
    matrix,
    environment = '',
    resource,
    owner,
    canary,
    standIn = canary,
    state,
    ids,
    proof = 'marker',
    planted = false,
    deleted = true,
    listedBefore,
  } = entry;
  return (
    [id, matrix, environment, resource, owner].every((member) => typeof member === 'string') &&
    [canary, standIn].every(isCanary) &&
    planted === false &&
    deleted === true &&
    STATES.has(state) &&
    PROOFS.has(proof) &&
    isListedBefore(listedBefore) &&
    (state !== 'changing' || isChange(entry)) &&
    (ids === undefined || areIds(ids))
  );
}

function isListedBefore(listed: unknown): boolean {
  const isUnknown = listed === undefined || listed === 'unknown';
  return isUnknown || (Array.isArray(listed) && listed.every((hash) => typeof hash === 'string'));
}

function isCanary(canary: unknown): boolean {
  return typeof canary === 'string' && CANARY.exec(canary)?.[0] === canary;
}

function isChange({
  operation,
  property,
  earlier = [],
}: Partial<Record<keyof LedgerEntry, unknown>>): boolean {
  return (
    typeof operation === 'string' &&
    (property === undefined || isProperty(property)) &&
    Array.isArray(earlier) &&
    earlier.every((one: unknown) => isProperty(one) && 'before' in one)
  );
}

const STATES: ReadonlySet<unknown> = new Set<LedgerEntry['state']>([
  'creating',
  'created',
  'changing',
  'gone',
]);

const PROOFS: ReadonlySet<unknown> = new Set<CreationProof>(['response', 'marker', 'reads']);

function isProperty(property: unknown): property is NonNullable<LedgerEntry['property']> {
  if (typeof property !== 'object' || property === null) {
    return false;
  }
  const { path, before }: { readonly path?: unknown; readonly before?: unknown } = property;
  return typeof path === 'string' && (before === undefined || isJsonText(before));
}

function areIds(ids: unknown): boolean {
  return (
    typeof ids === 'object' && ids !== null && !Array.isArray(ids) && Object.values(ids).every(isJsonText)
  );
}

function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string') {
    return false;
  }
  try {
    parseJson(value);
    return true;
  } catch {
    return false;
  }
}
