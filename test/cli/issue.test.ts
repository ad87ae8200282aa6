/** `chainwright issue` as scripts see it, against trackers on this machine. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { secretsIn } from '../../src/core/masking/secretForms';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { TOKEN, USER } from '../sharing/issues/issueApi';
import { startIssueServer, type IssueServer } from '../sharing/issues/issueServer';
import { ended, start, type Ended } from './program';

const CANARY = 'c4nary/+"s3cret"&ü-7f1e9a';
/** A JSON Web Token that says it, too. */
const JWT = ['{"alg":"none"}', JSON.stringify({ sub: CANARY }), 'signature']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

const REQUESTS = [
  {
    id: 'spill',
    name: 'Spill',
    method: 'POST',
    url: '{{baseUrl}}/spill?key={{$secret CANARY}}',
    auth: { type: 'basic', username: 'ann', password: '{{$secret CANARY}}' },
    headers: [{ name: 'X-Trace', value: 'plain {{$secret JWT}}' }],
    body: { json: { note: 'is {{$secret CANARY}} here' } },
    extract: [{ variable: 'order', from: 'body', path: '$.order' }],
  },
  { id: 'next', method: 'GET', url: '{{baseUrl}}/orders/{{order}}' },
  { id: 'fine', method: 'GET', url: '{{baseUrl}}/fine' },
];

describe('chainwright issue', function () {
  let workspace: Workspace;
  let api: Server;
  let tracker: IssueServer;

  before(async () => {
    workspace = await createWorkspace();
    api = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        // What frameworks do in debug mode: the page repeats everything that came.
        const page = `${JSON.stringify(request.headers)}\n${request.url ?? ''}\n${body}\n${encodeURIComponent(body)}`;
        response.writeHead(request.url === '/fine' ? 200 : 500, { 'Content-Type': 'text/plain' });
        response.end(`${page}\n${Buffer.from(body).toString('base64')}`);
      });
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const { port } = api.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    await workspace.write({ 'shop.chain.json': chainOf(REQUESTS, { status: 'active', name: 'Shop' }) });
    const ran = await ended(
      start(
        [
          ...['run', 'shop.chain.json', '--var', `baseUrl=${origin}`, '--reporter', 'json=report.json'],
          ...['--secret-host', `CANARY=${origin}`, '--secret-host', `JWT=${origin}`],
        ],
        workspace.folder,
        { CHAINWRIGHT_SECRET_CANARY: CANARY, CHAINWRIGHT_SECRET_JWT: JWT },
      ),
    );
    assert.equal(ran.code, 1, ran.stderr);
  });
  after(async () => {
    await workspace.dispose();
    await new Promise((resolve) => api.close(resolve));
  });
  beforeEach(async () => {
    tracker = await startIssueServer('github');
  });
  afterEach(async () => {
    await tracker.close();
    assert.deepEqual(tracker.faulty, []);
  });

  function issue(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = { GITHUB_TOKEN: TOKEN },
  ): Promise<Ended> {
    const named = ['--tracker', 'github', '--project', 'acme/shop', '--server', tracker.origin];
    return ended(start(['issue', 'report.json', ...named, ...args], workspace.folder, environment));
  }

  it('raises an issue, says where it is, and finds it the second time', async () => {
    const first = await issue([]);
    assert.deepEqual([first.code, first.stdout], [0, `${tracker.origin}/acme/shop/issues/1\n`], first.stderr);
    assert.match(first.stderr, /There is more to raise: 1 more/);
    const [raised] = tracker.issues;
    assert.match(raised?.title ?? '', /^Spill failed: /);
    assert.match(String(raised?.body), /- File: `shop\.chain\.json:\d+`/);
    assert.match(String(raised?.body), /## In the chain/);
    assert.deepEqual(raised?.labels, ['bug']);
    const second = await issue([]);
    assert.deepEqual([second.code, second.stdout, tracker.issues.length], [0, first.stdout, 1]);
    assert.match(second.stderr, /There is an issue about this already: #1 .* Add --comment/);
    const third = await issue(['--comment', 'Still there after the update.']);
    assert.deepEqual([third.code, raised?.comments.length, tracker.issues.length], [0, 1, 1]);
    const [comment = ''] = raised?.comments.map(String) ?? [];
    assert.match(comment, /^Still there after the update\.\n\nSeen again: `POST` `Spill` failed: `500/);
    assert.match(comment, /What was sent and what came is as the issue says\./);
    assert.ok(comment.length < 600, comment);
    const kept = JSON.parse(
      await readFile(path.join(workspace.folder, '.chainwright/issues.json'), 'utf8'),
    ) as {
      issues: readonly { key: string }[];
    };
    assert.deepEqual(
      kept.issues.map(({ key }) => key),
      ['1'],
    );
  });

  it('says where the issue is when it cannot be remembered, and ends well', async () => {
    const file = path.join(workspace.folder, '.chainwright/issues.json');
    await rm(file, { force: true });
    await mkdir(file, { recursive: true });
    try {
      const { code, stdout, stderr } = await issue(['--request', 'spill']);
      assert.deepEqual([code, stdout], [0, `${tracker.origin}/acme/shop/issues/1\n`], stderr);
      assert.match(stderr, /^The issue is there, but results will not link to it: .+$/m);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    } finally {
      await rm(file, { recursive: true });
    }
  });

  it('raises the request that is named, with labels of the person', async () => {
    const { code, stderr } = await issue(['--request', 'next', '--label', 'api', '--label', 'night run']);
    assert.equal(code, 0, stderr);
    assert.match(tracker.issues[0]?.title ?? '', /^next was not sent: order comes from Spill/);
    assert.deepEqual(tracker.issues[0]?.labels, ['api', 'night run']);
  });

  it('writes what would leave and sends nothing', async () => {
    const dry = await issue(['--dry-run']);
    assert.equal(dry.code, 0, dry.stderr);
    assert.equal(tracker.asked.length, 0);
    await issue([]);
    const [searched, created] = tracker.asked;
    assert.match(dry.stdout, /^GET http.*\/search\/issues\?q=/);
    assert.ok(dry.stdout.startsWith(`GET ${tracker.origin}${searched?.target ?? ''}\n`));
    assert.ok(
      dry.stdout.includes(
        `POST ${tracker.origin}${created?.target ?? ''}\n${JSON.stringify(created?.json, null, 2)}`,
      ),
    );
  });

  it('writes the longest comment that could leave, too, when one is wanted', async () => {
    const dry = await issue(['--dry-run', '--comment']);
    assert.match(dry.stdout, /POST http.*\/repos\/acme\/shop\/issues\/\{issue\}\/comments\n/);
    assert.match(dry.stdout, /"body": "Seen again: `POST` `Spill` failed/);
    assert.equal(tracker.asked.length, 0);
  });

  it('gives the page to fill in without a token', async () => {
    const { code, stdout, stderr } = await issue([], {});
    assert.equal(code, 0);
    assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+\/acme\/shop\/issues\/new\?title=Spill%20failed/);
    assert.ok(stdout.length < 8_100);
    assert.match(stderr, /Nothing was sent: the environment variable GITHUB_TOKEN is not set\. Make a/);
    assert.equal(tracker.asked.length, 0);
  });

  it('ends with 2 and says what to do when the tracker does not take it', async () => {
    const refused = await issue([], { GITHUB_TOKEN: 'another-token' });
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /GitHub was not searched: it answered with 401\. It says: Bad credentials The token is not accepted/,
    );
    tracker.faults.push({ status: 200, body: '{"items":[]}' }, 'echo');
    const echoed = await issue([]);
    assert.equal(echoed.code, 2);
    assert.match(
      echoed.stderr,
      /GitHub may have taken it: it answered with 500\. Raise it again in a minute/,
    );
    assert.deepEqual(secretsIn(echoed.stderr + echoed.stdout, [TOKEN]), []);
  });

  it('never follows a redirect, which would carry the token along', async () => {
    const other = await startIssueServer('github');
    tracker.faults.push({ status: 302, headers: { Location: `${other.origin}/api/v3/search/issues` } });
    const { code, stderr } = await issue([]);
    assert.deepEqual([code, other.asked.length], [2, 0]);
    assert.match(stderr, /The project has moved, and a token is not carried along/);
    await other.close();
  });

  it('raises in Jira Cloud with the account of the token', async () => {
    const jira = await startIssueServer('jira');
    const args = ['issue', 'report.json', '--tracker', 'jira', '--project', 'SHOP', '--server', jira.origin];
    const missing = await ended(start(args, workspace.folder, { JIRA_TOKEN: TOKEN }));
    assert.deepEqual([missing.code, jira.asked.length], [2, 0]);
    assert.match(missing.stderr, /Set the environment variable JIRA_EMAIL/);
    const done = await ended(start(args, workspace.folder, { JIRA_TOKEN: TOKEN, JIRA_EMAIL: USER }));
    assert.deepEqual(
      [done.code, done.stdout, jira.faulty],
      [0, `${jira.origin}/browse/SHOP-1\n`, []],
      done.stderr,
    );
    await jira.close();
  });

  it('lets no secret leave, in whatever encoding the API gave it back', async () => {
    const printed = [
      await issue(['--dry-run']),
      await issue([], {}),
      await issue([]),
      await issue(['--comment']),
    ];
    const left = [
      ...printed.flatMap(({ stdout, stderr }) => [
        stdout,
        stderr,
        decodeURIComponent(stdout.replace(/%(?![0-9a-f]{2})/gi, '')),
      ]),
      ...tracker.asked.flatMap(({ target, text }) => [target, text, decodeURIComponent(target)]),
      await readFile(path.join(workspace.folder, '.chainwright/issues.json'), 'utf8'),
    ];
    assert.ok(tracker.issues.length === 1 && tracker.issues[0]?.comments.length === 1);
    for (const text of left) {
      assert.deepEqual(secretsIn(text, [CANARY, JWT, TOKEN]), []);
      assert.equal(text.includes(JWT.split('.')[1] ?? ''), false);
    }
    // The test would see it: the API did give it back.
    assert.match(tracker.issues[0]?.body as string, /‹secret:[0-9a-f]{4}›/);
  });

  const refusals: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['--request', 'fine'], /No request "fine" has something to raise\. Those that have: spill, next\./],
    [['--cell', 'x'], /--cell means nothing for a run of a chain/],
    [['--tracker', 'bugzilla'], /Allowed choices are github, gitlab/],
    [['--project', 'shop'], /Write it like owner\/name/],
    [['--server', 'http://git.example.com'], /is not a valid address for GitHub/],
  ];
  for (const [args, says] of refusals) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, stderr } = await issue(args);
      assert.equal(code, 2);
      assert.match(stderr, says);
      assert.equal(tracker.asked.length, 0);
    });
  }

  it('reads a report as PowerShell writes it to a file', async () => {
    await workspace.write({ 'none.json': '\ufeff{"results":[]}\r\n' });
    const named = ['--tracker', 'github', '--project', 'a/b'];
    const { stderr } = await ended(start(['issue', 'none.json', ...named], workspace.folder));
    assert.match(stderr, /nothing to raise/);
  });

  it('refuses files that tell of nothing', async () => {
    await workspace.write({ 'none.json': '{"results":[]}', 'text.json': 'hello' });
    const of = (file: string) =>
      ended(start(['issue', file, '--tracker', 'github', '--project', 'a/b'], workspace.folder));
    const [none, text, absent, chain] = await Promise.all(
      ['none.json', 'text.json', 'absent.json', 'shop.chain.json'].map(of),
    );
    assert.deepEqual([none?.code, text?.code, absent?.code, chain?.code], [2, 2, 2, 2]);
    assert.match(none?.stderr ?? '', /nothing to raise/);
    assert.match(text?.stderr ?? '', /text\.json is not a result of a run/);
    assert.match(chain?.stderr ?? '', /has no recorded result/);
  });
});
