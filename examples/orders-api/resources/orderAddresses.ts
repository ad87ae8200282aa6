/**
 * Where a request names an order: in the path, the query, the JSON body or a header, by the id of the
 * order alone or under the id of a user. An id that is sent twice, or that is not a string, is refused;
 * the flaws query-pollution, duplicate-key and type-confusion check one value and use another.
 */
import { idOf, idParameter, parameter, type Call } from '../api';
import type { OrderAddress } from '../access/orderAccess';
import { JsonFields as Fields, type JsonFields, type JsonValue } from '../http/json';
import { badRequest, fieldsOf, headerOf, queryOf } from '../http/request';
import { idField } from './fields';

/** The order that a request names. */
export interface NamedOrder {
  /** What the guard checks. */
  readonly orderId: string;
  /** What is used instead of it, with a flaw. */
  readonly usedId?: string;
  /** The user under whom the order is named. */
  readonly userId?: bigint;
  /** Present when a flaw lets the request past the guard. */
  readonly unguarded?: true;
}

/** A path whose requests name an order in one place. */
export interface AddressedPath {
  readonly template: string;
  readonly address: OrderAddress;
  readonly name: (call: Call) => NamedOrder;
}

/** Every path that answers GET, PUT, PATCH and DELETE of an order, but for /api/orders/{order_id}. */
export const ADDRESSED_PATHS: readonly AddressedPath[] = [
  { template: '/api/order', address: 'query', name: byQuery },
  { template: '/api/order/body', address: 'body', name: byBody },
  { template: '/api/order/header', address: 'header', name: byHeader },
  {
    template: '/api/users/{user_id}/orders/{order_id}',
    address: 'path',
    name: (call) => ({ orderId: parameter(call, 'order_id'), userId: idParameter(call, 'user_id') }),
  },
  {
    template: '/api/user-order',
    address: 'query',
    name: (call) => ({ ...byQuery(call), userId: idOf(checkedAndUsed(call, 'user_id').checked) }),
  },
  {
    template: '/api/user-order/body',
    address: 'body',
    name: (call) => ({ ...byBody(call), userId: idField(bodyOf(call), 'userId') }),
  },
  {
    template: '/api/user-order/header',
    address: 'header',
    name: (call) => ({ ...byHeader(call), userId: idOf(requiredHeader(call, 'X-User-Id')) }),
  },
];

/** The order that the member orderId of a JSON body names. */
export function byBody(call: Call): NamedOrder {
  const fields = bodyOf(call);
  const value = fields.get('orderId');
  return {
    ...named({ checked: idText(call, fields.first('orderId')), used: idText(call, value) }),
    ...(typeof value === 'string' ? {} : { unguarded: true }),
  };
}

/** The JSON body; with the flaw duplicate-key a member may occur twice. */
export function bodyOf({ api, request }: Call): JsonFields {
  return fieldsOf(request, { allowDuplicates: api.flaws.has('duplicate-key') });
}

function byQuery(call: Call): NamedOrder {
  return named(checkedAndUsed(call, 'order_id'));
}

function byHeader(call: Call): NamedOrder {
  return { orderId: requiredHeader(call, 'X-Order-Id') };
}

interface Values {
  readonly checked: string;
  readonly used: string;
}

function named({ checked, used }: Values): NamedOrder {
  return checked === used ? { orderId: checked } : { orderId: checked, usedId: used };
}

function checkedAndUsed({ api, request }: Call, name: string): Values {
  const values = queryOf(request).getAll(name);
  const [checked] = values;
  const used = values.at(-1);
  if (checked === undefined || used === undefined) {
    throw badRequest('missing-parameter', `Send the id as ${name}.`);
  }
  if (values.length > 1 && !api.flaws.has('query-pollution')) {
    throw badRequest('repeated-parameter', `Send ${name} once.`);
  }
  return { checked, used };
}

function requiredHeader({ request }: Call, name: string): string {
  const value = headerOf(request, name);
  if (value === undefined) {
    throw badRequest('missing-header', `Send the id as ${name}.`);
  }
  return value;
}

function idText({ api }: Call, value: JsonValue | undefined): string {
  const text = api.flaws.has('type-confusion') ? unwrap(value) : value;
  if (typeof text !== 'string') {
    throw badRequest('invalid-field', 'Send orderId as a string.');
  }
  return text;
}

function unwrap(value: JsonValue | undefined): JsonValue | undefined {
  if (value instanceof Fields) {
    return value.get('id');
  }
  return typeof value === 'object' && value !== null ? value[0] : value;
}
