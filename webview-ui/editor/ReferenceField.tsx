/**
 * A text field of the form: its references are chips with a tooltip, a click with Ctrl or Cmd (or Alt+Enter)
 * leads to the request that gives the value, and the variables that can be inserted are offered below it.
 */
import { useId, useRef } from 'preact/hooks';
import { defined } from '../../src/core/defined';
import type { PathTo } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { jsonSpans } from '../results/jsonSpans';
import { ReferenceLayer } from './ReferenceLayer';
import { SuggestionList, optionId } from './SuggestionList';
import { useForm } from './formContext';
import { referencePieces } from './referencePieces';
import { useFieldEvents, type TextElement } from './useFieldEvents';
import './ReferenceField.css';

/** What a field shows and tells. */
export interface ReferenceFieldProps {
  /** The label, read by screen readers unless `labelledBy` names an element that is seen. */
  readonly label: string;
  readonly labelledBy?: string;
  readonly text: string;
  /** The path of the text in what is shown. */
  readonly path: PathTo<JsonValue>;
  readonly onText: (text: string) => void;
  /** Lines of a field of several; absent for one. */
  readonly lines?: number;
  readonly placeholder?: string;
  /** Whether the text is JSON, and coloured so. */
  readonly isJson?: boolean;
  readonly isInvalid?: boolean;
  /** Element that says more about the field. */
  readonly describedBy?: string;
}

/** Texts longer than this are not coloured: laying them out would be felt at every key. */
const MAX_COLOURED = 100_000;

/** A field for a text that may hold references. */
export function ReferenceField(props: ReferenceFieldProps) {
  const { text, lines } = props;
  const { definitions } = useForm();
  const layer = useRef<HTMLDivElement>(null);
  const field = useRef<TextElement | null>(null);
  const id = useId();
  const { list, hover, ...events } = useFieldEvents(props, field);
  const isColoured = text.length <= MAX_COLOURED;
  const shared = {
    ...events,
    ...useDescription(props, id, list),
    ref: (element: TextElement | null) => void (field.current = element),
    onScroll: () => followScroll(field.current, layer.current),
  };
  return (
    <div
      class={`reference-field ${lines === undefined ? 'one-line' : 'many-lines'}${isColoured ? ' coloured' : ''}`}
      {...hover}
      onMouseMove={({ currentTarget, clientX, clientY }) => {
        currentTarget.title = wordsUnder(layer.current, clientX, clientY);
      }}
    >
      {isColoured && (
        <ReferenceLayer
          layer={layer}
          pieces={referencePieces(text, definitions, props.isJson ? jsonSpans(text) : undefined)}
        />
      )}
      {lines === undefined ? (
        <input type="text" role="combobox" aria-expanded={list.isOpen} {...shared} />
      ) : (
        <textarea rows={lines} {...shared} />
      )}
      {list.isOpen && (
        <SuggestionList
          id={id}
          suggestions={list.suggestions}
          active={list.active}
          onChoose={list.onChoose}
        />
      )}
    </div>
  );
}

/** The attributes by which a field is known and named. */
function useDescription(
  props: ReferenceFieldProps,
  id: string,
  list: { readonly isOpen: boolean; readonly active: number | undefined },
) {
  const { isLocked } = useForm();
  const { label, labelledBy, describedBy, text, placeholder, isInvalid = false } = props;
  return {
    value: text,
    spellcheck: false,
    autocomplete: 'off',
    readOnly: isLocked,
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-invalid': isInvalid,
    ...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy }),
    ...defined({ 'aria-describedby': describedBy, placeholder }),
    ...(list.isOpen ? { 'aria-controls': id } : {}),
    ...(list.isOpen && list.active !== undefined
      ? { 'aria-activedescendant': optionId(id, list.active) }
      : {}),
  };
}

function followScroll(field: TextElement | null, layer: HTMLElement | null): void {
  if (field !== null && layer !== null) {
    layer.scrollLeft = field.scrollLeft;
    layer.scrollTop = field.scrollTop;
  }
}

/** What is known of the reference under the pointer; the chips are behind the field and never hit. */
function wordsUnder(layer: HTMLElement | null, x: number, y: number): string {
  for (const chip of layer?.querySelectorAll<HTMLElement>('.reference') ?? []) {
    const isHit = [...chip.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    );
    if (isHit) {
      return chip.dataset['words'] ?? '';
    }
  }
  return '';
}
