/** Chains for pictures of Auto Mapping and of Run and Repair, as JSON. */
/** Who signs in to the sample has this id. */
const USER_ID = '9007199254740993';

/** A chain as recorded: values from the first answer are literal in later requests. */
export function recordedChain() {
  const profile = {
    formatVersion: 1,
    name: 'Recorded profile',
    status: 'draft',
    environment: 'local',
    requires: ['auth/login.chain.json'],
    auth: { type: 'bearer', token: '{{token}}' },
    requests: [
      { id: 'me', name: 'Who am I', method: 'GET', url: '{{baseUrl}}/api/me' },
      { id: 'user', name: 'User', method: 'GET', url: `{{baseUrl}}/api/users/${USER_ID}` },
      { id: 'orders', name: 'Orders', method: 'GET', url: `{{baseUrl}}/api/users/${USER_ID}/orders` },
    ],
  };
  return JSON.stringify(profile, undefined, 2);
}

/** A chain that passes. */
export function repairedChain() {
  const accepted = { status: 200 };
  const orders = {
    formatVersion: 1,
    name: 'Orders of a user',
    status: 'draft',
    environment: 'local',
    requires: ['auth/login.chain.json'],
    auth: { type: 'bearer', token: '{{token}}' },
    requests: [
      {
        id: 'me',
        name: 'Who am I',
        method: 'GET',
        url: '{{baseUrl}}/api/me',
        extract: [{ variable: 'profileId', from: 'body', path: '$.id' }],
      },
      {
        id: 'create',
        name: 'Create order',
        method: 'POST',
        url: '{{baseUrl}}/api/orders',
        body: { json: { sku: 'A-1', quantity: 2, note: 'Leave at the back door' } },
        extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      },
      {
        id: 'read',
        name: 'Read order',
        method: 'GET',
        url: '{{baseUrl}}/api/orders/{{orderId}}',
        expect: accepted,
      },
      {
        id: 'list',
        name: 'Orders of the user',
        method: 'GET',
        url: '{{baseUrl}}/api/users/{{profileId}}/orders',
        expect: accepted,
      },
    ],
  };
  return JSON.stringify(orders, undefined, 2);
}

/** The same with two faults: a wrong reference, and an address that does not exist. */
export function brokenChain() {
  return repairedChain()
    .replace('/api/orders/{{orderId}}', '/api/orders/{{profileId}}')
    .replace('/api/users/{{profileId}}/orders', '/api/people/{{profileId}}/orders');
}
