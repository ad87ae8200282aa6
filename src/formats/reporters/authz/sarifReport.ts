/**
 * The SARIF 2.1.0 report, for code scanning (specification §5.1). Findings are results, also those of a waiver;
 * what shows nothing is a notification of a run that was not successful, so that it looks neither clean nor like a
 * vulnerability. What passed, or is gone since the baseline, is only in a full file: GitHub treats any result
 * as a finding, and a missing one as fixed.
 */
import type { AbsentCell } from '../../../core/authz/report/baseline';
import { formerRule, keptRule } from '../../../core/authz/report/brokenRule';
import { cellTitle } from '../../../core/authz/report/explain/evidenceText';
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { judgementOf } from '../../../core/authz/model/verdict';
import type { AuthzReportContext } from './authzReport';
import { runFacts, type CellFacts, type RunFacts } from './cellFacts';
import { leftoverSentence } from './runRemarks';
import { collectMessages, type SarifMessages } from './sarifMessages';
import { cellLocation, fingerprints, sarifResult } from './sarifResult';
import {
  notificationDescriptors,
  notificationNames,
  ruleDescriptor,
  ruleIndex,
  rules,
  supportedTaxonomies,
  taxonomies,
  type NotificationName,
} from './sarifRules';
import { fileUri, message, physicalLocation, ROOT, type SarifObject } from './sarifText';

/** Writes a result as SARIF. */
export function renderAuthzSarif(result: AuthzResult, context: AuthzReportContext): string {
  const { matrix, environment = '' } = result;
  const facts = runFacts(result, context);
  const messages = collectMessages();
  const results = resultsOf(result, facts, messages, context);
  const run = {
    tool: { driver: driver(context.tool.version) },
    automationDetails: {
      id: `authz/${fileUri(matrix.file)}/${fileUri(environment)}/`,
      description: message(`Authorization matrix ${matrix.name}.`),
    },
    originalUriBaseIds: { [ROOT]: { description: message('The folder of the workspace.') } },
    columnKind: 'utf16CodeUnits',
    taxonomies: taxonomies(),
    invocations: [invocation(result, facts)],
    results,
    ...messages.all(),
    properties: { seed: result.seed, requests: result.requests, users: result.users },
  };
  const log = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log)}\n`;
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const HOME = 'https://github.com/chainwright/chainwright';

function driver(version: string): SarifObject {
  return {
    name: 'Chainwright',
    organization: 'Chainwright',
    version,
    semanticVersion: version,
    informationUri: HOME,
    rules: rules.map(ruleDescriptor),
    notifications: notificationDescriptors(),
    supportedTaxonomies: supportedTaxonomies(),
  };
}

function resultsOf(
  result: AuthzResult,
  { cells, comparison }: RunFacts,
  messages: SarifMessages,
  { sarifFull = false }: AuthzReportContext,
): readonly SarifObject[] {
  const present = cells.flatMap((facts) => {
    const passed = sarifFull && judgementOf(facts.result.class) === 'pass';
    const rule = passed ? keptRule(facts.result) : facts.broken;
    return rule === undefined ? [] : [sarifResult(facts, rule, result, messages)];
  });
  const absent = sarifFull ? (comparison?.absent ?? []) : [];
  return [...present, ...absent.flatMap((cell) => absentResult(cell, result.matrix.file))];
}

/** A finding whose cell is gone; its place is unknown. */
function absentResult(cell: AbsentCell, matrixFile: string): readonly SarifObject[] {
  const { class: outcome, title, operation, fingerprint } = cell;
  const rule = formerRule(cell);
  const logicalLocations = [{ name: operation, fullyQualifiedName: title, kind: 'function' }];
  return rule === undefined
    ? []
    : [
        {
          ruleId: rule.id,
          ruleIndex: ruleIndex(rule),
          kind: 'informational',
          level: 'none',
          message: message(`${title}: It is no longer tested. It was ${outcome}.`),
          locations: [{ ...physicalLocation(matrixFile, undefined), logicalLocations }],
          ...fingerprints(fingerprint, outcome),
          baselineState: 'absent',
        },
      ];
}

/** The run itself (§3.20); its times are the only ones in the file. */
function invocation(result: AuthzResult, { cells }: RunFacts): SarifObject {
  const { startedAt, durationMs, outcome, matrix } = result;
  const unproven = cells.filter(({ result: cell }) => judgementOf(cell.class) === 'inconclusive');
  const started = Date.parse(startedAt);
  return {
    executionSuccessful: outcome === 'finished' && unproven.length === 0,
    startTimeUtc: startedAt,
    ...(Number.isNaN(started) ? {} : { endTimeUtc: new Date(started + durationMs).toISOString() }),
    toolExecutionNotifications: [
      ...unproven.map((facts) => unprovenNotification(facts, matrix.file)),
      ...runNotifications(result),
    ],
    toolConfigurationNotifications: result.undeclared.map(({ role, operation }) =>
      notification('undeclared', 'warning', `The policy does not say what ${role} may do with ${operation}.`),
    ),
  };
}

function unprovenNotification({ result, places }: CellFacts, matrixFile: string): SarifObject {
  const { cell, class: outcome, reasons, fingerprint } = result;
  const name = outcome.toLowerCase().replaceAll('_', '-') as NotificationName;
  return {
    ...notification(name, 'error', `${cellTitle(cell)}: ${reasons.join(' ')}`),
    locations: [cellLocation(result, places, matrixFile)],
    properties: { cell: cell.id, class: outcome, fingerprint },
  };
}

function runNotifications({ outcome, leftovers, notes }: AuthzResult): readonly SarifObject[] {
  return [
    ...(outcome === 'cancelled' ? [notification('cancelled', 'error', 'The run was cancelled.')] : []),
    ...leftovers.map((leftover) => notification('leftover', 'warning', leftoverSentence(leftover))),
    ...notes.map((note) => notification('note', 'note', note)),
  ];
}

function notification(name: NotificationName, level: string, words: string): SarifObject {
  return {
    descriptor: { id: `authz/${name}`, index: notificationNames.indexOf(name) },
    level,
    message: message(words),
  };
}
