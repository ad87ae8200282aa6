/**
 * The dashboard of a shop of Medusa (npm's `@medusajs/medusa`, on Debian's `postgresql`): a single-page application over
 * REST, with ids that begin with their type. The token of the sign-in is changed for the cookie of a session; tags, regions
 * and channels are picked from lists, the address of an uploaded image is sent, an item of the inventory is at several places.
 */
import { startPostgres } from '../../../../authz/postgres.mjs';
import { medusaProject } from '../../medusaProject.mjs';
import { finished, running, withDatabase } from '../../running.mjs';

const PORT = 3987;

/** Products that are there before: title, subtitle, price, stock. */
const DIBBER = ['Dibber', 'Ash, with brass tip', 9, 40];
const RIDDLE = ['Riddle', 'Beech rim', 24, 15];
const LABELS = ['Old label', 'Not made any more', 2, 8];
const KETTLE = ['Kettle', 'Whistles in tune', 38, 12];
const LADLE = ['Ladle', 'Holds a quarter', 11, 60];
const BREAD = ['Bread knife', 'For left hands', 17, 9];
const TRIVET = ['Trivet', 'Cast iron', 13, 21];

/** What the dashboard asks for by itself, lists of which nothing is picked, and what it has already. */
const ASIDE = [
  /\/app\/|\/cloud\/auth|\/auth\/user\/providers|limit=1000\b|\/admin\/stock-locations\?limit=1&/,
  /\/admin\/(?:feature-flags|users\/me|layouts|notifications|reservations|price-preferences|product-options|product-types)/,
  /^GET .*\/admin\/(?:(?:draft-)?orders\?|customers\?limit=|customer-groups\?limit=|collections\?limit=20)/,
  /\/admin\/(?:products\/\w+\/variants|orders\/\w+\/(?:changes|preview)|customers\/\w+\/addresses|regions\/)/,
  /^GET .*\/admin\/(?:sales-channels(?:$|\?limit=20)|stock-locations$|inventory-items\/\w+$)/,
  /^GET .*\/admin\/(?:products\/\w+\?fields=-type|orders\/\w+\?fields=id%2Cdisplay_id)/,
];

export const application = {
  inputs: {
    a: {
      user: ['ines@example.com', 'Tin-whistle-52'],
      course: [edit, addCollection, addProduct, addImage, addCustomer, addGroup, stock, remove],
      opened: ['Dibber', 'Dibber, long', 'For leeks.'],
      collection: ['Autumn', 'autumn-fruit'],
      product: {
        title: 'Apple picker',
        subtitle: 'Reaches 3 m',
        tag: 'steel',
        profile: 'Parcels',
        sku: 'APPLE-1',
        prices: [
          ['EUR', '31'],
          ['South', '29'],
        ],
      },
      image: ['picker.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h4v4z"/></svg>'],
      customer: ['Ruth', 'Amsel', 'ruth@example.com'],
      group: ['Orchards', 'bruno@example.com'],
      stocked: ['RIDDLE', 'Hill depot', '6'],
      gone: ['label', 'Old label'],
      earlier: {
        regions: [
          ['North', 'ie'],
          ['South', 'pt'],
        ],
        channels: ['Market stall'],
        locations: ['Harbour store', 'Hill depot'],
        profiles: ['Letters', 'Parcels'],
        collections: ['Spring', 'Gifts'],
        tags: ['wood', 'steel'],
        products: [DIBBER, RIDDLE, LABELS],
        groups: ['Allotments', 'Schools'],
        customers: [
          ['Bruno', 'Reis'],
          ['Salma', 'Haddad'],
        ],
      },
    },
    b: {
      user: ['tarek@example.com', 'Copper-kettle-8'],
      course: [stock, addCollection, addProduct, edit, addCustomer, addGroup, order, remove],
      stocked: ['TRIVET', 'Cellar', '14'],
      collection: ['Soup weather', 'soups'],
      product: {
        title: 'Stock pot',
        subtitle: 'Eleven litres',
        tag: 'copper',
        profile: 'By van',
        sku: 'POT-11',
        prices: [['Islands', '88']],
      },
      opened: ['Kettle', 'Kettle, small', 'Two cups.'],
      customer: ['Nadja', 'Wolf', 'nadja@example.com'],
      group: ['Canteens', 'jonas@example.com'],
      ordered: {
        region: 'Mainland',
        channel: 'Telephone',
        address: ['Weir Road 9', 'Salzburg', '5020'],
        country: 'Austria',
      },
      gone: ['knife', 'Bread knife'],
      earlier: {
        regions: [
          ['Mainland', 'at'],
          ['Islands', 'mt'],
          ['Far', 'fi'],
        ],
        channels: ['Telephone', 'Fair'],
        locations: ['Loft', 'Cellar', 'Yard'],
        profiles: ['By van', 'By post'],
        collections: ['Brunch'],
        tags: ['iron', 'copper', 'linen'],
        products: [LADLE, BREAD, KETTLE, TRIVET],
        groups: ['Hotels'],
        customers: [
          ['Piotr', 'Zielak'],
          ['Ulla', 'Holm'],
          ['Jonas', 'Beck'],
        ],
      },
    },
  },
  otherPast: {
    earlier: {
      regions: [
        ['Mainland', 'at'],
        ['South', 'pt'],
        ['North', 'ie'],
      ],
      channels: ['Telephone', 'Market stall', 'Fair'],
      locations: ['Loft', 'Hill depot', 'Harbour store'],
      profiles: ['By van', 'Parcels', 'Letters'],
      collections: ['Brunch', 'Spring', 'Gifts'],
      tags: ['iron', 'steel', 'linen', 'wood'],
      products: [LADLE, LABELS, RIDDLE, KETTLE, DIBBER],
      groups: ['Hotels', 'Schools'],
      customers: [
        ['Salma', 'Haddad'],
        ['Ulla', 'Holm'],
        ['Bruno', 'Reis'],
      ],
    },
  },
  start,
  prepare,
  session,
  isAside: ({ method, url }) => ASIDE.some((pattern) => pattern.test(`${method} ${url}`)),
  truth: truth(),
};

async function start({ origin, inputs }) {
  const { folder, command, args, env } = await medusaProject();
  const database = await startPostgres();
  const program = {
    command,
    cwd: folder,
    env: { ...env, DATABASE_URL: database.uri, FILES_URL: `${origin}/static` },
  };
  const [email, password] = inputs.user;
  return withDatabase(database, async () => {
    await finished({ ...program, args: [...args, 'db:migrate'] });
    await finished({ ...program, args: [...args, 'user', '-e', email, '-p', password] });
    const listen = ['start', '--host', '127.0.0.1', '--port', String(PORT)];
    return running({ ...program, args: [...args, ...listen], port: PORT });
  });
}

/** What the shop has and sells. */
async function prepare({ origin }, { user: [email, password], earlier }) {
  const { token } = await asked(`${origin}/auth/user/emailpass`, { email, password });
  const ask = (address, json) => asked(`${origin}/admin/${address}`, json, token);
  for (const [name, country] of earlier.regions)
    await ask('regions', { name, currency_code: 'eur', countries: [country] });
  for (const name of earlier.channels) await ask('sales-channels', { name });
  for (const name of earlier.locations) await ask('stock-locations', { name });
  for (const name of earlier.profiles) await ask('shipping-profiles', { name, type: name });
  for (const title of earlier.collections) await ask('collections', { title });
  for (const value of earlier.tags) await ask('product-tags', { value });
  for (const name of earlier.groups) await ask('customer-groups', { name });
  for (const [first_name, last_name] of earlier.customers)
    await ask('customers', { first_name, last_name, email: `${first_name.toLowerCase()}@example.com` });
  const { stock_locations } = await ask('stock-locations');
  for (const product of earlier.products) await sell(ask, stock_locations[0].id, product);
}

/** A product in one size, in stock at a location. */
async function sell(ask, location_id, [title, subtitle, amount, stocked_quantity]) {
  const sku = title.toUpperCase().replace(' ', '-');
  const size = { title: 'One size', sku, manage_inventory: true, options: { Size: 'One' } };
  await ask('products', {
    title,
    subtitle,
    status: 'published',
    options: [{ title: 'Size', values: ['One'] }],
    variants: [{ ...size, prices: [{ currency_code: 'eur', amount }] }],
  });
  const { inventory_items } = await ask(`inventory-items?sku=${sku}`);
  await ask(`inventory-items/${inventory_items[0].id}/location-levels`, { location_id, stocked_quantity });
}

/** The JSON of an answer; what has content is posted. */
async function asked(url, content, token) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const posted = { method: 'POST', body: JSON.stringify(content) };
  const answer = await fetch(url, {
    headers: { 'content-type': 'application/json', ...authorization },
    ...(content === undefined ? {} : posted),
  });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function session(person, inputs) {
  const [email, password] = inputs.user;
  await person.open('/app/');
  await person.fill('input[name=email]', email);
  await person.fill('input[name=password]', password);
  await person.click('button[type=submit]');
  for (const step of inputs.course) await step(person, inputs);
  await person.click(`button[aria-haspopup=menu]:has-text("${email}")`);
  await person.click('[role=menuitem]:has-text("Log out")');
}

async function edit(person, { opened: [title, changed, description] }) {
  await visit(person, 'products');
  await person.click(`tr:has-text("${title}")`);
  await person.click('main button[aria-haspopup=menu]');
  await person.click('[role=menuitem]:has-text("Edit")');
  const form = dialog(person);
  await person.fill(form.locator('[name=title]'), changed);
  await person.fill(form.locator('[name=description]'), description);
  await press(person, form, 'Save');
}

async function addCollection(person, { collection: [title, handle] }) {
  await visit(person, 'products');
  await visit(person, 'collections');
  const form = await creating(person);
  await person.fill(form.locator('[name=title]'), title);
  await person.fill(form.locator('[name=handle]'), handle);
  await press(person, form, 'Create');
}

async function addProduct(person, { product, collection: [collection] }) {
  await visit(person, 'products');
  const form = await creating(person);
  await person.fill(form.locator('[name=title]'), product.title);
  await person.fill(form.locator('[name=subtitle]'), product.subtitle);
  await press(person, form, 'Continue');
  await pick(person, '[name=collection_id]', collection);
  await pick(person, 'input[role=combobox] >> nth=2', product.tag);
  await person.click(form.locator(':text-is("Organize")').last());
  await pick(person, '[name=shipping_profile_id]', product.profile);
  await press(person, form, 'Continue');
  await write(person, form, ['SKU', product.sku]);
  for (const [name, amount] of product.prices) await write(person, form, [`Price ${name}`, amount]);
  await press(person, form, 'Publish');
}

async function addImage(person, { image: [name, text] }) {
  await person.click('main :is(a, button):text-is("Add media")');
  await person.upload(dialog(person).locator('input[type=file]'), name, text, 'image/svg+xml');
  await press(person, dialog(person), 'Save');
}

async function addCustomer(person, { customer }) {
  await visit(person, 'customers');
  const form = await creating(person);
  for (const [index, name] of ['first_name', 'last_name', 'email'].entries())
    await person.fill(form.locator(`[name=${name}]`), customer[index]);
  await press(person, form, 'Create');
}

async function addGroup(person, { group: [name, other], customer: [, , email] }) {
  await visit(person, 'customer-groups');
  const form = await creating(person);
  await person.fill(form.locator('[name=name]'), name);
  await press(person, form, 'Create');
  await person.click('main :is(a, button):text-is("Add")');
  for (const row of [email, other])
    await person.click(dialog(person).locator(`tr:has-text("${row}") [role=checkbox]`));
  await press(person, dialog(person), 'Save');
}

async function stock(person, { stocked: [sku, location, quantity] }) {
  await visit(person, 'inventory');
  await person.click(`tr:has-text("${sku}")`);
  await person.click('main :is(a, button):text-is("Manage locations")');
  await person.click(dialog(person).locator(`div.cursor-pointer:has-text("${location}")`));
  await press(person, dialog(person), 'Save');
  await person.click(`tr:has-text("${location}") button[aria-haspopup=menu]`);
  await person.click('[role=menuitem]:has-text("Edit")');
  await person.fill(dialog(person).locator('input').last(), quantity);
  await press(person, dialog(person), 'Save');
}

async function order(person, { ordered, customer: [first, last, email] }) {
  const [street, city, code] = ordered.address;
  await visit(person, 'orders');
  await visit(person, 'draft-orders');
  const form = await creating(person);
  await pick(person, '[name=region_id]', ordered.region);
  await pick(person, '[name=sales_channel_id]', ordered.channel);
  await pick(person, '[name=customer_id]', email);
  const address = { first_name: first, last_name: last, address_1: street, city, postal_code: code };
  for (const [name, text] of Object.entries(address))
    await person.fill(form.locator(`[name="shipping_address.${name}"]`), text);
  await person.select(form.locator('select'), ordered.country);
  await press(person, form, 'Save');
}

async function remove(person, { gone: [word, title] }) {
  await visit(person, 'products');
  await person.fill('main input[placeholder=Search]', word);
  await person.page.waitForTimeout(700);
  await person.settled();
  await person.click(`tr:has-text("${title}") button[aria-haspopup=menu]`);
  await person.click('[role=menuitem]:has-text("Delete")');
  await person.click('[role=alertdialog] button:text-is("Delete")');
}

async function visit(person, name) {
  await person.click(`a[href="/app/${name}"]`);
}

/** Opens the form for a new item. */
async function creating(person) {
  await person.click('main :is(a, button):text-is("Create"):visible');
  return dialog(person);
}

/** The form on top: that of a new product is there twice, and each hides the other from roles. */
function dialog(person) {
  return person.page.locator('[role=dialog]').last();
}

async function press(person, form, name) {
  await person.click(form.locator(`button:text-is("${name}")`));
}

async function pick(person, field, name) {
  await person.click(dialog(person).locator(field));
  await person.click(`[role=option]:visible:has-text("${name}")`);
}

/** Writes into the first row of a table, below a heading. */
async function write(person, form, [heading, text]) {
  const headings = await form.locator('[role=columnheader]').allInnerTexts();
  const column = headings.findIndex((one) => one.trim() === heading);
  await person.type(form.locator('[role=gridcell]').nth(column), text);
  await person.page.keyboard.press('Enter');
}

/**
 * After the sources of the dashboard (`dashboard/src/routes`) and of `draft-order`: its forms send back what they were
 * filled with, `product-create/utils.ts` makes the body of a new product, tables and combo boxes have the ids of lists.
 */
function truth() {
  const all = (methods, ...addresses) =>
    methods.flatMap((method) => addresses.map((address) => `${method} ${address}`));
  const made = (address, member) => ({
    answer: `POST /admin/${address}`,
    body: `$.${member}.id`,
    as: 'created-id',
  });
  const listed = (address, member) => ({ answer: `GET /admin/${address}`, body: `$.${member}[*].id` });
  const product = '/admin/products/{id}';
  const newProduct = 'POST /admin/products';
  const item = '/admin/inventory-items/{id}';
  const levels = `${item}/location-levels`;
  const collection = made('collections', 'collection');
  const customer = [made('customers', 'customer'), listed('customers', 'customers')];
  const group = made('customer-groups', 'customer_group');
  const region = listed('regions', 'regions');
  const newOrder = 'POST /admin/draft-orders';
  return [
    [
      'POST /auth/session',
      { place: 'header authorization', part: /^Bearer (.+)$/ },
      { answer: 'POST /auth/user/emailpass', body: '$.token', as: 'token' },
    ],
    [
      all(['GET', 'POST', 'DELETE'], product),
      'path id',
      [made('products', 'product'), listed('products', 'products')],
    ],
    ...['title', 'subtitle', 'handle', 'status', 'discountable'].map((name) => [
      `POST ${product}`,
      `body $.${name}`,
      { answer: `GET ${product}`, body: `$.product.${name}`, as: 'field' },
      { optional: true },
    ]),
    [
      `POST ${product}`,
      'body $.images[*].url',
      { answer: 'POST /admin/uploads', body: '$.files[*].url', as: 'field' },
    ],
    // The form makes it up to tell new images apart.
    [`POST ${product}`, 'body $.images[*].id', 'derived'],
    ['GET /admin/collections/{id}', 'path id', collection],
    ['GET /admin/products', 'query collection_id[*]', collection],
    [newProduct, 'body $.collection_id', collection],
    // The channel that the store has as its default.
    [
      'GET /admin/sales-channels/{id}',
      'path id',
      { answer: 'GET /admin/stores', body: '$.stores[0].default_sales_channel_id', as: 'field' },
    ],
    [
      newProduct,
      'body $.sales_channels[*].id',
      { answer: 'GET /admin/sales-channels/{id}', body: '$.sales_channel.id', as: 'field' },
    ],
    [newProduct, 'body $.tags[*].id', listed('product-tags', 'product_tags')],
    [newProduct, 'body $.shipping_profile_id', listed('shipping-profiles', 'shipping_profiles')],
    [newProduct, 'body $.variants[*].prices[*].rules.region_id', region],
    // Of the region, or of the store: both have one currency.
    [newProduct, 'body $.variants[*].prices[*].currency_code', 'either'],
    ['GET /admin/customers/{id}', 'path id', customer],
    ['GET /admin/customer-groups/{id}', 'path id', group],
    ['POST /admin/customer-groups/{id}/customers', 'path id', group],
    ['GET /admin/customers', 'query groups', group],
    ['POST /admin/customer-groups/{id}/customers', 'body $.add[*]', customer],
    [
      [...all(['GET'], item, levels), `POST ${levels}/batch`, ...all(['POST'], `${levels}/{location}`)],
      'path id',
      listed('inventory-items', 'inventory_items'),
    ],
    [`POST ${levels}/batch`, 'body $.create[*].location_id', listed('stock-locations', 'stock_locations')],
    [`POST ${levels}/batch`, 'path batch', 'own'],
    // The table of levels opens the form.
    [
      ['GET /admin/stock-locations/{location}', `POST ${levels}/{location}`],
      'path location',
      {
        answer: 'GET /admin/inventory-items/{id}/location-levels',
        body: '$.inventory_levels[*].location_id',
      },
    ],
    [newOrder, 'body $.region_id', region],
    [newOrder, 'body $.sales_channel_id', listed('sales-channels', 'sales_channels')],
    [newOrder, 'body $.customer_id', customer],
    // The page has a list of all countries.
    [newOrder, 'body $.*.country_code', 'typed'],
    ['GET /admin/orders/{id}', 'path id', made('draft-orders', 'draft_order')],
  ];
}
