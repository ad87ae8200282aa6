/** The first item of a loop, which stands for all of them where values are shown. */
import { isArray, isObject, parseJson, stringifyJson, type JsonValue } from '../json/json';
import type { KnownValue } from './available';

/**
 * The first item of a list, or a member of it.
 *
 * @param path names of members, from the item inwards
 * @returns absent when there is none, or when what is shown of the list is no JSON, as where a part is masked
 */
export function firstItem({ shown, raw }: KnownValue, path: readonly string[]): KnownValue | undefined {
  const part = partAt(readShown(shown), path);
  const rawPart = partAt(raw, path);
  return part === undefined
    ? undefined
    : { shown: stringifyJson(part), ...(rawPart === undefined ? {} : { raw: rawPart }) };
}

function readShown(shown: string): JsonValue | undefined {
  try {
    return parseJson(shown);
  } catch {
    return undefined;
  }
}

function partAt(list: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  const item = list !== undefined && isArray(list) ? list[0] : undefined;
  return path.reduce<JsonValue | undefined>(
    (holder, name) =>
      holder !== undefined && isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined,
    item,
  );
}
