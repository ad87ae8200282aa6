/**
 * The places of a request's conditions in its file, in the order in which they are checked: so that a
 * failed one is shown at the line that says it. For text that was just run; it may have changed since.
 */
import { operatorNames } from '../files/chainShape';
import { memberOf, nodeAt } from '../json/jsonDocument';
import { parseTree, type JsonNode, type ObjectNode } from '../json/jsonTree';
import type { TextRange } from '../problem';

/**
 * The places of the conditions that checkExpectation makes of a request's `expect`: status, headers, body,
 * duration. The status has a place even when nothing is said about it: that of `expect`, else of the id.
 *
 * @param requestText text of the request, from `{` to `}`; ranges count from its beginning
 */
export function expectPlaces(requestText: string): readonly TextRange[] {
  const { root } = parseTree(requestText);
  if (root?.kind !== 'object') {
    return [];
  }
  const expect = memberOf(root, 'expect');
  const at = (...path: readonly string[]): JsonNode | undefined => nodeAt(expect?.value, path);
  const [duration, contract] = [at('maxDurationMs'), at('contract')];
  return [
    at('status') ?? expect ?? memberOf(root, 'id')?.value ?? root,
    ...[at('headers'), at('body')].flatMap(checkPlaces),
    ...[duration, contract].filter((node) => node !== undefined),
  ].map(({ start, end }) => ({ start, end }));
}

/** A check has a place for each of its operators. */
function checkPlaces(list: JsonNode | undefined): readonly TextRange[] {
  const checks = list?.kind === 'array' ? list.items : [];
  return checks.flatMap((check) => (check.kind === 'object' ? operatorsOf(check).map(() => check) : []));
}

function operatorsOf(check: ObjectNode): readonly string[] {
  return operatorNames.filter((name) => memberOf(check, name) !== undefined);
}
