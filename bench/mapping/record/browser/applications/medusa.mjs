/**
 * The dashboard of a shop of Medusa (npm's `@medusajs/medusa`, on Debian's `postgresql`): a single-page application over
 * REST, with ids that begin with their type. The token of the sign-in is changed for the cookie of a session; collections,
 * categories and channels are picked from lists, an image is uploaded and its address sent, an inventory item has levels
 * at several places.
 */
import { startPostgres } from '../../../../authz/postgres.mjs';
import { medusaProject } from '../../medusaProject.mjs';
import { finished, running } from '../../running.mjs';

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
      course: [edit, addCollection, addProduct, addCustomer, addGroup, stock, remove],
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
      course: [stock, addCollection, addProduct, edit, addCustomer, addGroup, remove],
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
  truth: [],
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
  try {
    await finished({ ...program, args: [...args, 'db:migrate'] });
    await finished({ ...program, args: [...args, 'user', '-e', email, '-p', password] });
    const listen = ['start', '--host', '127.0.0.1', '--port', String(PORT)];
    const server = await running({ ...program, args: [...args, ...listen], port: PORT });
    return {
      origin: server.origin,
      async stop() {
        await server.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
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
