/** What a person leaves out of the result of an authorization run before it leaves the editor. Verdicts stay. */
import {
  exchangeWithout,
  omissionNotes,
  omittablePartsOf,
  type Omissions,
  type Omittable,
} from '../../result/omissions';
import { statusText } from '../../result/resultViews';
import type { AuthzExchange, AuthzResult, CellResult } from '../model/authzResult';

/** What can be left out of a result. */
export function omittableOfAuthz({ exchanges }: Pick<AuthzResult, 'exchanges'>): Omittable {
  return {
    ...omittablePartsOf(exchanges.flatMap(({ exchange }) => exchange ?? [])),
    exchanges: exchanges.map(({ user, request, exchange, failure }) => ({
      name: `${user}: ${exchange?.request.method ?? ''} ${request.id}`.replace(/ +/g, ' '),
      answer: exchange?.response === undefined ? (failure ?? 'not sent') : statusText(exchange.response),
    })),
  };
}

/** A result without what is left out; it says what that was. */
export function withoutOmittedAuthz(result: AuthzResult, omissions: Omissions): AuthzResult {
  const left = new Set(omissions.exchanges);
  const count = result.exchanges.filter((_exchange, index) => left.has(index)).length;
  const notes = omissionNotes(omissions, count);
  return notes.length === 0
    ? result
    : {
        ...result,
        exchanges: result.exchanges.map((exchange, index) =>
          left.has(index) ? withoutMessages(exchange) : shortened(exchange, omissions),
        ),
        cells: omissions.bodies ? result.cells.map(withoutValues) : result.cells,
        notes: [...result.notes, ...notes],
      };
}

/** Cells refer to exchanges by their positions, so each keeps its own. */
function withoutMessages({ exchange: _exchange, ...rest }: AuthzExchange): AuthzExchange {
  return { ...rest, failure: 'left out' };
}

function shortened(sent: AuthzExchange, omissions: Omissions): AuthzExchange {
  return sent.exchange === undefined
    ? sent
    : { ...sent, exchange: exchangeWithout(sent.exchange, omissions) };
}

/** Of values only the places are left. */
function withoutValues(cell: CellResult): CellResult {
  return {
    ...cell,
    leaks: cell.leaks.map((leak) => ({ ...leak, begins: '', sha256: '' })),
    changes: cell.changes.map(({ path }) => ({ path })),
  };
}
