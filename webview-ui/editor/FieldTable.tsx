/**
 * Names and values in rows that can be switched off: query, headers, fields of a form. The row at the end is
 * empty and becomes one when something is typed into it; a row that is emptied goes when the focus leaves it.
 */
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import type { WrittenField } from '../../src/core/files/writtenChain';
import { below, type PathTo } from '../../src/core/files/writtenPath';
import { stringifyJson, type JsonValue } from '../../src/core/json/json';
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { BulkField } from './BulkField';
import { ReferenceField } from './ReferenceField';
import { RowTable } from './RowTable';
import { bulkRows, type FieldPath } from './bulkText';
import { appending, moving, settingOf, switching } from './fieldEdits';
import { thingTexts, type FieldThing } from './fieldThings';
import { useEdit, useForm } from './formContext';
import { listAt, looseOf, textAt } from './formValue';
import { useList, useMember } from './useMember';

interface TableProps {
  readonly path: FieldPath;
  readonly thing: FieldThing;
  /** Whether the rows can be edited together as text. */
  readonly hasBulk?: boolean;
}

/** A row by its position; beyond the list the empty one. */
interface RowPlace {
  readonly path: FieldPath;
  readonly index: number;
}

/** The table. */
export function FieldTable({ path, thing, hasBulk = false }: TableProps) {
  const { session, isLocked } = useForm();
  const list = path.join('.');
  const isBulk = session.state.asText.has(list);
  const { items } = useList(path);
  const canBulk = hasBulk && bulkRows(items) !== undefined;
  return (
    <>
      {isBulk && canBulk ? (
        <BulkField path={path} thing={thing} />
      ) : (
        <RowTable
          label={thingTexts(thing).all}
          columns={[{ spoken: t('On') }, t('Name'), t('Value'), { spoken: t('Remove') }]}
        >
          {/* One list, so that the empty row stays the same element when it becomes one. */}
          {Array.from({ length: items.length + (isLocked ? 0 : 1) }, (_, index) => (
            <Row path={path} thing={thing} index={index} key={index} />
          ))}
        </RowTable>
      )}
      {canBulk && (
        <button
          type="button"
          class="link"
          onClick={() => session.dispatch({ type: 'text-mode-toggled', list })}
        >
          {isBulk ? t('Edit as table') : t('Edit as text')}
        </button>
      )}
    </>
  );
}

function Row({ path, thing, index }: TableProps & { readonly index: number }) {
  const { session, shown, isLocked } = useForm();
  const edit = useEdit();
  const place = below(path, index);
  const { value: item, set } = useMember(place);
  const remove = (): void => set(undefined);
  if (item !== undefined && !isRow(item)) {
    return <OddRow item={item} onRemove={remove} />;
  }
  const name = textAt(shown, below(place, 'name'));
  const called = name === '' ? thingTexts(thing).unnamed(index + 1) : name;
  const isOff = valueAtSteps(shown, below(place, 'disabled')) === true;
  return (
    <tr
      class={isOff ? 'off' : ''}
      onKeyDown={(event) => {
        const step = stepOf(event, shown, { path, index });
        if (step !== undefined) {
          event.preventDefault();
          edit((document) => moving(document, path, { from: index, to: index + step }));
          focusBeside(event, step);
        }
      }}
      onFocusOut={(event) =>
        isLeft(event) && isEmptied(session.state.document?.shown, place) ? remove() : undefined
      }
    >
      <td>
        {item !== undefined && (
          <input
            type="checkbox"
            aria-label={t('{0} is sent', called)}
            checked={!isOff}
            disabled={isLocked}
            onChange={() => edit((document) => switching(document, below(place, 'disabled'), !isOff))}
          />
        )}
      </td>
      <Cells path={path} index={index} thing={thing} called={item === undefined ? undefined : called} />
      <td>
        {item !== undefined && (
          <IconButton icon="trash" name={t('Remove {0}', called)} isOff={isLocked} onPress={remove} />
        )}
      </td>
    </tr>
  );
}

/** Where Alt and an arrow key take a row; undefined at either end. */
function stepOf(
  { key, altKey }: KeyboardEvent,
  shown: JsonValue,
  { path, index }: RowPlace,
): 1 | -1 | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
  const count = listAt(shown, path).length;
  const there = index + (step ?? 0);
  const hasRoom = index < count && there >= 0 && there < count;
  return altKey && hasRoom ? step : undefined;
}

/** The focus goes along with a row that is moved: to the same field of the row that is there now. */
function focusBeside(
  { currentTarget, target }: { currentTarget: Element; target: EventTarget | null },
  step: 1 | -1,
): void {
  const fields = [...currentTarget.querySelectorAll('input')];
  const row = step === 1 ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
  const place = fields.findIndex((field) => field === target);
  row?.querySelectorAll('input')[place]?.focus();
}

/** Name and value of a row; `called` is absent for the empty one. */
function Cells(props: RowPlace & { readonly thing: FieldThing; readonly called: string | undefined }) {
  const { path, index, thing, called } = props;
  const { shown } = useForm();
  const edit = useEdit();
  const texts = thingTexts(thing);
  const labels =
    called === undefined
      ? { name: texts.nameOfNew, value: texts.valueOfNew }
      : { name: texts.nameOf(index + 1), value: t('Value of {0}', called) };
  return (
    <>
      {(['name', 'value'] as const).map((member) => (
        <td key={member}>
          <ReferenceField
            label={labels[member]}
            text={textAt(shown, below(path, index, member))}
            path={below(path, index, member)}
            placeholder={called === undefined && member === 'name' ? texts.add : ''}
            onText={(text) => edit((document) => written(document, { path, index }, member, text), 'typed')}
          />
        </td>
      ))}
    </>
  );
}

/** An item that is not a valid row: shown as written. */
function OddRow({ item, onRemove }: { readonly item: JsonValue; readonly onRemove: () => void }) {
  const { isLocked } = useForm();
  return (
    <tr>
      <td />
      <td colSpan={2}>
        <code class="bad">{stringifyJson(item)}</code>
      </td>
      <td>
        <IconButton icon="trash" name={t('Remove the invalid row')} isOff={isLocked} onPress={onRemove} />
      </td>
    </tr>
  );
}

/** A text into a row; the first one makes it. */
function written(document: JsonValue, { path, index }: RowPlace, member: 'name' | 'value', text: string) {
  return index < listAt(document, path).length
    ? settingOf(document, below(path, index, member), text)
    : appending(document, path, { name: '', value: '', [member]: text });
}

function isRow(item: JsonValue): boolean {
  const { name = '', value = '' } = looseOf<WrittenField>(item);
  return typeof name === 'string' && typeof value === 'string';
}

/** Whether the focus goes to somewhere outside of a row. */
function isLeft({
  currentTarget,
  relatedTarget,
}: {
  currentTarget: Element;
  relatedTarget: EventTarget | null;
}) {
  return !(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget);
}

function isEmptied(document: JsonValue | undefined, place: PathTo<WrittenField>): boolean {
  return (
    document !== undefined &&
    valueAtSteps(document, place) !== undefined &&
    textAt(document, below(place, 'name')) === '' &&
    textAt(document, below(place, 'value')) === ''
  );
}
