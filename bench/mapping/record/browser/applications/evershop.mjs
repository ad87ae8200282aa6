/**
 * A shop of EverShop (npm's `@evershop/evershop`, on Debian's `postgresql`): its administration, and a purchase in it. The server
 * writes pages of React, whose data are in a script; forms send JSON to REST, lists to pick from come from GraphQL. Numbers and
 * UUIDs for the same thing, forms sent back whole, an uploaded image, addresses of actions in pages.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../../authz/postgres.mjs';
import { evershopProject } from '../../evershopProject.mjs';
import { finished, running, withDatabase } from '../../running.mjs';

const PORT = 3995;

/** A picture of one pixel, of which each byte is a character. */
const PICTURE = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';

/** Products that are there before: name, SKU, price, category. */
const DIBBER = ['Dibber', 'DIBBER-1', 9, 'Garden'];
const RIDDLE = ['Riddle', 'RIDDLE-8', 24, 'Garden'];
const LABELS = ['Old labels', 'LABELS-3', 2, 'Garden'];
const TROWEL = ['Trowel', 'TROWEL-5', 12, 'Garden'];
const KETTLE = ['Kettle', 'KETTLE-2', 38, 'Stove'];
const LADLE = ['Ladle', 'LADLE-4', 11, 'Table'];
const TRIVET = ['Trivet', 'TRIVET-1', 13, 'Table'];
const BREAD = ['Bread knife', 'KNIFE-9', 17, 'Table'];

/** Addresses of the categories in which something is bought. */
const CATEGORIES = ['garden', 'table'];

/** What pages ask for by themselves, pages where nothing is read, and where somebody comes to by signing in or out. */
const ASIDE = [
  /^GET \S+\/(?:admin|admin\/categories|admin\/coupon\/edit\/\S+|admin\/login|account\/(?:register|login))? /,
  /\/api\/(?:salestatistic|lifetimesales|metafield-definitions)|\?ajax=true/,
  /^GET \S+\/admin\/products \S+\/products\/edit\//,
  /\/graphql .*(?:"variables":\{"id"|imageUploadUrl|query Query \{\\n +myCart|"province":null)/,
];

export const application = {
  inputs: {
    a: {
      user: ['Ines Prado', 'ines@example.com', 'Tin-whistle-52'],
      course: [edit, addCategory, addToCategory, addProduct, remove],
      opened: ['Dibber', { name: 'Dibber, long', price: '11', qty: '35' }, { tax_class: 'Reduced' }],
      category: {
        name: 'Orchard',
        url_key: 'orchard',
        meta_title: 'All for the orchard',
        meta_description: 'Pickers, ladders and sacks',
      },
      parent: 'Garden',
      added: 'Trowel',
      product: {
        name: 'Apple picker',
        sku: 'APPLE-1',
        price: '31',
        url_key: 'apple-picker',
        meta_title: 'Apple picker, 3 m',
        qty: '12',
        weight: '2',
      },
      picked: { tax_class: 'Books', package_id: 'Letter', group_id: 'Tools' },
      option: 'Ash',
      image: 'picker.gif',
      gone: ['labels', 'Old labels'],
      registers: true,
      customer: ['Bruno Reis', 'bruno@example.com', 'Green-apples-3'],
      bought: ['garden', 'Riddle', '2'],
      address: {
        telephone: '5550177',
        address_1: 'Mill Lane 4',
        city: 'Dayton',
        postcode: '45390',
      },
      places: { country: 'United States', province: 'Ohio' },
      shipping: 'By van',
      earlier: {
        taxes: ['Reduced', 'Books'],
        packages: ['Letter', 'Crate'],
        attributes: [['handle', 'Handle', ['Beech', 'Ash']]],
        groups: [
          ['Clothes', []],
          ['Tools', ['handle']],
        ],
        categories: ['Garden', 'Stove'],
        products: [DIBBER, RIDDLE, LABELS, KETTLE, TROWEL],
        shipping: [
          ['By post', 4],
          ['By van', 9],
        ],
        customers: [],
      },
    },
    b: {
      user: ['Tarek Aziz', 'tarek@example.com', 'Copper-kettle-8'],
      course: [addCategory, edit, addProduct, remove, addCoupon],
      coupon: { coupon: 'SOUPS5', description: 'For the first soups', discount_amount: '15' },
      kind: 'Percentage discount to entire order',
      category: {
        name: 'Soup weather',
        url_key: 'soups',
        meta_title: 'Soups and stews',
        meta_description: 'Pots for eight and more',
      },
      product: {
        name: 'Stock pot',
        sku: 'POT-11',
        price: '88',
        url_key: 'stock-pot',
        meta_title: 'Stock pot, eleven litres',
        qty: '6',
        weight: '9',
      },
      picked: { tax_class: 'Food', package_id: 'Tube', group_id: 'Pots' },
      option: 'Copper',
      image: 'pot.gif',
      opened: ['Ladle', { name: 'Ladle, deep', price: '14', qty: '52' }, { tax_class: 'Kitchen ware' }],
      gone: ['knife', 'Bread knife'],
      customer: ['Nadja Wolf', 'nadja@example.com', 'Three-spoons-6'],
      bought: ['table', 'Trivet', '3'],
      code: 'SOUPS5',
      address: {
        telephone: '5550142',
        address_1: 'Weir Road 9',
        city: 'Ottawa',
        postcode: 'K1A 0B1',
      },
      places: { country: 'Canada', province: 'Ontario' },
      shipping: 'By boat',
      looksAtOrder: true,
      earlier: {
        taxes: ['Food', 'Kitchen ware', 'Free of tax'],
        packages: ['Carton', 'Tube', 'Padded bag'],
        attributes: [
          ['finish', 'Finish', ['Matt', 'Glossy']],
          ['material', 'Material', ['Iron', 'Copper', 'Steel']],
        ],
        groups: [
          ['Linen', ['finish']],
          ['Knives', []],
          ['Pots', ['material']],
        ],
        categories: ['Stove', 'Table', 'Pantry'],
        products: [BREAD, LADLE, KETTLE, TRIVET],
        shipping: [
          ['Courier', 14],
          ['By post', 5],
          ['By boat', 7],
        ],
        customers: [
          ['Jonas Beck', 'jonas@example.com', 'Barley-again-2'],
          ['Nadja Wolf', 'nadja@example.com', 'Three-spoons-6'],
        ],
      },
    },
  },
  otherPast: {
    earlier: {
      taxes: ['Food', 'Books', 'Free of tax', 'Reduced'],
      packages: ['Carton', 'Crate', 'Tube', 'Letter'],
      attributes: [
        ['finish', 'Finish', ['Matt', 'Glossy']],
        ['handle', 'Handle', ['Steel', 'Ash', 'Beech']],
      ],
      groups: [
        ['Linen', ['finish']],
        ['Clothes', []],
        ['Tools', ['handle']],
      ],
      categories: ['Table', 'Stove', 'Garden'],
      products: [LADLE, LABELS, TROWEL, KETTLE, RIDDLE, DIBBER],
      shipping: [
        ['Courier', 14],
        ['By van', 9],
        ['By post', 4],
      ],
      customers: [['Jonas Beck', 'jonas@example.com', 'Barley-again-2']],
    },
  },
  start,
  prepare,
  session,
  isAside: ({ method, url, headers, body }) => {
    const referer = headers.find(([name]) => name === 'referer')?.[1] ?? '';
    return ASIDE.some((pattern) => pattern.test(`${method} ${url} ${referer} ${body?.text}`));
  },
  truth: truth(),
};

async function start({ origin, inputs }) {
  const { folder, command, args, env } = await evershopProject();
  const database = await startPostgres();
  const place = {
    PORT: String(PORT),
    EVERSHOP_HOME_URL: origin,
    DB_HOST: '127.0.0.1',
    DB_PORT: String(database.port),
    DB_USER: database.user,
    DB_NAME: database.database,
  };
  const program = { command, cwd: folder, env: { ...env, ...place } };
  const [name, email, password] = inputs.user;
  return withDatabase(database, async () => {
    const server = await running({ ...program, args: [...args, 'start'], port: PORT });
    await finished({
      ...program,
      args: [...args, 'user:create', '--name', name, '--email', email, '--password', password],
    });
    return server;
  });
}

/** What the shop has and sells. */
async function prepare({ origin }, { user: [, email, password], earlier }) {
  const { accessToken } = await asked(`${origin}/api/user/tokens`, { email, password });
  const ask = (address, json) => asked(`${origin}/api/${address}`, json, accessToken);
  const ids = {};
  const make = async (address, name, id, json) => {
    ids[name] = (await ask(address, json))[id];
  };
  for (const name of earlier.taxes) await make('tax/classes', name, 'tax_class_id', { name });
  for (const name of earlier.packages)
    await make('packages', name, 'package_id', { name, length: 30, width: 20, height: 10 });
  for (const [group_name] of earlier.groups)
    await make('attributeGroups', group_name, 'attribute_group_id', { group_name });
  for (const [attribute_code, attribute_name, options] of earlier.attributes) {
    const groups = earlier.groups.filter(([, codes]) => codes.includes(attribute_code));
    await ask('attributes', {
      ...{ attribute_code, attribute_name, type: 'select', is_required: 0, display_on_frontend: 1 },
      groups: groups.map(([name]) => ids[name]),
      options: options.map((option_text) => ({ option_text })),
    });
  }
  for (const name of earlier.categories)
    await make('categories', name, 'category_id', {
      ...{ name, url_key: slug(name), meta_title: name },
      ...{ status: 1, include_in_nav: 1, show_products: 1 },
    });
  // Addresses are made later, by a process of its own; that of a product has its category's if there is one by then.
  for (const name of earlier.categories) await isThere(`${origin}/${slug(name)}`);
  for (const [name, sku, price, category] of earlier.products)
    await ask('products', {
      ...{ name, sku, price, qty: 40, weight: 1, meta_title: name },
      ...{ url_key: slug(name), category_id: ids[category] },
      ...{ status: 1, visibility: 1, manage_stock: 1, stock_availability: 1 },
      group_id: ids[earlier.groups.at(-1)[0]],
      tax_class: ids[earlier.taxes.at(-1)],
      package_id: ids[earlier.packages.at(-1)],
    });
  const { uuid: zone_id } = await ask('shippingZones', { name: 'Everywhere', countries: ['US', 'CA'] });
  for (const [name, cost] of earlier.shipping) {
    const { uuid: method_id } = await ask('shippingProviders/core/methods', { name, is_enabled: true });
    await ask('shippingProviders/core/rates', { method_id, zone_id, is_enabled: true, cost });
  }
  await ask('settings', { codPaymentStatus: 1 });
  for (const [name, , , category] of earlier.products)
    await isThere(`${origin}/${slug(category)}/${slug(name)}`);
  for (const [full_name, mail, secret] of earlier.customers)
    await ask('customers', { full_name, email: mail, password: secret });
}

async function isThere(url) {
  while (!(await fetch(url)).ok) await pause(100);
}

/** A name in an address. */
function slug(name) {
  return name.toLowerCase().replace(' ', '-');
}

/** The data of an answer to JSON that is posted. */
async function asked(url, content, token) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(content),
  });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}

async function session(person, inputs) {
  const { user, course, customer, registers } = inputs;
  await person.open('/admin/login');
  await signIn(person, user);
  for (const step of course) await step(person, inputs);
  await person.click('button[aria-label="Account menu"]');
  await person.click('[role=menuitem]:has-text("Logout")');
  await person.open(registers ? '/account/register' : '/account/login');
  if (registers) await person.fill('[name=full_name]', customer[0]);
  await signIn(person, customer);
  await buy(person, inputs);
}

async function signIn(person, [, email, password]) {
  await person.fill('input[name=email]', email);
  await person.fill('input[name=password]', password);
  await person.click('form button:text-matches("^Sign (In|Up)$", "i")');
}

async function edit(person, { opened: [name, changed, picked] }) {
  await visit(person, 'Products');
  await person.click(`td a:text-is("${name}")`);
  await fillIn(person, changed);
  for (const [field, option] of Object.entries(picked)) await pick(person, field, option);
  await save(person);
}

async function addCategory(person, { category, parent }) {
  await visit(person, 'Categories');
  await person.click(':is(a, button):has-text("New Category")');
  await fillIn(person, category);
  if (parent !== undefined) {
    await person.click('button:has-text("Select category")');
    await person.click(`[role=dialog] a:has-text("${parent}")`);
  }
  await create(person);
}

async function addProduct(person, { product, picked, option, image, category }) {
  await visit(person, 'New Product');
  await fillIn(person, product);
  for (const [field, option] of Object.entries(picked)) await pick(person, field, option);
  await person.click('button:has-text("Select category")');
  await person.click(inRow(person, '[role=dialog] h3', category.name));
  await pick(person, 'attributes.0.value', option);
  await person.upload('input[type=file]', image, PICTURE, 'image/gif');
  await person.settled();
  await create(person);
}

/** On the page of a new category, which opens by itself. */
async function addToCategory(person, { added }) {
  await person.page.waitForTimeout(1600);
  await person.click('button:has-text("Add Products")');
  await person.click(inRow(person, '[role=dialog] h3', added));
  await person.page.keyboard.press('Escape');
  await person.page.waitForTimeout(500);
}

async function addCoupon(person, { coupon, kind }) {
  await visit(person, 'New Coupon');
  await fillIn(person, coupon);
  await person.click(`label:has-text("${kind}")`);
  await create(person);
}

async function remove(person, { gone: [word, name] }) {
  await visit(person, 'Products');
  await person.fill('[name=keyword]', word);
  await person.page.keyboard.press('Enter');
  await person.settled();
  await person.click(`tr:has-text("${name}") [role=checkbox]`);
  await person.click('button:text-is("Delete")');
  await person.click('[role=dialog] button:text-is("Delete")');
}

async function buy(person, inputs) {
  const { bought, code, customer, address, places, shipping } = inputs;
  const [category, product, quantity] = bought;
  await person.open(`/${category}`);
  await person.click(`a:has-text("${product}")`);
  await person.fill('[name=qty]', quantity);
  await person.click('button:text-is("Add to cart")');
  await person.click('[role=dialog] button:text-is("Checkout")');
  if (code !== undefined) {
    await person.fill('[name=coupon]', code);
    await person.click('button:text-is("Apply")');
  }
  const fields = Object.entries({ full_name: customer[0], ...address });
  await fillIn(person, Object.fromEntries(fields.map(([name, text]) => [`shippingAddress.${name}`, text])));
  for (const [name, place] of Object.entries(places)) await pick(person, `shippingAddress.${name}`, place);
  await person.page.waitForTimeout(1000);
  await person.settled();
  await person.click(`label:has-text("${shipping}")`);
  await person.click('label:has-text("Cash on Delivery")');
  await person.click('button:has-text("Place Order")');
  if (inputs.looksAtOrder) {
    await person.open('/account/orders');
    await person.click('a[href^="/account/orders/"]');
  }
}

/** The button of a row whose heading says so. */
function inRow(person, heading, hasText) {
  return person.page.locator(heading, { hasText }).locator('xpath=../..').locator('button');
}

/** Follows a link of the menu. */
async function visit(person, name) {
  await person.click(`a:text-is("${name}")`);
}

async function fillIn(person, fields) {
  for (const [name, text] of Object.entries(fields))
    await person.fill(`:is(input, textarea)[name="${name}"]`, text);
}

async function pick(person, field, option) {
  await person.click(`[id="field-${field}"]`);
  await person.click(`[role=option]:has-text("${option}")`);
}

/** Saves a new item, whose page opens after a while. */
async function create(person) {
  await save(person);
  await person.page.waitForURL('**/edit/**');
  await person.settled();
}

async function save(person) {
  await person.click('button:text-is("Save")');
}

/**
 * After the sources of its pages (`modules/{catalog,promotion,checkout}/pages`, `components/admin`, `components/frontStore`): their
 * data are in `eContext`, forms take from there what they are filled with, and addresses of what they are sent to.
 */
function truth() {
  const of = (answer, page, as) => ({ answer, page, as });
  const product = 'GET /admin/products/edit/{id}';
  const newProduct = 'GET /admin/products/new';
  const forms = [product, newProduct];
  const saved = ['PATCH /api/products/{id}', 'POST /api/products'];
  const [changed, created] = saved;
  // What both forms have, each from its own page.
  const inForms = (place, page, as) =>
    saved.map((request, index) => [request, place, of(forms[index], page, as)]);
  const graphql = (body) => ({ answer: 'POST /api/admin/graphql', body });
  const shopped = (body) => ({ answer: 'POST /api/graphql', body });
  const filled = {
    sku: /"sku":"([^"]+)"/,
    related_products_mode: /"relatedProductsMode":"(\w+)"/,
    cross_sell_mode: /"crossSellMode":"(\w+)"/,
    url_key: /"urlKey":"([^"]+)"/,
    meta_title: /"metaTitle":"([^"]+)"/,
    status: /"status":(\d)/,
    visibility: /"visibility":(\d)/,
    manage_stock: /"manageStock":(\d)/,
    stock_availability: /"stockAvailability":(\d)/,
    weight: /"weight":\{"value":(\d+)/,
    package_id: /"package":\{"packageId":(\d+)/,
    group_id: /"groupId":"(\d+)","variantGroupId"/,
    category_id: /"category":\{"categoryId":(\d+)/,
  };
  const attribute = {
    attribute_code: /"attribute_code":"([^"]+)"/,
    attribute_name: /"attribute_name":"([^"]+)"/,
    type: /"type":"([^"]+)","is_required"/,
    attribute_id: /"attribute_id":"(\d+)"/,
    is_required: /"is_required":(\d)/,
  };
  const cart = 'POST /api/carts/{cart}';
  const checkout = `${cart}/checkout`;
  const atCheckout = (page) => of('GET /checkout', page, 'field');
  return [
    [
      product,
      'path id',
      [
        { answer: created, body: '$.data.uuid', as: 'created-id' },
        of('GET /admin/products', /\/admin\/products\/edit\/([\w-]{36})/, 'list-pick'),
      ],
    ],
    [changed, 'path id', of(product, /\/api\/products\/([\w-]{36})"/, 'link')],
    [
      'DELETE /api/products/{id}',
      'path id',
      of('GET /admin/products', /"deleteApi":"[^"]*\/api\/products\/([\w-]{36})"/, 'list-pick'),
    ],
    ...Object.entries(filled).map(([name, page]) => [changed, `body $.${name}`, of(product, page, 'field')]),
    // The editor of descriptions makes up what an empty one has.
    [[...saved, 'POST /api/categories'], 'body $.description**.id', 'derived'],
    ...inForms('body $.tax_class', /"value":(\d+),"text":/, 'list-pick'),
    [created, 'body $.package_id', of(newProduct, /"packageId":(\d+),"name"/, 'list-pick')],
    [created, 'body $.group_id', of(newProduct, /"groupId":"(\d+)","groupName"/, 'list-pick')],
    [
      created,
      'body $.category_id',
      [
        { answer: 'POST /api/categories', body: '$.data.category_id', as: 'created-id' },
        graphql('$.data.categories.items[*].categoryId'),
      ],
    ],
    // Those of the group.
    ...Object.entries(attribute).flatMap(([name, page]) =>
      inForms(`body $.attributes[*].${name}`, page, 'field'),
    ),
    ...inForms('body $.attributes[*].value', /"value":"(\d+)","label"/, 'list-pick'),
    // The page makes up a folder for its images.
    ['POST /api/images/catalog/{one}/{other}', 'path one', 'derived'],
    ['POST /api/images/catalog/{one}/{other}', 'path other', 'derived'],
    ['POST /api/images/catalog/{one}/{other}', 'body targetPath', 'derived'],
    [
      created,
      'body $.images[*]',
      { answer: 'POST /api/images/catalog/{one}/{other}', body: '$.data.files[*].url', as: 'field' },
    ],
    ['POST /api/categories', 'body $.parent_id', graphql('$.data.categories.items[*].categoryId')],
    [
      ['GET /admin/categories/edit/{id}', 'POST /api/categories/{id}/products'],
      'path id',
      { answer: 'POST /api/categories', body: '$.data.uuid', as: 'created-id' },
    ],
    ['POST /api/categories/{id}/products', 'body $.product_id', graphql('$.data.products.items[*].uuid')],

    ...CATEGORIES.flatMap((category) => {
      const list = `GET /${category}`;
      const opened = `${list}/{product}`;
      return [
        [list, `path ${category}`, 'typed'],
        [opened, `path ${category}`, of(list, /href="\/([\w-]+)\/[\w-]+"/, 'link')],
        [opened, 'path product', of(list, /href="\/[\w-]+\/([\w-]+)"/, 'list-pick')],
      ];
    }),
    [
      'POST /api/cart/mine/items',
      'body $.sku',
      CATEGORIES.map((category) => of(`GET /${category}/{product}`, /"sku":"([^"]+)"/, 'field')),
    ],
    [
      ['addresses', 'coupons', 'shippingMethods', 'checkout'].map((name) => `${cart}/${name}`),
      'path cart',
      of('GET /checkout', /\/api\/carts\/([\w-]{36})\//, 'link'),
    ],
    [checkout, 'body $.cart_id', atCheckout(/"uuid":"([\w-]{36})","currency"/)],
    [checkout, 'body $.customer.id', atCheckout(/"uuid":"([\w-]{36})","fullName"/)],
    [checkout, 'body $.customer.email', atCheckout(/"email":"([^"]+)"/)],
    [checkout, 'body $.customer.fullName', atCheckout(/"fullName":"([^"]+)"/)],
    ...['country', 'province'].map((name) => {
      const places = shopped(`$.data.allowedCountries[*]${name === 'country' ? '' : '.provinces[*]'}.value`);
      return [[`${cart}/addresses`, checkout, 'POST /api/graphql'], `body $.*.${name}`, places];
    }),
    [
      `${cart}/shippingMethods`,
      'body $.method_code',
      shopped('$.data.myCart.availableShippingMethods[*].code'),
    ],
    [checkout, 'body $.shippingMethod', shopped('$.data.myCart.availableShippingMethods[*].code')],
    [
      `${cart}/shippingMethods`,
      'body $.method_name',
      shopped('$.data.myCart.availableShippingMethods[*].name'),
    ],
    [`${cart}/shippingMethods`, 'body $.provider_code', 'either'],
    [checkout, 'body $.shippingProvider', 'either'],
    [checkout, 'body $.paymentMethod', 'either'],
    [
      'GET /checkout/success/{order}',
      'path order',
      { answer: checkout, body: '$.data.uuid', as: 'created-id' },
    ],
    [
      'GET /account/orders/{order}',
      'path order',
      of('GET /account/orders', /href="\/account\/orders\/([\w-]{36})"/, 'list-pick'),
    ],
  ];
}
