/**
 * Where a person lets secrets go that nobody bound, and what was obtained with secrets.
 *
 * A file of the workspace is not the user: its URLs count when they are this machine's, or when the person trusts
 * the file. In the editor the person was asked about each origin, and their answers name the secrets.
 */
import { approvesSecret, type Permitted } from './approval';
import { isLoopbackOrigin, originsOf } from './origin';
import { environmentOrigins, type AuthoredSettings } from './originPolicy';
import { derivedLabel } from './sensitive';

/** What a person vouches for; labels are those of secrets. */
export interface Vouching {
  /** Whether a secret without a binding may go to an origin that its environment names. */
  readonly secret: (label: string, origin: string) => boolean;
  /** Whether what was obtained with a secret may go to an origin. */
  readonly derived: (label: string, origin: string) => boolean;
}

/** Who says what about a run. */
export interface Vouchers {
  readonly authored: AuthoredSettings;
  /** Origins that the person named for this run or in settings of their own. */
  readonly vouchedHosts: readonly string[];
  /** What the person allowed when they were asked; `all` on the command line, which asks otherwise. */
  readonly approval: Permitted;
  /** Whether the person trusts the environment's file. */
  readonly trusted: boolean;
}

/** What the person who runs vouches for. */
export function createVouching({ authored, vouchedHosts, approval, trusted }: Vouchers): Vouching {
  const { environment, overrides } = authored;
  const inFile = new Set([...originsOf(environment?.allowHosts ?? []), ...environmentOrigins(authored)]);
  const bindable = new Set([
    ...valueOrigins(overrides),
    ...[...inFile].filter((origin) => trusted || isLoopbackOrigin(origin)),
  ]);
  const vouched = new Set([...bindable, ...originsOf(vouchedHosts)]);
  return {
    secret: (label, origin) =>
      approval === 'all' ? bindable.has(origin) : approvesSecret(approval, label, origin),
    derived: (label, origin) =>
      vouched.has(origin) ||
      (approval !== 'all' && approval.origins.get(origin)?.has(derivedLabel(label)) === true),
  };
}

/** Vouches for everything: to find out what a person would have to vouch for. */
export const vouchesForAll: Vouching = { secret: () => true, derived: () => true };

function valueOrigins(overrides: AuthoredSettings['overrides']): readonly string[] {
  return originsOf([...overrides.values()].filter((value) => typeof value === 'string'));
}
