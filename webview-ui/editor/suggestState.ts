/**
 * The list of variables below a field: when it is open, which entries fit the typed text, and what the chosen one
 * replaces.
 */
import type { Selection } from '../../src/protocol/formContract';
import type { Suggestion } from '../../src/protocol/formVariables';

/** The list of one field. */
export interface SuggestState {
  readonly isOpen: boolean;
  /** As the editor gave them, best first. */
  readonly suggestions: readonly Suggestion[];
  /** The text they were given for. */
  readonly text: string;
  /** The one that Enter takes, by position among those that fit; none until the person chooses. */
  readonly active?: number;
}

/** The list before anything was asked. */
export const closedList: SuggestState = { isOpen: false, suggestions: [], text: '' };

/** The list after the editor answered. */
export function withSuggestions(suggestions: readonly Suggestion[], text: string): SuggestState {
  return { isOpen: true, suggestions, text };
}

/** What is typed of a reference before the caret: from `{{`, and the letters of its name; absent elsewhere. */
export function openReference(
  text: string,
  caret: number,
): { readonly start: number; readonly typed: string } | undefined {
  const [whole, typed] = /\{\{\s*([\w$. -]*)$/.exec(text.slice(0, caret)) ?? [];
  return whole === undefined || typed === undefined ? undefined : { start: caret - whole.length, typed };
}

/** The suggestions that fit what is typed before the caret: names that begin so, then names that hold it. */
export function fittingSuggestions(
  { suggestions }: SuggestState,
  text: string,
  caret: number,
): readonly Suggestion[] {
  const typed = openReference(text, caret)?.typed.trim().toLowerCase() ?? '';
  if (typed === '') {
    return suggestions;
  }
  const holding = suggestions.filter(({ name }) => name.toLowerCase().includes(typed));
  const begins = ({ name }: Suggestion): boolean => name.toLowerCase().startsWith(typed);
  return [...holding.filter(begins), ...holding.filter((suggestion) => !begins(suggestion))];
}

/** The list after an arrow key, from the one that Enter takes now; it wraps around at the ends. */
export function withStep(
  state: SuggestState,
  active: number | undefined,
  step: -1 | 1,
  count: number,
): SuggestState {
  const from = active ?? (step === 1 ? -1 : 0);
  return count === 0 ? state : { ...state, active: (from + step + count) % count };
}

/** A text in place of a part of another one. */
export interface Replacement extends Selection {
  readonly text: string;
}

/** What a suggestion replaces in the current text. */
export function replacementBy(
  suggestion: Suggestion,
  asked: string,
  text: string,
  selection: Selection,
): Replacement {
  const open = openReference(text, selection.start);
  if (open !== undefined) {
    const rest = /^[\w$. -]*\}\}/.exec(text.slice(selection.end))?.[0] ?? '';
    return { start: open.start, end: selection.end + rest.length, text: suggestion.text };
  }
  const place = text === asked ? suggestion : selection;
  return { start: place.start, end: place.end, text: suggestion.text };
}
