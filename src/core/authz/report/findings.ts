/**
 * Findings: the flaws of a run by what is wrong with the API. Cells ask about users; people who fix the API read
 * about endpoints, so that all cells of one endpoint that fail for one cause are one finding.
 */
import { groupBy } from '../../groupBy';
import { list } from '../../words';
import type { CellResult } from '../model/authzResult';
import type { Cell } from '../model/cell';
import { judgementOf } from '../model/verdict';
import { isSuccess } from '../response/status';
import { brokenRule, type BrokenRule } from './brokenRule';
import { crossedAttributes } from './crossing';
import { pathWords } from './explain/evidenceText';
import { unlistedMembers } from './explain/unlistedMembers';
import { variantWords } from './explain/variantWords';

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
    return broken === undefined ? [] : [{ result, broken }];
  });
  return [...groupBy(flaws, (flaw) => sentenceOf(flaw, cells)).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [findingOf([first, ...others], cells)]))
    .sort((one, other) => score(other.broken) - score(one.broken) || other.cells.length - one.cells.length);
}

/** A failing cell and the rule that it breaks. */
interface Flaw {
  readonly result: CellResult;
  readonly broken: BrokenRule;
}

/** The finding of cells that fail at one endpoint for one cause, at least one. */
function findingOf(flaws: readonly [Flaw, ...Flaw[]], cells: readonly CellResult[]): Finding {
  const failing = flaws.map(({ result }) => result);
  const worst = flaws
    .map(({ broken }) => broken)
    .reduce((one, other) => (score(other) > score(one) ? other : one));
  return {
    sentence: sentenceOf(flaws[0], cells, crossingOf(failing, cells)),
    broken: { ...worst, asvs: [...new Set(flaws.flatMap(({ broken }) => broken.asvs))] },
    cells: failing,
  };
}

function score({ rule }: BrokenRule): number {
  return Number(rule.severity ?? 0);
}

function sentenceOf(flaw: Flaw, cells: readonly CellResult[], crossing?: Crossing): string {
  const { cell } = flaw.result;
  const { variant } = cell;
  // What is wrong with credentials is one cause, in whichever way it is found.
  const when =
    variant === undefined || WHOLE_CAUSES.has(flaw.broken.rule.id) ? '' : ` when ${variantWords(variant)}`;
  return `${endpointOf(cell, cells)} ${causeOf(flaw, crossing)}${when}`;
}

/** Rules of variants whose cause is the same without the words of the variant. */
const WHOLE_CAUSES: ReadonlySet<string> = new Set([
  'authz/token-unverified',
  'authz/identity-header',
  'authz/token-not-ended',
  'authz/token-expired',
  'authz/undescribed-member',
  'authz/undescribed-secret',
]);

/** `GET /orders/{orderId}`; with the name of the operation where several have the same one, as in GraphQL. */
function endpointOf(cell: Cell, cells: readonly CellResult[]): string {
  const isShared = cells.some(
    ({ cell: other }) =>
      other.method === cell.method && other.path === cell.path && other.operation !== cell.operation,
  );
  const endpoint = `${cell.method} ${pathWords(cell)}`;
  return isShared ? `${endpoint} (${cell.operation})` : endpoint;
}

/** Attributes that the cells of a finding cross. */
interface Crossing {
  /** `tenant`, `team and tenant`. */
  readonly names: string;
  /** Whether users with the same values were tested too and none of them failed: the attribute alone is not checked. */
  readonly isAlone: boolean;
}

/** What the failing cells of one finding cross; absent where they cross nothing. */
function crossingOf(failing: readonly CellResult[], cells: readonly CellResult[]): Crossing | undefined {
  const crossed = [...new Set(failing.flatMap(({ cell }) => crossedAttributes(cell)))];
  const operations = new Set(failing.map(({ cell }) => cell.operation));
  const within = cells.filter(
    ({ cell }) => operations.has(cell.operation) && crossed.some((name) => cell.relation?.[name] === 'same'),
  );
  const isAlone = within.length > 0 && !within.some((result) => failing.includes(result));
  return crossed.length === 0 ? undefined : { names: list(crossed), isAlone };
}

function causeOf({ result, broken: { rule } }: Flaw, crossing: Crossing | undefined): string {
  const { cell, class: outcome, signals } = result;
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
      return listCause(crossing);
    case 'authz/owner-assignment':
      return `lets callers set ${property}`;
    case 'authz/hidden-property':
      return `shows ${property} to roles that must not see it`;
    case 'authz/token-unverified':
      return 'accepts forged tokens';
    case 'authz/token-not-ended':
      return cell.ended === true ? 'accepts tokens that have ended' : 'accepts tokens after log-out';
    case 'authz/token-expired':
      return 'accepts expired tokens';
    case 'authz/identity-header':
      return `believes what callers say in ${cell.variant ?? 'a header'}`;
    case 'authz/undescribed-member':
    case 'authz/undescribed-secret':
      return `shows ${unlistedMembers(result)}, which the API description does not list`;
    case 'authz/accepted-unproven':
      return 'accepts what it should refuse';
    default:
      return ownerCause(thing, crossing);
  }
}

function ownerCause(thing: string, crossing: Crossing | undefined): string {
  if (crossing === undefined) {
    return `does not check who owns the ${thing}`;
  }
  return crossing.isAlone
    ? `does not check the ${crossing.names} of the ${thing}`
    : `checks neither the owner nor the ${crossing.names} of the ${thing}`;
}

function listCause(crossing: Crossing | undefined): string {
  if (crossing === undefined) {
    return 'lists what belongs to others';
  }
  return crossing.isAlone
    ? `lists what belongs to another ${crossing.names}`
    : `lists what belongs to others, also of another ${crossing.names}`;
}
