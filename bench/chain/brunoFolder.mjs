/**
 * The benchmark's chain as a folder of `.bru` files for the Bruno command line. Post-response variables
 * pass the value along; they write one variable again and again, which costs Bruno less than 500 of them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Name of the environment that says where the server is. */
export const BRUNO_ENVIRONMENT = 'bench';

/**
 * Writes the collection and returns its folder.
 *
 * @param {string} parent an existing folder
 * @param {string} origin of the benchmark's server
 * @param {number} requests how many, the start included
 */
export async function writeBrunoFolder(parent, origin, requests) {
  const folder = path.join(parent, 'bruno');
  await mkdir(path.join(folder, 'environments'), { recursive: true });
  await writeFile(
    path.join(folder, 'bruno.json'),
    JSON.stringify({ version: '1', name: `Dependent chain of ${requests}`, type: 'collection' }),
  );
  await writeFile(
    path.join(folder, 'environments', `${BRUNO_ENVIRONMENT}.bru`),
    `vars {\n  baseUrl: ${origin}\n}\n`,
  );
  await writeFile(path.join(folder, 'start.bru'), START);
  for (let number = 1; number < requests; number += 1) {
    await writeFile(path.join(folder, `step-${number}.bru`), step(number));
  }
  return folder;
}

const START = `meta {
  name: Start
  type: http
  seq: 1
}

post {
  url: {{baseUrl}}/start
  body: json
  auth: none
}

body:json {
  {"user":"bench"}
}

script:pre-request {
  // Bruno waits for its sandbox before a script, but not before the variables below.
  bru.setVar("code", "");
}

vars:post-response {
  token: res.body.token
  code: res.body.order.next
}
`;

function step(number) {
  return `meta {
  name: Step ${number}
  type: http
  seq: ${number + 1}
}

get {
  url: {{baseUrl}}/steps/{{code}}
  body: none
  auth: bearer
}

auth:bearer {
  token: {{token}}
}

vars:post-response {
  code: res.body.order.next
}
`;
}
