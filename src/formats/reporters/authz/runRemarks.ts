/** What is to be said of a run besides its cells: each kind of remark under a title, the most pressing first. */
import { isUnexplained, type AbsentCell, type BaselineComparison } from '../../../core/authz/report/baseline';
import type { Coverage } from '../../../core/authz/report/coverage';
import type { AuthzResult, Leftover } from '../../../core/authz/model/authzResult';
import { plural } from '../../../core/words';

/** Remarks of one kind, at least one. */
export interface Remarks {
  readonly title: string;
  /** Whole sentences. */
  readonly sentences: readonly string[];
}

/** The remarks of a run. */
export function runRemarks(
  { outcome, undeclared, leftovers, notes }: AuthzResult,
  comparison: BaselineComparison | undefined,
  coverage: Coverage | undefined,
): readonly Remarks[] {
  const cancelled = outcome === 'cancelled' ? ['The run was cancelled: what is missing was not tested.'] : [];
  return [
    { title: 'Cancelled', sentences: cancelled },
    { title: 'No longer tested', sentences: (comparison?.absent ?? []).map(absentSentence) },
    { title: 'Not covered', sentences: coverage === undefined ? [] : coverageSentences(coverage) },
    {
      title: 'Not in the policy',
      sentences: undeclared.map(
        ({ role, operation }) =>
          `The policy does not say what ${role} may do with ${operation}; it was taken as not granted.`,
      ),
    },
    {
      title: 'Left behind',
      sentences: leftovers.map(leftoverSentence),
    },
    { title: 'Notes', sentences: notes },
  ].filter(({ sentences }) => sentences.length > 0);
}

/** How much of an API no cell tested, and what. */
function coverageSentences({ of, total, untested }: Coverage): readonly string[] {
  return untested.length === 0
    ? []
    : [
        `No cell tested ${untested.length} of ${plural(total, 'operation')} of ${of}. Add operations to the matrix for:`,
        ...untested,
      ];
}

/** Which object is left, why, and what undoes it. */
export function leftoverSentence(leftover: Leftover): string {
  const { owner, resource, ids, reason, undo, carriedOut } = leftover;
  if (carriedOut === true) {
    return `${owner} carried out ${resource}: ${reason}`;
  }
  const values = Object.values(ids).map((text) => ` ${text.replace(/^"(.*)"$/, '$1')}`);
  const sentence = `${owner}'s ${resource}${values.join('')} ${howLeft(leftover)}: ${reason}`;
  return undo === undefined ? sentence : `${sentence} To undo it: ${undo}`;
}

function howLeft({ ids, changed }: Leftover): string {
  if (changed === true) {
    return 'may have changed';
  }
  return Object.keys(ids).length === 0 ? 'may still exist' : 'was not deleted';
}

function absentSentence(cell: AbsentCell): string {
  const why = cell.operationLeft
    ? 'Its operation has left the matrix.'
    : isUnexplained(cell)
      ? 'Its operation is still in the matrix, so nothing proves it any more.'
      : 'It was not tested before either.';
  return `${cell.title} was ${cell.class} and is gone. ${why}`;
}
