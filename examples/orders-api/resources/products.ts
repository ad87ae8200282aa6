/** What is public: the catalogue as JSON and the health check. */
import { parameter, type Call } from '../api';
import { PRODUCTS } from '../data/products';
import { productBySku } from '../data/store';
import { failure, json, type Reply } from '../http/reply';

/** All products. */
export function listProducts(): Reply {
  return json(
    200,
    PRODUCTS.map((product) => ({ ...product })),
  );
}

/** One product. */
export function getProduct(call: Call): Reply {
  const product = productBySku(parameter(call, 'sku'));
  return product === undefined
    ? failure(404, 'no-such-product', 'There is no such product.')
    : json(200, { ...product });
}

/** Whether the API is up. */
export function health(): Reply {
  return json(200, { status: 'up' });
}
