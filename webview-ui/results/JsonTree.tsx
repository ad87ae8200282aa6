/** A JSON body as a tree in which every value can be pointed at. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JsonValue } from '../../src/core/json';
import { Icon } from '../ui/Icon';
import { TreeBar } from './TreeBar';
import { rowAfter } from './treeKeys';
import { allFolded, allUnfolded, initialFolding, keyOf, showMore, toggleRow, treeRows } from './treeRows';
import type { Steps, TreeFolding, TreeRow } from './treeRows';
import type { TreeLook } from './treeLook';
import { foldingToMatch, searchTree } from './treeSearch';
import type { TreeSearch } from './treeSearch';
import './JsonTree.css';

/** How a tree is looked at, and what is done there. */
export interface TreeActions {
  /** Absent as long as nobody looked at more than its beginning. */
  readonly look: TreeLook | undefined;
  readonly onLook: (look: TreeLook) => void;
  /** The person chose a value, by the way to it. */
  readonly onPick: (steps: Steps) => void;
}

/** The tree. */
export function JsonTree(props: TreeActions & { readonly value: JsonValue }) {
  const { value, look, onLook, onPick } = props;
  const { folding, search, setFolding, setSearch } = useTree(value, look, onLook);
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
  // Not whenever rows change: whoever folds and unfolds elsewhere stays there.
  useEffect(() => tree.current?.querySelector('.found')?.scrollIntoView({ block: 'nearest' }), [found]);
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

/** How a value is folded and what is looked for in it. */
function useTree(value: JsonValue, look: TreeLook | undefined, onLook: (look: TreeLook) => void) {
  const first = useMemo(() => initialFolding(value), [value]);
  const { folding, text, at } = look ?? { folding: first, text: '', at: 0 };
  const found = useMemo(() => searchTree(value, text), [value, text]);
  return {
    folding,
    search: { ...found, at: Math.min(at, Math.max(found.matches.length - 1, 0)) },
    setFolding: (next: TreeFolding) => onLook({ folding: next, text, at }),
    setSearch: (next: TreeSearch) =>
      onLook({ folding: foldingToMatch(value, next, folding), text: next.text, at: next.at }),
  };
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
