/** Reading back what was stored in the editor's memory or keychain: it may be damaged, or from another version. */

/** The value of a JSON text; absent when it is none. */
export function parseStored(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The items of a list; none of anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** True for a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
