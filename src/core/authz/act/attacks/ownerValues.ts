/** What an assignment of the matrix may refer to: the owner's values, and no others. */
import type { JsonValue } from '../../../json/json';
import { findReferences, resolveTemplate, wholeReference } from '../../../prepare/template';
import type { Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { ownerVariable } from '../../plan/requests/swapIds';

/** Everything the owner knows, under the names by which an assignment refers to it. */
export function ownersValues({ user, values }: Session): Values {
  const { chain = '', id = '' } = user.login ?? {};
  const own = Object.entries(user.variables).map(
    ([name, value]) => [name, { value, producer: { chain, id }, derived: [] }] as const,
  );
  return new Map([...own, ...values].map(([name, value]) => [ownerVariable(name), value]));
}

/** What a template comes to with the owner's values; absent when one of its references has none. */
export function resolved(template: JsonValue, values: Values): JsonValue | undefined {
  if (typeof template !== 'string') {
    return template;
  }
  const lookup = (name: string): JsonValue | undefined => values.get(ownerVariable(name))?.value;
  const whole = wholeReference(template);
  if (whole !== undefined) {
    return lookup(whole.name);
  }
  const isComplete = findReferences(template).every(({ name }) => lookup(name) !== undefined);
  return isComplete ? resolveTemplate(template, ({ name }) => lookup(name)).text : undefined;
}
