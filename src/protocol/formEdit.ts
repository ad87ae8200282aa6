/**
 * Changes that the form editor asks for. Each names a place in a request, or in the chain, and what the page
 * expects there: where the text says something else meanwhile nothing is changed and the page is
 * shown what it says, so that text and form side by side never overwrite each other.
 */
import { hasMembers, isIndex, isText, type Check } from './guards';

/** A request by its position, with the id that the page has seen there; `null`: the chain itself. */
export type FormTarget = { readonly index: number; readonly id: string } | null;

/** A change of one place. Values are JSON texts; `null` means that there is, or shall be, no such member. */
export type FormEdit =
  | {
      readonly kind: 'set';
      readonly path: readonly (string | number)[];
      readonly before: string | null;
      readonly value: string | null;
    }
  | {
      readonly kind: 'insert';
      /** Leads to a list, which is made when there is none. */
      readonly path: readonly (string | number)[];
      readonly index: number;
      readonly value: string;
    }
  | {
      readonly kind: 'move';
      readonly path: readonly (string | number)[];
      readonly from: number;
      /** Its position afterwards. */
      readonly to: number;
      /** The item: JSON text. */
      readonly before: string;
    };

/** Changes that are made, and undone, as one. */
export interface FormChange {
  readonly target: FormTarget;
  /** Applied in their order; at least one. */
  readonly edits: readonly FormEdit[];
}

/** What became of a change. `stale`: the text said something else; the page is shown what it says now. */
export type FormAnswer = { readonly kind: 'done'; readonly revision: number } | { readonly kind: 'stale' };

const MAX_EDITS = 1_000;
const MAX_STEPS = 600;
/** UTF-16 code units of one value. */
const MAX_VALUE = 2 ** 26;

/** Whether a value names a request or the chain. */
export const isFormTarget: Check<FormTarget> = (value): value is FormTarget =>
  value === null ||
  (hasMembers(value, ['index', 'id']) &&
    'index' in value &&
    isIndex(value.index) &&
    'id' in value &&
    isText(value.id));

/** Whether a value is a change. */
export const isFormChange: Check<FormChange> = (value): value is FormChange =>
  hasMembers(value, ['target', 'edits']) &&
  'target' in value &&
  isFormTarget(value.target) &&
  'edits' in value &&
  Array.isArray(value.edits) &&
  value.edits.length > 0 &&
  value.edits.length <= MAX_EDITS &&
  value.edits.every(isFormEdit);

/** Whether a value tells what became of a change. */
export const isFormAnswer: Check<FormAnswer> = (value): value is FormAnswer =>
  hasMembers(value, ['kind']) && 'kind' in value && (value.kind === 'done' || value.kind === 'stale');

/** Whether a value is a list of steps to a member. */
export const isPath: Check<readonly (string | number)[]> = (value): value is readonly (string | number)[] =>
  Array.isArray(value) && value.length <= MAX_STEPS && value.every((step) => isIndex(step) || isText(step));

function isFormEdit(value: unknown): value is FormEdit {
  if (!hasMembers(value, ['kind', 'path'])) {
    return false;
  }
  const edit: Record<string, unknown> = { ...value };
  if (!isPath(edit['path'])) {
    return false;
  }
  switch (edit['kind']) {
    case 'set':
      return isValueOrNothing(edit['before']) && isValueOrNothing(edit['value']);
    case 'insert':
      return isIndex(edit['index']) && isValue(edit['value']);
    case 'move':
      return isIndex(edit['from']) && isIndex(edit['to']) && isValue(edit['before']);
    default:
      return false;
  }
}

function isValue(value: unknown): value is string {
  return isText(value) && value.length <= MAX_VALUE;
}

function isValueOrNothing(value: unknown): value is string | null {
  return value === null || isValue(value);
}
