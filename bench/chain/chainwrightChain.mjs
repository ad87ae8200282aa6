/** The benchmark's chain as a `*.chain.json`: one variable per step, as people write them. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes the chain and returns its file.
 *
 * @param {string} folder an existing one
 * @param {string} origin of the benchmark's server
 * @param {number} requests how many, the start included
 */
export async function writeChainwrightChain(folder, origin, requests) {
  const file = path.join(folder, `bench-${requests}.chain.json`);
  const chain = {
    formatVersion: 1,
    name: `Dependent chain of ${requests}`,
    status: 'active',
    variables: { baseUrl: origin },
    auth: { type: 'bearer', token: '{{token}}' },
    requests: [start(), ...Array.from({ length: requests - 1 }, (_, index) => step(index + 1))],
  };
  await writeFile(file, JSON.stringify(chain, null, 2));
  return file;
}

function start() {
  return {
    id: 'start',
    name: 'Start',
    method: 'POST',
    url: '{{baseUrl}}/start',
    auth: { type: 'none' },
    body: { json: { user: 'bench' } },
    extract: [
      { variable: 'token', from: 'body', path: '$.token' },
      { variable: 'code1', from: 'body', path: '$.order.next' },
    ],
  };
}

function step(number) {
  return {
    id: `step-${number}`,
    name: `Step ${number}`,
    method: 'GET',
    url: `{{baseUrl}}/steps/{{code${number}}}`,
    extract: [{ variable: `code${number + 1}`, from: 'body', path: '$.order.next' }],
  };
}
