/**
 * What the form shows of the text: the last view, with later typing on top.
 *
 * A view that comes while a change is being made may hold the change already, or not yet; the answer tells.
 * Until then the view is held back, so that nothing is shown twice.
 */
import { REQUEST, below } from '../../src/core/files/writtenPath';
import { isObject, parseJson, type JsonObject, type JsonValue } from '../../src/core/json/json';
import type { FormAnswer, FormEdit, FormTarget } from '../../src/protocol/formEdit';
import type { FormView } from '../../src/protocol/formView';
import { textAt } from './formValue';
import {
  nothingPending,
  valueWith,
  withAnswer,
  withEdits,
  withHandedOver,
  withNextSent,
  withView,
  type PendingChanges,
} from './pendingChanges';
import { keptRows } from './rowSelection';

/** The text, as far as the form shows it. */
export interface DocumentState {
  readonly view: FormView;
  /** A later view that waits for the answer to a change. */
  readonly held?: FormView;
  /** The chosen request, or the chain without its requests, as the view says it. */
  readonly written: JsonObject;
  /** The same with everything that is on its way. */
  readonly shown: JsonObject;
  readonly pending: PendingChanges;
}

/** The state after a view came. */
export function withShown(state: DocumentState | undefined, view: FormView): DocumentState {
  return state?.pending.inFlight === undefined ? taken(state, view) : { ...state, held: view };
}

/** The state after edits of what is shown. */
export function withShownEdits(state: DocumentState, edits: readonly FormEdit[]): DocumentState {
  return composed(state, withEdits(state.pending, targetOf(state), edits));
}

/** The state while the next change is being made. */
export function withChangeSent(state: DocumentState): DocumentState {
  return composed(state, withNextSent(state.pending));
}

/** The state after the change was answered; `undefined` when it could not be made. */
export function withChangeAnswered(
  { held, ...state }: DocumentState,
  answer: FormAnswer | undefined,
): DocumentState {
  const answered = composed(state, withAnswer(state.pending, answer));
  return held === undefined ? answered : taken(answered, held);
}

/** The state after the editor took what waits. */
export function withDraftsTaken(state: DocumentState): DocumentState {
  return composed(state, withHandedOver(state.pending, state.view.revision));
}

/** What is shown: a request, or the chain. */
export function targetOf({ view, written }: Pick<DocumentState, 'view' | 'written'>): FormTarget {
  return view.chosen === undefined
    ? null
    : { index: view.chosen.index, id: textAt(written, below(REQUEST, 'id')) };
}

function taken(state: DocumentState | undefined, view: FormView): DocumentState {
  const requests = state === undefined ? view.requests : keptRows(state.view.requests, view.requests);
  const text = textOf(view);
  const written = state !== undefined && textOf(state.view) === text ? state.written : objectIn(text);
  const pending = withView(state?.pending ?? nothingPending, view.revision);
  return composed({ view: { ...view, requests }, written }, pending);
}

function composed(
  state: Pick<DocumentState, 'view' | 'written' | 'held'>,
  pending: PendingChanges,
): DocumentState {
  const shown = valueWith(state.written, targetOf(state), pending);
  return { ...state, pending, shown: isObject(shown) ? shown : {} };
}

function textOf({ chosen, chain }: FormView): string {
  return chosen === undefined ? chain : chosen.text;
}

/** Where the text holds something else than an object there is nothing to show but its problem. */
function objectIn(text: string): JsonObject {
  const value: JsonValue = parseJson(text);
  return isObject(value) ? value : {};
}
