/**
 * A payment service (npm `stripe-stateful-mock`, which answers as Stripe does): form fields with brackets, random ids
 * that begin with their type, picks from lists, pages after the last id, an account named in a header.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { emptyFolder, installed, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';

const PORT = 3935;
/** Lists have the newest first, by the second. */
const NEXT_SECOND = 1050;
/** What both sessions' shops sell, and who bought there before. */
const BOXES = ['Bread box', 'Pastry box', 'Coffee box'];
const TERMS = { weekly: 900, monthly: 3200 };
const GUESTS = ['oda', 'tariq', 'mei', 'paulo', 'hanne', 'ivo'].map((name) => `${name}@example.com`);

export const application = {
  inputs: {
    a: {
      key: 'sk_test_lindens-bakery',
      box: 'Pastry box',
      term: 'monthly',
      customer: {
        name: 'Ruth Sommer',
        email: 'ruth@example.com',
        member: 'R-1184',
        cards: ['tok_visa', 'tok_amex'],
      },
      quantities: [1, 3],
      extra: { amount: 2450, currency: 'eur', what: 'Cake for Saturday', back: 450 },
      guest: 'tariq@example.com',
      note: 'Rings at the back door',
      seller: { email: 'mill@example.com', country: 'DE', sale: 780 },
      earlier: { boxes: [0, 1, 2], guests: [0, 1, 2, 3, 4] },
    },
    b: {
      key: 'sk_test_corner-cafe-2',
      box: 'Coffee box',
      term: 'weekly',
      customer: {
        name: 'Nils Berg',
        email: 'nils@example.com',
        member: 'N-0372',
        cards: ['tok_mastercard', 'tok_visa'],
      },
      quantities: [2, 5],
      extra: { amount: 6120, currency: 'sek', what: 'Beans for the office', back: 1020 },
      guest: 'oda@example.com',
      note: 'Wants an invoice',
      seller: { email: 'roastery@example.com', country: 'SE', sale: 1340 },
      earlier: { boxes: [2, 0, 1], guests: [5, 1, 0, 4, 2, 3] },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const folder = await installed('stripe-stateful-mock', '0.0.16');
  const cwd = await emptyFolder();
  const library = JSON.stringify(path.join(folder, 'node_modules/stripe-stateful-mock'));
  const program = `require(${library}).createExpressApp().listen(${PORT}, '127.0.0.1');\n`;
  await writeFile(path.join(cwd, 'service.cjs'), program);
  return running({ command: process.execPath, args: ['service.cjs'], cwd, port: PORT });
}

/** What is sold, and the customers there are: all of their ids are random. */
async function prepare(client, { key, earlier }) {
  const make = async (kind, form) => {
    await pause(NEXT_SECOND);
    const headers = { authorization: `Bearer ${key}` };
    return (await client.send({ method: 'POST', url: `/v1/${kind}`, form, headers })).member('id').value;
  };
  for (const box of earlier.boxes) {
    const product = await make('products', { name: BOXES[box] });
    for (const [term, amount] of Object.entries(TERMS)) {
      const plan = { product, nickname: planName(BOXES[box], term), interval: term.replace('ly', '') };
      await make('plans', { ...plan, amount: amount + box * 100, currency: 'eur' });
    }
  }
  for (const guest of earlier.guests) await make('customers', { email: GUESTS[guest], source: 'tok_visa' });
  await pause(NEXT_SECOND);
}

async function session(client, inputs) {
  const { key, quantities, extra, guest, note, seller } = inputs;
  const headers = { authorization: joined`Bearer ${typed(key)}`, 'stripe-version': '2020-08-27' };
  const read = (url, query) => client.send({ url, query, headers });
  const post = (url, form, more) =>
    client.send({ method: 'POST', url, form, headers: { ...headers, ...more } });
  const remove = (url) => client.send({ method: 'DELETE', url, headers });

  const { customer, firstCard, subscription } = await subscribe({ read, post }, inputs);
  const items = await read('/v1/subscription_items', { subscription });
  const item = items.member('data', 0, 'id').as('item-id');
  await post(joined`/v1/subscription_items/${item}`, { quantity: typed(quantities[1]) });
  await read(joined`/v1/subscriptions/${subscription}`);

  const added = await post(joined`/v1/customers/${customer}/sources`, {
    source: typed(inputs.customer.cards[1]),
  });
  const card = created(added);
  await post(joined`/v1/customers/${customer}`, { default_source: card });
  await remove(joined`/v1/customers/${customer}/sources/${firstCard}`);

  const order = {
    amount: typed(extra.amount),
    currency: typed(extra.currency),
    description: typed(extra.what),
    customer,
    source: card,
    capture: 'false',
    'metadata[subscription]': subscription,
  };
  const charge = created(await post('/v1/charges', order, { 'idempotency-key': derived(randomUUID()) }));
  await post(joined`/v1/charges/${charge}/capture`, {});
  const refund = { charge, amount: typed(extra.back), reason: 'requested_by_customer' };
  await read(joined`/v1/refunds/${created(await post('/v1/refunds', refund))}`);

  const newest = await read('/v1/customers', { limit: 3 });
  const last = newest.member('data', 2, 'id').as('page-after');
  const next = await read('/v1/customers', { limit: 3, starting_after: last });
  const known = next.pick(['data'], ({ email }) => email === guest, 'id');
  await post(joined`/v1/customers/${known}`, { 'metadata[note]': typed(note) });

  const opened = { type: 'custom', email: typed(seller.email), country: typed(seller.country) };
  const account = created(await post('/v1/accounts', opened));
  const sold = { amount: typed(seller.sale), currency: 'eur', source: typed('tok_visa') };
  await post('/v1/charges', sold, { 'stripe-account': account });
  await client.send({ url: '/v1/charges', headers: { ...headers, 'stripe-account': account } });
  await remove(joined`/v1/accounts/${account}`);
}

/** Somebody new takes a box that is chosen from the list, on terms that are chosen from its plans. */
async function subscribe(
  { read, post },
  { box, term, customer: { name, email, member, cards }, quantities },
) {
  const boxes = await read('/v1/products', { limit: 20 });
  const product = boxes.pick(['data'], (one) => one.name === box, 'id');
  const plans = await read('/v1/plans', { product });
  const plan = plans.pick(['data'], ({ nickname }) => nickname === planName(box, term), 'id');
  const person = { description: typed(name), email: typed(email), 'metadata[member]': typed(member) };
  const known = await post('/v1/customers', { ...person, source: typed(cards[0]) });
  const customer = created(known);
  const contract = { customer, 'items[0][plan]': plan, 'items[0][quantity]': typed(quantities[0]) };
  const subscription = created(await post('/v1/subscriptions', contract));
  return { customer, firstCard: known.member('default_source').as('card-id'), subscription };
}

function planName(box, term) {
  return `${box}, ${term}`;
}

function created(answer) {
  return answer.member('id').as('created-id');
}
