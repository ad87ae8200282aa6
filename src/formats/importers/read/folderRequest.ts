/** A request of a tool whose folders state things for the requests in them. */
import type { WrittenAuth, WrittenExtraction } from '../../../core/files/writtenChain';
import type { AuthenticatedRequest } from '../shape/inherited';
import type { ScriptCall, ScriptConstant } from './scripts/scriptAccount';

/** What a request gets from the folders around it; headers as the tool writes them. */
export interface Surroundings<Header> {
  readonly folders: readonly string[];
  /** Authentication of the nearest folder that has one. */
  readonly auth: WrittenAuth | undefined;
  /** Rows that folders send with every request in them. */
  readonly headers: readonly Header[];
}

/** A request, and what its scripts and body say of variables. */
export interface ReadRequest extends AuthenticatedRequest {
  readonly constants: readonly ScriptConstant[];
  /** Rules that extract values from its response. */
  readonly extracted: readonly WrittenExtraction[];
  /** Variables that are in JSON without quotes. */
  readonly typed: readonly string[];
  /** Requests that its scripts send before it; absent when there are none. */
  readonly calls?: readonly ScriptCall[];
  /** Remarks on code of which nothing is known; absent when there are none. */
  readonly unknownCode?: readonly string[];
}

/** Remarks on code of which nothing is known, with the requests whose scripts have it. */
export function unknownCodeIn(all: readonly ReadRequest[]): readonly string[] {
  return all.flatMap(({ request: { name, folders }, unknownCode = [] }) =>
    unknownCode.map((sentence) => `${[...folders, name].join(' / ')}: ${sentence}`),
  );
}

/** No authentication. */
export const NO_AUTH: WrittenAuth = { type: 'none' };

/** A request that is left out, and sets nothing. */
export function leftOutRequest(
  { name, folders }: { readonly name: string; readonly folders: readonly string[] },
  reason: string,
): ReadRequest {
  const request = { kind: 'left-out', name, folders, reason } as const;
  return { request, auth: NO_AUTH, constants: [], extracted: [], typed: [] };
}
