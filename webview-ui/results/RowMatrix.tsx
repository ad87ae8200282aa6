/**
 * A run for rows of data: a line for each row, a column for each request, in each cell how that request ended. A grid in the
 * sense of WAI-ARIA: one cell is in the tab order, arrow keys move to others.
 */
import { Component } from 'preact';
import { useState } from 'preact/hooks';
import type { Placed, RowGroup } from '../../src/core/result/rowTable';
import type { RequestRow } from '../../src/protocol/runView';
import { placeAfter } from '../ui/gridKeys';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';
import { useGrowingCount } from '../ui/useGrowingCount';
import { progressLook } from './outcomeLook';
import { isSameGroup, isTroubled } from './rowGroups';
import './RowMatrix.css';

interface MatrixProps {
  readonly rows: readonly RowGroup<RequestRow>[];
  readonly selected: number | undefined;
  readonly onChoose: (index: number) => void;
}

/** The matrix, with a way to leave out the rows in which all is well. */
export function RowMatrix({ rows, selected, onChoose }: MatrixProps) {
  const [onlyTroubled, setOnlyTroubled] = useState(false);
  const troubled = rows.filter(isTroubled);
  const listed = onlyTroubled && troubled.length > 0 ? troubled : rows;
  const shown = listed.slice(0, useGrowingCount(listed.length));
  const isIn = shown.some(({ items }) => items.some(({ index }) => index === selected));
  const tabStop = isIn ? selected : shown[0]?.items[0]?.index;
  return (
    <>
      {troubled.length > 0 && troubled.length < rows.length && (
        <label class="row-filter">
          <input
            type="checkbox"
            checked={onlyTroubled}
            onChange={(event) => setOnlyTroubled(event.currentTarget.checked)}
          />
          {t('Only the {0} of {1} rows that did not pass', troubled.length, rows.length)}
        </label>
      )}
      <table
        class="row-matrix"
        role="grid"
        aria-label={t('Rows by requests')}
        aria-rowcount={listed.length + 1}
        onKeyDown={(event) => onKey(event, shown, onChoose)}
      >
        <thead>
          <tr>
            <th scope="col">{t('Row')}</th>
            {rows[0]?.items.map(({ item: { planned }, index }) => (
              <th scope="col" key={index} class="row-request" title={`${planned.method} ${planned.name}`}>
                <span>{planned.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((group) => (
            <MatrixLine
              key={group.row.number}
              group={group}
              selected={indexIn(group, selected)}
              tabStop={indexIn(group, tabStop)}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

function indexIn({ items }: RowGroup<RequestRow>, index: number | undefined): number | undefined {
  return items.some((one) => one.index === index) ? index : undefined;
}

interface LineProps {
  readonly group: RowGroup<RequestRow>;
  readonly selected: number | undefined;
  readonly tabStop: number | undefined;
  readonly onChoose: (index: number) => void;
}

/** One row; left alone while nothing about it changes, because there may be thousands. */
class MatrixLine extends Component<LineProps> {
  override shouldComponentUpdate({ group, selected, tabStop }: LineProps): boolean {
    const { props } = this;
    return selected !== props.selected || tabStop !== props.tabStop || !isSameGroup(group, props.group);
  }

  render({ group, selected, tabStop, onChoose }: LineProps) {
    const { number, label } = group.row;
    return (
      <tr>
        <th scope="row" title={label}>
          <span class="quiet">{number}</span> {label}
        </th>
        {group.items.map((one) => (
          <MatrixCell
            key={one.index}
            placed={one}
            isSelected={one.index === selected}
            isTabStop={one.index === tabStop}
            onChoose={onChoose}
          />
        ))}
      </tr>
    );
  }
}

function MatrixCell(props: {
  readonly placed: Placed<RequestRow>;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: (index: number) => void;
}) {
  const { placed, isSelected, isTabStop, onChoose } = props;
  const { planned, progress } = placed.item;
  const { icon, colour, word } = progressLook(progress);
  const reason = progress.state === 'finished' ? progress.summary.reason : undefined;
  const title = [`${planned.name}: ${word}`, ...(reason === undefined ? [] : [reason])].join('\n');
  return (
    <td aria-selected={isSelected}>
      <button
        type="button"
        class={`row-cell ${colour}`}
        title={title}
        tabIndex={isTabStop ? 0 : -1}
        data-request={placed.index}
        onClick={() => onChoose(placed.index)}
      >
        <Icon name={icon} spin={progress.state === 'running'} />
        <span class="spoken">{word}</span>
      </button>
    </td>
  );
}

function onKey(
  event: KeyboardEvent,
  rows: readonly RowGroup<RequestRow>[],
  onChoose: (index: number) => void,
): void {
  const { target, currentTarget } = event;
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-request]') : null;
  const index = Number(cell?.dataset['request']);
  const row = rows.findIndex(({ items }) => items.some((one) => one.index === index));
  const column = rows[row]?.items.findIndex((one) => one.index === index) ?? -1;
  const cells = rows.map(({ items }) => items);
  const next = column === -1 ? undefined : placeAfter(event.key, { row, column }, cells, event.ctrlKey);
  const reached = next === undefined ? undefined : cells[next.row]?.[next.column]?.index;
  if (reached !== undefined && currentTarget instanceof Element) {
    event.preventDefault();
    currentTarget.querySelector<HTMLElement>(`[data-request="${reached}"]`)?.focus();
    onChoose(reached);
  }
}
