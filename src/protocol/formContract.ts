/**
 * What the editor and the form of a chain file may ask of each other.
 *
 * The page names requests by position and id, places by steps below them, fixes and offers by number. It has
 * no way to name a file, an address or a command. Nothing is kept in the page but the caret and what was typed
 * within the last moments: `ready` brings everything back, `drafts` hands over what was not yet sent.
 */
import type { CalledNames } from '../core/language/callWords';
import { call, type FunctionsOf } from './contract';
import { formChange, formRequest, formTarget, steps, type FormAnswer } from './formEdit';
import type { FormPreview } from './formPreview';
import type { Suggestion } from './formVariables';
import type { FormView } from './formView';
import { remedyCalls } from './remedyCalls';
import { resultCalls } from './resultsContract';
import type { RequestProgress } from './runView';
import { flag, index, list, object, orNull, text, trusted, where, type Value } from './schema';

const MAX_TEXT = 2 ** 20;
const MAX_PICKED = 10_000;

const picked = list(formRequest, { most: MAX_PICKED });

/** A selection in a text. */
export type Selection = Value<typeof selection>;

/** A selection in a text (UTF-16 code units); a caret when both are the same. */
const selection = where(object({ start: index, end: index }), ({ start, end }) => start <= end);

/** What the editor and a form may ask of each other. */
export const formContract = {
  editor: {
    ...resultCalls,
    ...remedyCalls,
    /** The page has loaded and wants to know what it shows. */
    ready: call([], trusted<FormView>()),
    /** Shows another request, or the settings of the chain; answered by `show`. */
    choose: call([formTarget]),
    /** Changes the text in one step that can be undone. */
    change: call([formChange], trusted<FormAnswer>()),
    /** Adds a request before the one at a position and shows it. */
    addRequest: call([index]),
    /** Adds a chain as a step before the request at a position, after asking which, and shows it. */
    addStep: call([index]),
    /** Adds the request of the cURL command in the clipboard at the end, and shows it. */
    pasteCurl: call([]),
    /** Imports requests into the chain: asks where from. */
    importRequests: call([]),
    /** Moves the origin of the first request into a new environment. */
    createEnvironment: call([]),
    /** Duplicates requests, each behind itself. */
    duplicateRequests: call([picked]),
    /** Deletes requests. */
    deleteRequests: call([picked]),
    /** Switches requests off (`true`), or on again. */
    disableRequests: call([picked, flag]),
    /** Moves requests, in their order, before the one that is now at a position. */
    moveRequests: call([picked, index]),
    /** Puts the requests into an order in which each finds its values. */
    fixOrder: call([]),
    /** Asks for another name for what is named at a place and gives it in every file that refers to it. */
    rename: call([formTarget, steps]),
    /** Applies a fix of a shown problem, at a revision: both by position in the view. */
    fix: call([index, index, index]),
    /**
     * The request as it will be sent, with a change that is not yet in the text: what it says was there
     * is not compared.
     */
    preview: call([formRequest, orNull(formChange)], trusted<FormPreview>()),
    /**
     * Asks for the value of a secret that the last preview says is missing. By its name: the page may still show an
     * older preview, in which another one is at that position.
     */
    setPreviewedSecret: call([text()]),
    /** What can be inserted, best first, in the text at a place, where something is selected. */
    suggest: call([formTarget, steps, text(MAX_TEXT), selection], trusted<readonly Suggestion[]>()),
    /** Asks for a file of the workspace; answers how the chain names it, `null` when none was chosen. */
    pickFile: call([], trusted<string | null>()),
    /** What the chain that a step runs may be given, and what can be taken from it; `null` where it cannot be read. */
    calledNames: call([formRequest], trusted<CalledNames | null>()),
    /** Opens the chain that a step runs. */
    openCalled: call([formRequest]),
    /** Asks for another chain of the workspace; answers how this one names it, `null` when none was chosen. */
    pickChain: call([], trusted<string | null>()),
    /** Copies the request as a cURL command, secrets as variables of the shell. */
    copyCurl: call([formRequest]),
    /** Shows the request, or the chain, in the text. */
    reveal: call([formTarget]),
    /** Opens the Chain Viewer. */
    openViewer: call([]),
    /** Maps the chain by its last responses, and shows the suggestions. */
    autoMap: call([]),
    /** Runs the whole chain. */
    runAll: call([]),
    /** Runs the chain for the record, if it is active and saved. */
    execute: call([]),
    /** Runs a request with the values that are known. */
    runRequest: call([formRequest]),
    /** Runs a request after those that produce what it needs. */
    runWithDependencies: call([formRequest]),
    /** Runs a request and those after it. */
    runFromHere: call([formRequest]),
    /** Ends the run that is under way, if any. */
    cancel: call([]),
  },
  page: {
    /** The text, its surroundings or its results have become others. */
    show: call([trusted<FormView>()]),
    /** The request at a position makes progress; a whole view follows when the run has ended. */
    progress: call([index, trusted<RequestProgress>()]),
    /** Hands over what was typed and not yet sent, before the file is saved. */
    drafts: call([], list(formChange)),
  },
};

/** What the form may ask the editor. */
export type FormEditor = FunctionsOf<typeof formContract.editor>;
/** Calls and notifications from the editor to the form. */
export type FormPage = FunctionsOf<typeof formContract.page>;
