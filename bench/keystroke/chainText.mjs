/** Chains for measuring what understands them. */

/** The text of a chain in which every request needs what the one before extracts; about 1.1 kB each. */
export function chainText(requests) {
  const chain = {
    formatVersion: 1,
    name: `${requests} requests`,
    variables: { baseUrl: 'http://127.0.0.1:4010', page: 1 },
    auth: { type: 'bearer', token: '{{id0}}' },
    requests: Array.from({ length: requests }, (_, index) => request(index)),
  };
  return JSON.stringify(chain, null, 2);
}

/** The text of a chain of one request that has its rows of data itself. */
export function chainWithRows(rows) {
  const data = Array.from({ length: rows }, (_, index) => ({
    page: index,
    user: `user${index}`,
    city: 'Paris',
  }));
  const { requests, ...head } = JSON.parse(chainText(1));
  return JSON.stringify({ ...head, formatVersion: 2, data, requests }, null, 2);
}

function request(index) {
  const before = index === 0 ? 'page' : `id${index - 1}`;
  return {
    id: `step-${index}`,
    name: `Step ${index}`,
    method: 'POST',
    url: `{{baseUrl}}/api/orders/{{${before}}}/items`,
    ...(index === 0 ? { auth: { type: 'none' } } : {}),
    query: [{ name: 'page', value: '{{page}}' }],
    headers: [{ name: 'Accept', value: 'application/json' }],
    body: {
      json: {
        customer: { name: 'Alice Example', address: { street: 'Main street 5', city: 'Paris' } },
        items: [{ sku: 'A-1', quantity: 2, note: 'as soon as possible' }],
        reference: `{{${before}}}`,
      },
    },
    extract: [{ variable: `id${index}`, from: 'body', path: '$.id' }],
    expect: { status: 201, body: [{ path: '$.items[0].sku', equals: 'A-1' }] },
  };
}
