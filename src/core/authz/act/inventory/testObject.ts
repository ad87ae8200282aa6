/** The objects that an authorization run tests on, and what identifies them. */
import { defined } from '../../../defined';
import { stringifyJson, type JsonValue } from '../../../json/json';
import type { ChainRequest } from '../../../model';
import type { RecordedResponse } from '../../../result/result';
import type { BuiltInMemo, ExtractedValue } from '../../../prepare/scope';
import { findReferences, plainText } from '../../../prepare/template';
import type { CellStep } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import type { CreationProof, LedgerEntry } from '../ledger';
import type { MatrixResource } from '../../model/matrix';
import type { Answer, Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';

/** An object that belongs to a user. */
export interface TestObject {
  readonly resource: MatrixResource;
  readonly owner: Session;
  /** The text planted in it. */
  readonly canary: string;
  /** What its creation extracted. */
  readonly produced: Values;
  /** Its identifiers. */
  readonly ids: Values;
  /** Identifiers under which reading showed nothing before it was created. */
  readonly shownAbsent?: Values;
  readonly memo: BuiltInMemo;
  readonly steps: readonly CellStep[];
  /** What its creation was answered; absent when it was there before the run. */
  readonly answer?: RecordedResponse;
  /** How the ledger knows it; absent when it was there before the run. */
  readonly entry?: LedgerEntry;
  /** An attack may have made it by accident, and no answer says so: it counts only when it is found. */
  readonly onlyIfFound?: true;
}

/** An object, or why there is none. */
export type Made =
  | { readonly ok: true; readonly object: TestObject }
  | {
      readonly ok: false;
      readonly failure: string;
      readonly steps: readonly CellStep[];
      /** The last answer, where one was received. */
      readonly answer?: Answer;
      /** The request may have been refused for what was in it. */
      readonly refused?: boolean;
    };

/** An owner's look at an object. */
export interface Look {
  readonly steps: readonly CellStep[];
  /** Absent when nothing answered, or no request shows one. */
  readonly response?: RecordedResponse;
  /** Why it does not count as a look; absent when it does. */
  readonly failure?: string;
}

/** The entry of an object that is about to be created. */
export function entryFor(
  { loaded, runId }: Pick<AuthzContext, 'loaded' | 'runId'>,
  resource: MatrixResource,
  owner: Session,
  canary: string,
): LedgerEntry {
  return {
    id: `${runId} ${canary}`,
    matrix: loaded.file,
    ...defined({ environment: loaded.environment?.name }),
    resource: resource.name,
    ...holderOf(owner),
    canary,
    state: 'creating',
  };
}

/** The entry of an object that exists, and what proves that the run created it. */
export function createdEntry(entry: LedgerEntry, ids: Values, proof: CreationProof): LedgerEntry {
  return { ...entry, state: 'created', ids: idTexts(ids), proof };
}

/** The object as the request creates it: an API may take no text by which it could be found. */
export function sentWith<Sent extends TestObject>(object: Sent, request: ChainRequest): Sent {
  const { entry, canary } = object;
  const isPlanted = JSON.stringify(request.body ?? '').includes(canary);
  return entry === undefined || isPlanted ? object : { ...object, entry: { ...entry, planted: false } };
}

/** The same object in the hands of somebody else. */
export function withHolder({ standIn: _before, ...entry }: LedgerEntry, holder: Session): LedgerEntry {
  return { ...entry, ...holderOf(holder) };
}

function holderOf({ user, standIn }: Session): Pick<LedgerEntry, 'owner' | 'standIn'> {
  return standIn === undefined ? { owner: user.name } : { owner: standIn.of, standIn: standIn.text };
}

/** What the owner of an object knows, the object included. */
export function knownValuesOf({ owner, produced, ids }: TestObject): Values {
  return new Map([...owner.values, ...produced, ...ids]);
}

/** Identifiers as the ledger and reports have them: JSON texts. */
export function idTexts(ids: Values): Readonly<Record<string, string>> {
  return Object.fromEntries([...ids].map(([name, { value }]) => [name, stringifyJson(value)]));
}

/** The identifiers of a resource among what is known; a user's own variables count when they are plain values. */
export function identifiers(resource: MatrixResource, owner: Session, values: Values): Values {
  return new Map(
    resource.id.flatMap((name) => {
      const known = values.get(name) ?? plainVariable(owner, name);
      return known === undefined ? [] : [[name, known] as const];
    }),
  );
}

/** The identifiers of an object, without such as only a list shows and it has not shown yet. */
export function withoutListed(ids: Values, { idSources = {} }: MatrixResource, shown: Values): Values {
  const isOpen = (name: string): boolean =>
    Object.hasOwn(idSources, name) && idSources[name]?.from === 'list' && !shown.has(name);
  return new Map([...ids].filter(([name]) => !isOpen(name)));
}

function plainVariable({ user }: Session, name: string): ExtractedValue | undefined {
  const value: JsonValue | undefined = Object.hasOwn(user.variables, name) ? user.variables[name] : undefined;
  const isPlain = value !== undefined && (typeof value !== 'string' || findReferences(value).length === 0);
  return isPlain
    ? { value, producer: { chain: user.login?.chain ?? '', id: user.login?.id ?? '' }, derived: [] }
    : undefined;
}

/** Whether an answer shows an object: the text planted in it, or one of its identifiers. */
export function showsObject({ body }: RecordedResponse, { canary, ids }: TestObject): boolean {
  const own = [...ids.values()].map(({ value }) => plainText(value));
  return [canary, ...own].some((text) => body.content.includes(text));
}
