/**
 * Operations by roles. A grid in the sense of WAI-ARIA: one cell is in the tab order, arrow keys move to others, Enter,
 * the space bar and a click open what can be chosen.
 */
import { Component } from 'preact';
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../src/core/groupBy';
import type { PolicyView, PolicyViewRow } from '../../src/protocol/policyView';
import { placeAfter } from '../ui/gridKeys';
import { Breakable } from '../ui/Breakable';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';
import { MethodName } from '../ui/MethodName';
import { cellText, type CellText } from './policyChoices';
import { columnsOf, type CellPlace } from './policyState';
import './PolicyGrid.css';

interface GridProps {
  readonly view: PolicyView;
  readonly rows: readonly PolicyViewRow[];
  /** The cell in the tab order. */
  readonly tabStop: CellPlace | undefined;
  readonly onFocus: (cell: CellPlace) => void;
  /** Opens what can be chosen in a cell, below its element. */
  readonly onOpen: (cell: CellPlace, element: Element) => void;
  readonly onReveal: (operation: string) => void;
}

/** The grid, resource by resource. */
export function PolicyGrid(props: GridProps) {
  const { view, rows, tabStop, onFocus, onOpen, onReveal } = props;
  const columns = columnsOf(view);
  const groups = useMemo(() => [...groupBy(rows, ({ resource }) => resource)], [rows]);
  return (
    <table
      class="policy-grid"
      role="grid"
      aria-label={t('Operations by roles')}
      aria-readonly={view.broken !== undefined}
      onKeyDown={(event) => onKey(event, props)}
    >
      <thead>
        <tr>
          <th scope="col">
            <span class="spoken">{t('Operation')}</span>
          </th>
          {view.roles.map(({ role, users }) => (
            <th scope="col" key={role}>
              {role} <span class="quiet">{users.length === 0 ? t('no user') : users.join(', ')}</span>
            </th>
          ))}
          <th scope="col">
            {t('public')}{' '}
            <span class="quiet">
              {view.anonymous.length === 0 ? t('no credentials') : view.anonymous.join(', ')}
            </span>
          </th>
        </tr>
      </thead>
      {groups.map(([resource, members]) => (
        <tbody key={resource ?? ''}>
          <tr>
            <th scope="rowgroup" colSpan={columns.length + 1} class="policy-group">
              <span>{resource ?? t('Functions')}</span>
            </th>
          </tr>
          {members.map((row) => (
            <tr key={row.operation}>
              <RowHeader row={row} onReveal={onReveal} />
              {columns.map((role, column) => (
                <PolicyCell
                  key={column}
                  text={cellText(row, column)}
                  cell={{ operation: row.operation, role }}
                  isTabStop={tabStop?.operation === row.operation && tabStop.role === role}
                  onFocus={onFocus}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** The operation, the request that does it, and whether the policy has forgotten it. */
function RowHeader(props: { readonly row: PolicyViewRow; readonly onReveal: (operation: string) => void }) {
  const { operation, method, path, request, isUnpoliced } = props.row;
  return (
    <th scope="row">
      {method !== undefined && <MethodName method={method} />}{' '}
      <button
        type="button"
        class="pick"
        tabIndex={-1}
        title={t('Show in text')}
        onClick={() => props.onReveal(operation)}
      >
        <Breakable name={operation} />
      </button>
      <span class="quiet">
        <Breakable name={path ?? request} />
      </span>
      {isUnpoliced && (
        <span class="doubtful">
          <Icon name="warning" /> {t('named by no line')}
        </span>
      )}
    </th>
  );
}

interface CellProps {
  readonly text: CellText;
  readonly cell: CellPlace;
  readonly isTabStop: boolean;
  readonly onFocus: GridProps['onFocus'];
  readonly onOpen: GridProps['onOpen'];
}

/** One cell; left alone while it shows the same, because a grid may have thousands. */
class PolicyCell extends Component<CellProps> {
  override shouldComponentUpdate({ text, cell, isTabStop }: CellProps): boolean {
    const { props } = this;
    return (
      isTabStop !== props.isTabStop ||
      cell.operation !== props.cell.operation ||
      cell.role !== props.cell.role ||
      text.scope !== props.text.scope ||
      text.source !== props.text.source ||
      text.kind !== props.text.kind ||
      text.isByName !== props.text.isByName
    );
  }

  render({ text, cell, isTabStop, onFocus, onOpen }: CellProps) {
    const { scope, source, kind, isByName } = text;
    return (
      <td
        role="gridcell"
        class={`policy-cell ${kind}`}
        aria-haspopup="menu"
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onFocus(cell)}
        onClick={({ currentTarget }) => onOpen(cell, currentTarget)}
      >
        {isByName ? <b>{scope}</b> : <span class={kind === 'quiet' ? 'quiet' : ''}>{scope}</span>}{' '}
        <span class="quiet">{source}</span>
      </td>
    );
  }
}

function onKey(event: KeyboardEvent, { view, rows }: GridProps): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLTableCellElement) || !(currentTarget instanceof Element)) {
    return;
  }
  if (key === 'Enter' || key === ' ') {
    event.preventDefault();
    target.click();
    return;
  }
  const lines = [...currentTarget.querySelectorAll('tr')].filter((line) => line.querySelector('td') !== null);
  const row = lines.findIndex((line) => line.contains(target));
  const cells = rows.map(() => columnsOf(view));
  const from = { row, column: target.cellIndex - 1 };
  const to = placeAfter(key, from, cells, event.ctrlKey || event.metaKey);
  const next = to === undefined ? undefined : lines[to.row]?.querySelectorAll('td')[to.column];
  if (next !== undefined) {
    event.preventDefault();
    // What focus() alone takes for in sight may be behind the roles or the operation.
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
