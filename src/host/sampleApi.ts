/** The way into the sample API's bundle, `dist/sampleApi.js`: loaded when somebody starts the sample. */
export { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
export { startOrdersApi } from '../../examples/orders-api/ordersApi';
