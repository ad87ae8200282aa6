/**
 * How a person views the outcome of a request, wherever that is shown. This state outlives the page; only
 * an offer is requested again, as the editor discards it with the page.
 */
import type { TreeLook } from '../../src/core/bodyTree/treeLook';
import { defined } from '../../src/core/defined';
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import type { RequestResult } from '../../src/core/result/result';
import type { ExtractedNote, ExtractionOffer } from '../../src/protocol/extractionOffer';
import { isIndex, isText, membersOf } from '../ui/pageMemory';
import {
  extractionIn,
  openedAt,
  withOffer,
  type ExtractionDraft,
  type OpenExtraction,
} from './openExtraction';
import { keptTrees, responseName, resultName, treesIn, withTree, type TreeLooks } from './treeLook';

/** What the person looks at. */
export interface DetailsLook {
  /** The tab in front, by its position. */
  readonly tab: number;
  readonly bodyForm: BodyForm;
  readonly trees: TreeLooks;
  /** The saved example that the person chose, by its position, and the result it is of. */
  readonly example?: { readonly of: string; readonly position: number };
  /** The value that the person is about to keep as a variable. */
  readonly extraction?: OpenExtraction;
  /** What the editor said about the value that was picked last, and the result it is of; until the next action. */
  readonly note?: { readonly of: string; readonly text: string };
}

/** Position of the tab with what was extracted and substituted. */
export const VARIABLES_TAB = 4;

/** Position of the tab that tells a request's past: the last one. */
export const HISTORY_TAB = 7;

/** How a body is shown: as a tree (where it is not JSON, laid out), laid out, or as it came. */
export type BodyForm = 'tree' | 'pretty' | 'raw';

/** What can happen to a look. */
export type DetailsAction =
  | { readonly type: 'tab-selected'; readonly tab: number }
  | { readonly type: 'body-form-selected'; readonly form: BodyForm }
  | { readonly type: 'example-chosen'; readonly result: RequestResult; readonly position: number }
  | { readonly type: 'tree-looked-at'; readonly result: RequestResult; readonly look: TreeLook }
  | { readonly type: 'part-picked'; readonly result: RequestResult; readonly part: ResponsePart }
  | {
      readonly type: 'offer-arrived';
      readonly part: ResponsePart;
      readonly offer: ExtractionOffer | ExtractedNote;
    }
  | { readonly type: 'extraction-drafted'; readonly draft: ExtractionDraft }
  | { readonly type: 'extraction-closed' };

/** The look at first. */
export const firstLook: DetailsLook = { tab: 0, bodyForm: 'tree', trees: new Map() };

/** The look after an action. */
export function reduceDetails({ note: _note, ...look }: DetailsLook, action: DetailsAction): DetailsLook {
  switch (action.type) {
    case 'tab-selected':
      return { ...look, tab: action.tab };
    case 'body-form-selected':
      return { ...look, bodyForm: action.form };
    case 'tree-looked-at':
      return { ...look, trees: withTree(look.trees, shownResponse(look, action.result), action.look) };
    case 'example-chosen':
      return { ...look, example: { of: resultName(action.result), position: action.position } };
    case 'part-picked':
      return { ...look, extraction: openedAt(resultName(action.result), action.part) };
    case 'offer-arrived':
      return withAnswer(look, action.part, action.offer);
    case 'extraction-drafted':
      return withExtraction(look, (open) => ({ ...open, draft: action.draft }));
    case 'extraction-closed': {
      const { extraction: _extraction, ...others } = look;
      return others;
    }
  }
}

/** The position of the saved example that is shown of a result; 0 where it has none. */
export function shownExample({ example }: Pick<DetailsLook, 'example'>, result: RequestResult): number {
  return example?.of === resultName(result) ? example.position : 0;
}

/** Names the response that is shown of a result. */
export function shownResponse(look: Pick<DetailsLook, 'example'>, result: RequestResult): string {
  return responseName(result, shownExample(look, result));
}

/** The extraction that an offer is still to be asked for, once the response is there that it is of. */
export function missingOffer(
  { extraction }: DetailsLook,
  result: RequestResult | undefined,
): OpenExtraction | undefined {
  const isMissing = extraction !== undefined && extraction.offer === undefined;
  return isMissing && result !== undefined && extraction.of === resultName(result) ? extraction : undefined;
}

/** The look as plain data. */
export function keptDetails({ tab, bodyForm, trees, example, extraction }: DetailsLook): object {
  const { offer: _offer, ...open } = extraction ?? {};
  return {
    tab,
    bodyForm,
    trees: keptTrees(trees),
    ...defined({ example }),
    ...(extraction === undefined ? {} : { extraction: open }),
  };
}

/** The look that was kept; where that is none, as at first. */
export function detailsIn(kept: unknown): DetailsLook {
  const { tab, bodyForm, trees, example: chosen, extraction: open } = membersOf(kept);
  const extraction = extractionIn(open);
  const example = exampleIn(chosen);
  return {
    tab: isIndex(tab) && tab <= HISTORY_TAB ? tab : firstLook.tab,
    bodyForm: isBodyForm(bodyForm) ? bodyForm : firstLook.bodyForm,
    trees: treesIn(trees),
    ...defined({ example, extraction }),
  };
}

/** The look with an offer, or with the note that came in its place. */
function withAnswer(
  look: DetailsLook,
  part: ResponsePart,
  answer: ExtractionOffer | ExtractedNote,
): DetailsLook {
  if (!('note' in answer)) {
    return withExtraction(look, (open) => withOffer(open, part, answer));
  }
  const { extraction, ...others } = look;
  return extraction?.part === part ? { ...others, note: { of: extraction.of, text: answer.note } } : look;
}

function withExtraction(look: DetailsLook, change: (open: OpenExtraction) => OpenExtraction): DetailsLook {
  const { extraction } = look;
  return extraction === undefined ? look : { ...look, extraction: change(extraction) };
}

function exampleIn(kept: unknown): DetailsLook['example'] {
  const { of, position } = membersOf(kept);
  return isText(of) && isIndex(position) ? { of, position } : undefined;
}

function isBodyForm(value: unknown): value is BodyForm {
  return value === 'tree' || value === 'pretty' || value === 'raw';
}
