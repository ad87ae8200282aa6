/** Calibration of attacks: what the caller is answered about an object that does not exist, or at a path next to a function. */
import type { AuthzContext } from '../context';
import { splitUrl } from '../../../prepare/template';
import type { RecordedResponse } from '../../../result/result';
import { operationOf, requestOf } from '../../matrix/findByName';
import type { Cell, VariantName } from '../../model/cell';
import { attackRequest } from '../../plan/requests/attackRequest';
import { canaryFor } from '../../request/nonexistentId';
import { isSuccess, isRefusal } from '../../response/status';
import {
  type Absent,
  askAbsent,
  type AbsentQuestion,
  type AskingPorts,
  type AbsentAnswers,
} from '../controls/calibration';
import { type TestObject, knownValuesOf } from '../inventory/testObject';
import { type Answer, planOf } from '../sender/sender';
import type { Attack } from './prepareAttack';
import { openValuesOf } from './sendAttack';
import { withVariantValues } from './variantValues';

/** What calibrating an attack uses. */
export interface CalibrationPorts extends AskingPorts {
  readonly absent: AbsentAnswers;
}

/**
 * The answer to an absent object. One per operation is enough to know how an API says "not found"; a caller whose
 * attack was a success is asked for as well, for then the two answers are compared.
 */
export async function calibrate(
  ports: CalibrationPorts,
  attack: Attack,
  attacked: Answer | undefined,
): Promise<Absent | undefined> {
  const { cell, target } = attack;
  if (target === undefined || cell.places.length === 0) {
    return undefined;
  }
  const succeeded = attacked?.response !== undefined && isSuccess(attacked.response.status);
  const key = keyOf(cell, succeeded);
  const asked = ports.absent.get(key);
  if (asked !== undefined || (cell.kind !== 'OBJ' && !succeeded)) {
    return asked;
  }
  const absent = await askAbsent(ports, questionOf(ports.context, attack, target.object, succeeded));
  if (absent !== undefined) {
    ports.absent.set(key, absent);
    if (cell.kind !== 'ANON') {
      ports.absent.set(cell.operation, ports.absent.get(cell.operation) ?? absent);
    }
  }
  return absent;
}

/** What somebody without credentials is answered says nothing of the answer to others. */
function keyOf(cell: Cell, succeeded: boolean): string {
  const part = succeeded ? cell.places.map((place) => JSON.stringify(place)).join() : '';
  return succeeded || cell.kind === 'ANON'
    ? `${cell.operation} ${cell.caller} ${variantOf(cell, succeeded) ?? ''} ${part}`
    : cell.operation;
}

/** A variant may lead to another part of the server, which has an answer of its own. */
function variantOf({ variant }: Cell, succeeded: boolean): VariantName | undefined {
  return succeeded ? variant : undefined;
}

function questionOf(
  context: AuthzContext,
  attack: Attack,
  object: TestObject,
  succeeded: boolean,
): AbsentQuestion {
  const { cell, caller, own } = attack;
  const operation = operationOf(context.loaded, cell.operation);
  const anonymous = cell.kind === 'ANON';
  const known = own === undefined ? caller.values : knownValuesOf(own.object);
  const variant = variantOf(cell, succeeded);
  const asVariant = variant === undefined ? known : withVariantValues(context, attack, known);
  const values = anonymous ? openValuesOf(context, attack) : asVariant;
  const isPart = succeeded && own !== undefined && object.resource.id.length > 1;
  const question = {
    ...{ operation, caller, object, values, anonymous },
    ...(isPart ? { part: { places: cell.places, own: own.object.ids } } : {}),
  };
  return variant === undefined ? question : { ...question, variant };
}

/**
 * The refusal of a path next to that of a function, which concerns no object: what is in it, every refusal of the
 * server holds. Absent when the path is not refused.
 */
export async function askNeighbour(
  context: AuthzContext,
  attack: Attack,
): Promise<RecordedResponse | undefined> {
  const { cell, caller } = attack;
  const { loaded, request } = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const anonymous = cell.kind === 'ANON';
  const bare = attackRequest(request, loaded.chain, { places: [], anonymous });
  const { body: _body, ...bodiless } = bare.request;
  const name = canaryFor(context.seed, `neighbour ${cell.operation}`, context.ports.hash).toLowerCase();
  const { pathStart, queryStart } = splitUrl(request.url);
  const path = request.url.slice(pathStart, queryStart).replace(/[^/]*\/?$/, name);
  const url = `${request.url.slice(0, pathStart)}${path}`;
  const answers = await context.sender.send({
    caller,
    plan: planOf(
      loaded,
      { ...bodiless, url, query: [], method: 'GET' },
      context.loaded.environment,
      bare.chain,
    ),
    values: anonymous ? openValuesOf(context, attack) : caller.values,
    step: 'calibration',
  });
  const response = answers[0]?.response;
  return response !== undefined && isRefusal(response.status) ? response : undefined;
}
