/** One cell as a result of a SARIF file (specification §5.1). */
import upperFirst from 'lodash/upperFirst.js';
import type { FindingRule } from '../../../core/authz/report/findingRules';
import type { ComparedCell } from '../../../core/authz/report/baseline';
import { furtherRequirements, unwaivedClass, type BrokenRule } from '../../../core/authz/report/brokenRule';
import { cellTitle, stepWords } from '../../../core/authz/report/explain/evidenceText';
import type { AuthzExchange, AuthzResult, CellResult, CellStep } from '../../../core/authz/model/authzResult';
import { defined } from '../../../core/defined';
import type { OutcomeClass } from '../../../core/authz/model/verdict';
import { attackOf, someEvidence, type CellFacts } from './cellFacts';
import { mainPlace, type CellPlaces, type TextPlace } from './places';
import type { SarifMessages } from './sarifMessages';
import { requirement, requirementTag, ruleIndex, weakness } from './sarifRules';
import { message, physicalLocation, type SarifObject } from './sarifText';

/** A finding as a result (§3.27), or, in a full file, the rule that a cell kept which passed. */
export function sarifResult(
  { result, places, compared }: CellFacts,
  broken: BrokenRule | FindingRule,
  run: Pick<AuthzResult, 'matrix' | 'exchanges' | 'seed'>,
  messages: SarifMessages,
): SarifObject {
  const { fingerprint } = result;
  const passed = !('rule' in broken);
  const known: BrokenRule = passed ? { rule: broken, cwe: [], asvs: [] } : broken;
  const { rule, fault } = known;
  const further = furtherRequirements(known);
  const taxa = [...known.cwe.map(weakness), ...further.map(requirement)];
  const evidence = [...result.reasons, ...someEvidence(result).map(sentence)];
  return {
    ruleId: rule.id,
    ruleIndex: ruleIndex(rule),
    ...(passed ? { kind: 'pass', level: 'none' } : { kind: 'fail', level: rule.level }),
    message: message(`${cellTitle(result.cell)}: ${evidence.join(' ')}`),
    locations: [cellLocation(result, places, run.matrix.file)],
    ...relatedLocations(result, places),
    ...codeFlows(result, places, run, messages),
    ...messages.of(attackOf(result, run.exchanges)),
    ...fingerprints(fingerprint, unwaivedClass(result)),
    ...(taxa.length === 0 ? {} : { taxa }),
    ...(compared === undefined ? {} : { baselineState: baselineState(compared) }),
    ...suppressions(result, places),
    properties: {
      ...propertiesOf(result, run.seed),
      ...defined({ fault: fault && `WFC F${fault}` }),
      ...(further.length === 0 ? {} : { tags: further.map(requirementTag) }),
    },
  };
}

/** What makes a finding the same in the next file; GitHub goes by the hash of the line, so it is that, too. */
export function fingerprints(fingerprint: string, outcome: OutcomeClass): SarifObject {
  return {
    partialFingerprints: { 'authzCell/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
    fingerprints: { 'authzFinding/v1': `${fingerprint}/${outcome}` },
  };
}

/** Where a cell is written in the matrix, and its name there. */
export function cellLocation(
  { cell }: CellResult,
  places: CellPlaces | undefined,
  matrixFile: string,
): SarifObject {
  return {
    ...physicalLocation(matrixFile, places === undefined ? undefined : mainPlace(places)),
    logicalLocations: [{ name: cell.operation, fullyQualifiedName: cellTitle(cell), kind: 'function' }],
  };
}

function sentence(words: string): string {
  return `${words}.`;
}

const RELATED = ['create', 'attack', 'after-read'] as const;

/** The lines of the chain that tell the story, and the waiver. */
function relatedLocations({ steps }: CellResult, places: CellPlaces | undefined): SarifObject {
  const found = RELATED.flatMap((wanted) => {
    const index = steps.findIndex(({ step }) => step === wanted);
    const place = places?.steps[index];
    return place === undefined ? [] : [located(place, `${upperFirst(stepWords(wanted))}.`)];
  });
  const waiver = places?.waiver === undefined ? [] : [located(places.waiver, 'The waiver.')];
  const all = [...found, ...waiver].map((location, index) => ({ id: index + 1, ...location }));
  return all.length === 0 ? {} : { relatedLocations: all };
}

function located(place: TextPlace, words: string): SarifObject {
  return { ...physicalLocation(place.file, place), message: message(words) };
}

/** The steps in the order in which they were made. */
function codeFlows(
  { steps }: CellResult,
  places: CellPlaces | undefined,
  { exchanges, matrix }: Pick<AuthzResult, 'exchanges' | 'matrix'>,
  messages: SarifMessages,
): SarifObject {
  const locations = steps.map((step, index) => ({
    location: {
      ...physicalLocation(matrix.file, places?.steps[index] ?? fileOnly(exchanges[step.exchange])),
      message: message(flowWords(step, exchanges[step.exchange])),
    },
    executionOrder: index + 1,
    importance: step.step === 'attack' ? 'essential' : 'important',
    ...messages.of(exchanges[step.exchange]),
  }));
  return locations.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations }] }] };
}

function fileOnly(exchange: AuthzExchange | undefined): TextPlace | undefined {
  return exchange === undefined ? undefined : { file: exchange.request.chain, line: 1, column: 1 };
}

function flowWords({ step }: CellStep, exchange: AuthzExchange | undefined): string {
  const { user = '', request, failure, exchange: sent } = exchange ?? {};
  const status = sent?.response?.status ?? failure ?? 'not sent';
  return sentence(`${upperFirst(stepWords(step))}: ${user} sends ${request?.id ?? ''}, answer ${status}`);
}

/** How a finding compares with the baseline (§3.27.24). */
function baselineState({ change }: ComparedCell): string {
  switch (change) {
    case 'unchanged':
    case 'updated':
      return change;
    case 'changed':
    case 'fixed':
    case 'lost':
      return 'updated';
    case 'new':
    case 'added':
      return 'new';
  }
}

function suppressions({ waived }: CellResult, places: CellPlaces | undefined): SarifObject {
  if (waived === undefined) {
    return {};
  }
  const { reason, expires } = waived;
  const location = places?.waiver;
  return {
    suppressions: [
      {
        kind: 'external',
        status: 'accepted',
        justification: `${reason} (until ${expires})`,
        ...(location === undefined ? {} : { location: physicalLocation(location.file, location) }),
      },
    ],
  };
}

function propertiesOf(result: CellResult, seed: string): SarifObject {
  const { cell, signals, class: outcome, waived, secondary, leaks, changes, exploitability } = result;
  return {
    cell: cell.id,
    class: outcome,
    ...defined({ waivedClass: waived?.class, owner: cell.owner }),
    caller: cell.caller,
    ...defined({ relation: cell.relation }),
    ...defined({ signals, exploitability }),
    leaks,
    changes,
    secondary,
    seed,
  };
}
