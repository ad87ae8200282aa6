/** From a matrix file that fulfils its schema to the matrix: names resolved, everything that was left out filled in. */
import { defined } from '../../defined';
import { numberFrom } from '../../files/chainShape';
import { originOf } from '../../permission/origin';
import type { MatrixWithoutEffects, OperationWithoutEffect } from './effects';
import type {
  DeniedPattern,
  IdSource,
  MatrixLimits,
  MatrixResource,
  MatrixUser,
  Policy,
  Reach,
  RequestName,
  Waiver,
} from '../model/matrix';
import { requestNameFrom } from './requestName';
import type {
  WrittenDeniedPattern,
  WrittenMatrix,
  WrittenOperation,
  WrittenResource,
  WrittenUser,
  WrittenWaiver,
} from './writtenMatrix';

/** What a run may cost where the file does not say. */
export const DEFAULT_LIMITS: MatrixLimits = { requests: 1000, mutations: 200, waitSeconds: 0 };

/** The matrix that a valid file describes; `file` is its workspace path. */
export function matrixFrom(shape: WrittenMatrix, file: string): MatrixWithoutEffects {
  const named = (text: string): RequestName => requestNameFrom(file, text) ?? { chain: text };
  return {
    name: shape.name,
    ...defined({ environment: shape.environment }),
    mutate: shape.mutate ?? false,
    users: Object.entries(shape.users).map(([name, user]) => userFrom(name, user, named)),
    resources: Object.entries(shape.resources ?? {}).map(([name, resource]) =>
      resourceFrom(name, resource, named),
    ),
    operations: Object.entries(shape.operations).map(([name, operation]) =>
      operationFrom(name, operation, named),
    ),
    policy: policyFrom(shape.policy),
    denied: (shape.denied ?? []).map(deniedFrom),
    waivers: (shape.waivers ?? []).map(waiverFrom),
    limits: limitsFrom(shape.limits),
    allowHosts: (shape.allowHosts ?? []).map((origin) => originOf(origin) ?? origin),
    packs: shape.packs ?? [],
    ignore: shape.ignore ?? [],
    throwAway: Object.entries(shape.throwAway ?? {}).map(([role, { variables = {}, ...made }]) => ({
      role,
      ...made,
      variables,
    })),
  };
}

/** Reads the name of a request as written in the file. */
type Named = (text: string) => RequestName;

function userFrom(
  name: string,
  { role, attributes, variables = {}, ended, ...names }: WrittenUser,
  named: Named,
): MatrixUser {
  return {
    name,
    role,
    ...defined({ attributes }),
    ...requestsFrom(names, named, 'login', 'alive'),
    ...(ended === true ? { ended } : {}),
    variables,
  };
}

function resourceFrom(name: string, shape: WrittenResource, named: Named): MatrixResource {
  return {
    name,
    ...requestsFrom(shape, named, 'create', 'read', 'list', 'delete'),
    ...identifiersFrom(shape.id),
    canary: shape.canary ?? [],
    marker: shape.marker ?? [],
    ...defined({ owners: shape.owners }),
  };
}

function identifiersFrom(written: WrittenResource['id']): Pick<MatrixResource, 'id' | 'idSources'> {
  const sources = written.flatMap((one): readonly (readonly [string, IdSource])[] => {
    if (typeof one === 'string') {
      return [];
    }
    const { variable, from, path = '$' } = one;
    return [[variable, from === 'list' ? { from, path } : { from }]];
  });
  return {
    id: written.map((one) => (typeof one === 'string' ? one : one.variable)),
    ...(sources.length === 0 ? {} : { idSources: Object.fromEntries(sources) }),
  };
}

function operationFrom(name: string, shape: WrittenOperation, named: Named): OperationWithoutEffect {
  return {
    name,
    ...defined({ resource: shape.resource }),
    request: named(shape.request),
    ...defined({ effect: shape.effect, mutates: shape.mutates }),
    ...requestsFrom(shape, named, 'probe', 'next'),
    assign: (shape.assign ?? []).map(({ path, value, except = [] }) => ({ path, value, except })),
    hidden: (shape.hidden ?? []).map(({ path, from }) => ({ path, from })),
    irreversible: shape.irreversible ?? false,
    ...defined({ endsCredentials: shape.endsCredentials }),
  };
}

/** Those of the named members that the file has. */
function requestsFrom<Name extends string>(
  shape: { readonly [Key in Name]?: string },
  named: Named,
  ...members: readonly Name[]
): { readonly [Key in Name]?: RequestName } {
  const entries = members.flatMap((member) => {
    const text = shape[member];
    return text === undefined ? [] : [[member, named(text)] as const];
  });
  return Object.fromEntries(entries) as { readonly [Key in Name]?: RequestName };
}

/** What is granted to one role, by pattern. */
type WrittenRules = Readonly<Record<string, string | readonly string[]>>;

function policyFrom({ public: patterns = [], ...roles }: WrittenMatrix['policy']): Policy {
  return {
    roles: Object.entries(roles).map(([role, rules]) => ({
      role,
      rules: Object.entries(rules as WrittenRules).map(([pattern, scope]) => ({
        pattern,
        ...reachFrom(scope),
      })),
    })),
    public: patterns,
  };
}

function reachFrom(written: string | readonly string[]): Reach {
  if (written === 'any' || written === 'none') {
    return { scope: written };
  }
  const sharedBy = [written].flat().filter((name) => name !== 'own');
  return sharedBy.length === 0 ? { scope: 'own' } : { scope: 'own', sharedBy };
}

function deniedFrom({
  status,
  path,
  equals,
  text,
  header,
  contentType,
  as,
}: WrittenDeniedPattern): DeniedPattern {
  return {
    ...(status === undefined ? {} : { status: numberFrom(status) }),
    ...defined({ path, equals, text, header, contentType }),
    ...(as === undefined ? {} : { as: numberFrom(as) === 404 ? 404 : 403 }),
  };
}

function limitsFrom({ requests, mutations, waitSeconds }: WrittenMatrix['limits'] = {}): MatrixLimits {
  return {
    requests: numberFrom(requests ?? DEFAULT_LIMITS.requests),
    mutations: numberFrom(mutations ?? DEFAULT_LIMITS.mutations),
    waitSeconds: numberFrom(waitSeconds ?? DEFAULT_LIMITS.waitSeconds),
  };
}

function waiverFrom({ cell, class: outcome, reason, expires }: WrittenWaiver): Waiver {
  return { cell, ...defined({ class: outcome }), reason, expires };
}
