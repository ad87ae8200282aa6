/**
 * How a person looks at a form: what of its state outlives its page. That is the tabs in front, the requests that
 * are picked, and what was typed that means nothing yet, such as JSON that is not finished, and so cannot be in the text.
 */
import { detailsIn, keptDetails } from '../results/detailsLook';
import { isIndex, isText, membersOf } from '../ui/pageMemory';
import { initialState, type FormState } from './formState';
import type { Draft } from './keptText';
import { pickedIds } from './rowSelection';

/** The part that is kept, as plain data. */
export interface FormLook {
  readonly tab: number;
  readonly settingsTab: number;
  readonly asText: readonly string[];
  /** Ids of the requests that are picked. */
  readonly picked: readonly string[];
  /** How the response is looked at. */
  readonly response: object;
  /** By the names of their fields. */
  readonly drafts: readonly (readonly [field: string, draft: Draft])[];
}

/** UTF-16 code units of a draft that is kept: VS Code writes what is kept to its own store. */
const MAX_DRAFT = 2 ** 20;

/** What is kept of a state. */
export function lookOf(state: FormState): FormLook {
  const { tab, settingsTab, asText, response, drafts, document, selection, pickedBefore } = state;
  return {
    tab,
    settingsTab,
    asText: [...asText],
    picked: document === undefined ? pickedBefore : pickedIds(selection, document.view.requests),
    response: keptDetails(response.look),
    drafts: [...drafts].filter(([, { text, base }]) => text.length + base.length <= MAX_DRAFT),
  };
}

/** Whether the same would be kept of both states. */
export function isSameLook(one: FormState, other: FormState): boolean {
  return (
    one.tab === other.tab &&
    one.settingsTab === other.settingsTab &&
    one.asText === other.asText &&
    one.selection === other.selection &&
    one.response.look === other.response.look &&
    one.drafts === other.drafts
  );
}

/** The state to begin with; what was kept may be of an earlier version, or nothing. */
export function stateWith(kept: unknown): FormState {
  const { tab, settingsTab, asText, picked, response, drafts } = membersOf(kept);
  return {
    ...initialState,
    ...(isIndex(tab) ? { tab } : {}),
    ...(isIndex(settingsTab) ? { settingsTab } : {}),
    asText: new Set(Array.isArray(asText) ? asText.filter(isText) : []),
    pickedBefore: Array.isArray(picked) ? picked.filter(isText) : [],
    response: { look: detailsIn(response) },
    drafts: new Map(Array.isArray(drafts) ? drafts.filter(isEntry) : []),
  };
}

function isEntry(value: unknown): value is readonly [string, Draft] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isDraft(value[1]);
}

function isDraft(value: unknown): value is Draft {
  const { text, base } = membersOf(value);
  return isText(text) && isText(base);
}
