/**
 * Changes that the form editor asks for. Each names a place in a request, or in the chain, and what the page
 * expects there: where the text says something else meanwhile nothing is changed and the page is
 * shown what it says, so that text and form side by side never overwrite each other.
 */
import { anyOf, index, list, object, oneOf, orNull, text, type Schema, type Value } from './schema';

/** A request by its position, with the id that the page has seen there. */
export type FormRequest = Value<typeof formRequest>;

/** A request, or the chain itself: `null`. */
export type FormTarget = FormRequest | null;

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

export const formRequest = object({ index, id: text() });

export const formTarget: Schema<FormTarget> = orNull(formRequest);

/** Steps to a member. */
export const steps = list(anyOf(index, text()), { most: MAX_STEPS });

const json = text();

const formEdit: Schema<FormEdit> = anyOf(
  object({ kind: oneOf('set'), path: steps, before: orNull(json), value: orNull(json) }),
  object({ kind: oneOf('insert'), path: steps, index, value: json }),
  object({ kind: oneOf('move'), path: steps, from: index, to: index, before: json }),
);

export const formChange: Schema<FormChange> = object({
  target: formTarget,
  edits: list(formEdit, { least: 1, most: MAX_EDITS }),
});
