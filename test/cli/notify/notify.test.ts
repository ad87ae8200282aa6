/** `chainwright run --notify`: the built program tells a chat on this machine of runs against the sample API. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startOrdersApi, type OrdersApi } from '../../../examples/orders-api/ordersApi';
import { chainOf, createWorkspace, type Workspace } from '../../node/workspace';
import { startChat, WEBHOOK_SECRET, type ChatServer } from '../../sharing/chatServer';
import { until } from '../../until';
import { ended, needsSignals, start, type Ended } from '../program';

const GOOD = { id: 'good', method: 'GET', url: '{{baseUrl}}/health' };
const BAD = { ...GOOD, id: 'bad', expect: { status: 418 } };

describe('telling a chat of a run', function () {
  let api: OrdersApi;
  let workspace: Workspace;
  let chat: ChatServer;
  let answers: number[];
  let posts: string[];

  before(async () => {
    api = await startOrdersApi();
    workspace = await createWorkspace();
    await workspace.write({
      'good.chain.json': chainOf([GOOD], { status: 'active' }),
      'bad.chain.json': chainOf([GOOD, BAD], { status: 'active', name: 'Bad <chain>' }),
    });
    chat = await startChat();
    ({ answers, posts } = chat);
  });

  after(async () => {
    await api.close();
    await workspace.dispose();
    await chat.close();
  });

  beforeEach(() => {
    [chat.answers, chat.posts, chat.requests].forEach((list) => (list.length = 0));
  });

  function run(chain: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return ended(
      start(['run', chain, '--var', `baseUrl=${api.origin}`, ...args], workspace.folder, {
        ...webhooks(),
        ...more,
      }),
    );
  }

  function webhooks(): NodeJS.ProcessEnv {
    return {
      CHAINWRIGHT_SECRET_SLACK_WEBHOOK: chat.address,
      CHAINWRIGHT_SECRET_TEAMS_WEBHOOK: chat.address,
    };
  }

  it('posts how it ended, what failed, whom it concerns and where to read on', async () => {
    const { code } = await run('bad.chain.json', [
      ...['--notify', 'slack', '--notify-mention', 'slack=here', '--notify-link', 'https://ci.example.com/7'],
    ]);
    assert.equal(code, 1);
    assert.equal(posts.length, 1);
    const [post = ''] = posts;
    assert.deepEqual(chat.requests, [`POST /services/${WEBHOOK_SECRET}`]);
    assert.match(post, /Bad <chain> failed.*1 passed, 1 failed.*418.*ci\.example\.com.*"range":"here"/s);
  });

  it('tells several services, each in its own form, and mentions nobody when all is well', async () => {
    const { code } = await run('good.chain.json', [
      ...['--notify', 'slack', '--notify', 'teams', '--notify-mention', 'teams=ann@example.com|Ann'],
    ]);
    assert.equal(code, 0);
    assert.deepEqual(posts.map((post) => /"blocks"|"AdaptiveCard"/.exec(post)?.[0]).toSorted(), [
      '"AdaptiveCard"',
      '"blocks"',
    ]);
    assert.ok(posts.every((post) => !post.includes('ann@example.com')));
  });

  it('tells of failures alone when that is wanted', async () => {
    await run('good.chain.json', ['--notify', 'slack', '--notify-when', 'failure']);
    assert.deepEqual(posts, []);
    await run('bad.chain.json', ['--notify', 'slack', '--notify-when', 'failure']);
    assert.equal(posts.length, 1);
  });

  it('takes a chain in which less failed than the threshold for none that failed', async () => {
    await workspace.write({
      'worse.chain.json': chainOf([BAD, { ...BAD, id: 'bad-too' }], { status: 'active', name: 'Worse' }),
    });
    const args = ['--notify', 'slack', '--notify-when', 'failure', '--notify-threshold', '2'];
    const { code } = await run('bad.chain.json', args);
    assert.deepEqual([code, posts.length], [1, 0]);
    await run('worse.chain.json', args);
    assert.equal(posts.length, 1);
  });

  it('tries again when the chat is busy, and posts no more than it takes', async () => {
    answers.push(429, 503);
    const { code, stderr } = await run('good.chain.json', ['--notify', 'slack']);
    assert.deepEqual([code, posts.length, stderr], [0, 3, '']);
  });

  it('leaves the outcome of the run alone when the chat cannot be reached, and says so without its address', async () => {
    answers.push(404);
    const { code, stderr } = await run('good.chain.json', ['--notify', 'slack']);
    assert.equal(code, 0);
    assert.match(stderr, /Slack was not notified: it answered with 404\. The webhook or its channel is gone/);
    assert.doesNotMatch(stderr, /kept-to-ourselves/);
  });

  it('tells nobody of a run that was cancelled, and says so', async function () {
    needsSignals(this);
    await workspace.write({
      'slow.chain.json': chainOf([{ ...GOOD, url: '{{baseUrl}}/api/slow?ms=20000' }], { status: 'active' }),
    });
    const seen = api.requestCount();
    const args = ['run', 'slow.chain.json', '--var', `baseUrl=${api.origin}`, '--notify', 'slack'];
    const child = start([...args, '--notify', 'teams'], workspace.folder, webhooks());
    const ending = ended(child);
    await until(() => api.requestCount() > seen);
    child.kill('SIGINT');
    const { code, stderr } = await ending;
    assert.deepEqual([code, posts.length], [130, 0]);
    assert.match(stderr, /^Slack was not notified: the run was cancelled\.$/m);
    assert.match(stderr, /^Microsoft Teams was not notified: the run was cancelled\.$/m);
    assert.doesNotMatch(stderr, /may not have received the message/);
  });

  it('gives its message to no server whose certificate it cannot verify, whatever the run may do', async () => {
    const tls = (name: string): Buffer => readFileSync(`test/fixtures/tls/${name}`);
    const requests: string[] = [];
    const stranger = https.createServer(
      { cert: tls('selfSigned.pem'), key: tls('selfSigned.key') },
      ({ url = '' }, response) => {
        requests.push(url);
        response.end('ok');
      },
    );
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const origin = `https://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    try {
      await workspace.write({
        'trusting.chain.json': chainOf([{ ...GOOD, url: `${origin}/api` }], { status: 'active' }),
      });
      const { code, stderr } = await run('trusting.chain.json', ['--insecure', '--notify', 'slack'], {
        CHAINWRIGHT_SECRET_SLACK_WEBHOOK: `${origin}/${WEBHOOK_SECRET}`,
      });
      assert.deepEqual([code, requests], [0, ['/api']]);
      assert.match(stderr, /message: .*self-signed/);
    } finally {
      stranger.closeAllConnections();
      stranger.close();
    }
  });

  it('reports changes since the report of the previous run, which the report of this one may replace', async () => {
    const args = ['--notify', 'slack', '--notify-when', 'change'];
    const kept = ['--notify-previous', 'last.json', '--reporter', 'json=last.json'];
    await workspace.write({ 'turns.chain.json': chainOf([GOOD], { status: 'active', name: 'Turns' }) });
    const first = await run('turns.chain.json', [...args, ...kept]);
    assert.deepEqual([first.code, posts.length], [0, 0], first.stderr);
    await workspace.write({ 'turns.chain.json': chainOf([BAD], { status: 'active', name: 'Turns' }) });
    await run('turns.chain.json', [...args, ...kept]);
    await run('turns.chain.json', [...args, ...kept]);
    assert.equal(posts.length, 1);
    assert.match(posts[0] ?? '', /❌ Turns failed/);
    await workspace.write({ 'turns.chain.json': chainOf([GOOD], { status: 'active', name: 'Turns' }) });
    await run('turns.chain.json', [...args, ...kept]);
    assert.equal(posts.length, 2);
    assert.match(posts[1] ?? '', /✅ Turns passed again/);
  });

  it('reads a report that PowerShell wrote to a file', async () => {
    const { stdout } = await run('bad.chain.json', ['--json']);
    const file = path.join(workspace.folder, 'shell.json');
    await writeFile(file, Buffer.from(`\ufeff${stdout}`, 'utf16le'));
    const { stderr } = await run('bad.chain.json', [
      ...['--notify', 'slack', '--notify-when', 'change', '--notify-previous', file],
    ]);
    assert.deepEqual([posts.length, stderr], [0, '']);
  });

  it('says how many of several chains have changed', async () => {
    const kept = ['--notify-previous', 'both.json', '--reporter', 'json=both.json'];
    await run('{good,bad}.chain.json', kept);
    const file = path.join(workspace.folder, 'both.json');
    const report = JSON.parse(await readFile(file, 'utf8')) as { results: { outcome: string }[] };
    const turned = report.results.map((result) => ({
      ...result,
      outcome: result.outcome === 'passed' ? 'failed' : 'passed',
    }));
    await workspace.write({ 'both.json': JSON.stringify({ ...report, results: turned }) });
    await run('{good,bad}.chain.json', ['--notify', 'slack', '--notify-when', 'change', ...kept]);
    assert.match(posts[0] ?? '', /Since the last run.*1 chain newly failed, 1 chain passed again/);
    await run('{good,bad}.chain.json', ['--notify', 'slack', '--notify-when', 'change', ...kept]);
    assert.equal(posts.length, 1);
  });

  for (const content of ['not JSON', '{"results":[{"outcome":"passed"}]}', '[]']) {
    it(`takes a report such as ${content} for nothing, says so, and runs`, async () => {
      await workspace.write({ 'broken.json': content });
      const { code, stderr } = await run('bad.chain.json', [
        ...['--notify', 'slack', '--notify-when', 'change', '--notify-previous', 'broken.json'],
      ]);
      assert.deepEqual([code, posts.length], [1, 1]);
      assert.match(stderr, /broken\.json is not a JSON report of an earlier run/);
    });
  }

  it('gives the address to no chain, whether a chat is notified or not', async () => {
    const url = '{{baseUrl}}/health?key={{$secret SLACK_WEBHOOK}}';
    await workspace.write({ 'curious.chain.json': chainOf([{ ...GOOD, url }], { status: 'active' }) });
    const seen = api.requestCount();
    for (const args of [[], ['--notify', 'slack'], ['--allow-env', 'CHAINWRIGHT_SECRET_SLACK_WEBHOOK']]) {
      const bind = ['--secret-host', `SLACK_WEBHOOK=${api.origin}`];
      const { code, stdout } = await run('curious.chain.json', [...bind, ...args]);
      assert.equal(code, 1, stdout);
      assert.match(stdout, /SLACK_WEBHOOK has no value\. .*address of a chat, which no chain is given/);
    }
    assert.equal(api.requestCount(), seen);
    assert.equal(posts.length, 1);
  });

  describe('a secret that the API repeats in its error page', () => {
    const CANARY = 'Kanarie+/"ü 7&b=c\\d-0123456789';
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const base64url = (text: string): string => Buffer.from(text).toString('base64url');
    const encodings: Readonly<Record<string, (text: string) => string>> = {
      unchanged: (text) => text,
      'percent-encoded': encodeURIComponent,
      'as a form': (text) => new URLSearchParams({ k: text }).toString().slice(2),
      'in base64': base64,
      'in base64url': base64url,
      'in JSON': (text) => JSON.stringify(JSON.stringify(text)),
      'in a JWT': (text) =>
        `${base64url('{"alg":"none"}')}.${base64url(JSON.stringify({ sub: 'a', key: text }))}.c2ln`,
      'as Basic credentials': (text) => `Basic ${base64(`user:${text}`)}`,
    };
    let echo: Server;
    let encode: (text: string) => string;

    before(async () => {
      echo = createServer((request, response) => {
        const key = new URL(request.url ?? '', 'http://localhost').searchParams.get('key') ?? '';
        response.writeHead(500, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ said: `before ${encode(key)} after` }));
      });
      await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    });
    after(() => new Promise((resolve) => echo.close(resolve)));

    for (const [name, spelling] of Object.entries(encodings)) {
      it(`is in no message and no line of the log when it comes back ${name}`, async () => {
        encode = spelling;
        const { port } = echo.address() as AddressInfo;
        const origin = `http://127.0.0.1:${port}`;
        const url = `${origin}/echo?key={{$secret CANARY}}`;
        const expect = { status: 500, body: [{ path: '$.said', equals: 'nothing' }] };
        await workspace.write({
          'canary.chain.json': chainOf([{ id: 'echo', method: 'GET', url, expect }], { status: 'active' }),
        });
        answers.push(404, 404);
        const { code, stdout, stderr } = await run(
          'canary.chain.json',
          ['--notify', 'slack', '--notify', 'teams', '--secret-host', `CANARY=${origin}`],
          { CHAINWRIGHT_SECRET_CANARY: CANARY },
        );
        assert.equal(code, 1, stderr);
        assert.equal(posts.length, 2);
        assert.ok(
          posts.every((post) => post.includes('before ')),
          'the answer is shown, masked',
        );
        const said = [...posts, stdout, stderr].join('\n');
        for (const spelled of Object.values(encodings).map((one) => one(CANARY))) {
          assert.ok(!said.includes(spelled), spelled);
          assert.ok(!said.includes(JSON.stringify(spelled).slice(1, -1)), spelled);
        }
        assert.doesNotMatch(said, /Kanarie|kept-to-ourselves/);
      });
    }
  });

  const cases: readonly (readonly [args: readonly string[], environment: NodeJS.ProcessEnv, says: RegExp])[] =
    [
      [['--notify', 'carrier-pigeon'], {}, /Known are slack and teams/],
      [['--notify', 'slack'], { CHAINWRIGHT_SECRET_SLACK_WEBHOOK: '' }, /Set the environment variable/],
      [
        ['--notify', 'slack'],
        { CHAINWRIGHT_SECRET_SLACK_WEBHOOK: 'http://example.com/x' },
        /does not contain an https address/,
      ],
      [['--notify', 'slack', '--notify-mention', 'slack=ann'], {}, /does not know a member by "ann"/],
      [['--notify', 'slack', '--notify-mention', 'teams=a@b.c'], {}, /Add --notify teams/],
      [['--notify', 'slack', '--notify-link', 'javascript:alert(1)'], {}, /is not the address of a page/],
      [['--notify', 'slack', '--notify-when', 'sometimes'], {}, /always, failure, change/],
      [['--notify', 'slack', '--notify-when', 'flaw'], {}, /always, failure, change/],
      [['--notify', 'slack', '--notify-threshold', '0'], {}, /Write a whole number from 1 on/],
      [['--notify', 'slack', '--notify-when', 'change'], {}, /Name its report with --notify-previous/],
    ];
  for (const [args, environment, says] of cases) {
    it(`refuses ${args.join(' ')} ${Object.values(environment).join('')} before anything is sent`, async () => {
      const seen = api.requestCount();
      const { code, stderr } = await run('good.chain.json', args, environment);
      assert.equal(code, 2);
      assert.match(stderr, says);
      assert.deepEqual([api.requestCount(), posts.length], [seen, 0]);
    });
  }
});
