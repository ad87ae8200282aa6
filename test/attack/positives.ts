/**
 * What people do with secrets must keep working: five ordinary runs that end with 0 and really reach the servers.
 * A defence that breaks one of them would be switched off.
 */
import { createServer } from 'node:http';
import https from 'node:https';
import { readFileSync } from 'node:fs';
import { ended, start } from '../cli/program';
import { chainOf, createWorkspace } from '../node/workspace';
import { keeping, listen, stop, type Arrival, type Reply } from './exfiltration/arrivals';
import { createProxy } from './exfiltration/proxy';
import { seededText } from './secrets';

/** Where the servers listen. */
interface Origins {
  /** Takes the password. */
  readonly auth: string;
  /** Takes what the first one gives; another host, so that cookies are apart. */
  readonly api: string;
  /** A proxy that leads every TLS name to a third server, whose certificate is for `staging.example.com`. */
  readonly proxy: string;
}

/** An ordinary run. */
export interface PositiveCase {
  readonly name: string;
  readonly requests: readonly object[];
  /** Variables of the environment, and its further members. */
  readonly variables: (origins: Origins) => Readonly<Record<string, string>>;
  readonly environment?: (origins: Origins) => object;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: (origins: Origins) => readonly string[];
  /** What has to arrive, in order, with the credentials that are named here. */
  readonly arrives: readonly string[];
}

const text = seededText(815);
const PASSWORD = text(24);
const TOKEN = text(40);
const CODE = text(20);
const SESSION = text(32);
const TLS = 'test/fixtures/tls';

const signIn = {
  id: 'login',
  method: 'POST',
  url: '{{authUrl}}/login',
  body: { json: { password: '{{$secret PASSWORD}}' } },
  extract: [{ variable: 'token', from: 'body', path: '$.token' }],
};
const twoOrigins = ({ auth, api }: Origins) => ({ authUrl: auth, baseUrl: api });
const bearer = { type: 'bearer', token: '{{token}}' };
const expect = { status: 200 };

/** All of them. */
export const positiveCases: readonly PositiveCase[] = [
  {
    name: 'signs in at one origin and calls the API at another, both of a loopback environment',
    variables: twoOrigins,
    requests: [signIn, { id: 'home', method: 'GET', url: '{{baseUrl}}/home', auth: bearer, expect }],
    arrives: ['auth POST /login password', 'api GET /home token'],
  },
  {
    name: 'uses OAuth client credentials with a token host of its own',
    variables: twoOrigins,
    requests: [
      {
        id: 'home',
        method: 'GET',
        url: '{{baseUrl}}/home',
        auth: {
          type: 'oauth2',
          grant: 'clientCredentials',
          tokenUrl: '{{authUrl}}/token',
          clientId: 'ann',
          clientSecret: '{{$secret PASSWORD}}',
          clientAuth: 'body',
        },
        expect,
      },
    ],
    arrives: ['auth POST /token password', 'api GET /home token'],
  },
  {
    name: 'signs in by redirects over two hosts, with cookies of both',
    variables: twoOrigins,
    requests: [
      { id: 'start', method: 'GET', url: '{{baseUrl}}/start', expect },
      {
        id: 'sign-in',
        method: 'POST',
        url: '{{authUrl}}/sign-in',
        body: { form: [{ name: 'password', value: '{{$secret PASSWORD}}' }] },
        expect,
      },
      { id: 'account', method: 'GET', url: '{{baseUrl}}/account', expect },
    ],
    arrives: [
      'api GET /start',
      'auth GET /authorize',
      'auth POST /sign-in password pending',
      'api GET /callback code started',
      'api GET /account session started',
      'api GET /account session started',
    ],
  },
  {
    name: 'uploads to a presigned URL that a response named and a person allowed',
    variables: ({ auth }) => ({ authUrl: auth }),
    requests: [
      {
        ...signIn,
        url: '{{authUrl}}/presign',
        extract: [{ variable: 'uploadUrl', from: 'body', path: '$.url' }],
      },
      { id: 'upload', method: 'PUT', url: '{{uploadUrl}}', body: { text: 'a document' }, expect },
    ],
    args: ({ api }) => ['--allow-host', api],
    arrives: ['auth POST /presign password', 'api PUT /upload code'],
  },
  {
    name: 'runs against https://staging.example.com in CI with --trust-environment alone',
    variables: () => ({ baseUrl: 'https://staging.example.com' }),
    environment: ({ proxy }) => ({ proxy, tls: { ca: 'ca.pem' } }),
    files: { 'ca.pem': readFileSync(`${TLS}/stagingCa.pem`, 'utf8') },
    requests: [
      { ...signIn, url: '{{baseUrl}}/login' },
      { id: 'home', method: 'GET', url: '{{baseUrl}}/home', auth: bearer, expect },
    ],
    args: () => ['--trust-environment', 'ci.environment.json'],
    arrives: ['staging POST /login password', 'staging GET /home token'],
  },
];

/** What came of an ordinary run. */
export interface PositiveOutcome {
  readonly code: number | null;
  readonly arrived: readonly string[];
  /** Everything that the program printed, to explain a failure. */
  readonly shown: string;
}

/** Runs a case with servers of its own. */
export async function runPositive(one: PositiveCase): Promise<PositiveOutcome> {
  const arrived: string[] = [];
  const origins = { auth: '', api: '', proxy: '' };
  const answering = (name: string) => keeping([], (seen) => answer(name, seen, origins, arrived));
  const auth = createServer(answering('auth'));
  const api = createServer(answering('api'));
  const staging = https.createServer(
    { cert: readFileSync(`${TLS}/staging.pem`), key: readFileSync(`${TLS}/staging.key`) },
    answering('staging'),
  );
  origins.auth = `http://127.0.0.1:${await listen(auth)}`;
  origins.api = `http://localhost:${await listen(api)}`;
  const proxy = createProxy(() => 0, await listen(staging));
  origins.proxy = `http://127.0.0.1:${await listen(proxy)}`;
  const workspace = await createWorkspace();
  try {
    await workspace.write({
      'main.chain.json': chainOf(one.requests, { status: 'active', environment: 'ci' }),
      'ci.environment.json': {
        formatVersion: 1,
        name: 'ci',
        variables: one.variables(origins),
        secrets: ['PASSWORD'],
        ...one.environment?.(origins),
      },
      ...one.files,
    });
    const args = ['run', 'main.chain.json', '--timeout', '5000', ...(one.args?.(origins) ?? [])];
    const end = await ended(start(args, workspace.folder, { CHAINWRIGHT_SECRET_PASSWORD: PASSWORD }));
    return { code: end.code, arrived, shown: end.stdout + end.stderr };
  } finally {
    await workspace.dispose();
    await Promise.all([auth, api, staging, proxy].map(stop));
  }
}

/** The credentials of a request, in this order. */
const CREDENTIALS: readonly (readonly [name: string, value: string])[] = [
  ['password', PASSWORD],
  ['token', TOKEN],
  ['code', CODE],
  ['session', SESSION],
  ['pending', 'pending=1'],
  ['started', 'started=1'],
];

function answer(server: string, seen: Arrival, { auth, api }: Origins, arrived: string[]): Reply {
  const { pathname } = new URL(seen.url, auth);
  const carried = CREDENTIALS.filter(([, value]) =>
    `${seen.url}\n${seen.headers}\n${seen.body}`.includes(value),
  );
  arrived.push([server, seen.method, pathname, ...carried.map(([name]) => name)].join(' '));
  const redirects: Readonly<Record<string, readonly [status: number, location: string, cookie: string]>> = {
    '/start': [302, `${auth}/authorize`, 'started=1; Path=/'],
    '/sign-in': [303, `${api}/callback?code=${CODE}`, 'done=1; Path=/'],
    '/callback': [302, '/account', `session=${SESSION}; Path=/; HttpOnly`],
  };
  const redirect = redirects[pathname];
  if (redirect !== undefined) {
    const [status, location, cookie] = redirect;
    return { status, headers: { Location: location, 'Set-Cookie': cookie } };
  }
  return {
    ...(pathname === '/authorize' ? { headers: { 'Set-Cookie': 'pending=1; Path=/' } } : {}),
    body: JSON.stringify({
      token: TOKEN,
      access_token: TOKEN,
      token_type: 'Bearer',
      url: `${api}/upload?signature=${CODE}`,
    }),
  };
}
