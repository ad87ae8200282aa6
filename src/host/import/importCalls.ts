/** What the editor and the worker in which it imports say to each other: one call, then its answer. */
import type { ImportSession } from './importSession';

/** What can be called. */
export type ImportCalls = Pick<ImportSession, 'read' | 'compose' | 'keepResponses'>;

/** A call. */
export type ImportCall = {
  readonly [Name in keyof ImportCalls]: {
    readonly name: Name;
    readonly order: Parameters<ImportCalls[Name]>[0];
  };
}[keyof ImportCalls];

/** What came of it: a value, what the user can mend, or a fault with its trace. */
export type ImportAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly what: string; readonly todo: string }
  | { readonly ok: false; readonly fault: string };
