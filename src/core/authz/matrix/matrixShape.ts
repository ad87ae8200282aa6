/** From a matrix file that fulfils its schema to the matrix: names resolved, everything that was left out filled in. */
import { numberFrom, type WrittenNumber } from '../../files/chainShape';
import type { JsonObject } from '../../json/json';
import { originOf } from '../../permission/origin';
import type { WrittenMatrix, WrittenOperation } from './effects';
import type {
  Assignment,
  AttackPack,
  DeniedPattern,
  Effect,
  GrantScope,
  HiddenMember,
  MatrixLimits,
  MatrixResource,
  MatrixUser,
  Policy,
  RequestName,
  ThrowAway,
  Waiver,
} from '../model/matrix';
import { requestNameFrom } from './requestName';

/** A matrix file that fulfils its schema. */
export interface MatrixShape {
  readonly name: string;
  readonly environment?: string;
  readonly mutate?: boolean;
  readonly users: Readonly<Record<string, UserShape>>;
  readonly resources?: Readonly<Record<string, ResourceShape>>;
  readonly operations: Readonly<Record<string, OperationShape>>;
  readonly policy: PolicyShape;
  readonly denied?: readonly DeniedShape[];
  readonly waivers?: readonly Waiver[];
  readonly limits?: LimitsShape;
  readonly allowHosts?: readonly string[];
  readonly packs?: readonly AttackPack[];
  readonly ignore?: readonly string[];
  readonly throwAway?: Readonly<Record<string, ThrowAwayShape>>;
}

/** A user of such a file. */
export interface UserShape {
  readonly role: string;
  readonly login?: string;
  readonly alive?: string;
  readonly variables?: JsonObject;
}

/** How users of a role are made in such a file. */
type ThrowAwayShape = Omit<ThrowAway, 'role' | 'variables'> & Partial<Pick<ThrowAway, 'variables'>>;

/** A resource of such a file. */
export interface ResourceShape {
  readonly create?: string;
  readonly read?: string;
  readonly list?: string;
  readonly delete?: string;
  readonly id: readonly string[];
  readonly canary?: readonly string[];
  readonly marker?: readonly string[];
  readonly owners?: readonly string[];
}

/** An operation of such a file. */
export interface OperationShape {
  readonly resource?: string;
  readonly request: string;
  readonly effect?: Effect;
  readonly mutates?: boolean;
  readonly probe?: string;
  readonly next?: string;
  readonly assign?: readonly AssignmentShape[];
  readonly hidden?: readonly HiddenMember[];
  readonly irreversible?: boolean;
  readonly endsCredentials?: boolean;
}

/** A property of such a file. */
type AssignmentShape = Omit<Assignment, 'except'> & Partial<Pick<Assignment, 'except'>>;

type LimitsShape = { readonly [Name in keyof MatrixLimits]?: WrittenNumber };

/** A denial of such a file. */
type DeniedShape = Omit<DeniedPattern, 'status' | 'as'> & {
  readonly status?: WrittenNumber;
  readonly as?: WrittenNumber;
};

/** `public` lists patterns; every other member is a role with its rules. */
export type PolicyShape = { readonly public?: readonly string[] } & Readonly<
  Record<string, readonly string[] | Readonly<Record<string, GrantScope>>>
>;

/** What a run may cost where the file does not say. */
const DEFAULT_LIMITS: MatrixLimits = { requests: 1000, mutations: 200 };

/** The matrix that a valid file describes; `file` is its workspace path. */
export function matrixFrom(shape: MatrixShape, file: string): WrittenMatrix {
  const named = (text: string): RequestName => requestNameFrom(file, text) ?? { chain: text };
  return {
    name: shape.name,
    ...(shape.environment === undefined ? {} : { environment: shape.environment }),
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

function userFrom(name: string, { role, variables = {}, ...names }: UserShape, named: Named): MatrixUser {
  return { name, role, ...requestsFrom(names, named, 'login', 'alive'), variables };
}

function resourceFrom(name: string, shape: ResourceShape, named: Named): MatrixResource {
  return {
    name,
    ...requestsFrom(shape, named, 'create', 'read', 'list', 'delete'),
    id: shape.id,
    canary: shape.canary ?? [],
    marker: shape.marker ?? [],
    ...(shape.owners === undefined ? {} : { owners: shape.owners }),
  };
}

function operationFrom(name: string, shape: OperationShape, named: Named): WrittenOperation {
  return {
    name,
    ...(shape.resource === undefined ? {} : { resource: shape.resource }),
    request: named(shape.request),
    ...(shape.effect === undefined ? {} : { effect: shape.effect }),
    ...(shape.mutates === undefined ? {} : { mutates: shape.mutates }),
    ...requestsFrom(shape, named, 'probe', 'next'),
    assign: (shape.assign ?? []).map(({ path, value, except = [] }) => ({ path, value, except })),
    hidden: (shape.hidden ?? []).map(({ path, from }) => ({ path, from })),
    irreversible: shape.irreversible ?? false,
    ...(shape.endsCredentials === undefined ? {} : { endsCredentials: shape.endsCredentials }),
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

function policyFrom({ public: patterns = [], ...roles }: PolicyShape): Policy {
  return {
    roles: Object.entries(roles).map(([role, rules]) => ({
      role,
      rules: Object.entries(rules as Readonly<Record<string, GrantScope>>).map(([pattern, scope]) => ({
        pattern,
        scope,
      })),
    })),
    public: patterns,
  };
}

function deniedFrom({ status, path, equals, text, header, contentType, as }: DeniedShape): DeniedPattern {
  return {
    ...(status === undefined ? {} : { status: numberFrom(status) }),
    ...(path === undefined ? {} : { path }),
    ...(equals === undefined ? {} : { equals }),
    ...(text === undefined ? {} : { text }),
    ...(header === undefined ? {} : { header }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(as === undefined ? {} : { as: numberFrom(as) === 404 ? 404 : 403 }),
  };
}

function limitsFrom({ requests, mutations }: LimitsShape = {}): MatrixLimits {
  return {
    requests: numberFrom(requests ?? DEFAULT_LIMITS.requests),
    mutations: numberFrom(mutations ?? DEFAULT_LIMITS.mutations),
  };
}

function waiverFrom({ cell, class: outcome, reason, expires }: Waiver): Waiver {
  return { cell, ...(outcome === undefined ? {} : { class: outcome }), reason, expires };
}
