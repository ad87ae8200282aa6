/**
 * What a form asks of the editor because its state lacks it: the preview of what is shown, the result of the
 * request, its past, and how a part can be extracted.
 *
 * Previews are asked for one at a time, and what is shown when an answer comes is asked for next, so that fast
 * typing skips and never queues. About a result is asked once.
 */
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import { stringifyJson, type JsonObject } from '../../src/core/json/json';
import type { Remote } from '../../src/protocol/channel';
import type { FormEditor } from '../../src/protocol/formContract';
import type { VariableDefinition } from '../../src/protocol/formVariables';
import { shownExample, type DetailsAction } from '../results/detailsLook';
import type { AskedPast, RequestPlace } from '../results/resultsState';
import { targetOf } from './documentState';
import { missingDetails, missingExtraction, missingPast, type FormAction, type FormState } from './formState';

/** The form that asks. */
export interface AskingForm {
  readonly state: FormState;
  readonly editor: Remote<FormEditor>;
  dispatch(action: FormAction): void;
  attempt(action: Promise<unknown>): void;
}

/** The questions of one form. */
export class FormQuestions {
  readonly #form: AskingForm;
  /** What the preview on its way, or the last one, is of; every view brings variables of its own. */
  #previewed?: { readonly shown: JsonObject; readonly variables: readonly VariableDefinition[] };
  #isPreviewing = false;
  #detailed?: RequestPlace;
  #recalled: RequestPlace | undefined;
  #picked?: ResponsePart;

  constructor(form: AskingForm) {
    this.#form = form;
  }

  /** Asks for what the state of the form lacks now. */
  ask(): void {
    this.#askPreview();
    this.#askDetails();
    this.#askPast();
    this.#askOffer();
  }

  #askPreview(): void {
    const form = this.#form;
    const { document } = form.state;
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
    form.editor
      .preview(target, { target, edits: [{ kind: 'set', path: [], before: null, value }] })
      .then((preview) => form.dispatch({ type: 'preview-arrived', target, preview }))
      // A preview that cannot be made says nothing new: the problems of the text are next to it.
      .catch(() => undefined)
      .finally(() => {
        this.#isPreviewing = false;
        this.#askPreview();
      });
  }

  #askDetails(): void {
    const form = this.#form;
    const at = missingDetails(form.state);
    if (at === undefined || isSame(at, this.#detailed)) {
      return;
    }
    this.#detailed = at;
    form.attempt(
      form.editor
        .details(at.run, at.index)
        .then((result) => form.dispatch({ type: 'response-arrived', details: { ...at, result } })),
    );
  }

  #askPast(): void {
    const form = this.#form;
    const at = missingPast(form.state);
    if (at === undefined || isSame(at, this.#recalled)) {
      return;
    }
    this.#recalled = at;
    const arrived = (past: AskedPast): void => {
      // Where another one was asked for since, this one is missing again when the person comes back to it.
      this.#recalled = isSame(at, this.#recalled) ? undefined : this.#recalled;
      form.dispatch({ type: 'past-arrived', at, past });
    };
    form.editor.past(at.run, at.index).then(arrived, ({ message }: Error) => arrived({ problem: message }));
  }

  #askOffer(): void {
    const form = this.#form;
    const part = missingExtraction(form.state)?.part;
    const { details, look: shown } = form.state.response;
    if (part === undefined || details === undefined || part === this.#picked) {
      return;
    }
    this.#picked = part;
    const look = (action: DetailsAction): void => form.dispatch({ type: 'response-looked-at', action });
    form.attempt(
      form.editor.offerExtraction(details.run, details.index, part, shownExample(shown, details.result)).then(
        (offer) => look({ type: 'offer-arrived', part, offer }),
        (error: Error) => {
          look({ type: 'extraction-closed' });
          throw error;
        },
      ),
    );
  }
}

function isSame(one: RequestPlace, other: RequestPlace | undefined): boolean {
  return one.run === other?.run && one.index === other.index;
}
