/**
 * Chains as scripts that run without questions: sh runs them with the real cURL and jq against a server of this
 * machine, which sees what the chain would send.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi, type Answered } from '../../../examples/orders-api/ordersApi';
import { exportChain, exporters } from '../../../src/formats/exporters/exporters';
import { readExportFiles } from '../../../src/node/files/exportFiles';
import { exported } from './exported';
import {
  comparisons,
  conditionalChain,
  conditionalRuns,
  loopedAnswers,
  loopedChain,
  loopedRequests,
  VALUES,
} from './flowCases';
import { begunChain, begunRuns, pagedAnswers, pagedChain, pagedRequests } from './pages';
import { readsItself, retries } from './retries';
import { authCases, bodyCases, ODD, placeCases } from './requestCases';
import { chainText, sentRequests, soundChain } from './sentRequests';
import { comparableReceived, comparableSent, startWire, type Wire, type WireAnswer } from './wire';

const ORIGIN = 'http://127.0.0.1:4010';

const missing = ['sh', 'curl', 'jq'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined);

describe('export as a shell script', function () {
  this.timeout(120_000);
  let folder = '';
  let wire: Wire;

  before(async function () {
    if (missing.length > 0) {
      process.stderr.write(`Shell scripts are not tried, because there is no ${missing.join(', ')}.\n`);
      this.skip();
    }
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-script-'));
    await mkdir(path.join(folder, 'files'));
    for (const name of ['files/note.txt', 'files/note.bin']) {
      await writeFile(path.join(folder, name), `content of ${name}`);
    }
    wire = await startWire();
  });
  beforeEach(() => wire.answer([]));
  after(async () => {
    await wire?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(script: string, env: Readonly<Record<string, string>> = {}, input = '') {
    const file = path.join(folder, 'chain.sh');
    await writeFile(file, script.replaceAll('http://127.0.0.1:4010', wire.origin));
    const typed = path.join(folder, 'input');
    await writeFile(typed, input);
    const stdin = await open(typed);
    const child = spawn('sh', [file], {
      cwd: os.tmpdir(),
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
      stdio: [stdin.fd, 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    await stdin.close();
    return { code, stdout, stderr };
  }

  /** The chain that is exported, and run with `answers`. */
  async function runChain(requests: readonly object[], more: object = {}, env = {}, input = '') {
    const { text, report } = await exported('curl --script', chainText(requests, more));
    return { ...(await run(text, env, input)), report, text };
  }

  /** Chains of the sample; what they are answered, in order. */
  const chains: [file: string, statuses: readonly number[]][] = [
    ['orders.chain.json', [200, 200, 201, 200, 200, 200, 200, 200, 200, 204, 404]],
    ['attachments.chain.json', [200, 200, 201, 201, 200, 200]],
    ['partner.chain.json', [200, 200, 200, 200, 401, 200, 200, 200]],
  ];
  for (const [file, statuses] of chains) {
    it(`gets through ${file} of the sample`, async () => {
      const workspace = path.resolve('examples/workspace');
      await cp(path.join(workspace, 'files'), path.join(folder, 'files'), { recursive: true });
      const answered: Answered[] = [];
      const api = await startOrdersApi({ flaws: [], onAnswer: (answer) => answered.push(answer) });
      try {
        const exporter = exporters.find(({ name }) => name === 'curl --script');
        assert.ok(exporter);
        const files = await readExportFiles(
          { file: path.join(workspace, file), workspace },
          path.join(workspace, 'chain.sh'),
        );
        const { text } = await exportChain(files, exporter);
        const secrets = Object.entries(DEMO_SECRETS).map(([name, value]) => [`SECRET_${name}`, value]);
        const { code, stderr } = await run(text, {
          VAR_BASE_URL: api.origin,
          ...(Object.fromEntries(secrets) as Record<string, string>),
        });
        assert.deepEqual([code, stderr], [0, '']);
        assert.deepEqual(
          answered.map(({ status }) => status),
          statuses,
        );
      } finally {
        await api.close();
      }
    });
  }

  it('sends what the chain sends, byte for byte where no tool writes JSON or a form its own way', async () => {
    const isElsewhere = /http:\/\/h\b|https:\/\/|"type":"(?:digest|awsSigV4)"|"in":"cookie"|:8080/;
    const cases = [...placeCases, ...bodyCases, ...authCases].filter(
      ({ request, chain }) =>
        !isElsewhere.test(JSON.stringify(request)) && !JSON.stringify(chain ?? {}).includes('"auth"'),
    );
    const text = chainText(
      cases.map(({ request }) => request),
      { variables: { quantity: 2, flags: true } },
    );
    const { text: script, report } = await exported('curl --script', text);
    const values = (name: string): string =>
      name === 'baseUrl' ? wire.origin : `value of ${name}, "quoted" & 50% {} ä\\`;
    const names = ['orderId', 'token', 'baseUrl', 'user'].map((name) => [
      `VAR_${name.replace(/(?=[A-Z])/g, '_').toUpperCase()}`,
      values(name),
    ]);
    const secrets = ['PASSWORD', 'KEY'].map((name) => [`SECRET_${name}`, values(name)]);
    const { code, stderr } = await run(
      script,
      Object.fromEntries([...names, ...secrets]) as Record<string, string>,
    );
    assert.deepEqual([code, stderr], [0, ''], report.remarks.join('\n'));
    const wanted = await sentRequests(
      soundChain(text.replaceAll('http://127.0.0.1:4010', wire.origin)),
      values,
    );
    assert.deepEqual(
      wire.received().map((request, index) => [cases[index]?.title, comparableReceived(request)]),
      wanted.map((request, index) => [cases[index]?.title, comparableSent(request, wire.origin)]),
    );
  });

  const body = {
    id: 7,
    name: 'a "b" ä\n$(touch x)',
    empty: '',
    no: null,
    off: false,
    items: [
      { sku: 'A', price: 0.5, tags: ['x', 'y'] },
      { sku: 'B', price: 12, 'odd name': { deep: true } },
    ],
    jwt: `e30.${Buffer.from('{"sub":"ä~~?"}').toString('base64url')}.x`,
    encoded: Buffer.from('plain').toString('base64'),
    inner: '{"a":[1,2]}',
  };
  const path_ = (path: string) => ({ from: 'body', path });
  const extractions: [title: string, rule: object, wanted: unknown][] = [
    ['a number', path_('$.id'), 7],
    ['a text that a shell would read', path_('$.name'), body.name],
    ['an empty text', path_('$.empty'), ''],
    ['null', path_('$.no'), null],
    ['false', path_('$.off'), false],
    ['an object', path_('$.items[0]'), body.items[0]],
    ['an item from the end', path_('$.items[-1].sku'), 'B'],
    ['a name with a space', path_("$.items[1]['odd name'].deep"), true],
    ['a filter with a comparison', path_('$.items[?@.price < 1].sku'), 'A'],
    ['a filter with two conditions', path_("$.items[?@.price > 1 && @.sku != 'A'].sku"), 'B'],
    ['a filter that asks what is there', path_("$.items[?!@['odd name']].sku"), 'A'],
    ['a filter that no type fits', { ...path_("$.items[?@.price < 'z'].sku"), optional: true }, undefined],
    ['descendants', path_('$..deep'), true],
    ['all matches', { ...path_('$.items[*].sku'), all: true }, ['A', 'B']],
    ['a slice', { ...path_('$.items[0].tags[1:]'), all: true }, ['y']],
    ['two names', { ...path_("$.items[0]['sku','price']"), all: true }, ['A', 0.5]],
    ['the status', { from: 'status' }, 200],
    ['the address', { from: 'url', regex: '/x$' }, '/x'],
    ['a header', { from: 'header', name: 'ETag' }, '"v 1"'],
    ['a part of a header', { from: 'header', name: 'Location', regex: '^/groups/([0-9]+)' }, '12'],
    ['an expression, whatever the case', { from: 'body', regex: '(?i)"SKU":"(b)"' }, 'B'],
    ['a cookie', { from: 'cookie', name: 's.id' }, 'new'],
    ['a claim of a token', { ...path_('$.jwt'), decode: { as: 'jwt', path: '$.sub' } }, 'ä~~?'],
    ['base64', { ...path_('$.encoded'), decode: { as: 'base64' } }, 'plain'],
    ['JSON in a text', { ...path_('$.inner'), decode: { as: 'json', path: '$.a[1]' } }, 2],
    ['what is absent and optional', { ...path_('$.none'), optional: true }, undefined],
  ];

  it('takes values as a chain does, with their types', async () => {
    wire.answer([
      {
        headers: {
          ETag: '"v 1"',
          Location: '/groups/12?/groups/13',
          'Set-Cookie': ['s.id=old; Path=/', 's.id=new; Path=/', 'other=1'],
        },
        body: JSON.stringify(body),
      },
    ]);
    const values = extractions.map(([, , wanted], index) =>
      wanted === undefined ? 'unset' : `{{v${index}}}`,
    );
    const { code, stderr } = await runChain([
      { extract: extractions.map(([, rule], index) => ({ variable: `v${index}`, ...rule })) },
      { method: 'POST', body: { json: values } },
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    const found = JSON.parse(wire.received()[1]?.body ?? '') as readonly unknown[];
    assert.deepEqual(
      extractions.map(([title], index) => [title, found[index]]),
      extractions.map(([title, , wanted]) => [title, wanted === undefined ? 'unset' : wanted]),
    );
    assert.ok(!(await readdir(os.tmpdir())).includes('x'));
  });

  it('keeps every digit of a long number, and of one inside of an object', async () => {
    wire.answer([
      { body: '{"id":9007199254740993,"o":{"n":[-12345678901234567890.5],"t":"1234567890123456789"}}' },
    ]);
    const { code, stderr } = await runChain([
      {
        extract: [
          { variable: 'id', ...path_('$.id') },
          { variable: 'o', ...path_('$.o') },
        ],
      },
      { method: 'POST', url: 'http://127.0.0.1:4010/{{id}}', body: { json: { id: '{{id}}', o: '{{o}}' } } },
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(wire.received()[1]?.target, '/9007199254740993');
    assert.equal(
      wire.received()[1]?.body,
      '{"id": 9007199254740993,"o": {"n":[-12345678901234567890.5],"t":"1234567890123456789"}}',
    );
  });

  const stops: [title: string, rule: object, answer: WireAnswer, message: RegExp][] = [
    [
      'is absent',
      path_('$.id'),
      { body: '{}' },
      /^Create: id was not found: the answer has no body \$\.id\.$/m,
    ],
    ['is in no JSON', path_('$.id'), { body: '<a>' }, /id was not found/],
    [
      'is there twice',
      path_('$..id'),
      { body: '[{"id":1},{"id":2}]' },
      /the answer has several of body \$\.\.id/,
    ],
    [
      'comes with a status that is not accepted',
      path_('$.id'),
      { status: 500, body: '{"id":1}' },
      /^Create: status 500, accepted are 2\?\? 3\?\?\.$/m,
    ],
  ];
  for (const [title, rule, answer, message] of stops) {
    it(`stops where a value ${title}, and sends nothing more`, async () => {
      wire.answer([answer]);
      const { code, stderr } = await runChain([
        { name: 'Create', extract: [{ variable: 'id', ...rule }] },
        { headers: [{ name: 'X', value: '{{id}}' }] },
      ]);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(wire.received().length, 1);
    });
  }

  it('sends nothing where a value is not set that it needs', async () => {
    const { code, stderr } = await runChain([{}, { headers: [{ name: 'X', value: '{{shelf}}' }] }]);
    assert.notEqual(code, 0);
    assert.match(stderr, /VAR_SHELF: has to be set before/);
    assert.deepEqual(wire.received(), []);
  });

  it('stops where nobody answers', async () => {
    const { code, stderr } = await runChain([{ name: 'Nobody', url: 'http://127.0.0.1:1/' }]);
    assert.equal(code, 1);
    assert.match(stderr, /^Nobody: no answer\.$/m);
  });

  it('keeps a value when a later answer lacks it and it is optional', async () => {
    wire.answer([{ body: '{"id":1}' }, { body: '{}' }]);
    const rule = { variable: 'id', ...path_('$.id'), optional: true };
    const { code } = await runChain([
      { extract: [rule] },
      { extract: [rule] },
      { headers: [{ name: 'X', value: '{{id}}' }] },
    ]);
    assert.equal(code, 0);
    assert.ok(wire.received()[2]?.headers.some(([name, value]) => name === 'X' && value === '1'));
  });

  it('sets constants with values of answers when they are needed', async () => {
    wire.answer([{ body: '{"id":"a b"}' }]);
    const { code, stderr } = await runChain(
      [
        { extract: [{ variable: 'id', ...path_('$.id') }] },
        { headers: [{ name: 'X', value: '{{outer}} {{n}}' }] },
      ],
      { variables: { outer: '<{{inner}}>', inner: 'id {{id}}', n: 5 } },
    );
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(wire.received()[1]?.headers.some(([name, value]) => name === 'X' && value === '<id a b> 5'));
  });

  it('sends what conditions let through, and what they skip takes what depends on it along', async () => {
    const { text, report } = await exported('curl --script', conditionalChain);
    assert.deepEqual(
      report.requests.flatMap(({ remarks }) => remarks),
      [],
    );
    assert.deepEqual(text.match(/^sleep .*$/gm), ['sleep 0.02', 'sleep 0.03']);
    for (const { plan, targets } of conditionalRuns) {
      wire.answer([{}, { body: '{"id":7}' }]);
      const { code, stderr } = await run(text, { VAR_PLAN: plan });
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(
        wire.received().map(({ target }) => target),
        targets,
      );
    }
  });

  it('compares as a chain does', async () => {
    const { text, report } = await exported(
      'curl --script',
      chainText(
        comparisons.map(({ comparison }, index) => ({
          when: [comparison],
          url: `http://127.0.0.1:4010/${index}`,
        })),
        { variables: VALUES },
      ),
    );
    assert.deepEqual(
      report.requests.flatMap(({ remarks }) => remarks),
      [],
    );
    wire.answer([]);
    const { stderr } = await run(text);
    assert.equal(stderr, '');
    const sent = new Set(wire.received().map(({ target }) => target));
    assert.deepEqual(
      comparisons.map(({ title }, index) => [title, sent.has(`/${index}`)]),
      comparisons.map(({ title, holds }) => [title, holds]),
    );
  });

  it('sends a request for each item, and what it keeps becomes lists', async () => {
    const { text, report } = await exported('curl --script', loopedChain);
    assert.deepEqual(
      [report.requests.flatMap(({ remarks }) => remarks), report.undefinedVariables],
      [[], []],
    );
    wire.answer(loopedAnswers);
    const { code, stderr } = await run(text);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      wire.received().map(({ target, body }) => `${target} ${body.replaceAll('": ', '":')}`.trim()),
      loopedRequests,
    );
    wire.answer([{ body: '{"orders":[null]}' }]);
    assert.match((await run(text)).stderr, /VAR_ORDER_ID|JSON_ORDER_STATE/);
  });

  it('says which variable is the last item after a loop', async () => {
    const { report } = await exported(
      'curl --script',
      chainText([{ forEach: { in: [1], as: 'a' } }], { variables: { a: 1 } }),
    );
    assert.ok(report.remarks.includes('After its loop, a is the last item.'), report.remarks.join());
  });

  it('stops at a loop over something else than a list, and over too many items', async () => {
    for (const loop of [
      { in: '{{a}}', as: 'b' },
      { in: [1, 2], as: 'b', max: 1 },
    ]) {
      const { text } = await exported(
        'curl --script',
        chainText([{ forEach: loop }], { variables: { a: 1 } }),
      );
      wire.answer([]);
      const { stderr } = await run(text);
      assert.deepEqual(
        [wire.received().length, /a list of at most \d+ items is needed/.test(stderr)],
        [0, true],
      );
    }
  });

  const user = {
    method: 'POST',
    url: `${ORIGIN}/{{user}}`,
    body: { json: { n: '{{n}}', late: '{{late}}' } },
    extract: [{ variable: 'id', from: 'body', path: '$.id', optional: true }],
  };

  it('sends once for each row of the chain, and goes on behind one that fails', async () => {
    const data = [{ user: 'a b', n: 7 }, { user: '{{who}}', n: null }, { user: 'c' }];
    const variables = { late: '<{{user}}>', who: 'bob', n: 'x"y', id: 'none' };
    const last = { url: `${ORIGIN}/end/{{id}}` };
    const { text, report } = await exported('curl --script', chainText([user, last], { data, variables }));
    assert.deepEqual(
      [report.undefinedVariables, report.requests.flatMap(({ remarks }) => remarks)],
      [[], []],
    );
    wire.answer([{ body: '{"id":1}', headers: { 'Set-Cookie': 'c=1' } }, {}, { status: 500 }]);
    const { code, stdout, stderr } = await run(text);
    assert.equal(code, 1);
    assert.match(stderr, /^[^\n]+: status 500, accepted are 2\?\? 3\?\?\.\n$/);
    assert.match(stdout, /^Row 3$/m);
    const sent = wire.received();
    assert.deepEqual(
      sent.map(({ target, body: content }) => `${target} ${content}`.trim()),
      [
        '/a%20b {"n": 7,"late": "<a b>"}',
        '/end/1',
        '/bob {"n": null,"late": "<bob>"}',
        '/c {"n": "x\\"y","late": "<c>"}',
        '/end/none',
      ],
    );
    const cookies = sent.map(({ headers }) => headers.some(([name]) => name === 'Cookie'));
    assert.deepEqual(cookies, [false, true, false, false, false]);
  });

  const FILES: [name: string, content: string, numbers: readonly string[]][] = [
    ['rows.csv', '\ufeffuser,n\r\n"a ""b"", c\r\nd",7\r\n\r\n\u00e4,\r\n', ['"7"', '""']],
    ['rows.json', '[{"user":"a \\"b\\", c\\r\\nd","n":7},{"user":"\u00e4","n":null}]', ['7', 'null']],
    ['rows.jsonl', '{"user":"a \\"b\\", c\\r\\nd","n":7}\n\n{"user":"\u00e4","n":[1]}\n', ['7', '[1]']],
  ];
  for (const [name, content, [first = '', second = '']] of FILES) {
    it(`sends once for each row of ${name}, and what is required once for all`, async () => {
      await writeFile(path.join(folder, name), content);
      const required = { 'login.chain.json': chainText([{ id: 'login', url: `${ORIGIN}/login` }]) };
      const { text } = await exported(
        'curl --script',
        chainText([{ ...user, id: 'read' }], {
          data: name,
          requires: ['login.chain.json'],
          variables: { late: 'l' },
        }),
        { required, columns: ['user', 'n'] },
      );
      wire.answer([{ headers: { 'Set-Cookie': 'c=1' } }]);
      const { code, stderr } = await run(text);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(
        wire.received().map(({ target, body: sent }) => `${target} ${sent}`.trim()),
        [
          '/login',
          `/a%20%22b%22%2C%20c%0D%0Ad {"n": ${first},"late": "l"}`,
          `/%C3%A4 {"n": ${second},"late": "l"}`,
        ],
      );
      assert.ok(
        wire.received()[2]?.headers.some(([header, value]) => header === 'Cookie' && value === 'c=1'),
      );
    });
  }

  it('runs required chains for each row from the first one on that uses a column', async () => {
    const required = {
      'first.chain.json': chainText([{ id: 'first', url: `${ORIGIN}/first` }]),
      'second.chain.json': chainText([{ id: 'second', url: `${ORIGIN}/{{greeting}}` }], {
        variables: { greeting: 'hi-{{user}}' },
      }),
    };
    const { text } = await exported(
      'curl --script',
      chainText([{ id: 'third', url: `${ORIGIN}/third` }], {
        data: [{ user: 'a' }, { user: 'b' }],
        requires: Object.keys(required),
      }),
      { required },
    );
    assert.equal((await run(text)).code, 0);
    assert.deepEqual(
      wire.received().map(({ target }) => target),
      ['/first', '/hi-a', '/third', '/hi-b', '/third'],
    );
  });

  it('runs for the first row alone where rows refer to each other', async () => {
    const data = [
      { a: 'x', b: '{{a}}' },
      { a: 'y', b: 'z' },
    ];
    const { report } = await exported('curl --script', chainText([{ url: `${ORIGIN}/{{b}}` }], { data }));
    assert.deepEqual(report.remarks, [
      'Only the first row of data is carried over: what is exported runs once.',
    ]);
  });

  it('asks for one page after the other, and what they say becomes lists', async () => {
    const { text, report } = await exported('curl --script', pagedChain);
    assert.deepEqual(
      [report.requests.flatMap(({ remarks }) => remarks), report.undefinedVariables],
      [[], []],
    );
    wire.answer(pagedAnswers);
    const { code, stderr } = await run(text);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      wire
        .received()
        .map(({ target, body }) => `${target} ${body.replace(/(?<=[:,]) (?=["\d[])/g, '')}`.trim()),
      pagedRequests,
    );
    const cursors = wire.received().map(({ headers }) => headers.find(([name]) => name === 'X-Cursor')?.[1]);
    assert.deepEqual(cursors.slice(0, 3), [undefined, 'x 1', '7']);
  });

  for (const { title, bodies, targets, fault } of begunRuns) {
    it(`follows pages that say ${title}`, async () => {
      const { text } = await exported('curl --script', begunChain);
      wire.answer(bodies.map((body) => ({ body })));
      const { code, stderr } = await run(text);
      assert.deepEqual(
        wire.received().map(({ target }) => target),
        targets,
      );
      assert.match(stderr, fault ?? /^$/);
      assert.equal(code, fault === undefined ? 0 : 1);
    });
  }

  for (const { title, request, answers, sent, isDone } of retries) {
    it(`sends again ${title}`, async () => {
      const { text, report } = await exported(
        'curl --script',
        chainText([request, { url: `${ORIGIN}/end` }]),
      );
      assert.deepEqual(report.requests[0]?.remarks, []);
      assert.match(text, /^again \d 0\.05$/m);
      wire.answer(answers);
      const { code, stderr } = await run(text);
      assert.deepEqual([code, stderr === ''], isDone ? [0, true] : [1, false]);
      assert.equal(wire.received().length, isDone ? sent + 1 : sent);
    });
  }

  it('sends again where nobody answers, and stops where the status of what was waited for is not accepted', async () => {
    const { stderr: unanswered } = await runChain([
      { url: 'http://127.0.0.1:1/', retry: { times: 1, delayMs: 0 } },
    ]);
    assert.equal(unanswered.match(/^curl: /gm)?.length, 2);
    assert.match(unanswered, /: no answer\.$/m);
    wire.answer([{ status: 500, body: '{"s":"done"}' }]);
    const { stderr } = await runChain([{ retry: { times: 1, until: { path: '$.s', equals: 'done' } } }, {}]);
    assert.match(stderr, /: status 500, accepted are/);
    assert.equal(wire.received().length, 1);
  });

  it('compares what comes as a chain does, several values as a list', async () => {
    const { text } = await exported(
      'curl --script',
      chainText(
        [
          { path: '$.list[*]', contains: '{{wanted}}' },
          { path: '$.n', equals: '7' },
          { path: '$.n', type: 'integer' },
          { name: 'X-Left', lessThan: 3 },
          { contains: '"list"' },
          { path: '$.none', notEquals: 1 },
        ].map((until, index) => ({ url: `${ORIGIN}/${index}`, retry: { times: 1, delayMs: 0, until } })),
        { variables: { wanted: 'b' } },
      ),
    );
    const answer = { headers: { 'X-Left': '2' }, body: '{"list":["a","b"],"n":7}' };
    wire.answer(Array<WireAnswer>(8).fill(answer));
    await run(text.replace(/^again 1 0$/gm, '[ "$attempt" = 0 ] || break; again 1 0'));
    assert.deepEqual(
      wire.received().map(({ target }) => target),
      ['/0', '/1', '/1', '/2', '/3', '/4', '/5', '/5'],
    );
  });

  it('generates values each time, and keeps cookies', async () => {
    wire.answer([{ headers: { 'Set-Cookie': 'a=1; Path=/' } }]);
    const made = { headers: [{ name: 'X', value: '{{$uuid}} {{$randomInt 5 5}} {{$timestamp}}' }] };
    const { code, stderr } = await runChain([made, made]);
    assert.deepEqual([code, stderr], [0, '']);
    const [first = '', second = ''] = wire
      .received()
      .map(({ headers }) => headers.find(([name]) => name === 'X')?.[1] ?? '');
    assert.match(first, /^[0-9a-fA-F-]{36} 5 \d{10}$/);
    assert.notEqual(first.slice(0, 36), second.slice(0, 36));
    assert.ok(wire.received()[1]?.headers.some(([name, value]) => name === 'Cookie' && value === 'a=1'));
  });

  it('asks for what jq cannot take, or takes it from outside', async () => {
    const requests = [
      { extract: [{ variable: 'form', from: 'body', css: 'b' }] },
      { method: 'POST', body: { json: { form: '{{form}}' } } },
    ];
    const asked = await runChain(requests, {}, {}, 'typed "in"\n');
    assert.deepEqual([asked.code, asked.stderr], [0, 'form (body css b): ']);
    const given = await runChain(requests, {}, { VAR_FORM: 'given' });
    assert.equal(given.code, 0);
    const refused = await runChain(requests);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /No value was given for form/);
    assert.deepEqual(
      wire.received().map(({ body: sent }) => sent),
      ['', '{"form": "typed \\"in\\""}', '', '{"form": "given"}', ''],
    );
    assert.match(asked.report.requests[0]?.remarks.join() ?? '', /jq cannot take form from body css b/);
  });

  it('asks for each item for what jq cannot take', async () => {
    const { code, stderr, report } = await runChain(
      [
        { forEach: { in: [1, 2], as: 'n' }, extract: [{ variable: 'form', from: 'body', css: 'b' }] },
        { method: 'POST', body: { json: { forms: '{{form}}' } } },
      ],
      {},
      {},
      'one\n"two"\n',
    );
    assert.deepEqual([code, stderr], [0, 'form (body css b): form (body css b): ']);
    assert.equal(wire.received().at(-1)?.body, '{"forms": ["one","\\"two\\""]}');
    assert.deepEqual(report.requests[0]?.remarks, [
      'jq cannot take form from body css b: the script asks for it.',
    ]);
  });

  it('sends texts that are too long for an argument, and those with a NUL', async () => {
    const long = `${'é'.repeat(70_000)}'$(touch x)`;
    const { code, stderr } = await runChain([
      { method: 'POST', body: { text: long } },
      { method: 'POST', body: { text: 'a\0\\0041b' } },
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      wire.received().map(({ body: sent }) => sent),
      [long, 'a\0\\0041b'],
    );
  });

  it('shows no character that acts on a terminal, and reads no name as a command', async () => {
    const hostile = `$(touch x)\n'; rm "y" \u001b[2J \u202e ${ODD}`;
    const { code, stderr, stdout, text } = await runChain([
      { name: hostile, method: 'POST', body: { text: hostile } },
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.doesNotMatch(text, /[\u001b\u202e\r]/);
    assert.doesNotMatch(stdout, /[\u001b\u202e\r]/);
    assert.equal(wire.received()[0]?.body, hostile);
  });

  const lost: [title: string, request: object, remark: RegExp][] = [
    ['checks', { expect: { body: [{ path: '$.a', equals: 1 }] } }, /checks the status alone/],
    ['repeats with what answers bring', readsItself, /does not send again/],
    [
      'pages until a schema fits',
      {
        forEach: { page: { next: 'c', until: { schema: {} } } },
        extract: [{ variable: 'c', ...path_('$.c') }],
      },
      /sent once, for one page/,
    ],
    ['repeats for a schema', { retry: { times: 1, until: { schema: {} } } }, /does not send again/],
    [
      'OAuth 1.0',
      { auth: { type: 'oauth1', consumerKey: 'a', consumerSecret: '{{$secret P}}' } },
      /does not sign for OAuth 1\.0/,
    ],
    ['what is switched off', { headers: [{ name: 'A', value: '1', disabled: true }] }, /left out: A/],
    [
      'XPath',
      { extract: [{ variable: 'a', from: 'body', xpath: '//a' }] },
      /jq cannot take a from body xpath/,
    ],
    [
      'an expression over lines',
      { extract: [{ variable: 'a', from: 'body', regex: '(?m)^a' }] },
      /jq cannot take a/,
    ],
    [
      'a number that jq rounds',
      { extract: [{ variable: 'a', ...path_('$[?@.id == 9007199254740993].n') }] },
      /jq cannot take a/,
    ],
  ];
  for (const [title, request, remark] of lost) {
    it(`says that it has no place for ${title}`, async () => {
      const { report } = await exported('curl --script', chainText([request]));
      assert.equal(report.requests[0]?.remarks.length, 1);
      assert.match(report.requests[0]?.remarks[0] ?? '', remark);
    });
  }

  it('has a time limit where the chain has one, and says what no shell makes', async () => {
    const { text, report } = await exported(
      'curl --script',
      chainText([{ timeoutMs: 1500, headers: [{ name: 'X', value: "{{$hash 'md5' key}}" }] }]),
    );
    assert.match(text, /--max-time 1\.5 /);
    assert.deepEqual(report.remarks, [
      "A shell has nothing like {{$hash 'md5' key}}: set VAR_HASH_MD5_KEY before.",
    ]);
  });
});
