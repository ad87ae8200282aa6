/**
 * Asking cells that only read several at a time. The cells of one operation are asked one after the other by one
 * worker: they share controls, calibrations and what is open to everybody, and a variant is not asked where the cell
 * that it varies was a flaw. Asked in another order, a refusal would be compared with another calibration, and
 * evidence and secondary findings would depend on which cell came first. Different operations that only read have
 * nothing in common but the objects, which exist before the first of them is asked.
 */
import { groupBy } from '../../groupBy';
import type { AuthzEvent } from '../model/authzResult';
import type { Cell } from '../model/cell';
import { operationOf } from '../matrix/findByName';
import { isEnded } from '../plan/requests/tokenVariants';
import { isMutating } from '../plan/requests/variants';
import { askCell, skipped, whyLeftOut, type Progress } from './askCell';
import { createAdmission, type Admission } from './admission';
import type { MatrixRun } from './runParts';
import { openWorkers, prepareTargets } from './workers';

/** Cells that are asked one after the other, or several at a time. */
export interface Batch {
  readonly cells: readonly Cell[];
  /** Cells of one operation each; one list where nothing can be asked at the same time. */
  readonly lanes: readonly (readonly Cell[])[];
}

/** The cells of a plan in their order, those next to each other that only read in one batch. */
export function batchesOf({
  loaded,
  plan,
  parallel,
}: Pick<MatrixRun, 'loaded' | 'plan' | 'parallel'>): readonly Batch[] {
  if (parallel === 1) {
    return [{ cells: plan.cells, lanes: [plan.cells] }];
  }
  const onlyReads = (cell: Cell): boolean =>
    !isMutating(cell) && !isEnded(cell) && operationOf(loaded, cell.operation).endsCredentials !== true;
  const runs: { readonly reads: boolean; readonly cells: Cell[] }[] = [];
  for (const cell of plan.cells) {
    const last = runs.at(-1);
    const reads = onlyReads(cell);
    if (last?.reads === reads) {
      last.cells.push(cell);
    } else {
      runs.push({ reads, cells: [cell] });
    }
  }
  return runs.map(({ reads, cells }) => ({
    cells,
    lanes: reads ? [...groupBy(cells, ({ operation }) => operation).values()] : [cells],
  }));
}

/** Asks the cells of a batch, at most `parallel` at a time. Events of different cells alternate. */
export async function* askTogether(
  { cells, lanes }: Batch,
  progress: Progress,
): AsyncGenerator<AuthzEvent, void, void> {
  const { run, parts, signal } = progress;
  yield { type: 'authz-preparing', message: 'Creating what cells that only read ask about' };
  const prepared = await prepareTargets(cells, progress);
  const wanted = Math.min(run.parallel, lanes.length);
  const { workers, note } = await openWorkers(cells, parts, prepared, wanted);
  progress.notes.push(...(note === undefined || signal.aborted ? [] : [note]));
  const open = [...lanes];
  const admission = createAdmission(parts.context, signal);
  const events = createEvents();
  let isStopped = false;
  const work = async (worker: Progress): Promise<void> => {
    for (let lane = open.shift(); lane !== undefined; lane = open.shift()) {
      for (const cell of lane) {
        if (!isStopped) {
          await askOne(cell, worker, { admission, emit: events.emit });
        }
      }
    }
  };
  const ended = Promise.allSettled(workers.map((own) => work({ ...progress, parts: own }))).finally(
    events.close,
  );
  try {
    yield* events.all();
  } finally {
    // Also when the consumer of the events stops early: nothing is deleted while something is under way.
    isStopped = true;
    await ended;
  }
  const failed = (await ended).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    throw failed.reason;
  }
}

async function askOne(
  cell: Cell,
  progress: Progress,
  { admission, emit }: { readonly admission: Admission; readonly emit: (event: AuthzEvent) => void },
): Promise<void> {
  await admission.admitted(async () => {
    // An error here occurs again when the cell is asked, and is reported there.
    const leftOut = await whyLeftOut(cell, progress).catch(() => undefined);
    if (leftOut === undefined) {
      emit({ type: 'cell-started', id: cell.id });
    }
    const result = leftOut === undefined ? await askCell(cell, progress) : skipped(leftOut, progress.parts);
    progress.results.set(cell.id, result);
    emit({ type: 'cell-finished', result });
  });
}

/** Events as they come, for somebody who takes them one by one. */
interface Events {
  readonly emit: (event: AuthzEvent) => void;
  /** No further ones come. */
  readonly close: () => void;
  readonly all: () => AsyncGenerator<AuthzEvent, void, void>;
}

function createEvents(): Events {
  const pending: AuthzEvent[] = [];
  let isClosed = false;
  let wake = (): void => undefined;
  return {
    emit(event) {
      pending.push(event);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async *all() {
      for (;;) {
        const event = pending.shift();
        if (event !== undefined) {
          yield event;
        } else if (isClosed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
