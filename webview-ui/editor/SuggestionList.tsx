/** The variables that can be inserted into a field, best first, each with its value and where it comes from. */
import { useEffect, useRef } from 'preact/hooks';
import type { Suggestion } from '../../src/protocol/formVariables';
import { t } from '../ui/l10n';
import './SuggestionList.css';

/** The list below a field; `id` names it for the field. */
export function SuggestionList(props: {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number | undefined;
  readonly onChoose: (suggestion: Suggestion) => void;
}) {
  const { id, suggestions, active, onChoose } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul class="suggestions" role="listbox" id={id} aria-label={t('Variables')} ref={list}>
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.name}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span class="suggestion-name">{suggestion.name}</span>
          {suggestion.matches && <span class="good">{t('same value')}</span>}
          {suggestion.shown !== undefined && <code class="suggestion-value">{suggestion.shown}</code>}
          <span class="suggestion-source quiet">{suggestion.explanation}</span>
        </li>
      ))}
    </ul>
  );
}

/** How the field names one of the options. */
export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}
