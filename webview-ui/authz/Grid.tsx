/** Operations by callers. A grid in the sense of WAI-ARIA: one cell is in the tab order, arrow keys go on from it. */
import { Component, type Ref } from 'preact';
import type { AuthzGrid, GridRow } from '../../src/core/authz/report/grid';
import { classOf } from '../../src/protocol/authzView';
import { Breakable } from '../ui/Breakable';
import { MethodName } from '../ui/MethodName';
import { t } from '../ui/l10n';
import type { GridCell } from './authzState';
import { placeAfter, placeOf } from '../ui/gridKeys';
import { colourOf } from './words';
import './Grid.css';

/** The grid; choosing follows the focus, `onOpen` opens the evidence. */
export function Grid(props: {
  readonly grid: AuthzGrid<GridCell>;
  readonly selected: number | undefined;
  readonly table: Ref<HTMLTableElement>;
  readonly onChoose: (id: string) => void;
  readonly onOpen: () => void;
}) {
  const { grid, selected, onChoose } = props;
  if (grid.rows.length === 0) {
    return <p class="grid-nothing quiet">{t('No cell matches.')}</p>;
  }
  return (
    <table
      class="grid"
      role="grid"
      aria-label={t('Operations by callers')}
      ref={props.table}
      onKeyDown={(event) => onKey(event, props)}
    >
      <thead>
        <tr>
          <th scope="col">
            <span class="spoken">{t('Operation')}</span>
          </th>
          {grid.columns.map(({ user, role }) => (
            <th scope="col" key={user}>
              {user} <span class="quiet">{role}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.rows.map((row, index) => (
          <tr key={`${row.operation} ${row.location}`}>
            <RowHeader row={row} isFirst={grid.rows[index - 1]?.operation !== row.operation} />
            <RowCells row={row} selected={selected} onChoose={onChoose} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says the operation in the first of its rows, and the location in each. */
function RowHeader({ row, isFirst }: { readonly row: GridRow<GridCell>; readonly isFirst: boolean }) {
  return (
    <th scope="row" title={`${row.method} ${row.path}`}>
      <span class={isFirst ? 'grid-operation' : 'spoken'}>
        <MethodName method={row.method} /> <Breakable name={row.operation} />
      </span>
      <span class="quiet">{row.location}</span>
    </th>
  );
}

function RowCells(props: {
  readonly row: GridRow<GridCell>;
  readonly selected: number | undefined;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <>
      {props.row.cells.map((cell, column) =>
        cell === undefined ? (
          <td key={column} role="gridcell">
            <span class="spoken">{t('not asked')}</span>
          </td>
        ) : (
          <GridCellView
            key={column}
            row={cell}
            isSelected={cell.index === props.selected}
            onChoose={props.onChoose}
          />
        ),
      )}
    </>
  );
}

interface CellProps {
  readonly row: GridCell;
  readonly isSelected: boolean;
  readonly onChoose: (id: string) => void;
}

/** One cell; left alone while nothing about it changes, because a grid may have thousands. */
class GridCellView extends Component<CellProps> {
  override shouldComponentUpdate({ row, isSelected }: CellProps): boolean {
    return row.progress !== this.props.row.progress || isSelected !== this.props.isSelected;
  }

  render({ row, isSelected, onChoose }: CellProps) {
    const { cell, progress } = row;
    const choose = (): void => onChoose(cell.id);
    return (
      <td
        role="gridcell"
        class={`grid-cell ${colourOf(classOf(row), cell.kind)}`}
        data-cell={cell.id}
        tabIndex={isSelected ? 0 : -1}
        aria-selected={isSelected}
        onClick={choose}
        onFocus={choose}
      >
        {progress.state === 'finished' ? (
          <>
            <b>
              {progress.summary.mark} {progress.summary.headline}
            </b>
            <span>{progress.summary.detail}</span>
          </>
        ) : (
          <span>
            {progress.state === 'running' ? t('running…') : <span class="spoken">{t('waiting')}</span>}
          </span>
        )}
      </td>
    );
  }
}

function onKey(event: KeyboardEvent, { grid, onOpen }: Parameters<typeof Grid>[0]): void {
  const table = event.currentTarget;
  const id = event.target instanceof Element ? event.target.closest('td')?.dataset['cell'] : undefined;
  if (!(table instanceof Element) || id === undefined) {
    return;
  }
  if (event.key === 'Enter') {
    event.preventDefault();
    onOpen();
    return;
  }
  const cells = grid.rows.map((row) => row.cells);
  const from = placeOf(cells, (cell) => (cell as GridCell | undefined)?.cell.id === id);
  const to =
    from === undefined ? undefined : placeAfter(event.key, from, cells, event.ctrlKey || event.metaKey);
  const next = to === undefined ? undefined : cells[to.row]?.[to.column];
  if (next !== undefined) {
    event.preventDefault();
    table.querySelector<HTMLElement>(`[data-cell="${CSS.escape(next.cell.id)}"]`)?.focus();
  }
}
