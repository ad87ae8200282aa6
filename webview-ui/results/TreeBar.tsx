/** What can be done with a tree as a whole: find in it, fold it, unfold it. */
import { goOn, searchWords } from './treeSearch';
import type { TreeSearch } from './treeSearch';
import './TreeBar.css';

/** The bar above a tree. */
export function TreeBar(props: {
  readonly search: TreeSearch;
  /** Another match is looked at. */
  readonly onSearch: (search: TreeSearch) => void;
  /** Another text is looked for. */
  readonly onFind: (text: string) => void;
  readonly onFold: () => void;
  readonly onUnfold: () => void;
}) {
  const { search, onSearch, onFind, onFold, onUnfold } = props;
  return (
    <div class="tree-bar">
      <input
        type="search"
        aria-label="Find in the body"
        placeholder="Find"
        spellcheck={false}
        value={search.text}
        onInput={({ currentTarget }) => onFind(currentTarget.value)}
        onKeyDown={({ key, shiftKey }) =>
          key === 'Enter' ? onSearch(goOn(search, shiftKey ? -1 : 1)) : undefined
        }
      />
      <span class="quiet" aria-live="polite">
        {searchWords(search)}
      </span>
      <span class="tree-folds">
        <button type="button" class="link" onClick={onFold}>
          Fold all
        </button>
        <button type="button" class="link" onClick={onUnfold}>
          Unfold all
        </button>
      </span>
    </div>
  );
}
