/** The requests of the chain in their order: picked by mouse and keys, moved by dragging or Alt and an arrow. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FormRow } from '../../src/protocol/formView';
import { t } from '../ui/l10n';
import { RequestRow, rowId } from './RequestRow';
import { isMove, listAction } from './listKeys';
import { withRow, type PickMode, type RowSelection } from './rowSelection';
import './RequestList.css';

/** What the person can do in the list. */
interface ListActions {
  readonly onPick: (selection: RowSelection) => void;
  readonly onMove: (before: number) => void;
  readonly onDelete: () => void;
  readonly onRename: () => void;
  readonly onOpen: () => void;
  /** A menu was asked for at a place of the window. */
  readonly onMenu: (place: { readonly x: number; readonly y: number }) => void;
}

interface ListProps {
  readonly rows: readonly FormRow[];
  readonly selection: RowSelection;
  readonly isLocked: boolean;
  readonly actions: ListActions;
}

/** The list. */
export function RequestList(props: ListProps) {
  const { rows, selection, isLocked } = props;
  const { mark, ...dragging } = useDragging(props);
  const list = useRef<HTMLUListElement>(null);
  // The same elements again while somebody types: thousands of rows are not even compared.
  const lines = useMemo(
    () =>
      rows.map((row, index) => (
        <RequestRow
          key={index}
          row={row}
          index={index}
          isPicked={selection.picked.has(index)}
          isFocus={index === selection.focus}
          mark={markAt(mark, index, rows.length)}
        />
      )),
    [rows, selection, mark],
  );
  useEffect(() => {
    if (list.current?.contains(document.activeElement) === true) {
      document.getElementById(rowId(selection.focus))?.focus();
    }
  }, [selection.focus]);
  return (
    <ul
      class="requests"
      data-place="requests"
      role="listbox"
      aria-label={t('Requests')}
      aria-multiselectable
      ref={list}
      onKeyDown={(event) => onKey(event, props)}
      onClick={(event) => onClick(event, props)}
      onContextMenu={(event) => onMenu(event, props)}
      {...(isLocked ? {} : dragging)}
    >
      {lines}
    </ul>
  );
}

function onKey(event: KeyboardEvent, { rows, selection, isLocked, actions }: ListProps): void {
  const { key, ctrlKey, metaKey, shiftKey: shift, altKey: alt } = event;
  const action = listAction({ key, ctrl: ctrlKey || metaKey, shift, alt }, selection, rows.length);
  if (action === undefined) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  switch (action.type) {
    case 'pick':
      actions.onPick(action.selection);
      return;
    case 'open':
      actions.onOpen();
      return;
    default:
      if (!isLocked) {
        change(action, actions);
      }
  }
}

function change(
  action: Exclude<ReturnType<typeof listAction>, undefined | { type: 'pick' | 'open' }>,
  actions: ListActions,
): void {
  switch (action.type) {
    case 'move':
      actions.onMove(action.before);
      return;
    case 'delete':
      actions.onDelete();
      return;
    case 'rename':
      actions.onRename();
  }
}

function onClick(event: MouseEvent, { selection, actions }: ListProps): void {
  const row = rowOf(event.target);
  if (row !== undefined) {
    const mode: PickMode = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'besides' : 'alone';
    actions.onPick(withRow(selection, row, mode));
    document.getElementById(rowId(row))?.focus();
  }
}

/** A menu is about the picked rows; one that is not picked is picked first. */
function onMenu(event: MouseEvent, { selection, actions }: ListProps): void {
  const row = rowOf(event.target);
  if (row === undefined) {
    return;
  }
  event.preventDefault();
  if (!selection.picked.has(row)) {
    actions.onPick(withRow(selection, row, 'alone'));
  }
  actions.onMenu({ x: event.clientX, y: event.clientY });
}

/** Dragging: the picked rows go to the insertion mark when they are dropped. */
function useDragging({ rows, selection, actions }: ListProps) {
  const [mark, setMark] = useState<number>();
  const isOurs = useRef(false);
  return {
    mark,
    onDragStart: (event: DragEvent): void => {
      const row = rowOf(event.target);
      if (row !== undefined) {
        isOurs.current = true;
        event.dataTransfer?.setData('text/plain', rows[row]?.id ?? '');
        if (!selection.picked.has(row)) {
          actions.onPick(withRow(selection, row, 'alone'));
        }
      }
    },
    onDragOver: (event: DragEvent): void => {
      const before = isOurs.current ? placeUnder(event) : undefined;
      if (before !== undefined) {
        event.preventDefault();
        setMark(before);
      }
    },
    onDragLeave: ({ relatedTarget, currentTarget }: DragEvent): void => {
      if (currentTarget instanceof Node && !currentTarget.contains(relatedTarget as Node | null)) {
        setMark(undefined);
      }
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      const before = placeUnder(event);
      if (before !== undefined && isMove(selection, before)) {
        actions.onMove(before);
      }
    },
    onDragEnd: (): void => {
      isOurs.current = false;
      setMark(undefined);
    },
  };
}

/** The row before which something dropped here goes: that under the pointer, or the next in its lower half. */
function placeUnder({ target, clientY }: DragEvent): number | undefined {
  const row = rowOf(target);
  const box = row === undefined ? undefined : document.getElementById(rowId(row))?.getBoundingClientRect();
  return row === undefined || box === undefined
    ? undefined
    : clientY < box.top + box.height / 2
      ? row
      : row + 1;
}

function markAt(mark: number | undefined, index: number, count: number): 'above' | 'below' | undefined {
  if (mark === index) {
    return 'above';
  }
  return mark === count && index === count - 1 ? 'below' : undefined;
}

function rowOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset['index']);
}
