/** Values that a variant needs and only a run knows: tokens forged from those of its users, and who the owner is. */
import type { JsonValue } from '../../../json/json';
import { variableUses } from '../../../prepare/references';
import type { ExtractedValue } from '../../../prepare/scope';
import { plainText } from '../../../prepare/template';
import { operationOf, requestOf, type NamedRequest } from '../../matrix/findByName';
import type { Cell } from '../../model/cell';
import { identityVariable, OWNER_ID } from '../../plan/requests/identityVariants';
import { forgeryOf } from '../../plan/requests/tokenVariants';
import { forgeToken, type Forged, type Forgery } from '../../request/forgedToken';
import type { AuthzContext } from '../context';
import { planOf, type Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { loginNameIn, userIdIn } from './ownerIdentity';

/** A cell and its users. */
export interface VariantUsers {
  readonly cell: Pick<Cell, 'operation' | 'variant'>;
  readonly caller: Session;
  readonly owner: Session;
}

/** What the caller knows, with what the variant of the cell puts in its place or adds. */
export function withVariantValues(context: AuthzContext, users: VariantUsers, known: Values): Values {
  const forgery = forgeryOf(users.cell);
  const forged = (forgery === undefined ? [] : forgeries(context, forgery, users)).flatMap(
    ([name, value, token]) => (token.ok ? [[name, { ...value, value: token.token }] as const] : []),
  );
  const identity = identityOf(context, users);
  return new Map([...known, ...forged, ...(identity === undefined ? [] : [identity])]);
}

/** Why a variant cannot be made for the users of a cell; undefined where it can. A whole sentence. */
export function lackedByVariant(context: AuthzContext, users: VariantUsers): string | undefined {
  const forgery = forgeryOf(users.cell);
  if (forgery !== undefined) {
    return lackedByForgery(forgeries(context, forgery, users), users);
  }
  const variable = identityVariable(users.cell.variant);
  if (variable === undefined || identityOf(context, users) !== undefined) {
    return undefined;
  }
  const owner = users.owner.user.name;
  return variable === OWNER_ID
    ? `No token, login or variable says the identifier of ${owner}, in which the two users differ.`
    : `No token, login or variable says the login name of ${owner}, in which the two users differ.`;
}

function lackedByForgery(
  tokens: readonly ForgedVariable[],
  { caller, owner }: VariantUsers,
): string | undefined {
  if (tokens.some(([, , { ok }]) => ok)) {
    return undefined;
  }
  const isSame = tokens.some(([, , token]) => !token.ok && token.lacks === 'difference');
  return isSame
    ? `The tokens of ${caller.user.name} and ${owner.user.name} do not say who they are for, so that there is nothing to forge.`
    : `The credentials of ${caller.user.name} are not a JSON Web Token in a variable, so that there is nothing to forge.`;
}

/** The variable with the identity of the owner that a variant sends; undefined where nothing says it. */
function identityOf(
  context: AuthzContext,
  { cell, caller, owner }: VariantUsers,
): readonly [name: string, value: ExtractedValue] | undefined {
  const variable = identityVariable(cell.variant);
  if (variable === undefined) {
    return undefined;
  }
  const named = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const find = variable === OWNER_ID ? userIdIn : loginNameIn;
  const [own, owners] = [caller, owner].map((user) => find(valuesOf(context, named, user)));
  return owners === undefined || plainText(owners) === plainText(own ?? null)
    ? undefined
    : [
        variable,
        { value: owners, producer: { chain: named.loaded.file, id: named.request.id }, derived: [] },
      ];
}

function valuesOf(
  context: AuthzContext,
  named: NamedRequest,
  user: Session,
): readonly (readonly [name: string, value: JsonValue])[] {
  return [...user.values.keys(), ...Object.keys(user.user.variables)].flatMap((name) => {
    const found = valueFor(context, named, user, name);
    return found === undefined ? [] : [[name, found.value] as const];
  });
}

/** A variable of a request, the caller's value, and what is forged from it and the owner's. */
type ForgedVariable = readonly [name: string, own: ExtractedValue, forged: Forged];

/** What is forged of the variables of a request that both users have values for. */
function forgeries(
  context: AuthzContext,
  forgery: Forgery,
  { cell, caller, owner }: VariantUsers,
): readonly ForgedVariable[] {
  const named = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const used = new Set(variableUses(named.request, named.loaded.chain).map(({ variable }) => variable));
  return [...used].flatMap((name) => {
    const own = valueFor(context, named, caller, name);
    const owners = valueFor(context, named, owner, name);
    return own === undefined || owners === undefined
      ? []
      : [[name, own, forgeToken(forgery, own.value, owners.value, context.ports.hash)] as const];
  });
}

/** What a variable means in a request of a user; undefined where it means nothing yet. */
function valueFor(
  { loaded: matrix, sender }: AuthzContext,
  { loaded, request }: NamedRequest,
  user: Session,
  name: string,
): ExtractedValue | undefined {
  const plan = planOf(loaded, request, matrix.environment);
  const found = plan.items
    .map((item) => sender.scopeOf({ caller: user, plan, values: user.values }, item))
    .map((scope) => scope.lookup({ name, args: [] }))
    .find(({ ok }) => ok);
  if (found?.ok !== true) {
    return undefined;
  }
  const { value, producer = { chain: loaded.file, id: request.id }, sensitive } = found.found;
  return { value, producer, derived: sensitive.derived };
}
