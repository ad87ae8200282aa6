/**
 * Findings: the flaws of a run by what is wrong with the API. Cells ask about users; people who fix the API read
 * about endpoints, so that all cells of one endpoint that fail for one cause are one finding.
 */
import { groupBy } from '../../groupBy';
import type { CellResult } from '../model/authzResult';
import type { Cell } from '../model/cell';
import { judgementOf } from '../model/verdict';
import { isSuccess } from '../response/status';
import { brokenRule, type BrokenRule } from './brokenRule';
import { pathWords } from './explain/evidenceText';

/** Something wrong with an endpoint. */
export interface Finding {
  /** Without its stop: `DELETE /orders/{orderId} does not check who owns the order`. */
  readonly sentence: string;
  /** The gravest rule that its cells break. */
  readonly broken: BrokenRule;
  /** In the order of the run. */
  readonly cells: readonly CellResult[];
}

/** The findings of a run, the gravest first, then those that more cells show. */
export function findingsOf(cells: readonly CellResult[]): readonly Finding[] {
  const flaws = cells.flatMap((result) => {
    const broken = judgementOf(result.class) === 'flaw' ? brokenRule(result, cells) : undefined;
    return broken === undefined ? [] : [{ result, broken, sentence: sentenceOf(result, broken, cells) }];
  });
  return [...groupBy(flaws, ({ sentence }) => sentence)]
    .map(([sentence, group]): Finding => ({
      sentence,
      broken: group
        .map(({ broken }) => broken)
        .reduce((one, other) => (score(other) > score(one) ? other : one)),
      cells: group.map(({ result }) => result),
    }))
    .sort((one, other) => score(other.broken) - score(one.broken) || other.cells.length - one.cells.length);
}

function score({ rule }: BrokenRule): number {
  return Number(rule.severity ?? 0);
}

function sentenceOf(result: CellResult, broken: BrokenRule, cells: readonly CellResult[]): string {
  const { cell } = result;
  const variant = cell.variant === undefined ? '' : ` when it is sent as ${cell.variant}`;
  return `${endpointOf(cell, cells)} ${causeOf(result, broken)}${variant}`;
}

/** `GET /orders/{orderId}`; with the name of the operation where several have the same one, as in GraphQL. */
function endpointOf(cell: Cell, cells: readonly CellResult[]): string {
  const isShared = cells.some(
    ({ cell: other }) =>
      other.method === cell.method && other.path === cell.path && other.operation !== cell.operation,
  );
  const endpoint = `${cell.method} ${pathWords(cell)}`;
  return isShared ? `${endpoint} (${cell.operation})` : endpoint;
}

function causeOf({ cell, class: outcome, signals }: CellResult, { rule }: BrokenRule): string {
  const thing = cell.resource ?? 'object';
  const property = (cell.property ?? '').replace(/^\$\./, '');
  if (outcome !== 'FLAW_READ' && typeof signals?.status === 'number' && !isSuccess(signals.status)) {
    return 'does its work although it refuses';
  }
  switch (rule.id) {
    case 'authz/anonymous':
      return 'asks for no credentials';
    case 'authz/denied-but-leaks':
      return `refuses, and sends the ${thing} with the refusal`;
    case 'authz/bfla':
      return 'does not check the role';
    case 'authz/list-leak':
      return 'lists what belongs to others';
    case 'authz/owner-assignment':
      return `lets callers set ${property}`;
    case 'authz/hidden-property':
      return `shows ${property} to roles that must not see it`;
    case 'authz/accepted-unproven':
      return 'accepts what it should refuse';
    default:
      return `does not check who owns the ${thing}`;
  }
}
