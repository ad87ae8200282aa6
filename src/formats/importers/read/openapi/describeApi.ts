/** A specification as what chains are held against. */
import type { ApiListing } from '../../../../core/openapi/apiDescription';
import { listOperations, type Operation } from './operations';
import { serverUrls } from './servers';
import type { Spec } from './spec';

/** Lists the operations of a specification under a name. */
export function listApi(name: string, spec: Spec): ApiListing<Operation> {
  return { name, servers: serverUrls(spec), operations: listOperations(spec) };
}
