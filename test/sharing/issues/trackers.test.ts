/** Every tracker against a server on this machine that speaks its interface. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import {
  commentOnIssue,
  createIssue,
  findDuplicates,
  type OpenTracker,
} from '../../../src/sharing/issues/raiseIssue';
import { checkedProject, checkedServer, trackerNamed, trackers } from '../../../src/sharing/issues/trackers';
import type { SendingPorts } from '../../../src/sharing/sendWithRetry';
import { closeTransports, transport } from '../../node/sending';
import { until } from '../../until';
import { failedDraft, HOSTILE } from './drafts';
import { TOKEN, USER } from './issueApi';
import { startIssueServer, type Fault, type IssueServer } from './issueServer';

const PROJECTS: Readonly<Record<string, string>> = {
  github: 'acme/shop',
  gitlab: 'acme/shop',
  jira: 'SHOP',
  'jira-data-center': 'SHOP',
};

for (const tracker of trackers) {
  describe(`raising an issue in ${tracker.title}`, () => {
    let server: IssueServer;
    beforeEach(async () => {
      server = await startIssueServer(tracker.name);
    });
    afterEach(async () => {
      closeTransports();
      await server.close();
      assert.deepEqual(server.faulty, []);
    });

    const open = (more: Partial<OpenTracker['access']> = {}): OpenTracker => ({
      tracker,
      access: {
        server: server.origin,
        project: PROJECTS[tracker.name] ?? '',
        token: TOKEN,
        user: USER,
        userAgent: 'chainwright/test',
        ...more,
      },
      mask: (text) => text.replaceAll(TOKEN, '‹secret:0000›'),
    });
    /** No time goes by while somebody waits; `limit` is that of a request, in milliseconds. */
    const ports = (limit = Infinity): SendingPorts => ({
      send: (request, options) =>
        transport().send(request, { ...options, timeoutMs: Math.min(options.timeoutMs, limit) }),
      clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
    });
    const never = new AbortController().signal;

    it('finds nothing, makes an issue, finds it, and comments on it', async () => {
      const draft = await failedDraft();
      assert.deepEqual(await findDuplicates(open(), draft.fingerprint, ports(), never), {
        ok: true,
        value: [],
      });
      const made = await createIssue(open(), draft, ports(), never);
      assert.ok(made.ok, JSON.stringify(made));
      assert.equal(made.value.url.startsWith(`${server.origin}/`), true);
      assert.equal(server.issues.length, 1);
      const found = await findDuplicates(open(), draft.fingerprint, ports(), never);
      const [{ text = '', ...issue } = {}, ...others] = found.ok ? found.value : [];
      assert.deepEqual(issue, { ...made.value, title: draft.title, isOpen: true });
      assert.deepEqual(others, []);
      assert.match(text, /500 Internal Server Error/);
      const comment = await commentOnIssue(open(), { key: made.value.key, body: draft.body }, ports(), never);
      assert.deepEqual(comment, { ok: true, value: made.value });
      assert.equal(server.issues[0]?.comments.length, 1);
    });

    it('takes no other issue for a duplicate, and names open ones first', async () => {
      const draft = await failedDraft();
      const other = await failedDraft({ answer: () => 404 });
      for (const one of [other, draft, draft]) {
        await createIssue(open(), one, ports(), never);
      }
      const [, closed] = server.issues;
      assert.ok(closed);
      closed.isOpen = false;
      const found = await findDuplicates(open(), draft.fingerprint, ports(), never);
      assert.deepEqual(found.ok && found.value.map(({ key, isOpen }) => [key.replace(/\D/g, ''), isOpen]), [
        ['3', true],
        ['2', false],
      ]);
    });

    it('takes texts of strangers, and a person may write what they like', async () => {
      const draft = await failedDraft();
      for (const body of [HOSTILE, '', '```', '- \n- a\n\n#\n\n**', '``````\n\u0000\n']) {
        const made = await createIssue(open(), { ...draft, body }, ports(), never);
        assert.ok(made.ok, JSON.stringify([body, made]));
      }
    });

    const refusals: readonly (readonly [Fault, RegExp])[] = [
      [{ status: 400 }, /answered with 400\..*(?:check|Give)/],
      [{ status: 401 }, /answered with 401\..*token is not accepted/],
      [{ status: 403 }, /answered with 403\..*token/],
      [{ status: 403, headers: { 'X-RateLimit-Remaining': '0' } }, /asked too often/],
      [{ status: 404 }, /answered with 404\..*Check the/],
      [{ status: 410 }, /answered with 410\..*(?:switch|takes no issues)/],
      [{ status: 422 }, /answered with 422\..*title and the labels/],
      ...[500, 502, 504].map((status): readonly [Fault, RegExp] => [
        { status },
        new RegExp(
          `may have taken it: it answered with ${status}\\. Raise it again in a minute.*by its fingerprint`,
        ),
      ]),
      [{ status: 301, headers: { Location: 'http://127.0.0.1:1/elsewhere' } }, /301\. The project has moved/],
      ['silence', /may have taken it: .*Raise it again in a minute to find out: .*by its fingerprint/],
      ['truncated', /may have taken it: .*Raise it again in a minute to find out/],
      ['broken-json', /may have taken.*cannot be read\. Raise it again in a minute/],
      ['echo', /answered with 500/],
    ];
    for (const [fault, says] of refusals) {
      it(`sends an issue once and says what to do about ${JSON.stringify(fault)}`, async () => {
        server.faults.push(fault);
        const draft = await failedDraft();
        const limit = fault === 'silence' ? 2000 : undefined;
        const made = await createIssue(open(), draft, ports(limit), never);
        assert.equal(made.ok, false);
        const words = made.ok ? '' : `${made.message} ${made.todo}`;
        assert.match(words, says);
        assert.equal(words.includes(TOKEN), false);
        assert.equal(server.asked.length, 1);
        // Nothing is lost: the same draft goes through afterwards.
        assert.equal((await createIssue(open(), draft, ports(), never)).ok, true);
      });
    }

    it('knows that nothing is there while the tracker is not available', async () => {
      server.faults.push(...Array.from({ length: 4 }, () => ({ status: 503 })));
      const made = await createIssue(open(), await failedDraft(), ports(), never);
      assert.ok(!made.ok && !made.mayBeThere);
      assert.match(
        `${made.message} ${made.todo}`,
        /took no issue: it answered with 503\. It has a fault of its own.*Nothing of your draft is lost/,
      );
      assert.equal(server.issues.length, 0);
    });

    it('does not know whether a comment is there after a fault of the server, and sends it once', async () => {
      server.faults.push({ status: 502 });
      const sent = await commentOnIssue(open(), { key: '1', body: 'Seen.' }, ports(), never);
      assert.ok(!sent.ok && sent.mayBeThere);
      assert.match(
        `${sent.message} ${sent.todo}`,
        /may have taken it: it answered with 502\. Look at the issue/,
      );
      assert.equal(server.asked.length, 1);
    });

    it('waits when it is asked to, and sends again what was not taken', async () => {
      server.faults.push({ status: 429, headers: { 'Retry-After': '1' } }, { status: 503 });
      assert.equal((await createIssue(open(), await failedDraft(), ports(), never)).ok, true);
      assert.deepEqual([server.asked.length, server.issues.length], [3, 1]);
    });

    it('says that it may be there when it is cancelled under way, and how that is found out', async () => {
      server.faults.push('silence', 'silence');
      const draft = await failedDraft();
      for (const [index, says] of [
        /Raise it again.*found by its fingerprint/,
        /Look at the issue/,
      ].entries()) {
        const cancel = new AbortController();
        const sending =
          index === 0
            ? createIssue(open(), draft, ports(), cancel.signal)
            : commentOnIssue(open(), { key: '1', body: draft.body }, ports(), cancel.signal);
        await until(() => server.asked.length === index + 1);
        cancel.abort();
        const sent = await sending;
        assert.ok(!sent.ok && sent.mayBeThere);
        assert.match(`${sent.message} ${sent.todo}`, /may have taken it: The request was cancelled\. /);
        assert.match(sent.todo, says);
      }
    });

    it('sends nothing more once it is cancelled, and says that nothing is there', async () => {
      const draft = await failedDraft();
      const early = await createIssue(open(), draft, ports(), AbortSignal.abort());
      assert.ok(!early.ok && !early.mayBeThere);
      assert.equal(server.asked.length, 0);
      server.faults.push({ status: 429 });
      const cancel = new AbortController();
      const sleep = (): Promise<void> => Promise.resolve(cancel.abort());
      const clock = { now: () => Date.now(), sleep };
      const waiting = await createIssue(open(), draft, { ...ports(), clock }, cancel.signal);
      assert.ok(!waiting.ok && !waiting.mayBeThere);
      assert.match(waiting.message, /429/);
      assert.equal(server.asked.length, 1);
    });

    it('asks again for duplicates after a fault of the server', async () => {
      server.faults.push({ status: 500 }, { status: 502 }, 'truncated');
      const found = await findDuplicates(open(), 'chainwright:fp-0', ports(), never);
      assert.deepEqual([found.ok, server.asked.length], [true, 4]);
    });

    it('says that a wrong token is not accepted, without saying it', async () => {
      const found = await findDuplicates(open({ token: 'wrong-token-1' }), 'x', ports(), never);
      assert.equal(found.ok, false);
      assert.match(JSON.stringify(found), /401.*token is not accepted/);
      assert.doesNotMatch(JSON.stringify(found), /wrong-token-1/);
    });

    it('says what is the matter when nobody answers', async () => {
      const gone = await new Promise<number>((resolve) => {
        const probe = createServer().listen(0, '127.0.0.1', () => {
          const { port } = probe.address() as { port: number };
          probe.close(() => resolve(port));
        });
      });
      const made = await createIssue(
        open({ server: `http://127.0.0.1:${gone}` }),
        await failedDraft(),
        ports(),
        never,
      );
      assert.match(JSON.stringify(made), /took no issue: /);
      assert.doesNotMatch(JSON.stringify(made), /may have/);
    });

    it('makes a page that no server refuses for its length', async () => {
      const draft = await failedDraft({ answer: () => ({ status: 500, body: 'ä\n'.repeat(20_000) }) });
      const { url, isFilled } = tracker.newIssue(open().access, draft);
      assert.ok(url.length <= 8_000, String(url.length));
      assert.ok(url.startsWith(`${server.origin}/`));
      assert.equal(!isFilled || decodeURIComponent(url).includes(draft.fingerprint), true);
    });

    it('knows its projects', () => {
      assert.equal(checkedProject(PROJECTS[tracker.name] ?? '', tracker), PROJECTS[tracker.name]);
      for (const project of [
        '',
        '../..',
        'a/../b',
        'a b',
        'acme/shop?x=1',
        'acme/shop#1',
        '/x',
        'A"B',
        'a/b\n',
      ]) {
        assert.throws(() => checkedProject(project, tracker), /Write it like/, project);
      }
    });
  });
}

describe('the address of a tracker', () => {
  const github = trackerNamed('github');
  it('is its own unless somebody says otherwise', () => {
    assert.equal(checkedServer(undefined, github), 'https://github.com');
    assert.equal(checkedServer('https://git.example.com/', github), 'https://git.example.com');
    assert.equal(
      checkedServer('https://example.com/gitlab/', trackerNamed('gitlab')),
      'https://example.com/gitlab',
    );
    assert.equal(checkedServer('http://localhost:8080', github), 'http://localhost:8080');
    assert.throws(() => checkedServer(undefined, trackerNamed('jira')), /Nobody said where Jira is/);
    assert.throws(() => trackerNamed('bugzilla'), /Known are github, gitlab, jira, jira-data-center/);
  });
  for (const address of [
    'http://git.example.com',
    'ftp://a',
    'https://u:p@a.example.com',
    'https://a.example.com/?x',
    'https://a.example.com/#x',
    'javascript:alert(1)',
    'x',
  ]) {
    it(`is not ${address}`, () => {
      assert.throws(() => checkedServer(address, github), /is not a valid address/);
    });
  }
  it('has its interface where GitHub has it', () => {
    const of = (server: string) =>
      github.search({ server, project: 'a/b', token: 't', userAgent: 'u' }, 'x').url.split('?')[0];
    assert.deepEqual(['https://github.com', 'https://acme.ghe.com', 'https://git.example.com'].map(of), [
      'https://api.github.com/search/issues',
      'https://api.acme.ghe.com/search/issues',
      'https://git.example.com/api/v3/search/issues',
    ]);
  });
});
