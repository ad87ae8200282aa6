/** What a shop of Vendure needs before anybody buys: countries, taxes, ways to send and to pay, and products. */

/** The goods: on each server in another order, and not all of them. */
export const PRODUCTS = ['Assam', 'Ceylon', 'Darjeeling', 'Earl Grey', 'Genmaicha', 'Keemun'];

/** The sizes of every product. */
export const SIZES = ['50 g', '100 g', '250 g'];

const METHOD = { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] };
const COUNTRIES = { AT: 'Austria', DE: 'Germany', IE: 'Ireland', PT: 'Portugal' };
/** As Vendure's own `populateInitialData` takes it. */
export const SHOP = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: Object.entries(COUNTRIES).map(([code, name]) => ({ name, code, zone: 'Europe' })),
  taxRates: [{ name: 'Standard', percentage: 20 }],
  shippingMethods: ['Post', 'Express'].map((name, index) => ({ name, price: 400 + index * 500 })),
  paymentMethods: ['Card', 'Invoice'].map((name) => ({ name, handler: METHOD })),
  collections: [],
};

/** Puts a product on sale in every size; `ask` asks the API of those who run the shop. */
export async function sell(ask, name) {
  const make = async (what, input, fields = 'id') => {
    const type = Array.isArray(input) ? `[Create${what.replace(/s$/, '')}Input!]` : `Create${what}Input`;
    const query = `mutation ($input: ${type}!) { made: create${what}(input: $input) { ${fields} } }`;
    return (await ask(query, { input })).member('data', 'made');
  };
  const called = (text, members) => ({ translations: [{ languageCode: 'en', name: text, ...members }] });
  const slug = name.toLowerCase().replace(' ', '-');
  const product = await make('Product', called(name, { slug, description: '' }));
  const options = SIZES.map((size) => ({ code: size.replace(' ', ''), ...called(size) }));
  const group = { code: `${slug}-size`, ...called('Size'), options };
  const sizes = await make('ProductOptionGroup', group, 'id options { id }');
  await ask(
    'mutation ($p: ID!, $group: ID!) { addOptionGroupToProduct(productId: $p, optionGroupId: $group) { id } }',
    { p: product.id, group: sizes.id },
  );
  const variant = (size, index) => ({
    productId: product.id,
    sku: `${slug}-${index}`,
    price: 350 * (index + 1),
    stockOnHand: 500,
    optionIds: [sizes.options[index].id],
    ...called(`${name} ${size}`),
  });
  await make('ProductVariants', SIZES.map(variant));
}
