/** `chainwright map` as people and scripts see it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

const TOKEN = 'q8Zr2LxW0vTn5KcY7hBd';
const json = { name: 'content-type', value: 'application/json' };

function entryOf(line: string, answer: unknown, sent?: unknown, headers: readonly object[] = []) {
  const [method, url] = line.split(' ');
  return {
    request: {
      method,
      url: `http://api.test${url}`,
      headers: [json, ...headers],
      ...(sent === undefined ? {} : { postData: { mimeType: json.value, text: JSON.stringify(sent) } }),
    },
    response: {
      status: 200,
      headers: [json],
      content: { mimeType: json.value, text: JSON.stringify(answer) },
    },
  };
}

const bearer = { name: 'authorization', value: `Bearer ${TOKEN}` };
/** Signs in, orders, and looks at the order. */
const recordingOf = (order: number) => ({
  log: {
    version: '1.2',
    entries: [
      entryOf('GET /logo.png', {}),
      entryOf('POST /login', { token: TOKEN }, { user: 'ada', password: 'pa55-w0rd!' }),
      entryOf('POST /orders', { id: order }, { sku: 'A-1' }, [bearer]),
      entryOf(`GET /orders/${order}`, { id: order, state: 'open' }, undefined, [bearer]),
    ],
  },
});
const recording = recordingOf(7);

let workspace: Workspace;
const chainwright = (...args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));

describe('chainwright map', () => {
  before(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'session.har': `\ufeff${JSON.stringify(recording)}`,
      'cut.har': JSON.stringify(recording).slice(0, 200),
      'second.har': JSON.stringify(recordingOf(31)),
      'other.json': '{"orders": []}',
      'other.chain.json': JSON.stringify({
        formatVersion: 1,
        name: 'Other',
        requests: [{ id: 'a', name: 'A', method: 'GET', url: 'http://api.test/nothing' }],
      }),
    });
  });
  after(() => workspace.dispose());

  it('says where each value came from and why, and shows none', async () => {
    const { code, stdout, stderr } = await chainwright('map', 'session.har');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^token {2}body \$\.token of 2 POST \/login$/m);
    assert.match(
      stdout,
      /^ +\d+ % {2}4 GET \/orders\/7 {2}auth authorization {2}the same value, too long for chance/m,
    );
    assert.match(stdout, /^orderId {2}body \$\.id of 3 POST \/orders$/m);
    assert.doesNotMatch(stdout, new RegExp(`${TOKEN}|pa55`));
  });

  it('writes suggestions as JSON, entries counted from 0 as in the recording', async () => {
    const { stdout } = await chainwright('map', 'session.har', '--json');
    const { suggestions } = JSON.parse(stdout) as { suggestions: Record<string, unknown>[] };
    const [token, order] = suggestions;
    assert.equal(suggestions.length, 2);
    assert.deepEqual(
      { variable: token?.['variable'], producer: token?.['producer'], consumers: token?.['consumers'] },
      {
        variable: 'token',
        producer: { entry: 1, source: 'body', path: '$.token' },
        consumers: [
          { entry: 2, location: 'auth', key: 'authorization' },
          { entry: 3, location: 'auth', key: 'authorization' },
        ],
      },
    );
    assert.deepEqual(order?.['consumers'], [{ entry: 3, location: 'path', key: 1 }]);
    assert.equal(token?.['autoApply'], true);
  });

  it('says why a source is not live: its own request sends a recorded value', async () => {
    const members = entryOf('GET /members', [{ id: 1 }, { id: 2 }, { id: 3 }]);
    const entries = [
      ...[members, members, members, members],
      entryOf('PATCH /tasks/6', { id: 6, assigneeId: 2 }, { assigneeId: 2 }),
      entryOf('GET /tasks?assigneeId=2', {}),
    ];
    const request = (id: string, method: string, url: string) => ({
      id,
      name: id,
      method,
      url: `http://api.test/${url}`,
    });
    const chain = {
      formatVersion: 1,
      name: 'Tasks',
      requests: [
        ...['a', 'b', 'c', 'd'].map((id) => request(id, 'GET', 'members')),
        { ...request('assign', 'PATCH', 'tasks/6'), body: { json: { assigneeId: '{{me}}' } } },
        request('search', 'GET', 'tasks?assigneeId=2'),
      ],
    };
    await workspace.write({
      'assigned.har': JSON.stringify({ log: { version: '1.2', entries } }),
      'assigned.chain.json': JSON.stringify(chain),
    });
    const { stdout } = await chainwright('map', 'assigned.har');
    assert.match(
      stdout,
      /^ +\d+ % {2}6 GET \/tasks .+\n +not live: 5 PATCH \/tasks\/6 itself uses a recorded assignee id in body \$\.assigneeId$/m,
    );
    const json = JSON.parse((await chainwright('map', 'assigned.har', '--json')).stdout) as {
      suggestions: Record<string, unknown>[];
    };
    assert.deepEqual(json.suggestions[0]?.['consumers'], [
      {
        entry: 5,
        location: 'query',
        key: 'assigneeId',
        recordedIn: [{ location: 'body', key: '$.assigneeId' }],
      },
    ]);
    const inChain = await chainwright('map', 'assigned.chain.json', '--responses', 'assigned.har');
    assert.match(inChain.stdout, /GET \/tasks {2}query assigneeId/);
    assert.doesNotMatch(inChain.stdout, /not live/);
  });

  it('leaves out what is less sure than asked for', async () => {
    const { stdout } = await chainwright('map', 'session.har', '--min-confidence', '0.99');
    assert.match(stdout, /^token/);
    assert.doesNotMatch(stdout, /orderId/);
  });

  it('holds suggestions against a second recording, and says what it confirms', async () => {
    const { code, stdout, stderr } = await chainwright('map', 'session.har', '--verify', 'second.har');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Second session: 1 confirmed, 2 with nothing for or against\.$/m);
    assert.match(stdout, /path segment 2  both are called alike, a second session with other values agrees/);
    assert.doesNotMatch(stdout, new RegExp(TOKEN));
  });

  it('writes for a program what became of each place', async () => {
    const { stdout } = await chainwright('map', 'session.har', '--verify', 'second.har', '--json');
    const { verification } = JSON.parse(stdout) as { verification: Record<string, unknown>[] };
    const source = { entry: 2, source: 'body', path: '$.id' };
    assert.deepEqual(verification.at(-1), {
      verdict: 'confirmed',
      entry: 3,
      location: 'path',
      key: 1,
      variable: 'orderId',
      before: source,
      after: source,
    });
  });

  it('takes the last result of a chain for the second session', async () => {
    await chainwright('import', 'second.har', '-o', 'again');
    const { stdout } = await chainwright('map', 'session.har', '--verify', 'again/second.chain.json');
    assert.match(stdout, /^Second session: 3 confirmed\.$/m);
  });

  it('tells ids that nothing answered, what is created too late, and objects that are repeated', async () => {
    const address = { street: 'Lange Reihe 4', city: 'Hamburg', note: 'Second door' };
    const entries = [
      entryOf('GET /orders/8812', {}),
      entryOf('POST /orders', { id: 8812, address }, { sku: 'A-1' }),
      entryOf('PUT /address', {}, { address }),
    ];
    await workspace.write({ 'gaps.har': JSON.stringify({ log: { version: '1.2', entries } }) });
    const { stdout } = await chainwright('map', 'gaps.har');
    assert.match(
      stdout,
      /^No earlier answer has what these take:\n {2}1 GET \/orders\/8812, path segment 2: 2 POST \/orders creates it too late and can be moved before$/m,
    );
    assert.match(stdout, /^ {2}2 POST \/orders body \$\.address: 3 PUT \/address body \$\.address$/m);
    const json = await chainwright('map', 'gaps.har', '--json');
    const { missing, objectCopies } = JSON.parse(json.stdout) as Record<string, unknown>;
    assert.deepEqual(missing, [
      { entry: 0, location: 'path', key: 1, candidates: [], createdBy: { entry: 1, canMove: true } },
    ]);
    assert.deepEqual(objectCopies, [
      { producer: { entry: 1, path: '$.address' }, consumers: [{ entry: 2, path: '$.address' }] },
    ]);
  });

  it('tells what was typed differently in a second recording', async () => {
    const har = (email: string): string => {
      const entries = [
        entryOf('POST /orders', { id: 8812 }, { sku: 'A-1', email }),
        entryOf('GET /orders/8812', {}),
      ];
      return JSON.stringify({ log: { version: '1.2', entries } });
    };
    await workspace.write({ 'one.har': har('ada@mail.test'), 'two.har': har('bob@mail.test') });
    const { stdout } = await chainwright('map', 'one.har', '--verify', 'two.har');
    assert.match(
      stdout,
      /^These were typed, and differ in the second recording.*:\n {2}1 POST \/orders body \$\.email$/m,
    );
    const json = await chainwright('map', 'one.har', '--verify', 'two.har', '--json');
    assert.deepEqual((JSON.parse(json.stdout) as Record<string, unknown>)['typed'], [
      {
        values: ['ada@mail.test', 'bob@mail.test'],
        places: [{ entry: 0, location: 'body', key: '$.email' }],
      },
    ]);
  });

  it('tells requests that are the same for each item of a list', async () => {
    const entries = [
      entryOf('GET /orders', { items: [{ id: 31 }, { id: 32 }, { id: 33 }] }),
      ...[31, 32, 33].map((id) => entryOf(`GET /orders/${id}`, { id })),
    ];
    await workspace.write({ 'loop.har': JSON.stringify({ log: { version: '1.2', entries } }) });
    const { stdout } = await chainwright('map', 'loop.har');
    assert.match(
      stdout,
      /^ {2}1 GET \/orders body \$\.items\[\*\]\.id: 2 GET \/orders\/31, 3 GET \/orders\/32, 4 GET \/orders\/33$/m,
    );
    const json = await chainwright('map', 'loop.har', '--json');
    assert.deepEqual((JSON.parse(json.stdout) as Record<string, unknown>)['loops'], [
      { list: { entry: 0, path: '$.items[*].id' }, requests: [1, 2, 3] },
    ]);
  });

  it('changes a chain that was imported so that it refers to what is sure, and to nothing else', async () => {
    await chainwright('import', 'session.har', '-o', 'chains');
    const { code, stderr } = await chainwright(
      'map',
      'chains/session.chain.json',
      '--responses',
      'session.har',
      '--apply',
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^3 places refer to what earlier requests extract now\.$/m);
    const text = await readFile(path.join(workspace.folder, 'chains/session.chain.json'), 'utf8');
    assert.match(text, /"url": "http:\/\/api\.test\/orders\/\{\{orderId\}\}"/);
    assert.equal(text.match(/"token": "\{\{token\}\}"/g)?.length, 2);
    assert.match(text, /"password": "\{\{\$secret PASSWORD\}\}"/);
    const { stdout } = await chainwright('analyze', 'chains/session.chain.json');
    assert.match(stdout, /No problems/);
    const again = await chainwright(
      'map',
      'chains/session.chain.json',
      '--responses',
      'session.har',
      '--apply',
    );
    assert.equal(again.stdout, '3 places refer to something already, or say another value by now.\n');
    assert.equal(again.stderr, '0 places refer to what earlier requests extract now.\n');
  });

  it('uses what a chain extracts already, and leaves out what refers to it', async () => {
    await chainwright('import', 'session.har', '-o', 'half');
    const file = path.join(workspace.folder, 'half/session.chain.json');
    const map = (...args: readonly string[]) =>
      chainwright('map', 'half/session.chain.json', '--responses', 'session.har', ...args);
    await map('--apply');
    const named = (await readFile(file, 'utf8'))
      .replace('"variable": "token"', '"variable": "mine"')
      .replaceAll('{{token}}', '{{mine}}');
    await writeFile(file, named.replace('{{mine}}', TOKEN));
    const { suggestions } = JSON.parse((await map('--json')).stdout) as {
      readonly suggestions: readonly { readonly variable: string; readonly consumers: readonly unknown[] }[];
    };
    assert.deepEqual(
      suggestions.map(({ variable, consumers }) => [variable, consumers.length]),
      [['mine', 1]],
    );
    await map('--apply');
    assert.equal(await readFile(file, 'utf8'), named);
  });

  it('reads the responses that came with the import, secrets masked', async () => {
    await chainwright('import', 'session.har', '-o', 'alone');
    const { code, stderr } = await chainwright('map', 'alone/session.chain.json', '--apply');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^3 places refer to what earlier requests extract now\.$/m);
    const text = await readFile(path.join(workspace.folder, 'alone/session.chain.json'), 'utf8');
    assert.match(text, /"url": "http:\/\/api\.test\/orders\/\{\{orderId\}\}"/);
    assert.equal(text.match(/"token": "\{\{token\}\}"/g)?.length, 2);
  });

  it('reads responses that are too long for a result', async () => {
    const entries = [
      entryOf('GET /login', { padding: 'w'.repeat(300_000), token: TOKEN }),
      entryOf('GET /orders', {}, undefined, [bearer]),
    ];
    await workspace.write({ 'long.har': { log: { version: '1.2', entries } } });
    await chainwright('import', 'long.har', '-o', 'long');
    const { stdout } = await chainwright('map', 'long/long.chain.json');
    assert.match(stdout, /^token {2}body \$\.token of /m);
  });

  it('guesses by names where nothing was answered, and adds extractions only when asked', async () => {
    const requests = [
      { id: 'create', name: 'Create', method: 'POST', url: 'http://api.test/orders' },
      { id: 'read', name: 'Read', method: 'GET', url: 'http://api.test/orders/{{orderId}}' },
    ];
    const chain = { formatVersion: 1, name: 'Imported', requests };
    await workspace.write({ 'imported.chain.json': JSON.stringify(chain) });
    const file = path.join(workspace.folder, 'imported.chain.json');
    const shown = await chainwright('map', 'imported.chain.json', '--names');
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(
      shown.stdout,
      /^By names alone, no response seen:\n {2}orderId {2}body \$\.id of 1 POST \/orders {2}70 %/,
    );
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), chain);
    const json = JSON.parse(
      (await chainwright('map', 'imported.chain.json', '--names', '--json')).stdout,
    ) as {
      suggestions: Record<string, unknown>[];
    };
    assert.equal(json.suggestions[0]?.['autoApply'], false);
    await chainwright('map', 'imported.chain.json', '--names', '--apply');
    assert.match(await readFile(file, 'utf8'), /"variable": ?"orderId"/);
    const { stdout } = await chainwright('analyze', 'imported.chain.json');
    assert.match(stdout, /No problems/);
  });

  const refused: [title: string, args: readonly string[], message: RegExp][] = [
    [
      'a file that is not there',
      ['nothing.har'],
      /nothing\.har cannot be read\. Check the name and its permissions\./,
    ],
    ['a folder', ['.'], /^\. is a folder\. Name a file in it\./],
    ['a file that is cut off', ['cut.har'], /cut\.har is not sound JSON: .+ Export the recording again\./],
    [
      'a second recording that is not there',
      ['session.har', '--verify', 'nothing.har'],
      /nothing\.har cannot be read\./,
    ],
    ['names of a recording', ['session.har', '--names'], /session\.har is not a chain\. Import it first/],
    [
      'names together with responses',
      ['other.chain.json', '--names', '--responses', 'session.har'],
      /--names goes by names alone, without responses\./,
    ],
    ['JSON that is not a recording', ['other.json'], /This file is not a HAR recording\./],
    [
      'a confidence beyond 1',
      ['session.har', '--min-confidence', '2'],
      /Write a number from 0 to 1, such as 0\.9\./,
    ],
  ];
  for (const [title, args, message] of refused) {
    it(`refuses ${title} with exit code 2`, async () => {
      const { code, stdout, stderr } = await chainwright('map', ...args);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    });
  }

  for (const [one, other, verify] of [
    ['a', 'b', false],
    ['b', 'a', false],
    ['a', 'b', true],
    ['b', 'a', true],
  ] as const) {
    it(`finds every dependency of session ${one} of Django's admin site, and no other${verify ? ', verified' : ''}`, async function () {
      const data = path.resolve('../shared/inference');
      if (!existsSync(data)) {
        this.skip();
      }
      const of = (session: string, ending: string): string =>
        path.join(data, 'django-admin', `${session}.${ending}`);
      const second = verify ? ['--verify', of(other, 'har')] : [];
      const { stdout } = await chainwright('map', of(one, 'har'), '--json', ...second);
      await workspace.write({ 'suggestions.json': stdout });
      const scored = await promisify(execFile)(process.execPath, [
        path.join(data, 'score.mjs'),
        path.join(workspace.folder, 'suggestions.json'),
        ...[one, other].flatMap((session) => [of(session, 'labels.json'), of(session, 'har')]),
      ]);
      const { distinct, wrongOnUserInput } = JSON.parse(scored.stdout) as Record<string, unknown>;
      assert.deepEqual(distinct, { precision: 1, recall: 1, f1: 1, dependencies: 20 });
      assert.equal(wrongOnUserInput, 0);
    });
  }
});
