/** The list of variables of one field: asked for when it is needed, the latest question wins. */
import { useRef, useState } from 'preact/hooks';
import type { Selection } from '../../src/protocol/formContract';
import { useForm } from './formContext';
import type { FormPath } from './formValue';
import { closedList, withSuggestions, type SuggestState } from './suggestState';

/** The list and what can be done with it. */
export interface SuggestList {
  readonly state: SuggestState;
  /** The current state: keys come faster than the page is drawn. */
  readonly latest: () => SuggestState;
  /** Asks for what can be inserted into a text, and opens the list. */
  readonly ask: (text: string, selection: Selection) => void;
  readonly change: (state: SuggestState) => void;
  readonly close: () => void;
}

/** The list of the field at a path. */
export function useSuggestions(path: FormPath): SuggestList {
  const { session, target, isLocked } = useForm();
  const [state, setState] = useState(closedList);
  const latest = useRef(closedList);
  const question = useRef(0);
  const change = (next: SuggestState): void => {
    latest.current = next;
    setState(next);
  };
  const close = (): void => {
    question.current += 1;
    change(closedList);
  };
  const ask = (text: string, selection: Selection): void => {
    if (isLocked) {
      return;
    }
    question.current += 1;
    const asked = question.current;
    session.editor.suggest(target, path, text, selection).then(
      (suggestions) => (asked === question.current ? change(withSuggestions(suggestions, text)) : undefined),
      // Without suggestions the field is still a field.
      () => (asked === question.current ? change(closedList) : undefined),
    );
  };
  return { state, latest: () => latest.current, ask, change, close };
}
