/** Which field a matrix has to name so that a leak of an object can be recognized. */
import { isArray, isObject, type JsonValue } from '../../../json/json';
import type { Target } from '../objects/target';
import { memberPath, textPaths } from '../../request/echoedTexts';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import type { Finding } from '../attacks/finding';
import { jsonBody } from '../../response/responseBody';
import type { Signals } from '../../model/verdict';

/** Where leaks are unknown: a text of the creation that could carry a planted text, else a value that the owner reads. */
export function fieldToMark(
  { loaded }: Pick<AuthzContext, 'loaded'>,
  target: Target | undefined,
  leak: Signals['leak'] | undefined,
): Pick<Finding, 'fieldToMark'> {
  if (target === undefined || leak === 'yes' || leak === 'no') {
    return {};
  }
  const { create, canary } = target.object.resource;
  const body = create === undefined ? undefined : requestOf(loaded, create).request.body;
  const [text] = body === undefined || canary.length > 0 ? [] : textPaths(body);
  if (text !== undefined) {
    return { fieldToMark: { under: 'canary', path: text } };
  }
  const view = target.view === undefined ? undefined : jsonBody(target.view);
  const path = view === undefined ? undefined : firstValue(view);
  return path === undefined ? {} : { fieldToMark: { under: 'marker', path } };
}

/** The path of the first text that is longer than nothing. */
function firstValue(value: JsonValue, path = '$'): string | undefined {
  if (typeof value === 'string') {
    return value === '' ? undefined : path;
  }
  const members: readonly (readonly [string, JsonValue])[] = isArray(value)
    ? value.slice(0, 1).map((item) => ['[*]', item] as const)
    : isObject(value)
      ? Object.entries(value).map(
          ([name, member]: [string, JsonValue]) => [memberPath(name), member] as const,
        )
      : [];
  return members
    .map(([step, member]) => firstValue(member, `${path}${step}`))
    .find((found) => found !== undefined);
}
