/** Values that a variant needs and only a run knows: tokens that are forged from those of its users. */
import { variableUses } from '../../../prepare/references';
import type { ExtractedValue } from '../../../prepare/scope';
import { operationOf, requestOf, type NamedRequest } from '../../matrix/findByName';
import type { Cell } from '../../model/cell';
import { forgeryOf } from '../../plan/requests/tokenVariants';
import { forgeToken, type Forged, type Forgery } from '../../request/forgedToken';
import type { AuthzContext } from '../context';
import { planOf, type Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';

/** A cell and its users. */
export interface VariantUsers {
  readonly cell: Pick<Cell, 'operation' | 'variant'>;
  readonly caller: Session;
  readonly owner: Session;
}

/** What the caller knows, with what the variant of the cell puts in its place. */
export function withVariantValues(context: AuthzContext, users: VariantUsers, known: Values): Values {
  const forgery = forgeryOf(users.cell);
  if (forgery === undefined) {
    return known;
  }
  const forged = forgeries(context, forgery, users).flatMap(([name, value, token]) =>
    token.ok ? [[name, { ...value, value: token.token }] as const] : [],
  );
  return new Map([...known, ...forged]);
}

/** Why a variant cannot be made for the users of a cell; undefined where it can. A whole sentence. */
export function lackedByVariant(context: AuthzContext, users: VariantUsers): string | undefined {
  const forgery = forgeryOf(users.cell);
  if (forgery === undefined) {
    return undefined;
  }
  const tokens = forgeries(context, forgery, users).map(([, , token]) => token);
  if (tokens.some(({ ok }) => ok)) {
    return undefined;
  }
  const [caller, owner] = [users.caller.user.name, users.owner.user.name];
  return tokens.some((token) => !token.ok && token.lacks === 'difference')
    ? `The tokens of ${caller} and ${owner} do not say who they are for, so that there is nothing to forge.`
    : `The credentials of ${caller} are not a JSON Web Token in a variable, so that there is nothing to forge.`;
}

/** The variables of a request that both users have values for, the caller's value, and what is forged from the two. */
function forgeries(
  context: AuthzContext,
  forgery: Forgery,
  { cell, caller, owner }: VariantUsers,
): readonly (readonly [name: string, own: ExtractedValue, forged: Forged])[] {
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
