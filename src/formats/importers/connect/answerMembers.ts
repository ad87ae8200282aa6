/** Finding a value in the answer that a description shows: by the name of its member, at most a few levels deep. */
import { isArray, isObject, type JsonValue } from '../../../core/json/json';
import { memberPath } from '../../../core/language/memberPath';
import type { Foreign } from '../shape/externalJson';

/** How deep objects are looked into: `data.user.id` is 3. */
const MAX_DEPTH = 3;

/** The JSONPath of the first member, outermost first, whose name fits and whose value is a text or a number. */
export function pathToMember(answer: Foreign, fits: (name: string) => boolean): string | undefined {
  let level: readonly Found[] = answer === undefined ? [] : [{ steps: [], value: answer }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const members = level.flatMap(membersOf);
    const found = members.find(
      ({ steps, value }) => fits(String(steps.at(-1))) && !isObject(value) && !isArray(value),
    );
    if (found !== undefined) {
      return memberPath(found.steps);
    }
    level = members;
  }
  return undefined;
}

interface Found {
  readonly steps: readonly string[];
  readonly value: JsonValue;
}

/** What is in a list belongs to others as well, so lists are not looked into. */
function membersOf({ steps, value }: Found): readonly Found[] {
  return isObject(value)
    ? Object.entries(value).map(([name, member]) => ({ steps: [...steps, name], value: member }))
    : [];
}
