/** Documents that are not JSON: the invoice as XML, the receipt and the start page as HTML. */
import { idParameter, parameter, type Call } from '../api';
import { withOrder } from '../access/guard';
import { PRODUCTS } from '../data/products';
import { orderView, type Order } from '../data/store';
import { escapeMarkup, failure, html, typed, type Reply } from '../http/reply';
import { page } from '../http/page';

/** The invoice of a finished checkout, by its 64-bit number. */
export function getInvoice(call: Call): Reply {
  const number = idParameter(call, 'invoice_number');
  const checkout = [...call.api.store.checkouts.values()].find(
    ({ invoiceNumber, pending }) => invoiceNumber === number && pending === 0,
  );
  return checkout === undefined
    ? failure(404, 'no-such-invoice', 'There is no such invoice among yours.')
    : withOrder(call, {
        action: 'order.read',
        address: 'related',
        orderId: checkout.orderId,
        carryOut: (order) => typed(200, 'application/xml; charset=utf-8', invoice(call, order, number)),
      });
}

/** The receipt of an order, a page for people. */
export function getReceipt(call: Call): Reply {
  return withOrder(call, {
    action: 'order.read',
    address: 'related',
    orderId: parameter(call, 'order_id'),
    carryOut: (order) => html(200, receipt(call, order)),
  });
}

/** The start page: the public catalogue and where to go. */
export function startPage(): Reply {
  const rows = PRODUCTS.map(
    ({ sku, name, price }) =>
      `<tr data-sku="${sku}"><td class="name">${name}</td><td class="price">${price.toFixed(2)}</td></tr>`,
  );
  return html(
    200,
    page(
      'Orders API',
      `<table id="products">${rows.join('')}</table>
<p><a id="login" href="/session/login">Sign in</a>, or POST /login with JSON.</p>
<p><a id="desk" href="/desk">Order desk</a>, a page that does the latter.</p>`,
    ),
  );
}

function invoice(call: Call, order: Order, number: bigint): string {
  const { customer, items, amount, currency } = orderView(call.api.store, order);
  const lines = items.map(
    ({ sku, quantity, price }) =>
      `    <line sku="${sku}" quantity="${quantity}">${(price * quantity).toFixed(2)}</line>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<invoice number="${number}">
  <order>${order.id}</order>
  <customer>${escapeMarkup(customer)}</customer>
  <lines>
${lines.join('\n')}
  </lines>
  <total currency="${currency}">${amount.toFixed(2)}</total>
</invoice>
`;
}

function receipt(call: Call, order: Order): string {
  const { customer, amount, currency } = orderView(call.api.store, order);
  return page(
    'Receipt',
    `<dl>
<dt>Order</dt><dd id="order">${order.id}</dd>
<dt>Customer</dt><dd class="customer">${escapeMarkup(customer)}</dd>
<dt>Note</dt><dd class="note">${escapeMarkup(order.note)}</dd>
<dt>Total</dt><dd class="total" data-currency="${currency}">${amount.toFixed(2)}</dd>
</dl>
<a rel="self" href="/receipts/${order.id}">Link to this receipt</a>`,
  );
}
