/**
 * The CSV report (RFC 4180), for spreadsheets: a line per cell. A text that a spreadsheet would take for a
 * formula gets an apostrophe before it.
 */
import { codeOf } from '../../../core/authz/report/outcomeCodes';
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { locationOf } from '../../../core/authz/report/grid';
import { judgementOf } from '../../../core/authz/model/verdict';
import type { AuthzReportContext } from './authzReport';
import { runFacts, type CellFacts } from './cellFacts';
import { mainPlace } from './places';

/** Writes a result as CSV. */
export function renderAuthzCsv(result: AuthzResult, context: AuthzReportContext): string {
  const lines = runFacts(result, context).cells.map(row);
  return [COLUMNS, ...lines].map((values) => `${values.map(field).join(',')}\r\n`).join('');
}

const COLUMNS = [
  ...['cell', 'kind', 'operation', 'effect', 'resource', 'owner', 'owner role', 'caller', 'caller role'],
  ...['method', 'path', 'location', 'class', 'code', 'judgement', 'waived class', 'status', 'leak', 'state'],
  ...['reason', 'baseline', 'fingerprint', 'file', 'line'],
];

function row({ result, places, compared }: CellFacts): readonly string[] {
  const { cell, class: outcome, waived, signals, reasons, fingerprint } = result;
  const place = places === undefined ? undefined : mainPlace(places);
  return [
    ...[cell.id, cell.kind, cell.operation, cell.effect, cell.resource, cell.owner, cell.ownerRole],
    ...[cell.caller, cell.callerRole, cell.method, cell.path, locationOf(cell)],
    ...[outcome, codeOf(outcome), judgementOf(outcome), waived?.class],
    ...[signals?.status, signals?.leak, signals?.state, reasons[0]],
    ...[compared?.change, fingerprint, place?.file, place?.line],
  ].map((value) => (value === undefined ? '' : String(value)));
}

function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
