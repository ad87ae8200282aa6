/**
 * The benchmark's chain as a Postman collection (schema 2.1) for Newman. A script passes the value along;
 * it writes one variable again and again, which costs Newman less than 500 of them.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes the collection and returns its file.
 *
 * @param {string} folder an existing one
 * @param {string} origin of the benchmark's server
 * @param {number} requests how many, the start included
 */
export async function writePostmanCollection(folder, origin, requests) {
  const file = path.join(folder, 'bench.postman_collection.json');
  const collection = {
    info: {
      name: `Dependent chain of ${requests}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [{ key: 'baseUrl', value: origin }],
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    item: [start(), ...Array.from({ length: requests - 1 }, (_, index) => step(index + 1))],
  };
  await writeFile(file, JSON.stringify(collection, null, 2));
  return file;
}

function start() {
  return {
    name: 'Start',
    event: afterResponse(
      'const { token, order } = pm.response.json();',
      "pm.collectionVariables.set('token', token);",
      "pm.collectionVariables.set('code', order.next);",
    ),
    request: {
      auth: { type: 'noauth' },
      method: 'POST',
      header: [{ key: 'Content-Type', value: 'application/json' }],
      url: '{{baseUrl}}/start',
      body: { mode: 'raw', raw: '{"user":"bench"}' },
    },
  };
}

function step(number) {
  return {
    name: `Step ${number}`,
    event: afterResponse("pm.collectionVariables.set('code', pm.response.json().order.next);"),
    request: { method: 'GET', header: [], url: '{{baseUrl}}/steps/{{code}}' },
  };
}

function afterResponse(...exec) {
  return [{ listen: 'test', script: { type: 'text/javascript', exec } }];
}
