/**
 * Paying takes a while: POST /api/checkouts answers 202, and the checkout becomes ready after it was
 * asked about a fixed number of times. Counting questions instead of time keeps runs reproducible.
 */
import { parameter, type Call } from '../api';
import { withOrder } from '../access/guard';
import { changeOrder, type Checkout, type Order } from '../data/store';
import { failure, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { textField } from './fields';

const QUESTIONS_UNTIL_READY = 2;
const FIRST_INVOICE_NUMBER = 9_223_372_036_854_000_001n;

/** Starts paying an order: 202 with Location; 409 unless the order is open. */
export function startCheckout(call: Call): Reply {
  return withOrder(call, {
    action: 'order.update',
    address: 'body',
    orderId: textField(fieldsOf(call.request), 'orderId'),
    carryOut: (order) => start(call, order),
  });
}

/** How far a checkout is; each question brings it nearer to `ready`. */
export function getCheckout(call: Call): Reply {
  const checkout = call.api.store.checkouts.get(parameter(call, 'checkout_id'));
  return checkout === undefined
    ? failure(404, 'no-such-checkout', 'There is no such checkout among yours.')
    : withOrder(call, {
        action: 'order.read',
        address: 'related',
        orderId: checkout.orderId,
        carryOut: (order) => advance(call, checkout, order),
      });
}

function start(call: Call, order: Order): Reply {
  const { checkouts } = call.api.store;
  if (order.state !== 'open') {
    return failure(409, 'not-open', 'Only an open order can be paid.');
  }
  const checkout: Checkout = {
    id: `chk-${call.api.ids.next('checkout').slice(0, 12)}`,
    orderId: order.id,
    invoiceNumber: FIRST_INVOICE_NUMBER + BigInt(checkouts.size) * 2n,
    pending: QUESTIONS_UNTIL_READY,
  };
  checkouts.set(checkout.id, checkout);
  return json(202, view(checkout), [['Location', `/api/checkouts/${checkout.id}`]]);
}

function advance(call: Call, checkout: Checkout, order: Order): Reply {
  if (checkout.pending > 0) {
    const advanced = { ...checkout, pending: checkout.pending - 1 };
    call.api.store.checkouts.set(checkout.id, advanced);
    return json(200, view(checkout), [['Retry-After', '0']]);
  }
  if (order.state === 'open') {
    changeOrder(call.api.store, order, { state: 'paid' });
  }
  return json(200, view(checkout));
}

function view({ id, orderId, invoiceNumber, pending }: Checkout) {
  return pending > 0
    ? { id, orderId, state: 'processing', invoiceNumber: null }
    : { id, orderId, state: 'ready', invoiceNumber };
}
