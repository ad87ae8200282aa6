/**
 * Paths to what is written in a chain file, typed by the members that they go through: where the schema gives a member
 * another name, or another type, what reads or changes it by its path no longer compiles.
 */
import type { ExactNumber } from '../json/json';
import type { WrittenCall, WrittenChain, WrittenRequest } from './writtenChain';

declare const leadsTo: unique symbol;

/** Steps to a value of a type: names of members, and positions in lists. The text may have something else there. */
export type PathTo<T> = readonly (string | number)[] & { readonly [leadsTo]: T };

/** Steps that are known only when the program runs, or a path by the type that it leads to. */
export type AnyPath<T> = readonly (string | number)[] & { readonly [leadsTo]?: T };

/** A step from a value to one inside it: members of every kind of object that it can be. */
export type StepIn<T> = T extends readonly unknown[]
  ? number
  : T extends ExactNumber
    ? never
    : T extends object
      ? keyof T & string
      : never;

/** The type of what is a step inside a value. */
export type Inside<T, Step> = T extends readonly (infer Item)[]
  ? Item
  : Step extends keyof T
    ? Exclude<T[Step], undefined>
    : never;

/** A chain in its file. */
export const CHAIN = [] as unknown as PathTo<WrittenChain>;

/** A request in a text of its own. */
export const REQUEST = [] as unknown as PathTo<WrittenRequest>;

/** A chain as a step in a text of its own. */
export const STEP = [] as unknown as PathTo<WrittenCall>;

/** The path to something inside of what a path leads to. */
export function below<T, A extends StepIn<T>>(path: PathTo<T>, step: A): PathTo<Inside<T, A>>;
export function below<T, A extends StepIn<T>, B extends StepIn<Inside<T, A>>>(
  path: PathTo<T>,
  ...steps: readonly [A, B]
): PathTo<Inside<Inside<T, A>, B>>;
export function below<
  T,
  A extends StepIn<T>,
  B extends StepIn<Inside<T, A>>,
  C extends StepIn<Inside<Inside<T, A>, B>>,
>(path: PathTo<T>, ...steps: readonly [A, B, C]): PathTo<Inside<Inside<Inside<T, A>, B>, C>>;
export function below(path: readonly (string | number)[], ...steps: readonly (string | number)[]) {
  return [...path, ...steps] as unknown as PathTo<never>;
}
