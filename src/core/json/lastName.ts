/** What a JSONPath calls the values that it selects. */
import { parsePath } from './jsonPathParse';

/** The last member that a path names: `id` of `$.orders[0].id`; absent when it names none or is not a path. */
export function lastName(path: string): string | undefined {
  const parsed = parsePath(path);
  const names = parsed.ok
    ? parsed.query.flatMap(({ selectors }) =>
        selectors.flatMap((selector) => (selector.kind === 'name' ? [selector.name] : [])),
      )
    : [];
  return names.at(-1);
}
