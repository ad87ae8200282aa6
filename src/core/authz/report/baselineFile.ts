/** Baseline files: kept next to a matrix or fetched from an earlier build, so whatever they hold is checked. */
import { isRecord, parseUnknown } from '../../json/unknownJson';
import { UserError } from '../../errors';
import type { Baseline, BaselineCell } from './baseline';
import type { CellKind } from '../model/cell';
import { isOutcomeClass } from './outcomeCodes';

/** The text of a baseline, a cell on each line, so that a change of one is a change of one line. */
export function writeBaseline({ cells, ...head }: Baseline): string {
  const lines = Object.entries(cells).map(
    ([fingerprint, cell]) => `    ${JSON.stringify(fingerprint)}: ${JSON.stringify(cell)}`,
  );
  const members = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  const written = Object.entries(head).map(([name, value]) => `  "${name}": ${JSON.stringify(value)},\n`);
  return `{\n${written.join('')}  "cells": ${members}\n}\n`;
}

/** Reads a baseline. Throws UserError when the text is none; `file` names it. */
export function readBaseline(text: string, file: string): Baseline {
  const content = parseUnknown(text);
  if (!isRecord(content) || content['kind'] !== 'authz-baseline') {
    throw notABaseline(file, content);
  }
  const { formatVersion, cells } = content;
  if (typeof formatVersion === 'number' && formatVersion > 1) {
    throw new UserError(`${file} was written by a later version.`, 'Update Chainwright.');
  }
  if (formatVersion !== 1 || !isRecord(cells) || !Object.entries(cells).every(isCell)) {
    throw new UserError(`${file} is a damaged baseline.`, 'Write it again with --write-baseline.');
  }
  // Every cell has been checked.
  return { formatVersion, kind: 'authz-baseline', cells: cells as Readonly<Record<string, BaselineCell>> };
}

function isCell([fingerprint, cell]: readonly [string, unknown]): boolean {
  return (
    FINGERPRINT.test(fingerprint) &&
    isRecord(cell) &&
    isOutcomeClass(cell['class']) &&
    KINDS.has(cell['kind']) &&
    typeof cell['operation'] === 'string' &&
    typeof cell['title'] === 'string'
  );
}

const KINDS: ReadonlySet<unknown> = new Set<CellKind>(['OBJ', 'FUN', 'ANON', 'SELF', 'LIST', 'PROP']);
const FINGERPRINT = /^[0-9a-f]{64}$/;

function notABaseline(file: string, content: unknown): UserError {
  const isResult = isRecord(content) && content['kind'] === 'authz';
  return isResult
    ? new UserError(
        `${file} is the result of a run, not a baseline.`,
        'Turn it into a baseline with "authz replay --write-baseline".',
      )
    : new UserError(`${file} is not a baseline.`, 'Name a file that --write-baseline wrote.');
}
