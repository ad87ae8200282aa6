/** What happens in a field that offers variables: typing, keys, focus and pointer. */
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Suggestion } from '../../src/protocol/formVariables';
import type { ReferenceFieldProps } from './ReferenceField';
import { useForm } from './formContext';
import { referenceAt } from './referencePieces';
import {
  fittingSuggestions,
  openReference,
  replacementBy,
  withStep,
  type SuggestState,
} from './suggestState';
import { useSuggestions } from './useSuggestions';

/** A field of one line or of several. */
export type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** An event at a field. */
interface At {
  readonly currentTarget: TextElement;
}

/** Milliseconds that the pointer rests on a field before the variables are offered. */
const HOVER = 600;

/** The handlers of a field, those of the box around it, and its list for drawing. */
export function useFieldEvents(props: ReferenceFieldProps, field: RefObject<TextElement | null>) {
  const { session } = useForm();
  const list = useFieldList(props, field);
  const hover = useHover(field, list);
  const reveal = useProducer(props.text);
  return {
    list,
    hover,
    onInput: ({ currentTarget }: At): void => {
      props.onText(currentTarget.value);
      list.onTyped(currentTarget);
    },
    onFocus: ({ currentTarget }: At): void => list.ask(currentTarget),
    onBlur: (): void => {
      list.close();
      session.flush();
    },
    onClick: ({ currentTarget, ctrlKey, metaKey }: At & MouseEvent): void => {
      if (ctrlKey || metaKey) {
        reveal(currentTarget);
      }
    },
    onKeyDown: (event: At & KeyboardEvent): void => {
      if (event.key === 'Enter' && event.altKey) {
        event.preventDefault();
        reveal(event.currentTarget);
      } else if (!list.onKey(event) && event.key === 'Enter' && props.lines === undefined) {
        session.flush();
      }
    },
  };
}

/** The list of a field, and what typing and keys do with it. */
function useFieldList(props: ReferenceFieldProps, field: RefObject<TextElement | null>) {
  const { state, latest, ask, change, close } = useSuggestions(props.path);
  const askAt = (element: TextElement): void => ask(element.value, selectionOf(element));
  const choose = (suggestion: Suggestion): void => {
    if (field.current !== null) {
      insert(field.current, suggestion, latest().text);
    }
    close();
  };
  const { suggestions, isOpen, active } = offered(state, props.text, field.current?.selectionStart ?? 0);
  return {
    suggestions,
    isOpen,
    active,
    close,
    ask: askAt,
    onChoose: choose,
    /** Inside of open braces the list stays, and what is typed narrows it. */
    onTyped: (element: TextElement): void => {
      if (openReference(element.value, element.selectionStart ?? 0) === undefined) {
        close();
      } else {
        askAt(element);
      }
    },
    /** Whether the key was meant for the list. */
    onKey: (event: At & KeyboardEvent): boolean => {
      const { currentTarget: element } = event;
      const now = offered(latest(), element.value, element.selectionStart ?? 0);
      const takesArrows = props.lines === undefined || now.active !== undefined;
      const action = listKey(event, { ...now, takesArrows, hasChosen: now.active !== undefined });
      if (action !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        const chosen = now.active === undefined ? undefined : now.suggestions[now.active];
        const step = (by: 1 | -1): void => change(withStep(latest(), now.active, by, now.suggestions.length));
        act(action, { chosen, choose, close, step, open: () => askAt(element) });
      }
      return action !== undefined;
    },
  };
}

/** What of a list is offered in a text: nothing while it is closed; while a reference is typed the first is taken. */
function offered(state: SuggestState, text: string, caret: number) {
  const suggestions = state.isOpen ? fittingSuggestions(state, text, caret) : [];
  const isTyping = openReference(text, caret) !== undefined;
  const active = suggestions.length === 0 ? undefined : (state.active ?? (isTyping ? 0 : undefined));
  return { suggestions, isOpen: suggestions.length > 0, active };
}

/** What the list does for a key. */
function act(
  action: ListKeyAction,
  list: {
    readonly chosen: Suggestion | undefined;
    readonly choose: (suggestion: Suggestion) => void;
    readonly close: () => void;
    readonly step: (by: 1 | -1) => void;
    readonly open: () => void;
  },
): void {
  switch (action) {
    case 'open':
    case 'close':
      list[action]();
      return;
    case 'take':
      if (list.chosen !== undefined) {
        list.choose(list.chosen);
      }
      return;
    default:
      list.step(action);
  }
}

/** What a key means for the list; nothing for other keys. */
function listKey(
  { key, ctrlKey, altKey, shiftKey }: KeyboardEvent,
  list: { readonly isOpen: boolean; readonly takesArrows: boolean; readonly hasChosen: boolean },
): ListKeyAction | undefined {
  if (ctrlKey || altKey || shiftKey) {
    return key === ' ' && ctrlKey ? 'open' : undefined;
  }
  const meant = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  if (!list.isOpen) {
    return meant === 1 && list.takesArrows ? 'open' : undefined;
  }
  return isMeant(meant, list) ? meant : undefined;
}

function isMeant(
  meant: KeyMeaning | undefined,
  list: { readonly takesArrows: boolean; readonly hasChosen: boolean },
): boolean {
  switch (meant) {
    case 'close':
      return true;
    case 'take':
      return list.hasChosen;
    default:
      return list.takesArrows;
  }
}

type ListKeyAction = 'open' | KeyMeaning;
type KeyMeaning = 'close' | 'take' | 1 | -1;

const KEYS: Readonly<Record<string, KeyMeaning>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Enter: 'take',
  Escape: 'close',
};

/** Offers the variables, too, when the pointer rests on the field. */
function useHover(
  field: RefObject<TextElement | null>,
  list: { readonly ask: (element: TextElement) => void; readonly close: () => void },
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFocused = (): boolean => field.current === document.activeElement;
  return {
    onMouseEnter: (): void => {
      timer.current = setTimeout(() => {
        if (field.current !== null && !isFocused()) {
          list.ask(field.current);
        }
      }, HOVER);
    },
    onMouseLeave: (): void => {
      clearTimeout(timer.current);
      if (!isFocused()) {
        list.close();
      }
    },
  };
}

/** Shows the request that gives the reference at the caret its value. */
function useProducer(text: string): (element: TextElement) => void {
  const { session, definitions } = useForm();
  return (element) => {
    const producer = referenceAt(text, element.selectionStart ?? 0, definitions)?.definition?.producer;
    const target = producer === undefined ? undefined : session.requestAt(producer);
    if (target !== undefined) {
      session.choose(target);
    }
  };
}

/** Puts a suggestion into a field the way typing does. */
function insert(element: TextElement, suggestion: Suggestion, asked: string): void {
  const { start, end, text } = replacementBy(suggestion, asked, element.value, selectionOf(element));
  element.focus();
  element.setRangeText(text, start, end, 'end');
  element.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function selectionOf({ selectionStart, selectionEnd, value }: TextElement) {
  const start = selectionStart ?? value.length;
  return { start, end: selectionEnd ?? start };
}
