/** A JSON body as a tree in which every value can be pointed at. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { JsonValue } from '../../src/core/json';
import { Icon } from '../ui/Icon';
import { initialFolding, showMore, toggleRow, treeRows } from './treeRows';
import type { Steps, TreeFolding, TreeRow } from './treeRows';
import { rowAfter } from './treeKeys';
import './JsonTree.css';

/** The tree; `onPick` gets the way to the value that the person chose. */
export function JsonTree(props: { readonly value: JsonValue; readonly onPick: (steps: Steps) => void }) {
  const { value, onPick } = props;
  const [folding, setFolding] = useState<TreeFolding>(initialFolding);
  const [active, setActive] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(value, folding), [value, folding]);
  const act = (row: TreeRow): void => {
    if (row.content.kind === 'more') {
      setFolding(showMore(folding, row.steps));
    } else {
      onPick(row.steps);
    }
  };
  const focus = (index: number): void => {
    setActive(index);
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number, row: TreeRow): void => {
    const move = rowAfter(event.key, index, rows);
    if (event.key === 'Enter' || event.key === ' ') {
      act(row);
    } else if (move === 'toggle') {
      setFolding(toggleRow(folding, row.key));
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
          onToggle={() => setFolding(toggleRow(folding, row.key))}
          onAct={() => act(row)}
          onFocus={() => setActive(index)}
          onKeyDown={(event) => onKeyDown(event, index, row)}
        />
      ))}
    </div>
  );
}

function Row(props: {
  readonly row: TreeRow;
  readonly isActive: boolean;
  readonly onToggle: () => void;
  readonly onAct: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { row, isActive, onToggle, onAct, onFocus, onKeyDown } = props;
  const { content, name, depth } = row;
  return (
    <div
      class="json-row"
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
