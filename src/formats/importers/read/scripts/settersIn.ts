/** Calls in a script that set a variable, so that none is passed over in silence. */
import type { CallExpression, Node } from 'acorn';
import { isSetter } from './postmanApi';
import { nodesIn } from './scriptSyntax';

/** All such calls, in the order of the text; `pathOf` gives the path of a call of the tool. */
export function* settersIn(
  root: Node,
  pathOf: (call: CallExpression) => string | undefined,
): Generator<CallExpression> {
  for (const node of nodesIn(root)) {
    if (node.type === 'CallExpression' && isNamedLikeOne(node) && isSetter(pathOf(node) ?? '')) {
      yield node;
    }
  }
}

/** `pm.environment.set` and its like are a few steps long; what is longer is not looked into. */
function isNamedLikeOne({ callee }: CallExpression): boolean {
  const isSet =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name.startsWith('set');
  let steps = 0;
  for (
    let at: Node = callee;
    steps <= MAX_STEPS && 'object' in at && typeof at.object === 'object';
    at = at.object as Node
  ) {
    steps += 1;
  }
  return isSet && steps <= MAX_STEPS;
}

const MAX_STEPS = 4;
