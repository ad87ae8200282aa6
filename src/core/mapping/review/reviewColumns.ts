/**
 * Values that were typed, to become columns of rows of data: the chain refers to the column, and has a row for each of the two
 * sessions.
 */
import { setMember, treeOf } from '../../edit/jsonEdit';
import { setInOrder } from '../../edit/memberOrder';
import { applyEdits, editBetween, type TextEdit } from '../../edit/textEdit';
import { isVagueName, nameInStyle } from '../../extraction/proposeName';
import { valueAtSteps } from '../../extraction/responsePart';
import { CHAIN, below } from '../../files/writtenPath';
import { isArray, isObject, parseJson, type JsonObject, type JsonValue } from '../../json/json';
import { valueOf, type JsonPath } from '../../json/jsonDocument';
import { referAt } from '../apply/slotReference';
import type { TypedValue } from '../match/typedValues';
import type { Slot } from '../read/slots';

/** A value of a chain that can be a column. */
export interface OpenColumn {
  /** Says which places have it, and no value. */
  readonly key: string;
  readonly variable: string;
  /** In the first row and in the second. */
  readonly values: readonly [JsonValue, JsonValue];
  readonly uses: readonly ColumnUse[];
}

/** A place of the chain that has the value. */
interface ColumnUse {
  /** Id of the request. */
  readonly request: string;
  readonly slot: Slot;
  /** From the chain. */
  readonly path: JsonPath;
  /** What it says then. */
  readonly text: string;
}

/** What columns are held against. */
export interface TypedSession {
  readonly columns: readonly TypedValue[];
  /** Id of the request by its entry. */
  readonly ids: ReadonlyMap<number, string>;
  /** Names of variables that the chain has. */
  readonly taken: readonly string[];
}

/**
 * The values that a chain still writes out; none when it has rows of its own already, which are not of these two sessions.
 *
 * @throws UserError when the text is not JSON
 */
export function openColumns(text: string, { columns, ids, taken }: TypedSession): readonly OpenColumn[] {
  const chain = valueOf(treeOf(text));
  const requests = valueAtSteps(chain, ['requests']);
  const list = requests !== undefined && isArray(requests) ? requests : [];
  if (rowsOf(chain) === undefined) {
    return [];
  }
  const names = new Set(taken);
  return columns.flatMap(({ values, isNumber, slots }): readonly OpenColumn[] => {
    const [first] = slots;
    const variable = first === undefined ? '' : freeName(first.slot, names);
    const uses = slots.flatMap(({ entry, slot }): readonly ColumnUse[] => {
      const id = ids.get(entry);
      const index = list.findIndex((one) => id !== undefined && valueAtSteps(one, ['id']) === id);
      const request = list[index];
      const change =
        request === undefined ? undefined : referAt(request, { slot, value: slot.value, variable });
      return change === undefined || id === undefined
        ? []
        : [{ request: id, slot, path: ['requests', index, ...change.path], text: change.text }];
    });
    if (uses.length === 0) {
      return [];
    }
    names.add(variable);
    const [one, other] = values.map((value) => (isNumber ? parseJson(value) : value));
    const key = JSON.stringify(
      uses.map(({ request, slot: { location, key: place } }) => [request, location, place]),
    );
    return [{ key, variable, values: [one ?? '', other ?? ''], uses }];
  });
}

/** The edits that make a value a column, in rows that other columns may have begun. */
export function applyColumn(text: string, { variable, values, uses }: OpenColumn): readonly TextEdit[] {
  const rows = rowsOf(valueOf(treeOf(text))) ?? [];
  const data = values.map((value, index) => ({ ...rows[index], [variable]: value }));
  const steps: readonly ((now: string) => readonly TextEdit[])[] = [
    ...uses.map(
      ({ path, text: says }) =>
        (now: string) =>
          setMember(now, path, says),
    ),
    (now) => setInOrder(now, below(CHAIN, 'data'), data),
    (now) => setMember(now, below(CHAIN, 'formatVersion'), 2),
  ];
  return editBetween(
    text,
    steps.reduce((now, step) => applyEdits(now, step(now)), text),
  );
}

/** The rows of both sessions, as far as there are columns; nothing where a chain has other rows. */
function rowsOf(chain: JsonValue): readonly JsonObject[] | undefined {
  const data = valueAtSteps(chain, ['data']);
  if (data === undefined) {
    return [];
  }
  return isArray(data) && data.length === 2 && data.every(isObject) ? data : undefined;
}

function freeName({ name: { noun, field } }: Slot, taken: ReadonlySet<string>): string {
  const wanted = nameInStyle(isVagueName(field) ? [...noun, ...field] : field, [...taken]);
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    name = `${wanted}${count}`;
  }
  return name;
}
