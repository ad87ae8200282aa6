/**
 * Whether a control had its effect. Some APIs answer an object that does not exist as they answer success; then
 * a success says nothing, and the owner looks.
 */
import type { RecordedResponse } from '../../../result/result';
import { canaryFor } from '../../request/nonexistentId';
import type { CellStep } from '../../model/authzResult';
import { askAbsent, idTextsOf } from './calibration';
import type { AuthzContext } from '../context';
import type { ControlPorts } from './controls';
import { sameShape } from '../../judge/denial';
import type { MatrixOperation } from '../../model/matrix';
import { knownValuesOf, showsObject, type TestObject } from '../inventory/testObject';

/** What is known of the effect of a control. */
export interface Effect {
  readonly had: boolean;
  readonly steps: readonly CellStep[];
}

/** The answer alone shows the effect. */
export const NO_DOUBT: Effect = { had: true, steps: [] };

/** The text that a control plants, unlike the one that the object was created with. */
export function controlText(
  { seed, ports }: AuthzContext,
  { name }: MatrixOperation,
  canary: string,
): string {
  return canaryFor(seed, `control ${name} ${canary}`, ports.hash);
}

/** Looks for the effect of a control whose answer is that of an absent object. */
export async function checkEffect(
  ports: ControlPorts,
  operation: MatrixOperation,
  object: TestObject,
  response: RecordedResponse,
): Promise<Effect> {
  if (response.body.content === '') {
    return NO_DOUBT;
  }
  const absent =
    ports.absent.get(operation.name) ??
    (await askAbsent(ports, { operation, caller: object.owner, object, values: knownValuesOf(object) }));
  if (absent === undefined) {
    return NO_DOUBT;
  }
  ports.absent.set(operation.name, absent);
  const ids = { attacked: idTextsOf(object.ids), absent: idTextsOf(absent.ids) };
  if (!sameShape(response, absent.answer.response, ids)) {
    return NO_DOUBT;
  }
  const steps = [absent.answer.step];
  if (operation.effect === 'read') {
    return { had: showsObject(response, object), steps };
  }
  const look = await ports.objects.look(object, 'owner-control');
  const shown = look.response;
  const text = controlText(ports.context, operation, object.canary);
  const had =
    operation.effect === 'delete'
      ? shown !== undefined && (shown.status >= 400 || !showsObject(shown, object))
      : shown?.body.content.includes(text) === true;
  return { had, steps: [...steps, ...look.steps] };
}
