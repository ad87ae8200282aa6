/** Compares what a run says about every cell with what a model says. */
import assert from 'node:assert/strict';
import { FLAWS, type FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { Cell } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import { defined } from '../../../src/core/defined';
import type { Flaws } from './flawModel';
import type { Matrices, MatrixRunOptions } from './matrixRun';

/** What these flaws, and no others, make of a cell. */
type Model = (cell: Cell, flaws: Flaws) => OutcomeClass;

/** Every flaw of the sample API, in the order of its catalogue. */
export const EVERY_FLAW: readonly FlawName[] = FLAWS.map(({ name }) => name);

/** A matrix, the model of its cells, and operations that are enough where each refusal takes its time. */
export interface Subject {
  readonly matrices: Matrices;
  readonly name: string;
  readonly model: Model;
  readonly few: readonly string[];
}

/** Runs a matrix with flaws and fails when a cell has another class than the model says. */
export async function expectClasses(
  { matrices, name, model, few }: Subject,
  flaws: readonly FlawName[],
  only?: readonly string[],
): Promise<void> {
  const quick: MatrixRunOptions = flaws.includes('never-answers')
    ? { only: only?.slice(0, 1) ?? few, timeoutMs: 300 }
    : {};
  const { cells } = await matrices.run(name, { flaws, ...defined({ only }), ...quick });
  const on = new Set(flaws);
  assert.ok(cells.length > 0);
  assert.deepEqual(
    cells.map((result) => `${result.cell.id} ${result.class}`),
    cells.map(({ cell }) => `${cell.id} ${model(cell, on)}`),
    `with ${flaws.join(' and ') || 'no flaw'}`,
  );
}
