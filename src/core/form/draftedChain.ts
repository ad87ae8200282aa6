/**
 * A chain as it would be with a request that is just being written: to view that request, whatever is wrong
 * with the others. Only that request is parsed again.
 */
import type { ChainSource } from '../analysis/chainSource';
import { readRequest } from '../analysis/readRequest';
import { isWrittenChain } from '../files/chainFile';
import { chainWith } from '../files/chainShape';
import { freeId } from '../edit/plainNames';
import { isObject, stringifyJson, type JsonValue } from '../json/json';
import { valueOf } from '../json/jsonDocument';
import type { Chain } from '../model';

/** The chain, and the id by which it knows the request. */
export interface DraftedChain {
  readonly chain: Chain;
  readonly requestId: string;
}

/** What the request is called, whatever is wrong with its own id. */
const OWN_ID = 'request';

/**
 * The chain of a source with another value for the request at a position; the others as far as they are sound.
 * Absent when the settings of the chain or the value itself cannot be used.
 *
 * @param value absent for the current request
 */
export function draftedChain(
  source: ChainSource,
  index: number,
  value: JsonValue | undefined,
): DraftedChain | undefined {
  const known = source.requests.find((other) => other.index === index);
  const written = value === undefined && known !== undefined ? valueOf(known.tree) : (value ?? null);
  const request = isObject(written)
    ? readRequest(stringifyJson({ ...written, id: OWN_ID })).request
    : undefined;
  const head = source.chain ?? headOf(source);
  if (request === undefined || head === undefined) {
    return undefined;
  }
  const others = source.requests.filter((other) => other !== known).flatMap((other) => other.request ?? []);
  const id = freeId(
    OWN_ID,
    others.map((other) => other.id),
  );
  return { chain: { ...head, requests: [{ ...request, id }, ...others] }, requestId: id };
}

function headOf({ head }: ChainSource): Chain | undefined {
  const rest = head === undefined ? null : valueOf(head);
  if (!isObject(rest)) {
    return undefined;
  }
  const settings = { ...rest, requests: [] };
  return isWrittenChain(settings) ? chainWith(settings, []) : undefined;
}
