/** Going through all strings of a tree, values and names of members, each with its JSON path. */
import type { JsonPath } from './jsonDocument';
import type { JsonNode } from './jsonTree';
import type { TextRange } from '../problem';

/** A string, its range with quotes, and its path; a name has the path of its member. */
export interface VisitedString {
  readonly kind: 'value' | 'name';
  readonly value: string;
  readonly range: TextRange;
  /** Valid during the visit only: copy it to keep it. */
  readonly path: JsonPath;
}

/** Visits every string in `node`, which is at `path`, in the order of the text. */
export function visitStrings(node: JsonNode, path: JsonPath, visit: (string: VisitedString) => void): void {
  const steps = [...path];
  const walk = (inner: JsonNode): void => {
    if (inner.kind === 'array') {
      inner.items.forEach((item, index) => {
        steps.push(index);
        walk(item);
        steps.pop();
      });
    } else if (inner.kind === 'object') {
      for (const member of inner.members) {
        steps.push(member.name);
        visit({ kind: 'name', value: member.name, range: member, path: steps });
        walk(member.value);
        steps.pop();
      }
    } else if (inner.kind === 'scalar' && typeof inner.value === 'string') {
      visit({ kind: 'value', value: inner.value, range: inner, path: steps });
    }
  };
  walk(node);
}
