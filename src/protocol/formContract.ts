/**
 * What the editor and the form of a chain file may ask of each other.
 *
 * The page names requests by position and id, places by steps below them, fixes and offers by number. It has
 * no way to name a file, an address or a command. Nothing is kept in the page but the caret and what was typed
 * within the last moments: `ready` brings everything back, `drafts` hands over what was not yet sent.
 */
import type { RequestPast } from '../core/compare/requestPast';
import type { ResponsePart } from '../core/extraction/responsePart';
import type { RequestResult } from '../core/result/result';
import { isPlainView, isTreeWanted, type PlainTreeView, type TreeWanted } from './bodyTree';
import type { Guards } from './channel';
import {
  isExtractionChoice,
  isExtractionOffer,
  isResponsePart,
  type ExtractionChoice,
  type ExtractionOffer,
} from './extractionOffer';
import {
  isFormAnswer,
  isFormChange,
  isFormTarget,
  isPath,
  type FormAnswer,
  type FormChange,
  type FormTarget,
} from './formEdit';
import type { FormPreview } from './formPreview';
import type { Suggestion } from './formVariables';
import type { FormView } from './formView';
import { hasMembers, isIndex, isNothing, isText, tuple, type Check } from './guards';
import { isPast, isRequestResult } from './resultsContract';
import type { RequestProgress } from './runView';

/** What the form may ask the editor. */
export interface FormEditor {
  /** The page has loaded and wants to know what it shows. */
  ready: () => FormView;
  /** Shows another request, or the settings of the chain; answered by `show`. */
  choose: (target: FormTarget) => void;
  /** Changes the text in one step that can be undone. */
  change: (change: FormChange) => FormAnswer;
  /** Adds a request before the one at a position and shows it. */
  addRequest: (before: number) => void;
  /** Duplicates requests, each behind itself. */
  duplicateRequests: (picked: readonly FormRequest[]) => void;
  /** Deletes requests. */
  deleteRequests: (picked: readonly FormRequest[]) => void;
  /** Switches requests off, or on again. */
  disableRequests: (picked: readonly FormRequest[], disabled: boolean) => void;
  /** Moves requests, in their order, before the one that is now at a position. */
  moveRequests: (picked: readonly FormRequest[], before: number) => void;
  /** Puts the requests into an order in which each finds its values. */
  mendOrder: () => void;
  /** Asks for another name for what is named at a place and gives it in every file that refers to it. */
  rename: (target: FormTarget, path: readonly (string | number)[]) => void;
  /** Applies a fix of a problem of the chosen request or of the settings: both by position in the view. */
  fix: (revision: number, problem: number, fix: number) => void;
  /**
   * The request as it will be sent, with a change that is not yet in the text: what it says to have stood there
   * is not compared.
   */
  preview: (target: FormRequest, draft: FormChange | null) => FormPreview;
  /** What can be inserted into the text at a place, best first; `start` to `end` is selected there. */
  suggest: (
    target: FormTarget,
    path: readonly (string | number)[],
    text: string,
    selection: Selection,
  ) => readonly Suggestion[];
  /** Asks for a file of the workspace; answers how the chain names it, `null` when none was chosen. */
  pickFile: () => string | null;
  /** Copies the request as a cURL command, secrets as variables of the shell. */
  copyCurl: (target: FormRequest) => void;
  /** Shows the request, or the chain, in the text. */
  reveal: (target: FormTarget) => void;
  /** Opens the Chain Viewer. */
  openViewer: () => void;
  /** Maps the chain by its last responses, and shows the suggestions. */
  autoMap: () => void;
  /** Runs the whole chain. */
  runAll: () => void;
  /** Runs the chain for the record, if it is active and saved. */
  execute: () => void;
  /** Runs a request with the values that are known. */
  runRequest: (target: FormRequest) => void;
  /** Runs a request after those that produce what it needs. */
  runWithDependencies: (target: FormRequest) => void;
  /** Runs a request and those after it. */
  runFromHere: (target: FormRequest) => void;
  /** Ends the run that is under way, if any. */
  cancel: () => void;
  /** Everything about a request of a run. */
  details: (run: number, index: number) => RequestResult;
  /** How the request did in the results that were kept, and how its answer differs from the last good one. */
  past: (run: number, index: number) => RequestPast;
  /** Opens the response body in an editor. */
  openBody: (run: number, index: number) => void;
  /** The tree of a response body that was too long to be sent with the result. */
  bodyTree: (run: number, index: number, wanted: TreeWanted) => PlainTreeView;
  /** How a part of the response can be kept as a variable. */
  offerExtraction: (run: number, index: number, part: ResponsePart) => ExtractionOffer;
  /** Adds the extraction to the chain, as chosen from the offer with this id. */
  extract: (offer: number, choice: ExtractionChoice) => void;
}

/** A request by its position, with the id that the page has seen there. */
export type FormRequest = NonNullable<FormTarget>;

/** A selection in a text (UTF-16 code units); a caret when both are the same. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

/** What the editor tells or asks the form. */
export interface FormPage {
  /** The text, its surroundings or its results have become others. */
  show: (view: FormView) => void;
  /** A request goes on; a whole view follows when the run has ended. */
  progress: (index: number, progress: RequestProgress) => void;
  /** Hands over what was typed and not yet sent, before the file is saved. */
  drafts: () => readonly FormChange[];
}

const MAX_TEXT = 2 ** 20;
const MAX_PICKED = 10_000;

const isRequest: Check<FormRequest> = (value): value is FormRequest => value !== null && isFormTarget(value);
const isPicked: Check<readonly FormRequest[]> = (value): value is readonly FormRequest[] =>
  Array.isArray(value) && value.length <= MAX_PICKED && value.every(isRequest);
const isDraft: Check<FormChange | null> = (value): value is FormChange | null =>
  value === null || isFormChange(value);
const isBoolean: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
const isBoundedText: Check<string> = (value): value is string => isText(value) && value.length <= MAX_TEXT;
const isSelection: Check<Selection> = (value): value is Selection =>
  hasMembers(value, ['start', 'end']) &&
  'start' in value &&
  isIndex(value.start) &&
  'end' in value &&
  isIndex(value.end) &&
  value.start <= value.end;

const nothing = tuple<[]>();
const oneRequest = tuple<[FormRequest]>(isRequest);
const picked = tuple<[readonly FormRequest[]]>(isPicked);
const inRun = tuple<[number, number]>(isIndex, isIndex);

/** How the calls of {@link FormEditor} are recognised. */
export const formEditorGuards: Guards<FormEditor> = {
  ready: { takes: nothing, gives: isView },
  choose: { takes: tuple<[FormTarget]>(isFormTarget), gives: isNothing },
  change: { takes: tuple<[FormChange]>(isFormChange), gives: isFormAnswer },
  addRequest: { takes: tuple<[number]>(isIndex), gives: isNothing },
  duplicateRequests: { takes: picked, gives: isNothing },
  deleteRequests: { takes: picked, gives: isNothing },
  disableRequests: { takes: tuple<[readonly FormRequest[], boolean]>(isPicked, isBoolean), gives: isNothing },
  moveRequests: { takes: tuple<[readonly FormRequest[], number]>(isPicked, isIndex), gives: isNothing },
  mendOrder: { takes: nothing, gives: isNothing },
  rename: {
    takes: tuple<[FormTarget, readonly (string | number)[]]>(isFormTarget, isPath),
    gives: isNothing,
  },
  fix: { takes: tuple<[number, number, number]>(isIndex, isIndex, isIndex), gives: isNothing },
  preview: { takes: tuple<[FormRequest, FormChange | null]>(isRequest, isDraft), gives: isPreview },
  suggest: {
    takes: tuple<[FormTarget, readonly (string | number)[], string, Selection]>(
      isFormTarget,
      isPath,
      isBoundedText,
      isSelection,
    ),
    gives: isSuggestions,
  },
  pickFile: { takes: nothing, gives: (value): value is string | null => value === null || isText(value) },
  copyCurl: { takes: oneRequest, gives: isNothing },
  reveal: { takes: tuple<[FormTarget]>(isFormTarget), gives: isNothing },
  openViewer: { takes: nothing, gives: isNothing },
  autoMap: { takes: nothing, gives: isNothing },
  runAll: { takes: nothing, gives: isNothing },
  execute: { takes: nothing, gives: isNothing },
  runRequest: { takes: oneRequest, gives: isNothing },
  runWithDependencies: { takes: oneRequest, gives: isNothing },
  runFromHere: { takes: oneRequest, gives: isNothing },
  cancel: { takes: nothing, gives: isNothing },
  details: { takes: inRun, gives: isRequestResult },
  past: { takes: inRun, gives: isPast },
  openBody: { takes: inRun, gives: isNothing },
  bodyTree: {
    takes: tuple<[number, number, TreeWanted]>(isIndex, isIndex, isTreeWanted),
    gives: isPlainView,
  },
  offerExtraction: {
    takes: tuple<[number, number, ResponsePart]>(isIndex, isIndex, isResponsePart),
    gives: isExtractionOffer,
  },
  extract: { takes: tuple<[number, ExtractionChoice]>(isIndex, isExtractionChoice), gives: isNothing },
};

/** How the calls of {@link FormPage} are recognised. */
export const formPageGuards: Guards<FormPage> = {
  show: { takes: tuple<[FormView]>(isView), gives: isNothing },
  progress: { takes: tuple<[number, RequestProgress]>(isIndex, isProgress), gives: isNothing },
  drafts: { takes: nothing, gives: isChanges },
};

function isView(value: unknown): value is FormView {
  const members = ['revision', 'file', 'trusted', 'chain', 'requests', 'problems', 'variables'];
  return hasMembers(value, members);
}

function isPreview(value: unknown): value is FormPreview {
  return hasMembers(value, ['method', 'url', 'headers', 'remarks']);
}

function isSuggestions(value: unknown): value is readonly Suggestion[] {
  return Array.isArray(value);
}

function isProgress(value: unknown): value is RequestProgress {
  return hasMembers(value, ['state']);
}

function isChanges(value: unknown): value is readonly FormChange[] {
  return Array.isArray(value) && value.every(isFormChange);
}
