/** Signing in with a browser, against an authorization server on loopback: people, pages and endpoints. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { defined } from '../../../src/core/defined';
import { nothingApproved } from '../../../src/core/permission/approval';
import { isLoopbackRedirect, listenAt } from '../../../src/node/secrets/loopbackReceiver';
import type {
  Session,
  SessionStore,
  SignInPerson,
  SignInPorts,
  SignInQuestion,
} from '../../../src/node/secrets/signInPorts';
import { chainOf, createWorkspace, type Executed, type Workspace } from '../workspace';

/** An authorization server that signs everybody in, and an API that takes its newest token alone. */
class Server {
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));
  /** Form parameters of every token request. */
  readonly asked: Record<string, string>[] = [];
  /** `Authorization` of every API request. */
  readonly seen: (string | undefined)[] = [];
  /** Query of every page that was opened. */
  readonly pages: Record<string, string>[] = [];
  /** Seconds that tokens hold. */
  expiresIn = 3600;
  gives = { refreshToken: true };
  /** Changes the URL that a page leads back to. */
  leadBack = (url: URL): URL => url;
  #challenge = '';
  #count = 0;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The newest token. */
  get token(): string {
    return `access-t0ken-${this.#count}`;
  }

  /** Makes the newest token worthless. */
  revoke(): void {
    this.#count += 1;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname === '/authorize') {
      this.#signIn(url.searchParams, response);
    } else if (url.pathname === '/token') {
      await this.#giveToken(request, response);
    } else {
      this.seen.push(request.headers.authorization);
      response.writeHead(request.headers.authorization === `Bearer ${this.token}` ? 200 : 401).end('{}');
    }
  }

  #signIn(query: URLSearchParams, response: http.ServerResponse): void {
    this.pages.push(Object.fromEntries(query));
    this.#challenge = query.get('code_challenge') ?? '';
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'c0de');
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { Location: this.leadBack(back).href }).end();
  }

  async #giveToken(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks = await request.toArray();
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks as Buffer[]).toString()));
    this.asked.push(form);
    const verified =
      createHash('sha256')
        .update(form['code_verifier'] ?? '')
        .digest('base64url') === this.#challenge;
    const mayHave = form['grant_type'] === 'refresh_token' ? form['refresh_token'] === 'r3fresh' : verified;
    this.#count += mayHave ? 1 : 0;
    const answer = {
      access_token: this.token,
      token_type: 'Bearer',
      expires_in: this.expiresIn,
      ...(this.gives.refreshToken ? { refresh_token: 'r3fresh' } : {}),
    };
    response
      .writeHead(mayHave ? 200 : 400, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(mayHave ? answer : { error: 'invalid_grant' }));
  }
}

/** A person whose browser follows the page wherever it leads. */
function person(answers: Partial<SignInPerson> = {}) {
  const questions: SignInQuestion[] = [];
  const kept = new Map<string, Session>();
  let last: Promise<unknown> = Promise.resolve();
  const sessions: SessionStore = {
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, session) => Promise.resolve(void kept.set(key, session)),
    delete: (key) => Promise.resolve(void kept.delete(key)),
    inTurn<Result>(_key: string, work: () => Promise<Result> | Result): Promise<Result> {
      const next = last.then(work, work);
      last = next;
      return next;
    },
  };
  const asked: SignInPerson = {
    confirm(question) {
      questions.push(question);
      return Promise.resolve(true);
    },
    receiver: (wanted = 'http://127.0.0.1/back') => listenAt(wanted, 'Signed in.'),
    async open(url) {
      await (await fetch(url)).text();
      return true;
    },
    ...answers,
  };
  return { questions, kept, ports: { person: asked, sessions } satisfies SignInPorts };
}

describe('signing in with a browser', () => {
  let workspace: Workspace;
  let server: Server;
  beforeEach(async () => {
    [workspace, server] = await Promise.all([createWorkspace(), new Server().start()]);
  });
  afterEach(() => Promise.all([workspace.dispose(), server.close()]));

  const authOf = (more: object = {}) => ({
    type: 'oauth2',
    grant: 'authorizationCode',
    authorizationUrl: `${server.origin}/authorize?audience=orders`,
    tokenUrl: `${server.origin}/token`,
    clientId: 'client-1',
    scope: 'read write',
    ...more,
  });

  /** Runs a chain of as many requests that need a session. */
  async function run(signIn: SignInPorts | undefined, auth: object = authOf(), count = 1): Promise<Executed> {
    const requests = Array.from({ length: count }, (_, index) => ({
      id: `r${index}`,
      method: 'GET',
      url: `${server.origin}/api`,
      auth,
    }));
    await workspace.write({ 'main.chain.json': chainOf(requests) });
    const settings = { approval: nothingApproved, ...defined({ signIn }) };
    return workspace.run('main.chain.json', {}, settings);
  }

  /** How the first request ended. */
  function ended({ request }: Executed): string {
    const { outcome, reasons } = request('r0');
    return [outcome, ...reasons.map(({ kind, message }) => `${kind}: ${message}`)].join(' ');
  }

  it('opens a page once, proves with PKCE that the code is ours, and sends the token to the API', async () => {
    const { questions, ports } = person();
    assert.equal((await run(ports, authOf(), 3)).result.outcome, 'passed');
    assert.deepEqual(server.seen, Array(3).fill(`Bearer ${server.token}`));
    assert.deepEqual(questions, [
      {
        page: server.origin,
        tokenEndpoint: server.origin,
        audience: server.origin,
        clientId: 'client-1',
        scope: 'read write',
        extends: false,
      },
    ]);
    const [{ state = '', code_challenge: challenge = '', redirect_uri: redirect = '', ...page } = {}] =
      server.pages;
    assert.deepEqual(page, {
      audience: 'orders',
      response_type: 'code',
      client_id: 'client-1',
      scope: 'read write',
      code_challenge_method: 'S256',
    });
    assert.match(state, /^[\w-]{43}$/);
    assert.match(challenge, /^[\w-]{43}$/);
    assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/back$/);
    const [{ code_verifier: verifier = '', ...asked } = {}] = server.asked;
    assert.match(verifier, /^[\w-]{43}$/);
    assert.deepEqual(asked, {
      grant_type: 'authorization_code',
      code: 'c0de',
      redirect_uri: redirect,
      client_id: 'client-1',
    });
  });

  it('shows neither code nor token in what a run leaves', async () => {
    const { result } = await run(person().ports);
    const text = JSON.stringify(result);
    for (const secret of ['c0de', server.token, 'r3fresh']) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  it('continues a session of an earlier run', async () => {
    const { questions, ports } = person();
    await run(ports);
    assert.equal(ended(await run(ports)), 'passed');
    assert.deepEqual([questions.length, server.asked.length], [1, 1]);
  });

  it('refreshes a session that is over, and keeps its refresh token', async () => {
    const { kept, ports } = person();
    server.expiresIn = 1;
    await run(ports);
    server.gives = { refreshToken: false };
    assert.equal(ended(await run(ports)), 'passed');
    assert.deepEqual(
      server.asked.map(({ grant_type: grant }) => grant),
      ['authorization_code', 'refresh_token'],
    );
    const [session] = kept.values();
    assert.deepEqual([session?.refreshToken, session?.origins], ['r3fresh', [server.origin]]);
  });

  it('signs in again when a session cannot be refreshed', async () => {
    const { questions, ports } = person();
    server.expiresIn = 1;
    server.gives = { refreshToken: false };
    await run(ports);
    assert.equal(ended(await run(ports)), 'passed');
    assert.equal(questions.length, 2);
  });

  it('refreshes a session that the API refuses, without opening a page', async () => {
    const { questions, ports } = person();
    await run(ports);
    server.revoke();
    assert.equal(ended(await run(ports)), 'passed');
    assert.equal(questions.length, 1);
  });

  it('opens no page because an API refuses, and begins a new session with the next run', async () => {
    const { questions, kept, ports } = person();
    server.gives = { refreshToken: false };
    await run(ports);
    server.revoke();
    assert.match(ended(await run(ports)), /^failed expectation: .*401/);
    assert.deepEqual([questions.length, kept.size], [1, 0]);
  });

  it('asks before a session is used for another API', async () => {
    const { questions, kept, ports } = person();
    await run(ports);
    const other = await new Server().start();
    try {
      const chain = chainOf([{ id: 'r0', method: 'GET', url: `${other.origin}/api`, auth: authOf() }]);
      await workspace.write({ 'main.chain.json': chain });
      await workspace.run('main.chain.json', {}, { signIn: ports });
      assert.deepEqual(
        questions.map(({ audience, extends: more }) => [audience, more]),
        [
          [server.origin, false],
          [other.origin, true],
        ],
      );
      assert.deepEqual([...kept.values()][0]?.origins, [server.origin, other.origin]);
      const no = { ...ports, person: { ...ports.person, confirm: () => Promise.resolve(false) } };
      const third = await new Server().start();
      const stranger = chainOf([{ id: 'r0', method: 'GET', url: `${third.origin}/api`, auth: authOf() }]);
      await workspace.write({ 'main.chain.json': stranger });
      assert.match(
        ended(await workspace.run('main.chain.json', {}, { signIn: no })),
        /authentication: Nobody signed in/,
      );
      assert.deepEqual(third.seen, []);
      await third.close();
    } finally {
      await other.close();
    }
  });

  it('sends nothing when the person does not want to sign in, and asks once for a run', async () => {
    let asked = 0;
    const { ports } = person({ confirm: () => Promise.resolve((asked += 1) === 0) });
    await run(ports, authOf(), 3);
    assert.equal(asked, 1);
    assert.equal(
      ended(await run(ports)),
      'failed authentication: Nobody signed in, so no access token is available. Run it again to be asked again.',
    );
    assert.deepEqual([server.pages, server.asked, server.seen], [[], [], []]);
  });

  it('does not wait for the sign-in of another chain once it is cancelled', async () => {
    const { ports } = person();
    const never = {
      ...ports,
      sessions: { ...ports.sessions, inTurn: () => new Promise<never>(() => undefined) },
    };
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'r0', method: 'GET', url: `${server.origin}/api`, auth: authOf() }]),
    });
    const run = workspace.run('main.chain.json', {}, { signIn: never }, AbortSignal.timeout(50));
    assert.equal((await run).result.outcome, 'cancelled');
  });

  it('stops waiting for a page when the run is cancelled', async () => {
    const cancel = new AbortController();
    const { ports } = person({
      open: () => {
        cancel.abort();
        return Promise.resolve(true);
      },
    });
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'r0', method: 'GET', url: `${server.origin}/api`, auth: authOf() }]),
    });
    const { result } = await workspace.run('main.chain.json', {}, { signIn: ports }, cancel.signal);
    assert.equal(result.outcome, 'cancelled');
    assert.deepEqual(server.seen, []);
  });

  const hostile: [title: string, change: (url: URL) => void, message: RegExp][] = [
    [
      'an error',
      (url) => url.searchParams.set('error', 'access_denied'),
      /The page led back with access_denied\. /,
    ],
    [
      'an error that tries to look like more',
      (url) => {
        url.searchParams.set('error', 'x\r\n\u001b[2J');
        url.searchParams.set('error_description', 'y'.repeat(9999));
      },
      /The page led back with x .{0,330}\. Check/,
    ],
    ['two codes', (url) => url.searchParams.append('code', 'other'), /without a code, or with several/],
    ['no code', (url) => url.searchParams.delete('code'), /without a code, or with several/],
    ['a token in the address', (url) => url.searchParams.set('response', 'jwt'), /is not to our question/],
  ];
  for (const [title, change, message] of hostile) {
    it(`recognises ${title}`, async () => {
      server.leadBack = (url) => {
        change(url);
        return url;
      };
      assert.match(ended(await run(person().ports)), message);
      assert.deepEqual(server.asked, []);
    });
  }

  it('ignores who leads back with another state', async () => {
    const cancel = new AbortController();
    const { ports } = person({
      async open(url) {
        const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '');
        back.search = '?code=evil&state=guessed';
        assert.equal((await fetch(back)).status, 404);
        cancel.abort();
        return true;
      },
    });
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'r0', method: 'GET', url: `${server.origin}/api`, auth: authOf() }]),
    });
    await workspace.run('main.chain.json', {}, { signIn: ports }, cancel.signal);
    assert.deepEqual(server.asked, []);
  });

  const refused: [title: string, auth: () => object, message: RegExp][] = [
    [
      'a page without TLS elsewhere',
      () => authOf({ authorizationUrl: 'http://login.invalid/a' }),
      /nobody allowed it/,
    ],
    [
      'a page that is none',
      () => authOf({ authorizationUrl: 'javascript:alert(1)' }),
      /"javascript:alert\(1\)" is not an http\(s\) URL/,
    ],
    [
      'a page nobody allowed',
      () => authOf({ authorizationUrl: 'https://login.invalid/a' }),
      /https:\/\/login\.invalid was not contacted/,
    ],
    [
      'an endpoint nobody allowed',
      () => authOf({ tokenUrl: 'https://evil.invalid/t' }),
      /https:\/\/evil\.invalid was not contacted/,
    ],
  ];
  for (const [title, auth, message] of refused) {
    it(`asks nobody about ${title}`, async () => {
      const { questions, ports } = person();
      assert.match(ended(await run(ports, auth())), message);
      assert.deepEqual(questions, []);
    });
  }

  it('wants TLS for a page that was allowed', async () => {
    const { questions, ports } = person();
    const origin = 'http://login.invalid';
    await workspace.write({
      'main.chain.json': chainOf([
        {
          id: 'r0',
          method: 'GET',
          url: `${server.origin}/api`,
          auth: authOf({ authorizationUrl: `${origin}/a` }),
        },
      ]),
    });
    const approval = { ...nothingApproved, origins: new Map([[origin, new Set<string>()]]) };
    const executed = await workspace.run('main.chain.json', {}, { signIn: ports, approval });
    assert.match(ended(executed), /Signing in needs https, but http:\/\/login\.invalid does not use it/);
    assert.deepEqual(questions, []);
  });

  it('says where nothing can be received', async () => {
    const { ports } = person({ receiver: () => Promise.resolve(undefined) });
    const executed = await run(ports, authOf({ redirectUri: 'https://evil.invalid/' }));
    assert.match(ended(executed), /Nothing can be received at "https:\/\/evil\.invalid\/"\./);
  });

  it('is not to be had on the command line', async () => {
    assert.match(
      ended(await run(undefined)),
      /^failed not-sendable: This request needs somebody to sign in in a browser \(grant authorizationCode\)/,
    );
    assert.deepEqual(server.seen, []);
  });
});

describe('listenAt', () => {
  it('answers requests for invalid addresses, and keeps listening', async () => {
    const receiver = await listenAt('http://127.0.0.1/back', 'Signed in.');
    const { port } = new URL(receiver.redirectUri);
    const ask = (path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const request = http.get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.on('error', reject);
      });
    const waiting = receiver.callback('the-state', AbortSignal.timeout(5000));
    try {
      for (const path of ['//', 'http://[', '/back', '/back?state=other', '/other?state=the-state']) {
        assert.equal(await ask(path), 404, path);
      }
      assert.equal(await ask('/back?state=the-state&code=c'), 200);
      assert.equal(await waiting, `${receiver.redirectUri}?state=the-state&code=c`);
    } finally {
      receiver.close();
    }
  });
});

describe('isLoopbackRedirect', () => {
  const cases: [uri: string, expected: boolean][] = [
    ['http://127.0.0.1/', true],
    ['http://127.0.0.1:8912/callback', true],
    ['http://[::1]:1/x', true],
    ['http://localhost:1/x', false],
    ['https://127.0.0.1/', false],
    ['http://127.0.0.1@evil.test/', false],
    ['http://user@127.0.0.1/', false],
    ['http://127.0.0.1/?x=1', false],
    ['http://127.0.0.1.evil.test/', false],
    ['vscode://chainwright.chainwright/oauth', false],
    ['nonsense', false],
  ];
  for (const [uri, expected] of cases) {
    it(`is ${expected} for ${uri}`, () => {
      assert.equal(isLoopbackRedirect(uri), expected);
    });
  }
});
