/**
 * Asking the question of a cell: the procedure of its kind, and where that saw harm, whether the two users are
 * two at all. One account reaches what is its own under both names, and no flaw is in that.
 */
import { resourceOf, userOf } from '../../matrix/findByName';
import { provedEnded } from '../attacks/credentialsValid';
import { notAsked, stepsOf, type Finding } from '../attacks/finding';
import { oneAccount } from '../accounts/accounts';
import { isSuccess } from '../../response/status';
import { isAnonymous } from '../../matrix/grants';
import type { Cell } from '../../model/cell';
import { attackCell, type AttackCellPorts } from './attackCell';
import type { ThrowAways } from '../attacks/throwAwayUsers';
import { comparesMembers } from '../../plan/exposureCells';
import { createCell } from './createCell';
import { exposureCell } from './exposureCell';
import { grantCell } from './grantCell';
import { hiddenCell } from './hiddenCell';
import { listCell } from './listCell';
import { propertyCell } from './propertyCell';

/** What asking cells of every kind uses. */
export interface CellPorts extends AttackCellPorts {
  readonly throwAways: ThrowAways;
}

/** Carries out the procedure of a cell. Failures are in the finding. */
export async function runCell(run: CellPorts, cell: Cell): Promise<Finding> {
  const ports = run.throwAways.forCell(run, cell);
  const { loaded } = ports.context;
  const finding = provedEnded(loaded.matrix, cell, await carryOut(ports, cell));
  await run.throwAways.noteDeletedAccounts(ports.sessions, cell, finding.signals);
  if (!BETWEEN_OWNERS.has(cell.kind) || !showsHarm(finding)) {
    return finding;
  }
  const { owner, caller, resource } = cell;
  if (owner === undefined || resource === undefined || isAnonymous(userOf(loaded, caller))) {
    return finding;
  }
  const [one, other] = [await ports.sessions.of(owner), await ports.sessions.of(caller)];
  const relation = await ports.accounts.compareSeen(one, other, resourceOf(loaded, resource));
  const reason = oneAccount(relation);
  return reason === undefined ? finding : notAsked(reason, stepsOf(finding.steps, relation.steps));
}

/** Kinds of cells in which the caller has objects as well, to be compared with the owner's. */
const BETWEEN_OWNERS: ReadonlySet<Cell['kind']> = new Set(['OBJ', 'LIST']);

function carryOut(ports: AttackCellPorts, cell: Cell): Promise<Finding> {
  switch (cell.kind) {
    case 'SELF':
      return grantCell(ports, cell);
    case 'LIST':
      return listCell(ports, cell);
    case 'PROP':
      return propertyProcedure(cell)(ports, cell);
    case 'OBJ':
    case 'FUN':
    case 'ANON':
      return cell.effect === 'create' && cell.resource !== undefined
        ? createCell(ports, cell)
        : attackCell(ports, cell);
  }
}

/** What asks about members of an answer, of one or of all, or about properties that a request sets. */
function propertyProcedure(cell: Cell): typeof propertyCell {
  if (comparesMembers(cell)) {
    return exposureCell;
  }
  return cell.effect === 'read' ? hiddenCell : propertyCell;
}

/** Whether the caller got at what is the owner's, or was not refused it. */
function showsHarm({ signals: { leak, state, status, self, wholeList } }: Finding): boolean {
  const isAccepted = status !== 'none' && isSuccess(status) && !self && wholeList === undefined;
  return leak === 'yes' || state === 'changed' || state === 'gone' || isAccepted;
}
