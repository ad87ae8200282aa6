/** Texts that are JSON, as bodies and values are. */
import { parseJson, type JsonValue } from '../../json/json';

/** The value of a JSON text; absent when it is none, or none that can be walked. */
export function readJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return parseJson(text);
  } catch {
    // Not JSON: its values cannot be separated, which is not a mistake of the user.
    return undefined;
  }
}
