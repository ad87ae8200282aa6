/** Members of a JSON body with the type an endpoint needs; anything else is a 400 that names it. */
import { productBySku, ROLES, type OrderDetails, type Role } from '../data/store';
import type { JsonFields, JsonValue } from '../http/json';
import { badRequest } from '../http/request';

/** A required string. */
export function textField(fields: JsonFields, name: string): string {
  return requireText(fields.get(name), name);
}

/** A string, or undefined when the member is missing. */
export function optionalText(fields: JsonFields, name: string): string | undefined {
  const value = fields.get(name);
  return value === undefined ? undefined : requireText(value, name);
}

/** A 64-bit identifier, or undefined when the member is missing. */
export function optionalId(fields: JsonFields, name: string): bigint | undefined {
  const value = fields.get(name);
  if (value === undefined || typeof value === 'bigint') {
    return value;
  }
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw badRequest('invalid-field', `Send ${name} as an integer.`);
  }
  return BigInt(value);
}

/** A required 64-bit identifier. */
export function idField(fields: JsonFields, name: string): bigint {
  const id = optionalId(fields, name);
  if (id === undefined) {
    throw badRequest('invalid-field', `Send ${name} as an integer.`);
  }
  return id;
}

/** A role, or undefined when the member is missing. */
export function optionalRole(fields: JsonFields): Role | undefined {
  const value = fields.get('role');
  const role = ROLES.find((known) => known === value);
  if (value !== undefined && role === undefined) {
    throw badRequest('invalid-field', `Send role as one of ${ROLES.join(', ')}.`);
  }
  return role;
}

/** What a body says about an order; a missing `note` is empty, everything else is required. */
export function orderDetails(fields: JsonFields): OrderDetails {
  const { product, quantity, note = '' } = orderChanges(fields);
  if (product === undefined || quantity === undefined) {
    throw badRequest('invalid-field', 'Send sku and quantity.');
  }
  return { product, quantity, note };
}

/** The members of an order that a body wants changed. */
export function orderChanges(fields: JsonFields): Partial<OrderDetails> {
  const sku = optionalText(fields, 'sku');
  const quantity = fields.get('quantity');
  const note = optionalText(fields, 'note');
  return {
    ...(sku === undefined ? {} : { product: requireProduct(sku) }),
    ...(quantity === undefined ? {} : { quantity: requireQuantity(quantity) }),
    ...(note === undefined ? {} : { note }),
  };
}

function requireProduct(sku: string): OrderDetails['product'] {
  const product = productBySku(sku);
  if (product === undefined) {
    throw badRequest('unknown-product', 'Send the sku of a product of GET /api/products.');
  }
  return product;
}

function requireQuantity(value: JsonValue): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 1000) {
    throw badRequest('invalid-field', 'Send quantity as an integer from 1 to 1000.');
  }
  return value;
}

function requireText(value: JsonValue | undefined, name: string): string {
  if (typeof value !== 'string') {
    throw badRequest('invalid-field', `Send ${name} as a string.`);
  }
  return value;
}
