/**
 * The form's conversation with the editor: keeps the state, and asks for what the state lacks.
 *
 * Changes go out one at a time, typed ones after a pause. Previews are asked for one at a time, too, and what is
 * shown when an answer comes is asked for next, so that fast typing skips and never queues.
 */
import { stringifyJson } from '../../src/core/json';
import type { JsonObject } from '../../src/core/json';
import type { FormRequest } from '../../src/protocol/formContract';
import type { FormEdit } from '../../src/protocol/formEdit';
import type { VariableDefinition } from '../../src/protocol/formVariables';
import { targetOf } from './documentState';
import type { EditorLink } from './editorLink';
import { hasWaiting, initialState, missingDetails, reduceForm } from './formState';
import type { FormAction, FormState } from './formState';
import { noRows, onlyRow } from './rowSelection';
import type { RowSelection } from './rowSelection';

/** Calls something after some milliseconds, unless it is called off. */
export type Later = (ms: number, action: () => void) => () => void;

/** A pause in typing after which the text gets what was typed. */
const TYPING_PAUSE = 400;

/** A form that is open. */
export class FormSession {
  readonly #link: EditorLink;
  readonly #later: Later;
  readonly #listeners = new Set<() => void>();
  #state = initialState;
  #callOff: () => void = () => undefined;
  /** What the preview on its way, or the last one, is of; every view brings variables of its own. */
  #previewed?: { readonly shown: JsonObject; readonly variables: readonly VariableDefinition[] };
  #isPreviewing = false;
  #asked?: { readonly run: number; readonly index: number };

  constructor(link: EditorLink, later: Later) {
    this.#link = link;
    this.#later = later;
  }

  get state(): FormState {
    return this.#state;
  }

  /** The calls of the contract. */
  get call(): EditorLink['call'] {
    return this.#link.call;
  }

  /** Tells of every new state; the function it returns ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts to listen and asks for what to show; the function it returns ends both. */
  start(): () => void {
    const stop = this.#link.start({
      show: (view) => this.dispatch({ type: 'shown', view }),
      progress: (index, progress) => this.dispatch({ type: 'progressed', index, progress }),
      drafts: () => this.#handOver(),
    });
    this.attempt(this.call('ready').then((view) => this.dispatch({ type: 'shown', view })));
    return () => {
      this.#callOff();
      stop();
    };
  }

  /** Lets something happen to the form. */
  dispatch(action: FormAction): void {
    const before = this.#state;
    this.#state = reduceForm(before, action);
    if (this.#state === before) {
      return;
    }
    if (action.type === 'edited') {
      this.#waitForPause();
    }
    this.#sendChange();
    this.#askPreview();
    this.#askDetails();
    this.#listeners.forEach((listener) => listener());
  }

  /** Edits what is shown; `typed` edits may go on, `done` ones go to the text at once. */
  edit(edits: readonly FormEdit[], pace: 'typed' | 'done'): void {
    if (edits.length > 0) {
      this.dispatch({ type: 'edited', edits, pace });
    }
  }

  /** Sends what waits without a further pause. */
  flush(): void {
    if (hasWaiting(this.#state)) {
      this.dispatch({ type: 'due' });
    }
  }

  /** Picks rows of the list and shows the request that has the focus. */
  pick(selection: RowSelection): void {
    this.dispatch({ type: 'rows-picked', selection });
    const target = this.requestAt(selection.focus);
    if (target !== undefined) {
      this.#ask(target);
    }
  }

  /** Shows a request and picks it alone, or the settings of the chain. */
  choose(target: FormRequest | null): void {
    const { focus } = this.#state.selection;
    const selection = target === null ? { ...noRows, focus } : onlyRow(target.index);
    this.dispatch({ type: 'rows-picked', selection });
    this.#ask(target);
  }

  /** The request of a row as calls name it. */
  requestAt(index: number): FormRequest | undefined {
    const row = this.#state.document?.view.requests[index];
    return row === undefined ? undefined : { index, id: row.id };
  }

  /** Shows why an action did not work. */
  attempt(action: Promise<unknown>): void {
    action.catch((error: Error) => this.dispatch({ type: 'action-failed', message: error.message }));
  }

  #ask(target: FormRequest | null): void {
    this.flush();
    this.dispatch({ type: 'choice-sent' });
    this.attempt(this.call('choose', target).finally(() => this.dispatch({ type: 'choice-answered' })));
  }

  #waitForPause(): void {
    this.#callOff();
    this.#callOff = this.#later(TYPING_PAUSE, () => this.flush());
  }

  #sendChange(): void {
    const { document, isDue } = this.#state;
    const [change] = document?.pending.waiting ?? [];
    if (!isDue || change === undefined || document?.pending.inFlight !== undefined) {
      return;
    }
    this.#state = reduceForm(this.#state, { type: 'change-sent' });
    this.call('change', change).then(
      (answer) => this.dispatch({ type: 'change-answered', answer }),
      (error: Error) => {
        this.dispatch({ type: 'change-answered', answer: undefined });
        this.dispatch({ type: 'action-failed', message: error.message });
      },
    );
  }

  #askPreview(): void {
    const { document } = this.#state;
    const target = document === undefined ? null : targetOf(document);
    if (document === undefined || target === null || this.#isPreviewing) {
      return;
    }
    const { shown } = document;
    const { variables } = document.view;
    if (this.#previewed?.shown === shown && this.#previewed.variables === variables) {
      return;
    }
    this.#previewed = { shown, variables };
    this.#isPreviewing = true;
    const value = stringifyJson(shown);
    this.call('preview', target, { target, edits: [{ kind: 'set', path: [], before: null, value }] })
      .then((preview) => this.dispatch({ type: 'preview-arrived', target, preview }))
      // A preview that cannot be made says nothing new: the problems of the text stand beside it.
      .catch(() => undefined)
      .finally(() => {
        this.#isPreviewing = false;
        this.#askPreview();
      });
  }

  #askDetails(): void {
    const missing = missingDetails(this.#state);
    if (missing === undefined || (this.#asked?.run === missing.run && this.#asked.index === missing.index)) {
      return;
    }
    this.#asked = missing;
    this.attempt(
      this.call('details', missing.run, missing.index).then((result) =>
        this.dispatch({ type: 'response-changed', change: { details: { ...missing, result } } }),
      ),
    );
  }

  /** What waits, for the editor to put into the text itself. */
  #handOver() {
    const waiting = this.#state.document?.pending.waiting ?? [];
    this.dispatch({ type: 'drafts-taken' });
    return waiting;
  }
}
