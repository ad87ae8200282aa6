/**
 * The form's conversation with the editor: keeps the state, and has what it lacks asked for.
 *
 * Changes go out one at a time, typed ones after a pause.
 */
import type { Remote, RemoteError } from '../../src/protocol/channel';
import type { FormEditor, FormPage } from '../../src/protocol/formContract';
import type { FormEdit, FormRequest } from '../../src/protocol/formEdit';
import type { PageMemory } from '../ui/pageMemory';
import { isSameLook, lookOf, stateWith } from './formLook';
import { FormQuestions } from './formQuestions';
import { hasWaiting, reduceForm, type FormAction, type FormState } from './formState';
import { noRows, onlyRow, type RowSelection } from './rowSelection';

/** Calls something after some milliseconds, unless it is called off. */
export type Later = (ms: number, action: () => void) => () => void;

/** A pause in typing after which the text gets what was typed. */
const TYPING_PAUSE = 400;

/** The form's way to the editor, as far as it uses it. */
export interface FormLink {
  readonly editor: Remote<FormEditor>;
  readonly start: (page: FormPage) => () => void;
}

/** What a form works with. */
export interface FormPlace {
  readonly link: FormLink;
  readonly memory: PageMemory;
  readonly later: Later;
}

/** A form that is open. */
export class FormSession {
  readonly #link: FormLink;
  readonly #memory: PageMemory;
  readonly #later: Later;
  readonly #questions: FormQuestions;
  readonly #listeners = new Set<() => void>();
  #state: FormState;
  /** The state whose look was kept last. */
  #kept: FormState;
  /** Those who wait for every change to be made. */
  readonly #awaited: (() => void)[] = [];
  #callOff: () => void = () => undefined;

  constructor({ link, memory, later }: FormPlace) {
    this.#link = link;
    this.#memory = memory;
    this.#later = later;
    this.#questions = new FormQuestions(this);
    this.#state = stateWith(memory.kept);
    this.#kept = this.#state;
  }

  get state(): FormState {
    return this.#state;
  }

  /** What the form may ask. */
  get editor(): Remote<FormEditor> {
    return this.#link.editor;
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
    this.attempt(this.editor.ready().then((view) => this.dispatch({ type: 'shown', view })));
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
    if (action.type === 'edited' || !isSameLook(before, this.#state)) {
      this.#waitForPause();
    }
    this.#sendChange();
    this.#notifySent();
    this.#questions.ask();
    this.#listeners.forEach((listener) => listener());
  }

  /** Edits what is shown; `typed` edits may go on, `done` ones go to the text at once. */
  edit(edits: readonly FormEdit[], pace: 'typed' | 'done'): void {
    if (edits.length > 0) {
      this.dispatch({ type: 'edited', edits, pace });
    }
  }

  /** Sends what waits, and keeps what cannot be sent, without a further pause. */
  flush(): void {
    if (!isSameLook(this.#kept, this.#state)) {
      this.#kept = this.#state;
      this.#memory.keep(lookOf(this.#state));
    }
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

  /** Does something that counts on the text: once everything that was typed before is in it. */
  act(action: () => Promise<unknown>): void {
    this.flush();
    this.attempt(this.#whenSent().then(action));
  }

  /** Shows why an action did not work. */
  attempt(action: Promise<unknown>): void {
    action.catch(({ code, message }: RemoteError) => this.dispatch({ type: 'action-failed', message, code }));
  }

  #ask(target: FormRequest | null): void {
    this.flush();
    this.dispatch({ type: 'choice-sent' });
    this.attempt(this.editor.choose(target).finally(() => this.dispatch({ type: 'choice-answered' })));
  }

  /** Resolves when no change waits, or is on its way. */
  #whenSent(): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited.push(resolve);
      this.#notifySent();
    });
  }

  #notifySent(): void {
    const { waiting = [], inFlight } = this.#state.document?.pending ?? {};
    if (waiting.length === 0 && inFlight === undefined) {
      this.#awaited.splice(0).forEach((resolve) => resolve());
    }
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
    this.editor.change(change).then(
      (answer) => this.dispatch({ type: 'change-answered', answer }),
      (error: Error) => {
        this.dispatch({ type: 'change-answered', answer: undefined });
        this.dispatch({ type: 'action-failed', message: error.message });
      },
    );
  }

  /** What waits, for the editor to put into the text itself. */
  #handOver() {
    const waiting = this.#state.document?.pending.waiting ?? [];
    this.dispatch({ type: 'drafts-taken' });
    return waiting;
  }
}
