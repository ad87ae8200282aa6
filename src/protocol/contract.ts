/**
 * A contract says once what the editor and a page may ask of each other; types, checks and both ends of the
 * channel are derived from it.
 *
 * A page shows what strangers' servers sent, so it is the side that is not trusted: the editor checks every
 * value that comes from a page, argument or answer. What a page gets from the editor has a type only
 * ({@link trusted}): no message is read without the session that the editor put into the page, the policy of the
 * page lets no other script run, and checking a large run would cost it milliseconds at every change.
 */
import { nothing, type Form, type Schema } from './schema';

declare const functionType: unique symbol;

/** A call of a function of type `F`. */
export interface Call<F extends (...args: never[]) => unknown> {
  /** Form of the list of its arguments. */
  readonly takes: Form;
  readonly gives: Form;
  readonly [functionType]?: F;
}

/** The functions one side offers to the other, by name. Arguments and results are plain JSON data. */
export type Functions<C> = { readonly [Name in keyof C]: (...args: never[]) => unknown };

/** Calls of all of these functions. */
export type Calls<C extends Functions<C>> = { readonly [Name in keyof C]: Call<C[Name]> };

/** The functions that calls are of. */
export type FunctionsOf<S> = { readonly [Name in keyof S]: S[Name] extends Call<infer F> ? F : never };

/** What the editor offers a page, and the page the editor. */
export interface PanelContract<Editor extends Functions<Editor>, Page extends Functions<Page>> {
  readonly editor: Calls<Editor>;
  readonly page: Calls<Page>;
}

/** A call that takes exactly these values, in this order. */
export function call<Args extends readonly unknown[] = [], Result = void>(
  takes: readonly [...{ readonly [At in keyof Args]: Schema<Args[At]> }],
  gives?: Schema<Result>,
): Call<(...args: Args) => Result> {
  return { takes: { form: 'tuple', items: takes }, gives: gives ?? nothing };
}
