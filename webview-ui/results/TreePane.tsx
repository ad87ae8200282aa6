/** A tree in view: its bar and its rows, in which every value can be selected. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TreeAct, TreeView } from '../../src/core/bodyTree/bodyTree';
import type { TreeLook } from '../../src/core/bodyTree/treeLook';
import {
  allFolded,
  keyOf,
  type Steps,
  type TreeFolding,
  type TreeRow,
} from '../../src/core/bodyTree/treeRows';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';
import { TreeBar } from './TreeBar';
import { containerText } from './containerText';
import { lookAsTyped, lookAtMatch } from './searchSteps';
import { showMore, toggleRow } from './treeFolding';
import { rowAfter } from './treeKeys';
import './TreePane.css';

/** How a tree is looked at, and what is done there. */
export interface TreeActions {
  /** Absent as long as nobody looked at more than its beginning. */
  readonly look: TreeLook | undefined;
  readonly onLook: (look: TreeLook) => void;
  /** The person chose a value, by the way to it. */
  readonly onPick: (steps: Steps) => void;
}

/** The tree; `typed` is what is looked for when the view does not have it yet. */
export function TreePane(props: {
  readonly view: TreeView;
  readonly typed?: string | undefined;
  readonly onAct: (look: TreeLook, act: TreeAct) => void;
  readonly onPick: (steps: Steps) => void;
}) {
  const { view, typed, onAct, onPick } = props;
  const { look, rows, count, match } = view;
  const current = lookAsTyped(look, typed);
  const fold = (folding: TreeFolding): void => onAct({ ...current, folding }, 'look');
  return (
    <>
      <TreeBar
        search={{ text: current.text, count, at: look.at }}
        onMatch={(at) => onAct(lookAtMatch(look, typed, at), 'reveal')}
        onFind={(text) => onAct({ ...current, text, at: 0 }, 'reveal')}
        onFold={() => fold(allFolded)}
        onUnfold={() => onAct(current, 'unfold')}
      />
      <Rows
        rows={rows}
        folding={look.folding}
        found={match === undefined ? undefined : keyOf(match)}
        onFolding={fold}
        onPick={onPick}
      />
    </>
  );
}

function Rows(props: {
  readonly rows: readonly TreeRow[];
  readonly folding: TreeFolding;
  /** Key of the row that a search has led to. */
  readonly found: string | undefined;
  readonly onFolding: (folding: TreeFolding) => void;
  readonly onPick: (steps: Steps) => void;
}) {
  const { rows, folding, found, onFolding, onPick } = props;
  const [active, setActive] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  // Not whenever rows change: a user who folds and unfolds elsewhere stays there.
  useEffect(() => tree.current?.querySelector('.found')?.scrollIntoView({ block: 'nearest' }), [found]);
  const act = ({ content, steps }: TreeRow): void =>
    content.kind === 'more' ? onFolding(showMore(folding, steps, content.side)) : onPick(steps);
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
    <div class="json-tree" role="tree" aria-label={t('Response body')} ref={tree}>
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
      <span class="json-pick" title={content.kind === 'more' ? '' : t('Extract as variable')} onClick={onAct}>
        <Content content={content} />
      </span>
    </div>
  );
}

function Content({ content }: Pick<TreeRow, 'content'>) {
  switch (content.kind) {
    case 'container':
      return <span class="quiet">{containerText(content)}</span>;
    case 'value':
      return <span class={`json-${content.type}`}>{content.text}</span>;
    case 'more':
      return (
        <span class="json-more">
          {content.side === 'before' ? t('{0} before', content.hidden) : t('{0} more', content.hidden)}
        </span>
      );
  }
}

/** Levels that differ in their indentation; the style sheet has a rule for each. */
const MAX_INDENT = 12;
