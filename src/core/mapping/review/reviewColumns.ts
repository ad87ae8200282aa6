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
import { isArray, isObject, jsonEquals, parseJson, type JsonValue } from '../../json/json';
import { valueOf, type JsonPath } from '../../json/jsonDocument';
import { referAt, type PlaceChange } from '../apply/slotReference';
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
  if (!hasNoOtherRows(chain, columns)) {
    return [];
  }
  const names = new Set(taken);
  return columns.flatMap(({ values, isNumber, slots }): readonly OpenColumn[] => {
    const [first] = slots;
    const variable = first === undefined ? '' : freeName(first.slot, names);
    const changed = [...list];
    const uses: ColumnUse[] = [];
    for (const { entry, slot } of slots) {
      const id = ids.get(entry);
      const index = list.findIndex((one) => id !== undefined && valueAtSteps(one, ['id']) === id);
      const request = changed[index];
      const change =
        request === undefined ? undefined : referAt(request, { slot, value: slot.value, variable });
      if (request === undefined || change === undefined || id === undefined) {
        continue;
      }
      if (replacesSecret(request, change)) {
        return [];
      }
      changed[index] = withText(request, change.path, change.text);
      uses.push({ request: id, slot, path: ['requests', index, ...change.path], text: change.text });
    }
    if (uses.length === 0) {
      return [];
    }
    names.add(variable);
    const [one, other] = cellsOf({ values, isNumber });
    const key = JSON.stringify(
      uses.map(({ request, slot: { location, key: place } }) => [request, location, place]),
    );
    return [{ key, variable, values: [one, other], uses }];
  });
}

/** The edits that make a value a column, in rows that other columns may have begun. */
export function applyColumn(text: string, { variable, values, uses }: OpenColumn): readonly TextEdit[] {
  const hasRows = valueAtSteps(valueOf(treeOf(text)), ['data']) !== undefined;
  const steps: readonly ((now: string) => readonly TextEdit[])[] = [
    ...uses.map(
      ({ path, text: says }) =>
        (now: string) =>
          setMember(now, path, says),
    ),
    ...(hasRows
      ? values.map(
          (value, row) => (now: string) => setMember(now, [...below(CHAIN, 'data'), row, variable], value),
        )
      : [
          (now: string) =>
            setInOrder(
              now,
              below(CHAIN, 'data'),
              values.map((value) => ({ [variable]: value })),
            ),
        ]),
    (now) => setMember(now, below(CHAIN, 'formatVersion'), 2),
  ];
  return editBetween(
    text,
    steps.reduce((now, step) => applyEdits(now, step(now)), text),
  );
}

/** Whether a chain has no rows, or those of both sessions, as far as there are columns. */
function hasNoOtherRows(chain: JsonValue, columns: readonly TypedValue[]): boolean {
  const data = valueAtSteps(chain, ['data']);
  if (data === undefined) {
    return true;
  }
  const [one, other, ...more] = isArray(data) ? data : [];
  if (one === undefined || other === undefined || more.length > 0 || !isObject(one) || !isObject(other)) {
    return false;
  }
  const cells = columns.map(cellsOf);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => {
    const pair = [one, other].map((row) => valueAtSteps(row, [name]) ?? null);
    return cells.some((typed) => jsonEquals(pair, [...typed]));
  });
}

/** The values as rows have them. */
function cellsOf({
  values: [one, other],
  isNumber,
}: Pick<TypedValue, 'values' | 'isNumber'>): readonly [JsonValue, JsonValue] {
  return isNumber ? [parseJson(one), parseJson(other)] : [one, other];
}

/** Whether the reference takes the place of a secret, whose value is for no file that others read. */
function replacesSecret(request: JsonValue, { path, text }: PlaceChange): boolean {
  const before = valueAtSteps(request, path);
  return typeof before === 'string' && before.split(SECRET).length > text.split(SECRET).length;
}

const SECRET = /\{\{\s*\$secret\b/;

/** A value with another text at a place. */
function withText(value: JsonValue, [step, ...rest]: JsonPath, text: string): JsonValue {
  if (step === undefined) {
    return text;
  }
  if (isArray(value)) {
    return value.map((item, index) => (index === step ? withText(item, rest, text) : item));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          name === step ? withText(member, rest, text) : member,
        ]),
      )
    : value;
}

function freeName({ name: { noun, field } }: Slot, taken: ReadonlySet<string>): string {
  const wanted = nameInStyle(isVagueName(field) ? [...noun, ...field] : field, [...taken]);
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    name = `${wanted}${count}`;
  }
  return name;
}
