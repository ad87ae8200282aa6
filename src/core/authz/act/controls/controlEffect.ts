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
import { volatilePaths } from '../../judge/stateDiff';
import type { Answer } from '../sender/sender';
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

/** What a control did: to which object, and what it sent and was answered last. */
export interface Performed {
  readonly object: TestObject;
  readonly answer: Answer;
  readonly response: RecordedResponse;
  /** Does it once more, to another object. */
  readonly repeat: (other: TestObject) => Promise<readonly CellStep[]>;
}

/** Looks for the effect of a control whose answer is that of an absent object. */
export async function checkEffect(
  ports: ControlPorts,
  operation: MatrixOperation,
  performed: Performed,
): Promise<Effect> {
  const { object, answer, response } = performed;
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
  const text = controlText(ports.context, operation, object.canary);
  const isPlanted = answer.result.exchange?.request.body?.content.includes(text) === true;
  if (operation.effect !== 'delete' && !isPlanted) {
    const compared = await effectOnAnother(ports, performed);
    return { had: compared.had, steps: [...steps, ...compared.steps] };
  }
  const look = await ports.objects.look(object, 'owner-control');
  const shown = look.response;
  const had =
    operation.effect === 'delete'
      ? shown !== undefined && (shown.status >= 400 || !showsObject(shown, object))
      : shown?.body.content.includes(text) === true;
  return { had, steps: [...steps, ...look.steps] };
}

/** What writes no text, such as starting something, is seen by comparing an object before and after it. */
async function effectOnAnother(
  { objects }: ControlPorts,
  { object: { resource, owner }, repeat }: Performed,
): Promise<Effect> {
  const made = resource.create === undefined ? undefined : await objects.create(resource, owner);
  if (made?.ok !== true) {
    return { had: false, steps: made?.steps ?? [] };
  }
  const { object } = made;
  const before = await objects.look(object, 'owner-control');
  const repeated = await repeat(object);
  const after = await objects.look(object, 'owner-control');
  const removed = await objects.remove(object);
  const had =
    before.response !== undefined &&
    after.response !== undefined &&
    volatilePaths(before.response, after.response).size > 0;
  return { had, steps: [...object.steps, ...before.steps, ...repeated, ...after.steps, ...removed] };
}
