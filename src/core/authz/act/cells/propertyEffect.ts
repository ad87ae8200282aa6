/** Whether a property that a caller must not set took effect, by what its users see of the object. */
import type { Objects } from '../objects/objects';
import { jsonEquals, type JsonValue } from '../../../json/json';
import type { RecordedResponse } from '../../../result/result';
import type { CellStep } from '../../model/authzResult';
import type { Session } from '../sessions/sessions';
import { withHolder, type Look, type TestObject } from '../inventory/testObject';
import type { Signals } from '../../model/verdict';
import { isSameNumber } from '../../judge/hiddenValues';
import { valuesAt } from '../../response/propertyValues';

/** A property that a caller set. */
export interface SetProperty {
  /** JSONPath. */
  readonly path: string;
  readonly value: JsonValue;
  /** Whose object it could have become. */
  readonly owner: Session;
  readonly caller: Session;
}

/** What the caller saw of the object. */
export interface Views {
  readonly before?: RecordedResponse;
  /** That was another object, as new as this one. */
  readonly isOfAnother?: boolean;
  readonly seen: Look;
}

/** What that shows. */
export interface Judged {
  readonly state: Signals['state'];
  readonly steps: readonly CellStep[];
  /** The object as the other user's, when it went over. */
  readonly taken?: TestObject;
}

/** Whether the property took: the caller's view holds it now, or the object went over to the other user. */
export async function judgeViews(
  objects: Objects,
  { path, value, owner, caller }: SetProperty,
  object: TestObject,
  { seen, ...views }: Views,
): Promise<Judged> {
  if (seen.response !== undefined && seen.failure === undefined) {
    return { state: effectOf(seen.response, views, { path, value }), steps: [] };
  }
  if (owner === caller) {
    return { state: 'unknown', steps: [] };
  }
  const asOwner: TestObject = {
    ...object,
    owner,
    ...(object.entry === undefined ? {} : { entry: withHolder(object.entry, owner) }),
  };
  const { response, failure, steps } = await objects.look(asOwner, 'after-read');
  if (response === undefined || failure !== undefined) {
    return { state: 'unknown', steps };
  }
  await objects.adopt(asOwner);
  return { state: 'changed', steps, taken: asOwner };
}

/**
 * A property that no view shows proves nothing, nor does one that had the value before. What became something else may
 * have taken the value in a form of the server's own.
 */
function effectOf(
  after: RecordedResponse,
  { before, isOfAnother = false }: Omit<Views, 'seen'>,
  { path, value }: Pick<SetProperty, 'path' | 'value'>,
): Signals['state'] {
  const now = valuesAt(after, path);
  const then = before === undefined ? [] : valuesAt(before, path);
  if (now.length === 0 || then.some((old) => isSame(old, value))) {
    return 'unknown';
  }
  if (now.some((one) => isSame(one, value))) {
    return 'changed';
  }
  const isKept = now.every((one) => then.some((old) => isSame(old, one)));
  return isKept || isOfAnother || before === undefined ? 'same' : 'unknown';
}

/** Servers keep a value in forms of their own: numbers as texts, words in small letters, amounts with decimals. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  const [mine, theirs] = [plain(one), plain(other)];
  return jsonEquals(one, other) || mine === theirs || isSameNumber(mine, theirs);
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
}
