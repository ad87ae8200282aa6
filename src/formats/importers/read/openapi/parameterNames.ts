/**
 * Variables for the parameters of a specification. Most keep their names; `id` and its like, which say nothing
 * about what they identify, are called after the path before them: `/users/{id}` has `userId`.
 */
import { nameWords } from '../../../../core/language/nameWords';

/** What the variable for a parameter of a path is called; a chain may still have to change it. */
export function parameterName(path: string, name: string): string {
  if (!VAGUE.has(name.toLowerCase().replace(/[^a-z]/g, ''))) {
    return name;
  }
  const before = path.split(`{${name}}`)[0] ?? '';
  const segments = before.split(/[/?]/).filter((segment) => /^[a-z][\w-]*$/i.test(segment));
  const owner = nameWords(segments.findLast((segment) => !/^v\d+$/i.test(segment)) ?? '').at(-1);
  return owner === undefined ? name : owner + name.charAt(0).toUpperCase() + name.slice(1);
}

const VAGUE: ReadonlySet<string> = new Set(
  'id ids uuid guid key name slug code number idorname nameorid identifier'.split(' '),
);
