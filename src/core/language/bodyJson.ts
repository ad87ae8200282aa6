/** The body of a last response as JSON, for features that propose something or nothing. */
import { parseJson, type JsonValue } from '../json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../json/jsonSyntax';

/** The value of a body; absent when it is not JSON, or nested too deep. */
export function bodyJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      return undefined;
    }
    throw error;
  }
}
