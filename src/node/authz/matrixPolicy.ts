/**
 * Where authorization tests may send: this machine, and origins that both the matrix and the person who runs it
 * name. Attacks on anybody else's server are not sent.
 */
import type { OriginPolicy } from '../../core/permission/admission';
import { createApprovedPolicy } from '../../core/permission/approval';
import type { LoadedMatrix } from '../../core/authz/model/matrix';
import type { BuiltInPorts } from '../../core/prepare/builtIns';
import { isLoopbackOrigin } from '../../core/permission/origin';
import {
  authoredOrigins,
  createConfinedPolicy,
  createOriginPolicy,
  type AuthoredSettings,
} from '../../core/permission/originPolicy';
import type { Vouching } from '../../core/permission/vouching';
import type { ExecuteSettings } from '../run/executeSettings';

/** The policy of a matrix run. */
export function matrixPolicy(
  { matrix, file, chains }: LoadedMatrix,
  { allowHosts, approval, remedies }: ExecuteSettings,
  authored: AuthoredSettings,
  builtIns: BuiltInPorts,
  { derived }: Vouching,
): OriginPolicy {
  const written = [...chains.values()].flatMap(({ required, ...main }) => [
    ...authoredOrigins({ main, required, called: new Map(), items: [], outside: [] }, authored, builtIns),
  ]);
  const named = createOriginPolicy(new Set(written), matrix.allowHosts, { vouches: derived }, remedies);
  const approved = createApprovedPolicy(named, approval, remedies);
  const inMatrix: OriginPolicy = {
    vouches: derived,
    refusal: (origin) =>
      approved.refusal(origin) ??
      (isLoopbackOrigin(origin) || matrix.allowHosts.includes(origin)
        ? undefined
        : `${origin} is not this machine, and ${file} does not allow it. Add it to "allowHosts" if it is yours to test.`),
  };
  return createConfinedPolicy(inMatrix, allowHosts, remedies);
}
