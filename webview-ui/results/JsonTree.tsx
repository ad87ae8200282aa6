/** A JSON body as a tree in which every value can be pointed at. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JsonValue } from '../../src/core/json';
import { Icon } from '../ui/Icon';
import { TreeBar } from './TreeBar';
import { rowAfter } from './treeKeys';
import { allFolded, allUnfolded, initialFolding, keyOf, showMore, toggleRow, treeRows } from './treeRows';
import type { Steps, TreeFolding, TreeRow } from './treeRows';
import { foldingToMatch, noSearch, searchTree } from './treeSearch';
import type { TreeSearch } from './treeSearch';
import './JsonTree.css';

/** The tree; `onPick` gets the way to the value that the person chose. */
export function JsonTree(props: { readonly value: JsonValue; readonly onPick: (steps: Steps) => void }) {
  const { value, onPick } = props;
  const { folding, search, setFolding, setSearch } = useTree(value);
  const match = search.matches[search.at];
  return (
    <>
      <TreeBar
        search={search}
        onSearch={setSearch}
        onFind={(text) => setSearch(searchTree(value, text))}
        onFold={() => setFolding(allFolded)}
        onUnfold={() => setFolding(allUnfolded(value))}
      />
      <Rows
        value={value}
        folding={folding}
        found={match === undefined ? undefined : keyOf(match)}
        onFolding={setFolding}
        onPick={onPick}
      />
    </>
  );
}

function Rows(props: {
  readonly value: JsonValue;
  readonly folding: TreeFolding;
  /** Key of the row that a search has led to. */
  readonly found: string | undefined;
  readonly onFolding: (folding: TreeFolding) => void;
  readonly onPick: (steps: Steps) => void;
}) {
  const { value, folding, found, onFolding, onPick } = props;
  const [active, setActive] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(value, folding), [value, folding]);
  useEffect(() => tree.current?.querySelector('.found')?.scrollIntoView({ block: 'nearest' }), [rows, found]);
  const act = ({ content, steps }: TreeRow): void =>
    content.kind === 'more' ? onFolding(showMore(folding, steps)) : onPick(steps);
  const focus = (index: number): void => {
    setActive(index);
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number, row: TreeRow): void => {
    const move = rowAfter(event.key, index, rows);
    if (event.key === 'Enter' || event.key === ' ') {
      act(row);
    } else if (move === 'toggle') {
      onFolding(toggleRow(folding, row.key));
    } else if (move !== undefined) {
      focus(move);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <div class="json-tree" role="tree" aria-label="Response body" ref={tree}>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          isActive={index === Math.min(active, rows.length - 1)}
          isFound={row.key === found}
          onToggle={() => onFolding(toggleRow(folding, row.key))}
          onAct={() => act(row)}
          onFocus={() => setActive(index)}
          onKeyDown={(event) => onKeyDown(event, index, row)}
        />
      ))}
    </div>
  );
}

/** How a value is folded and what is looked for in it; another value begins anew. */
function useTree(value: JsonValue) {
  const [kept, keep] = useState<Kept>({ value, folding: initialFolding(value), search: noSearch });
  const { folding, search } =
    kept.value === value ? kept : { folding: initialFolding(value), search: noSearch };
  return {
    folding,
    search,
    setFolding: (next: TreeFolding) => keep({ value, folding: next, search }),
    setSearch: (next: TreeSearch) =>
      keep({ value, folding: foldingToMatch(value, next, folding), search: next }),
  };
}

interface Kept {
  readonly value: JsonValue;
  readonly folding: TreeFolding;
  readonly search: TreeSearch;
}

function Row(props: {
  readonly row: TreeRow;
  readonly isActive: boolean;
  /** Whether it is the match that is looked at. */
  readonly isFound: boolean;
  readonly onToggle: () => void;
  readonly onAct: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { row, isActive, isFound, onToggle, onAct, onFocus, onKeyDown } = props;
  const { content, name, depth } = row;
  return (
    <div
      class={`json-row${isFound ? ' found' : ''}`}
      data-depth={Math.min(depth, MAX_INDENT)}
      role="treeitem"
      aria-level={depth + 1}
      {...(content.kind === 'container' ? { 'aria-expanded': content.isOpen } : {})}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {content.kind === 'container' ? (
        <span class="json-fold" onClick={onToggle}>
          <Icon name={content.isOpen ? 'chevron-down' : 'chevron-right'} />
        </span>
      ) : (
        <span class="json-fold" />
      )}
      {name !== undefined && content.kind !== 'more' && <span class="json-name">{name}</span>}
      <span class="json-pick" title={content.kind === 'more' ? '' : 'Extract as variable'} onClick={onAct}>
        <Content content={content} />
      </span>
    </div>
  );
}

function Content({ content }: Pick<TreeRow, 'content'>) {
  switch (content.kind) {
    case 'container':
      return <span class="quiet">{content.text}</span>;
    case 'value':
      return <span class={`json-${content.type}`}>{content.text}</span>;
    case 'more':
      return <span class="json-more">{content.hidden} more</span>;
  }
}

/** Levels that are told apart by their indentation; the style sheet has a rule for each. */
const MAX_INDENT = 12;
