/** Which rule a verdict breaks, and which weaknesses it shows. */
import { defined } from '../../defined';
import type { CellResult } from '../model/authzResult';
import type { BaselineCell } from './baseline';
import type { Cell, CellKind } from '../model/cell';
import { isSensitiveName } from '../judge/sensitiveNames';
import { comparesMembers } from '../plan/exposureCells';
import { isIdentityVariant } from '../plan/requests/identityVariants';
import { forgeryOf, isExpired, isSignedOut } from '../plan/requests/tokenVariants';
import { isSuccess } from '../response/status';
import { crossedAttributes } from './crossing';
import { findingRules, type FindingRule, type RuleName } from './findingRules';
import { judgementOf, type OutcomeClass, type Signals } from '../model/verdict';

/** The broken rule of a verdict other than a pass, in the terms of public standards. */
export interface BrokenRule {
  readonly rule: FindingRule;
  /** Numbers of the weaknesses that this very verdict shows, the most fitting first. */
  readonly cwe: readonly number[];
  /** Requirements of ASVS 5.0 that this very verdict violates. */
  readonly asvs: readonly string[];
  /** Fault category of the Web Fuzzing Commons (`fault_categories.json`): 206; absent where none fits. */
  readonly fault?: number;
}

/**
 * `CWE-639`, `API1:2023`, `WFC F206`: the entries of public standards that a verdict belongs to; requirements of ASVS where
 * they are not those of the rule anyway.
 */
export function standardEntries({ rule, cwe, asvs, fault }: BrokenRule): readonly string[] {
  return [
    ...cwe.map((number) => `CWE-${number}`),
    ...rule.owasp,
    ...furtherRequirements({ rule, asvs }).map((entry) => `ASVS ${entry}`),
    ...(fault === undefined ? [] : [`WFC F${fault}`]),
  ];
}

/** Requirements of ASVS that a verdict violates besides those of its rule. */
export function furtherRequirements({ rule, asvs }: Pick<BrokenRule, 'rule' | 'asvs'>): readonly string[] {
  return asvs.filter((entry) => !rule.asvs.includes(entry));
}

/**
 * The rule that a cell breaks, that of a waived one included; absent when it passed or shows nothing. `cells` are all of
 * the run: whether a function is checked wrongly or not at all shows in what the others got.
 */
export function brokenRule(result: CellResult, cells: readonly CellResult[]): BrokenRule | undefined {
  const { cell, signals } = result;
  const outcome = unwaivedClass(result);
  const isReached = judgementOf(outcome) === 'flaw' && outcome !== 'SUSPECT_ACCEPTED';
  const name =
    (isReached ? (credentialRule(cell) ?? exposureRule(result)) : undefined) ??
    ruleNameOf(cell.kind, outcome, signals?.status);
  if (name === undefined) {
    return undefined;
  }
  const rule = findingRules[name];
  const isUnchecked = name === 'bfla' && isOpenToAll(cell.operation, cells);
  const crossed = rule.severity === undefined ? [] : crossedAttributes(cell);
  return {
    rule,
    cwe: isUnchecked ? [MISSING_AUTHORIZATION] : rule.cwe,
    asvs: crossed.length === 0 ? rule.asvs : [...rule.asvs, CROSS_TENANT],
    ...defined({ fault: faultOf(name, outcome) }),
  };
}

/** The rule about credentials that a variant asks about; undefined where it names the object in another way. */
function credentialRule(cell: Pick<Cell, 'variant' | 'ended'>): RuleName | undefined {
  if (forgeryOf(cell) !== undefined) {
    return 'token-unverified';
  }
  if (isSignedOut(cell) || cell.ended === true) {
    return 'token-not-ended';
  }
  if (isExpired(cell)) {
    return 'token-expired';
  }
  return isIdentityVariant(cell.variant) ? 'identity-header' : undefined;
}

/** The rule about members that no description lists; undefined for other questions. */
function exposureRule({ cell, leaks }: Pick<CellResult, 'cell' | 'leaks'>): RuleName | undefined {
  if (!comparesMembers(cell)) {
    return undefined;
  }
  return leaks.some(({ value }) => isSensitiveName(value)) ? 'undescribed-secret' : 'undescribed-member';
}

/** The rule that a cell keeps which passed. */
export function keptRule({ cell }: Pick<CellResult, 'cell'>): FindingRule {
  const { kind, effect } = cell;
  const ofVariant = credentialRule(cell) ?? exposureRule({ cell, leaks: [] });
  if (ofVariant !== undefined) {
    return findingRules[ofVariant];
  }
  switch (kind) {
    case 'ANON':
      return findingRules.anonymous;
    case 'FUN':
      return findingRules.bfla;
    case 'LIST':
      return findingRules['list-leak'];
    case 'PROP':
      return findingRules[effect === 'read' ? 'hidden-property' : 'owner-assignment'];
    case 'SELF':
      return findingRules['over-restricted'];
    case 'OBJ':
      return findingRules[
        effect === 'read' ? 'bola-read' : effect === 'delete' ? 'bola-delete' : 'bola-write'
      ];
  }
}

/** The rule that a cell broke of which a baseline is all that is left. */
export function formerRule({ kind, class: outcome }: BaselineCell): FindingRule | undefined {
  const name = ruleNameOf(kind, outcome, undefined);
  return name === undefined ? undefined : findingRules[name];
}

/** The class that the signals gave, whether or not a waiver replaced it. */
export function unwaivedClass({
  class: outcome,
  waived,
}: Pick<CellResult, 'class' | 'waived'>): OutcomeClass {
  return waived?.class ?? outcome;
}

/** Consumers of one tenant do not affect another one. */
const CROSS_TENANT = '8.4.1';

/** CWE-862; a check that is there and lets some through is CWE-863. */
const MISSING_AUTHORIZATION = 862;

/** Reading what belongs to others has no category there. */
function faultOf(name: RuleName, outcome: OutcomeClass): number | undefined {
  switch (name) {
    case 'owner-assignment':
      return 203;
    case 'anonymous':
      return 207;
    case 'bola-write':
    case 'bola-delete':
      return 206;
    case 'bfla':
      return outcome === 'FLAW_READ' ? undefined : 206;
    case 'nonstandard-deny':
      return outcome === 'DENIED_401' ? 205 : undefined;
    default:
      return undefined;
  }
}

function ruleNameOf(
  kind: CellKind,
  outcome: OutcomeClass,
  status: Signals['status'] | undefined,
): RuleName | undefined {
  switch (outcome) {
    case 'FLAW_READ':
    case 'FLAW_WRITE':
    case 'FLAW_DELETE':
      return flawRule(kind, outcome, typeof status === 'number' && !isSuccess(status));
    case 'SUSPECT_ACCEPTED':
      return 'accepted-unproven';
    case 'OVER_RESTRICTED':
      return 'over-restricted';
    case 'ID_IGNORED':
      return 'id-ignored';
    case 'SOFT_DENY':
      return 'soft-deny';
    case 'DENIED_REDIRECT':
    case 'DENIED_401':
    case 'DENIED_OTHER':
      return 'nonstandard-deny';
    default:
      return undefined;
  }
}

/** Who needs no credentials outweighs everything; a refusal with the data in it is fixed in its own way. */
function flawRule(kind: CellKind, outcome: keyof typeof OBJECT_RULES, isRefused: boolean): RuleName {
  if (kind === 'ANON') {
    return 'anonymous';
  }
  if (outcome === 'FLAW_READ' && isRefused) {
    return 'denied-but-leaks';
  }
  switch (kind) {
    case 'FUN':
      return 'bfla';
    case 'LIST':
      return 'list-leak';
    case 'PROP':
      return outcome === 'FLAW_READ' ? 'hidden-property' : 'owner-assignment';
    case 'OBJ':
    case 'SELF':
      return OBJECT_RULES[outcome];
  }
}

const OBJECT_RULES = {
  FLAW_READ: 'bola-read',
  FLAW_WRITE: 'bola-write',
  FLAW_DELETE: 'bola-delete',
} as const;

/** Whether nobody who was tried was kept from a function, not even somebody without credentials. */
function isOpenToAll(operation: string, cells: readonly CellResult[]): boolean {
  const tried = cells.filter(
    ({ cell, class: outcome }) =>
      cell.operation === operation && (cell.kind === 'FUN' || cell.kind === 'ANON') && outcome !== 'SKIPPED',
  );
  return (
    tried.some(({ cell }) => cell.kind === 'ANON') &&
    tried.every((result) => judgementOf(unwaivedClass(result)) === 'flaw')
  );
}
