/** `chainwright map --repair` against a server whose ids are others than those of the recording. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, needsSignals, start, type Ended } from './program';

/** What the server does with the request for the items of a basket. */
type Mood = 'right' | 'refusing' | 'resetting' | 'hanging';

/** A shop whose baskets and users are counted apart; sign-ups need a new email. */
function startShop(): Promise<{ readonly server: Server; readonly origin: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const emails = new Set(['ada@example.com']);
  const server = createServer((request, response) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    seen.push(line);
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void readText(request).then((sent) => {
      const { email } = (sent === '' ? {} : JSON.parse(sent)) as { email?: string };
      if (line === 'POST /users' && email !== undefined && emails.has(email)) {
        answer(409, { error: 'email already taken' });
      } else if (line === 'PUT /me') {
        answer(email === 'ada@example.com' ? 409 : 200, {});
      } else if (line === 'POST /users') {
        answer(201, { user: { id: 5 } });
      } else if (line === 'POST /baskets') {
        answer(201, { basket: { id: 9 } });
      } else if (mood === 'resetting') {
        request.socket.destroy();
      } else if (mood !== 'hanging') {
        const isFound = mood === 'right' && /^GET \/baskets\/9\/items(?:\?|$)/.test(line);
        answer(isFound ? 200 : 404, isFound ? { items: [] } : { error: 'no such basket' });
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, origin: `http://127.0.0.1:${port}`, seen });
    });
  });
}

const json = { name: 'content-type', value: 'application/json' };

function entryOf(line: string, status: number, answer: unknown, sent?: unknown) {
  const [method, target] = line.split(' ');
  return {
    request: {
      method,
      url: `http://shop.test${target}`,
      headers: [],
      ...(sent === undefined ? {} : { postData: { mimeType: json.value, text: JSON.stringify(sent) } }),
    },
    response: { status, headers: [json], content: { mimeType: json.value, text: JSON.stringify(answer) } },
  };
}

const recordingOf = (...entries: readonly object[]) => ({ log: { version: '1.2', entries } });
/** A user and a basket that have one id. */
const recording = recordingOf(
  entryOf('POST /users', 201, { user: { id: 41 } }, { name: 'Ada' }),
  entryOf('POST /baskets', 201, { basket: { id: 41 } }, { sort: 'new' }),
  entryOf('GET /baskets/41/items', 200, { items: [] }),
);

/** The chain of the recording, whose last request takes the id of the user. */
const chain = {
  formatVersion: 1,
  name: 'Shop',
  status: 'draft',
  requests: [
    {
      id: 'sign-up',
      name: 'Sign up',
      method: 'POST',
      url: '{{baseUrl}}/users',
      body: { json: { name: 'Ada' } },
      extract: [{ variable: 'userId', from: 'body', path: '$.user.id' }],
    },
    {
      id: 'create',
      name: 'Create basket',
      method: 'POST',
      url: '{{baseUrl}}/baskets',
      body: { json: { sort: 'new' } },
    },
    { id: 'items', name: 'List items', method: 'GET', url: '{{baseUrl}}/baskets/{{userId}}/items' },
  ],
};

let mood: Mood = 'right';
let workspace: Workspace;
let shop: Awaited<ReturnType<typeof startShop>>;
const chainwright = (...args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));
const repair = (...args: readonly string[]): Promise<Ended> =>
  chainwright('map', 'shop.chain.json', '--responses', 'shop.har', '--repair', '-e', 'local', ...args);
const textOf = (file: string): Promise<string> => readFile(path.join(workspace.folder, file), 'utf8');

async function begin(): Promise<void> {
  mood = 'right';
  shop.seen.length = 0;
  workspace = await createWorkspace();
  await workspace.write({
    'shop.har': recording,
    'shop.chain.json': chain,
    'local.environment.json': { formatVersion: 1, name: 'local', variables: { baseUrl: shop.origin } },
  });
}

describe('chainwright map --repair', () => {
  before(async () => {
    shop = await startShop();
  });
  after(() => {
    shop.server.closeAllConnections();
    shop.server.close();
  });
  beforeEach(begin);
  afterEach(() => workspace.dispose());

  it('says which recorded ids it cannot explain, though every request went as recorded', async () => {
    await workspace.write({
      'plan.har': recordingOf(entryOf('PUT /me', 200, {}, { planId: 12 })),
      'plan.chain.json': {
        ...chain,
        requests: [
          { id: 'plan', name: 'Plan', method: 'PUT', url: '{{baseUrl}}/me', body: { json: { planId: 12 } } },
        ],
      },
    });
    const args = ['map', 'plan.chain.json', '--responses', 'plan.har', '--repair', '-e', 'local'];
    const { code, stdout, stderr } = await chainwright(...args);
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      [
        'Every request went as recorded. 1 place still sends a recorded value.',
        '',
        'Recorded ids that nothing explains:',
        '  1 PUT /me, body $.planId',
        '',
      ].join('\n'),
    );
    const { stdout: written } = await chainwright(...args, '--json');
    const { repair: outcome } = JSON.parse(written) as { repair: { unexplained: unknown } };
    assert.deepEqual(outcome.unexplained, [{ entry: 0, location: 'body', key: '$.planId' }]);
  });

  it('shows what it changed and why, and changes nothing', async () => {
    const { code, stdout, stderr } = await repair();
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      [
        'Every request went as recorded after 1 trial.',
        '',
        'Changes:',
        '  3 GET /baskets/41/items, path segment 2: basketId, body $.basket.id of 2 POST /baskets',
        '    before: answered with 404 instead of 200',
        '    - {{baseUrl}}/baskets/{{userId}}/items',
        '    + {{baseUrl}}/baskets/{{basketId}}/items',
        '',
      ].join('\n'),
    );
    assert.match(
      stderr,
      new RegExp(
        `^shop\\.chain\\.json: Sends 3 requests to ${shop.origin}, 2 of them POST\\. Then at most 5 trials`,
      ),
    );
    assert.match(stderr, /^Trial 1: 3 GET \/baskets\/41\/items, path segment 2 takes basketId, body/m);
    assert.match(stderr, /^Nothing was changed\. --apply writes the changes\.$/m);
    assert.deepEqual(JSON.parse(await textOf('shop.chain.json')), chain);
    assert.deepEqual(shop.seen, [
      'POST /users',
      'POST /baskets',
      'GET /baskets/5/items',
      'GET /baskets/9/items',
    ]);
  });

  it('shows no credential next to what it changed', async () => {
    const query = '?access_token=SEKRET99abc&page=1';
    const [signUp, create, items] = chain.requests;
    await workspace.write({
      'shop.chain.json': { ...chain, requests: [signUp, create, { ...items, url: `${items?.url}${query}` }] },
      'shop.har': recordingOf(
        entryOf('POST /users', 201, { user: { id: 41 } }, { name: 'Ada' }),
        entryOf('POST /baskets', 201, { basket: { id: 41 } }, { sort: 'new' }),
        entryOf(`GET /baskets/41/items${query}`, 200, { items: [] }),
      ),
    });
    const { code, stdout, stderr } = await repair();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^ {4}\+ .*\{\{basketId\}\}\/items\?access_token=‹hid/m);
    assert.doesNotMatch(stdout + stderr, /SEKRET/);
  });

  it('writes the repaired chain with --apply, which then runs', async () => {
    const { code, stdout } = await repair('--apply', '--json');
    assert.equal(code, 0);
    const { repair: said } = JSON.parse(stdout) as { repair: unknown };
    assert.deepEqual(said, {
      outcome: 'green',
      trials: 1,
      changes: [
        {
          entry: 2,
          location: 'path',
          key: 1,
          after: { entry: 1, source: 'body', path: '$.basket.id' },
          variable: 'basketId',
          reason: 'answered with 404 instead of 200',
        },
      ],
      generated: [],
      decisions: [],
      remarks: [],
      stale: [],
      unexplained: [],
      applied: true,
    });
    const run = await chainwright('run', 'shop.chain.json', '--include-drafts', '-e', 'local');
    assert.equal(run.code, 0, run.stdout);
    assert.doesNotMatch(await textOf('shop.chain.json'), /\{\{userId\}\}/);
  });

  it('leaves a short list with proposals where nothing helps', async () => {
    mood = 'refusing';
    const { code, stdout } = await repair('--apply');
    assert.equal(code, 1);
    assert.match(stdout, /^1 request still differs from the recording after 1 trial\.$/m);
    assert.match(
      stdout,
      /^To decide:\n {2}3 GET \/baskets\/41\/items: answered with 404 instead of 200\n {4}1\. .* takes basketId, .*\(tried: it did not help\)\n {4}2\. .*\n {4}3\. .*\n$/m,
    );
    assert.deepEqual(JSON.parse(await textOf('shop.chain.json')), chain);
  });

  it('says for a recording how it is imported and repaired in one step, with the same options', async () => {
    const words = ['--repair', '--apply', '-e', 'my local', '--allow-mutations'];
    const { code, stderr } = await chainwright('map', 'shop.har', ...words);
    assert.equal(code, 2);
    assert.match(stderr, /^shop\.har is a recording, which cannot be run\./m);
    const [, written = ''] = /in one step: chainwright (.*)$/m.exec(stderr) ?? [];
    assert.equal(
      written.replaceAll('"', "'"),
      "import shop.har --map --repair -e 'my local' --allow-mutations",
    );
    assert.deepEqual(shop.seen, []);
  });

  it('sends nothing without the secrets of the chain', async () => {
    const headers = ['KEY', 'TOKEN', 'KEY'].map((name) => ({ name: 'x-key', value: `{{$secret ${name}}}` }));
    const [first, ...others] = chain.requests;
    const changed = JSON.stringify({ ...chain, requests: [{ ...first, headers }, ...others] });
    const here = JSON.parse(changed.replaceAll('{{baseUrl}}', shop.origin)) as object;
    await workspace.write({ 'shop.chain.json': here, '.env': 'TOKEN=abc123def456' });
    const words = ['map', 'shop.chain.json', '--responses', 'shop.har', '--repair'];
    const lacking = await chainwright(...words);
    assert.equal(lacking.code, 2);
    const bind = (name: string): string => `--secret-host ${name}=${shop.origin}`;
    assert.equal(
      lacking.stderr,
      `The secret KEY has no value. The secret TOKEN is not bound to ${shop.origin}. So nothing was sent. Set the environment variable CHAINWRIGHT_SECRET_KEY, or write KEY=… into a git-ignored .env file. If it belongs there, bind it: ${bind('KEY')}. If it belongs there, bind it: ${bind('TOKEN')}.\n`,
    );
    assert.deepEqual(shop.seen, []);
    await workspace.write({ '.env': 'TOKEN=abc123def456\nKEY=fed654cba321' });
    const hosts = ['KEY', 'TOKEN'].flatMap((name) => bind(name).split(' '));
    const { code, stdout, stderr } = await chainwright(...words, ...hosts);
    assert.equal(code, 0, `${stdout}${stderr}`);
  });

  it('needs no more than a value where the environment says where secrets go', async () => {
    const [first, ...others] = chain.requests;
    const headers = [{ name: 'x-key', value: '{{$secret KEY}}' }];
    await workspace.write({ 'shop.chain.json': { ...chain, requests: [{ ...first, headers }, ...others] } });
    const { stderr } = await repair();
    assert.match(stderr, /^The secret KEY has no value\. So nothing was sent\. .*git-ignored \.env file\.$/m);
  });

  it('sends nothing to a protected environment', async () => {
    await workspace.write({
      'local.environment.json': {
        formatVersion: 1,
        name: 'local',
        protected: true,
        variables: { baseUrl: shop.origin },
      },
    });
    const { code, stderr } = await repair('--allow-mutations');
    assert.equal(code, 2);
    assert.match(stderr, /^The environment local is protected: a repair sends nothing to it\./);
    assert.deepEqual(shop.seen, []);
  });

  it('sends nothing more once its environment becomes protected', async () => {
    const file = path.join(workspace.folder, 'local.environment.json');
    const environment = JSON.parse(await readFile(file, 'utf8')) as object;
    const protect = ({ url }: { readonly url?: string }): void => {
      if (url === '/baskets/5/items') {
        writeFileSync(file, JSON.stringify({ ...environment, protected: true }));
      }
    };
    shop.server.on('request', protect);
    const { code, stderr } = await repair('--apply');
    shop.server.off('request', protect);
    assert.equal(code, 2);
    assert.match(stderr, /^The environment local is protected: a repair sends nothing to it\./m);
    assert.equal(shop.seen.at(-1), 'GET /baskets/5/items');
    assert.deepEqual(JSON.parse(await textOf('shop.chain.json')), chain);
  });

  it('sends nothing through a proxy elsewhere that only the environment names', async () => {
    await workspace.write({
      'local.environment.json': {
        formatVersion: 1,
        name: 'local',
        variables: { baseUrl: shop.origin },
        proxy: 'http://proxy.example.test:8080',
      },
    });
    const { code, stderr } = await repair();
    assert.equal(code, 2);
    assert.match(stderr, /^Requests would go through the proxy http:\/\/proxy\.example\.test:8080, /);
    assert.deepEqual(shop.seen, []);
    assert.equal((await repair('--proxy', 'none')).code, 0);
  });

  it('does not send a POST of a required chain again', async () => {
    const email = 'ada@example.com';
    const url = '{{baseUrl}}/baskets';
    const line = (of: string): string => `/baskets/9/items?of=${of}`;
    // A trial changes the first request that sets this variable, so it has to begin at the start.
    const extract = [{ variable: 'items', from: 'body', path: '$.items' }];
    await workspace.write({
      'basket.chain.json': {
        formatVersion: 1,
        name: 'Basket',
        requests: [{ id: 'create', name: 'Create', method: 'POST', url }],
      },
      'me.har': recordingOf(
        entryOf(`GET ${line('ada%40example.com')}`, 200, { items: [] }),
        entryOf(`GET ${line('all')}`, 200, { items: [] }),
        entryOf('PUT /me', 200, {}, { email }),
      ),
      'me.chain.json': {
        formatVersion: 1,
        name: 'Me',
        requires: ['basket.chain.json'],
        requests: [
          { id: 'of', name: 'Of', method: 'GET', url: `{{baseUrl}}${line('ada%40example.com')}`, extract },
          { id: 'all', name: 'All', method: 'GET', url: `{{baseUrl}}${line('all')}`, extract },
          { id: 'me', name: 'Me', method: 'PUT', url: '{{baseUrl}}/me', body: { json: { email } } },
        ],
      },
    });
    const args = ['map', 'me.chain.json', '--responses', 'me.har', '--repair', '-e', 'local'];
    const refused = await chainwright(...args);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^me\.chain\.json: Sends 4 requests to /);
    assert.match(refused.stdout, /--allow-mutations allows it/);
    assert.deepEqual(shop.seen, [
      'POST /baskets',
      `GET ${line('ada%40example.com')}`,
      `GET ${line('all')}`,
      'PUT /me',
    ]);
    assert.equal((await chainwright(...args, '--allow-mutations')).code, 0);
  });

  it('leaves out the retries of a POST of a required chain, which would send it again', async () => {
    const retry = { times: 2, until: { path: '$.user.id', equals: 1 } };
    await workspace.write({
      'setup.chain.json': { ...chain, name: 'Setup', requests: [{ ...chain.requests[0], retry }] },
      'shop.chain.json': { ...chain, requires: ['setup.chain.json'], requests: chain.requests.slice(1) },
    });
    const signUps = () => shop.seen.filter((line) => line === 'POST /users');
    await repair();
    assert.deepEqual(signUps(), ['POST /users']);
    shop.seen.length = 0;
    await repair('--allow-mutations');
    assert.ok(signUps().length >= 3);
  });

  it('does not run a required chain again that did not give its value', async () => {
    mood = 'refusing';
    await workspace.write({
      'setup.chain.json': {
        ...chain,
        name: 'Setup',
        requests: [
          {
            ...chain.requests[0],
            extract: [{ variable: 'code', from: 'body', path: '$.code', optional: true }],
          },
        ],
      },
      'shop.chain.json': {
        ...chain,
        requires: ['setup.chain.json'],
        requests: [
          chain.requests[1],
          { ...chain.requests[2], url: '{{baseUrl}}/baskets/1/items' },
          { id: 'use', name: 'Use', method: 'GET', url: '{{baseUrl}}/codes/{{code}}' },
        ],
      },
    });
    const { code } = await repair();
    assert.equal(code, 1);
    assert.deepEqual(
      shop.seen.filter((line) => line.startsWith('POST')),
      ['POST /users', 'POST /baskets'],
    );
  });

  it('sends nothing to another machine that was not named', async () => {
    const { code, stderr } = await repair('--var', 'baseUrl=https://shop.example.test');
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^https:\/\/shop\.example\.test is not this machine: a repair sends nothing to it\./,
    );
    assert.match(stderr, /--allow-host https:\/\/shop\.example\.test/);
  });

  it('sends a sign-up again with a new email only where that is allowed', async () => {
    const email = 'ada@example.com';
    await workspace.write({
      'sign-up.har': recordingOf(entryOf('POST /users', 201, { user: { id: 41 } }, { email })),
      'sign-up.chain.json': {
        formatVersion: 1,
        name: 'Sign up',
        requests: [{ ...chain.requests[0], body: { json: { email } }, extract: [] }],
      },
    });
    const signUp = (...args: readonly string[]) =>
      chainwright(
        'map',
        'sign-up.chain.json',
        '--responses',
        'sign-up.har',
        '--repair',
        '-e',
        'local',
        ...args,
      );
    const refused = await signUp();
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /Requests that are not idempotent are not sent again\.$/m);
    assert.match(
      refused.stdout,
      /1\. generate body \$\.email of 1 POST \/users: ada-\{\{\$uuid\}\}@example\.com \(not tried: .*--allow-mutations allows it\)/,
    );
    assert.deepEqual(shop.seen, ['POST /users']);
    const { code, stdout } = await signUp('--allow-mutations', '--apply');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /\+ "uniqueEmail": "ada-\{\{\$uuid\}\}@example\.com"/);
    assert.match(await textOf('sign-up.chain.json'), /"email": "\{\{uniqueEmail\}\}"/);
  });

  it('stops where the server ends the connection', async () => {
    mood = 'resetting';
    const { code, stdout } = await repair();
    assert.equal(code, 1);
    assert.match(stdout, /^Stopped: a request got no answer\.$/m);
    assert.match(stdout, /^To decide:\n {2}3 GET \/baskets\/41\/items: /m);
  });

  it('stops where the server does not answer in time', async () => {
    mood = 'hanging';
    const { code, stdout } = await repair('--timeout', '200');
    assert.equal(code, 1);
    assert.match(stdout, /^Stopped: a request got no answer\.$/m);
  });

  it('changes nothing when it is cancelled', async function () {
    needsSignals(this);
    mood = 'hanging';
    const program = start(
      ['map', 'shop.chain.json', '--responses', 'shop.har', '--repair', '-e', 'local', '--apply'],
      workspace.folder,
    );
    const outcome = ended(program);
    const asked = new Promise<void>((resolve) => {
      shop.server.on('request', ({ url }: { readonly url?: string }) => {
        if (url?.endsWith('/items') === true) {
          resolve();
        }
      });
    });
    await asked;
    program.kill('SIGINT');
    const { code, stdout } = await outcome;
    assert.equal(code, 130);
    assert.match(stdout, /^Cancelled\. Nothing was changed\.$/m);
    assert.deepEqual(JSON.parse(await textOf('shop.chain.json')), chain);
  });

  const refused: [title: string, args: readonly string[], message: RegExp][] = [
    ['names', ['map', 'shop.chain.json', '--repair', '--names'], /--repair and --names exclude each other/],
    [
      'a second recording',
      ['map', 'shop.chain.json', '--repair', '--verify', 'shop.har'],
      /--repair and --verify exclude each other/,
    ],
  ];
  for (const [title, args, message] of refused) {
    it(`does not go by ${title}`, async () => {
      const { code, stderr } = await chainwright(...args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }
});

describe('chainwright import --map --repair', () => {
  const email = 'ada@example.com';
  const importing = (...args: readonly string[]): Promise<Ended> =>
    chainwright('import', 'sign-up.har', '--map', '--repair', '-e', 'local', '--force', ...args);
  before(async () => {
    shop = await startShop();
  });
  after(() => {
    shop.server.closeAllConnections();
    shop.server.close();
  });
  beforeEach(async () => {
    await begin();
    const { log } = recording;
    await workspace.write({
      'sign-up.har': recordingOf(
        entryOf('POST /users', 201, { user: { id: 41 } }, { email }),
        ...log.entries.slice(1),
      ),
    });
  });
  afterEach(() => workspace.dispose());

  it('makes a chain of a recording that runs in the environment', async () => {
    const { code, stdout, stderr } = await importing('--allow-mutations');
    assert.equal(code, 0, `${stdout}${stderr}`);
    assert.match(
      stderr,
      /^sign-up\.chain\.json: requests begin with \{\{baseUrl\}\}, which local defines\.$/m,
    );
    assert.match(stdout, /^sign-up\.chain\.json\nEvery request went as recorded after 1 trial\.$/m);
    const text = await textOf('sign-up.chain.json');
    assert.match(text, /"url": "\{\{baseUrl\}\}\/baskets\/\{\{basketId\}\}\/items"/);
    assert.match(text, /"email": "\{\{uniqueEmail\}\}"/);
    const run = await chainwright('run', 'sign-up.chain.json', '--include-drafts', '-e', 'local');
    assert.equal(run.code, 0, run.stdout);
  });

  it('leaves what a person has to decide, also for a program', async () => {
    const { code, stdout } = await importing('--json');
    assert.equal(code, 1);
    const { repairs, sources } = JSON.parse(stdout) as {
      readonly sources: readonly unknown[];
      readonly repairs: readonly {
        readonly file: string;
        readonly outcome: string;
        readonly decisions: readonly { readonly request: string; readonly proposals: readonly unknown[] }[];
      }[];
    };
    assert.equal(sources.length, 1);
    assert.deepEqual(
      repairs.map(({ file, outcome, decisions }) => [file, outcome, decisions.length]),
      [['sign-up.chain.json', 'open', 1]],
    );
    assert.equal(repairs[0]?.decisions[0]?.proposals.length, 3);
    assert.deepEqual(shop.seen, ['POST /users', 'POST /baskets', 'GET /baskets/9/items']);
  });

  it('says how it goes on where nothing may be sent yet', async () => {
    await workspace.write({
      'local.environment.json': { formatVersion: 1, name: 'local', variables: {}, protected: true },
    });
    const { code, stderr } = await importing('--allow-mutations');
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^The environment local is protected: .* The chain is written\. Repair it with: chainwright map sign-up\.chain\.json --repair -e local --allow-mutations --apply$/m,
    );
  });

  it('needs responses, and --map', async () => {
    await workspace.write({ 'bare.http': `GET ${shop.origin}/health\n` });
    const bare = await chainwright('import', 'bare.http', '--map', '--repair');
    assert.equal(bare.code, 2);
    assert.match(bare.stderr, /^Nothing was repaired: no request has a response in these files\./m);
    const { code, stderr } = await chainwright('import', 'shop.har', '--repair');
    assert.equal(code, 2);
    assert.match(stderr, /^--repair needs --map\./);
    assert.deepEqual(shop.seen, []);
  });
});
