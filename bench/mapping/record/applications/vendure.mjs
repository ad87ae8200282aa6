/**
 * Vendure (npm `@vendure/core`): a shop with one GraphQL API for customers and one for those who run it. Tokens come in a
 * header, a basket is taken into an account, ids are counted numbers as texts, orders are known by random codes.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';
import { PRODUCTS, sell, SHOP, SIZES } from '../vendureStock.mjs';

const PORT = 3962;
const TOKEN = 'vendure-auth-token';
const BASKET =
  'Order { id code totalWithTax lines { id quantity linePriceWithTax productVariant { id name } } }';
const KEEPER = { username: 'keeper', password: 'brass+kettle' };

export const application = {
  inputs: {
    a: {
      customer: ['Nadia', 'Rossi', 'nadia.rossi@example.com', 'green=door7'],
      wanted: { product: 'Darjeeling', sizes: ['100 g', '250 g'], quantities: [14, 12] },
      address: { streetLine1: '8 Mill Lane', city: 'Graz', postalCode: '8010', country: 'Austria' },
      shipping: 'Express',
      payment: 'Invoice',
      tracking: 'TRK-20418',
      earlier: { products: [0, 1, 2, 3, 5], customers: 4, fulfilled: 3 },
    },
    b: {
      customer: ['Oskar', 'Lind', 'oskar.lind@example.com', 'slow#tram'],
      wanted: { product: 'Keemun', sizes: ['50 g', '100 g'], quantities: [21, 25] },
      address: { streetLine1: '31 Quay Street', city: 'Cork', postalCode: 'T12 K8', country: 'Ireland' },
      shipping: 'Post',
      payment: 'Card',
      tracking: 'TRK-88173',
      earlier: { products: [3, 5, 1, 4, 2, 0], customers: 5, fulfilled: 2 },
    },
  },
  start,
  prepare,
  session,
};

/** The port opens when the shop knows countries, taxes and ways to send and to pay. */
async function start() {
  const folder = await installed('@vendure/core', '3.5.6', { bcrypt: '6.0.0' });
  const driver = await installed('sql.js', '1.13.0');
  const cwd = await emptyFolder();
  const library = (home, name) => JSON.stringify(path.join(home, 'node_modules', name));
  const program = `const { createServer } = require('node:http');
const { bootstrap, dummyPaymentHandler } = require(${library(folder, '@vendure/core')});
const { populateInitialData } = require(${library(folder, '@vendure/core/cli')});
(async () => {
  const driver = await require(${library(driver, 'sql.js')})();
  const { username: identifier, password } = ${JSON.stringify(KEEPER)};
  const app = await bootstrap({
    apiOptions: { hostname: '127.0.0.1', port: 0 },
    authOptions: {
      tokenMethod: 'bearer',
      requireVerification: false,
      superadminCredentials: { identifier, password },
    },
    dbConnectionOptions: { type: 'sqljs', driver, synchronize: true },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  });
  await populateInitialData(app, ${JSON.stringify(SHOP)});
  createServer(app.getHttpAdapter().getInstance()).listen(${PORT}, '127.0.0.1');
})();
`;
  await writeFile(path.join(cwd, 'shop.cjs'), program);
  return running({ command: process.execPath, args: ['shop.cjs'], cwd, port: PORT });
}

/** What is sold, who bought before, and which of that is on its way: numbers are shifted. */
async function prepare(client, { earlier }) {
  const ask = asking(client, '/admin-api');
  await logIn(ask, KEEPER);
  for (const index of earlier.products) await sell(ask, PRODUCTS[index]);
  for (let index = 0; index < earlier.customers; index += 1) {
    const inputs = {
      ...application.inputs.a,
      customer: ['Customer', `No. ${index}`, `customer${index}@example.com`, 'sugar'],
      wanted: { product: 'Earl Grey', sizes: SIZES.slice(1), quantities: [1, index + 2] },
    };
    const code = await buy(client, inputs);
    if (index < earlier.fulfilled) await fulfil(client, code, inputs);
  }
}

async function session(client, inputs) {
  const code = await buy(client, inputs);
  await fulfil(client, code, inputs);
}

/** A customer fills a basket, thinks again, makes an account, and pays. Yields the order's code. */
async function buy(client, { customer, wanted, address, shipping, payment }) {
  const ask = asking(client, '/shop-api');
  await fillBasket(ask, wanted);
  const [firstName, lastName, emailAddress, password] = customer.map(typed);
  await ask(
    changing(
      'registerCustomerAccount(input: $input)',
      '$input: RegisterCustomerInput!',
      'Success { success }',
    ),
    {
      input: { firstName, lastName, emailAddress, password },
    },
  );
  await logIn(ask, { username: customer[2], password: customer[3] });
  await sendTo(ask, { customer, address, shipping });
  await ask(changing('transitionOrderToState(state: "ArrangingPayment")', '', 'Order { id state }'));
  const payments = await ask('{ eligiblePaymentMethods { id code name isEligible } }');
  const method = payments.pick(['data', 'eligiblePaymentMethods'], ({ name }) => name === payment, 'code');
  const made = 'Order { id code state totalWithTax payments { id state amount } }';
  const paid = await ask(changing('addPaymentToOrder(input: $input)', '$input: PaymentInput!', made), {
    input: { method, metadata: {} },
  });
  const code = paid.member('data', 'addPaymentToOrder', 'code').as('order-code');
  await ask(
    `query ($code: String!) { orderByCode(code: $code) { id code state lines { id quantity productVariant { id name } } } }`,
    { code },
  );
  return code;
}

/** Two sizes of one product go into the basket, more of the second, and the first is taken out again. */
async function fillBasket(ask, { product, sizes, quantities }) {
  const products = await ask(
    '{ products(options: { take: 20, sort: { name: ASC } }) { items { id name slug } } }',
  );
  const id = products.pick(['data', 'products', 'items'], ({ name }) => name === product, 'id');
  const shown = await ask(
    'query ($id: ID!) { product(id: $id) { id name variants { id name sku priceWithTax options { id name } } } }',
    { id },
  );
  const lines = [];
  const [quantity, more] = quantities.map(typed);
  const add = changing(
    'addItemToOrder(productVariantId: $variant, quantity: $quantity)',
    '$variant: ID!, $quantity: Int!',
    BASKET,
  );
  for (const size of sizes) {
    const isWanted = ({ options }) => options[0].name === size;
    const variant = shown.pick(['data', 'product', 'variants'], isWanted, 'id');
    const added = await ask(add, { variant, quantity });
    lines.push(added.member('data', 'addItemToOrder', 'lines', lines.length, 'id').as('created-id'));
  }
  const [first, second] = lines;
  await ask(
    changing(
      'adjustOrderLine(orderLineId: $line, quantity: $quantity)',
      '$line: ID!, $quantity: Int!',
      BASKET,
    ),
    { line: second, quantity: more },
  );
  await ask(changing('removeOrderLine(orderLineId: $line)', '$line: ID!', BASKET), { line: first });
}

/** Where the order goes, which the account keeps, and how. */
async function sendTo(ask, { customer, address, shipping }) {
  const countries = await ask('{ availableCountries { id code name } }');
  const isTheirs = ({ name }) => name === address.country;
  const countryCode = countries.pick(['data', 'availableCountries'], isTheirs, 'code');
  const [streetLine1, city, postalCode] = [address.streetLine1, address.city, address.postalCode].map(typed);
  const fullName = typed(`${customer[0]} ${customer[1]}`);
  const input = { fullName, streetLine1, city, postalCode, countryCode };
  await ask(
    'mutation ($input: CreateAddressInput!) { createCustomerAddress(input: $input) { id city country { code name } } }',
    { input },
  );
  const shown = 'Order { id shippingAddress { fullName city countryCode } }';
  await ask(changing('setOrderShippingAddress(input: $input)', '$input: CreateAddressInput!', shown), {
    input,
  });
  const methods = await ask('{ eligibleShippingMethods { id code name priceWithTax } }');
  const method = methods.pick(['data', 'eligibleShippingMethods'], ({ name }) => name === shipping, 'id');
  const costs = 'Order { id shippingWithTax totalWithTax }';
  await ask(changing('setOrderShippingMethod(shippingMethodId: $method)', '$method: [ID!]!', costs), {
    method: [method],
  });
}

/** Who runs the shop sees which orders are paid, oldest first, and hands this one to the post. */
async function fulfil(client, { value: code }, { tracking }) {
  const ask = asking(client, '/admin-api');
  await logIn(ask, KEEPER);
  const options = '{ filter: { state: { eq: "PaymentSettled" } }, sort: { orderPlacedAt: ASC } }';
  const paid = await ask(
    `{ orders(options: ${options}) { totalItems items { id code totalWithTax customer { id lastName } } } }`,
  );
  const id = paid.pick(['data', 'orders', 'items'], (order) => order.code === code, 'id');
  const order = await ask(
    'query ($id: ID!) { order(id: $id) { id code state lines { id quantity productVariant { id sku } } } }',
    { id },
  );
  const [line] = order.member('data', 'order', 'lines');
  const handled = [
    { name: 'method', value: 'Parcel' },
    { name: 'trackingCode', value: typed(tracking) },
  ];
  const fulfilled = await ask(
    changing(
      'addFulfillmentToOrder(input: $input)',
      '$input: FulfillOrderInput!',
      'Fulfillment { id state trackingCode }',
    ),
    {
      input: {
        lines: [{ orderLineId: line.id.as('line-id'), quantity: line.quantity }],
        handler: { code: 'manual-fulfillment', arguments: handled },
      },
    },
  );
  await ask(
    changing(
      'transitionFulfillmentToState(id: $id, state: "Shipped")',
      '$id: ID!',
      'Fulfillment { id state }',
    ),
    { id: fulfilled.member('data', 'addFulfillmentToOrder', 'id').as('created-id') },
  );
}

/** The token of a login is kept like every other. */
async function logIn(ask, { username, password }) {
  await ask(
    changing(
      'login(username: $username, password: $password, rememberMe: true)',
      '$username: String!, $password: String!',
      'CurrentUser { id identifier }',
    ),
    { username: typed(username), password: typed(password) },
  );
}

/** A mutation that answers with what it made, or with an error. */
function changing(call, parameters, made) {
  const head = parameters === '' ? 'mutation' : `mutation (${parameters})`;
  return `${head} {\n  ${call} {\n    __typename ... on ${made} ... on ErrorResult { errorCode message }\n  }\n}`;
}

/** Asks one of the two APIs, and keeps the token whenever an answer's header gives a new one. */
function asking(client, url) {
  let headers = {};
  return async (query, variables = {}) => {
    const answer = await client.send({ method: 'POST', url, headers, json: { query, variables } });
    const isNew = answer.headers.some(([name]) => name === TOKEN);
    if (isNew) headers = { authorization: joined`Bearer ${answer.header(TOKEN).as('token')}` };
    return answer;
  };
}
