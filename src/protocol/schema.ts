/**
 * What a value that crosses the wire has to be, said once: the type and the check are both read off it.
 *
 * A schema is data, so that tests can derive from it every way in which a value can be wrong. All texts and
 * lists have an upper bound. Members that a schema does not name are allowed and never looked at; inherited
 * ones do not count.
 */
import { isRecord } from '../core/json/unknownJson';

declare const valueType: unique symbol;

/** What a value of type `T` looks like. */
export type Schema<T> = Form & { readonly [valueType]?: T };

/** The type of the values that a schema accepts. */
export type Value<S> = S extends Schema<infer T> ? T : never;

/** The forms that values have; `any` is not looked at. */
export type Form =
  | { readonly form: 'any' | 'nothing' | 'index' }
  | { readonly form: 'text'; readonly most: number }
  | { readonly form: 'one of'; readonly values: readonly (string | boolean | null)[] }
  | { readonly form: 'list'; readonly item: Form; readonly least: number; readonly most: number }
  | { readonly form: 'tuple'; readonly items: readonly Form[] }
  | { readonly form: 'object'; readonly members: Forms; readonly optional: Forms }
  | { readonly form: 'any of'; readonly forms: readonly Form[] }
  | { readonly form: 'where'; readonly of: Form; readonly holds: (value: unknown) => boolean };

type Forms = Readonly<Record<string, Form>>;
type Schemas = Readonly<Record<string, Schema<unknown>>>;
type Members<S extends Schemas> = { readonly [Name in keyof S]: Value<S[Name]> };

/** UTF-16 code units of a text for which no smaller bound is said. */
const LONGEST_TEXT = 2 ** 26;
/** Items of a list for which no smaller bound is said. */
const LONGEST_LIST = 100_000;

/** No value, which is how a call is answered that has no result. */
export const nothing: Schema<void> = { form: 'nothing' };

/** A value that is of a type because the side that sends it is trusted; see `contract.ts`. */
export function trusted<T>(): Schema<T> {
  return { form: 'any' };
}

/** A count or an index: a whole number from 0 that a double holds exactly. */
export const index: Schema<number> = { form: 'index' };

/** True or false. */
export const flag: Schema<boolean> = { form: 'one of', values: [true, false] };

/** A text of at most `most` UTF-16 code units. */
export function text(most = LONGEST_TEXT): Schema<string> {
  return { form: 'text', most };
}

/** One of these values. */
export function oneOf<const V extends readonly (string | boolean | null)[]>(...values: V): Schema<V[number]> {
  return { form: 'one of', values };
}

/** Something, or `null` where there is none. */
export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return anyOf(schema, oneOf(null));
}

/** A list of values of one kind. */
export function list<T>(
  item: Schema<T>,
  { least = 0, most = LONGEST_LIST }: { readonly least?: number; readonly most?: number } = {},
): Schema<readonly T[]> {
  return { form: 'list', item, least, most };
}

/** A list of exactly these values, in this order. */
export function tuple<T extends readonly unknown[]>(
  ...items: { readonly [At in keyof T]: Schema<T[At]> }
): Schema<T> {
  return { form: 'tuple', items };
}

/** An object that has all of `members`, and may have those of `optional`. */
export function object<M extends Schemas, O extends Schemas = Record<never, never>>(
  members: M,
  optional?: O,
): Schema<Members<M> & Partial<Members<O>>> {
  return { form: 'object', members, optional: optional ?? {} };
}

/** What one of these schemas accepts. */
export function anyOf<S extends readonly Schema<unknown>[]>(...forms: S): Schema<Value<S[number]>> {
  return { form: 'any of', forms };
}

/** Accepts what a schema accepts, if a further condition holds. */
export function where<T>(of: Schema<T>, holds: (value: T) => boolean): Schema<T> {
  // It is asked only about values that `of` has accepted.
  return { form: 'where', of, holds: holds as (value: unknown) => boolean };
}

/** Whether a schema accepts a value. */
export function accepts<T>(schema: Schema<T>, value: unknown): value is T {
  return fits(schema, value);
}

function fits(form: Form, value: unknown): boolean {
  switch (form.form) {
    case 'any':
      return true;
    case 'nothing':
      return value === undefined || value === null;
    case 'index':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
    case 'text':
      return typeof value === 'string' && value.length <= form.most;
    case 'one of':
      return form.values.some((one) => one === value);
    case 'list':
      return isLong(value, form) && value.every((item) => fits(form.item, item));
    case 'tuple': {
      const { items } = form;
      return isLong(value, { least: items.length, most: items.length }) && allFit(items, value);
    }
    case 'object':
      return isRecord(value) && hasMembers(value, form);
    case 'any of':
      return form.forms.some((one) => fits(one, value));
    case 'where':
      return fits(form.of, value) && form.holds(value);
  }
}

function allFit(forms: readonly Form[], values: readonly unknown[]): boolean {
  return forms.every((form, at) => fits(form, values[at]));
}

function isLong(
  value: unknown,
  { least, most }: { readonly least: number; readonly most: number },
): value is readonly unknown[] {
  return Array.isArray(value) && value.length >= least && value.length <= most;
}

/** What nothing fits. */
const NEVER: Form = { form: 'one of', values: [] };

function hasMembers(
  value: Readonly<Record<string, unknown>>,
  { members, optional }: { readonly members: Forms; readonly optional: Forms },
): boolean {
  // Creating a list of entries for each object would take most of the time of checking a long list.
  for (const name in members) {
    if (!Object.hasOwn(value, name) || !fits(members[name] ?? NEVER, value[name])) {
      return false;
    }
  }
  for (const name in optional) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (own !== undefined && !fits(optional[name] ?? NEVER, own)) {
      return false;
    }
  }
  return true;
}
