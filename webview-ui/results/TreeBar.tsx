/** What can be done with a tree as a whole: find in it, fold it, unfold it. */
import { t } from '../ui/l10n';
import { matchAfter, searchWords, type TreeSearch } from './searchSteps';
import './TreeBar.css';

/** The bar above a tree. */
export function TreeBar(props: {
  readonly search: TreeSearch;
  /** Another match is looked at, by its position. */
  readonly onMatch: (at: number) => void;
  /** Another text is looked for. */
  readonly onFind: (text: string) => void;
  readonly onFold: () => void;
  readonly onUnfold: () => void;
}) {
  const { search, onMatch, onFind, onFold, onUnfold } = props;
  return (
    <div class="tree-bar">
      <input
        type="search"
        aria-label={t('Find in the body')}
        placeholder={t('Find')}
        spellcheck={false}
        value={search.text}
        onInput={({ currentTarget }) => onFind(currentTarget.value)}
        onKeyDown={({ key, shiftKey }) =>
          key === 'Enter' ? onMatch(matchAfter(search, shiftKey ? -1 : 1)) : undefined
        }
      />
      <span class="quiet" aria-live="polite">
        {searchWords(search)}
      </span>
      <span class="tree-folds">
        <button type="button" class="link" onClick={onFold}>
          {t('Fold all')}
        </button>
        <button type="button" class="link" onClick={onUnfold}>
          {t('Unfold all')}
        </button>
      </span>
    </div>
  );
}
