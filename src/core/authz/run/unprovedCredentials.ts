/**
 * Refusals that prove nothing because nothing shows that the caller's credentials hold: some servers answer 403 or 404
 * to credentials that do not.
 */
import { list } from '../../words';
import { isAnonymous } from '../matrix/grants';
import type { AuthzExchange, CellResult } from '../model/authzResult';
import type { MatrixUser } from '../model/matrix';
import { isSuccess } from '../response/status';

/** What is known after a run. */
export interface Asked {
  readonly users: readonly MatrixUser[];
  readonly cells: readonly CellResult[];
  readonly exchanges: readonly AuthzExchange[];
}

/** A sentence about the users who were refused everything, and neither sign in nor say what shows that they are known. */
export function unprovedCredentials({ users, cells, exchanges }: Asked): readonly string[] {
  const refused = new Set(cells.filter(isRefused).map(({ cell }) => cell.caller));
  const known = new Set(exchanges.filter(isAccepted).map(({ user }) => user));
  const doubtful = users
    .filter((user) => !isAnonymous(user) && user.login === undefined && user.alive === undefined)
    .map(({ name }) => name)
    .filter((name) => refused.has(name) && !known.has(name));
  return doubtful.length === 0
    ? []
    : [
        `Every request of ${list(doubtful)} was refused, so nothing shows that the credentials hold. Name a request under "alive" that succeeds while they do.`,
      ];
}

function isRefused({ class: outcome }: CellResult): boolean {
  return outcome === 'PASS_403' || outcome === 'PASS_404';
}

function isAccepted({ exchange }: AuthzExchange): boolean {
  return exchange?.response !== undefined && isSuccess(exchange.response.status);
}
