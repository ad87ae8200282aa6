/** What the editor shows when sharing does not work is German where it speaks German. */
import assert from 'node:assert/strict';
import { UserError } from '../../src/core/errors';
import type { HeaderLine } from '../../src/core/model';
import type { SendFailureCode, SendResult } from '../../src/core/ports';
import { deliver } from '../../src/sharing/deliver';
import {
  commentOnIssue,
  createIssue,
  findDuplicates,
  type OpenTracker,
} from '../../src/sharing/issues/raiseIssue';
import { checkedProject, checkedServer, trackerNamed, trackers } from '../../src/sharing/issues/trackers';
import { notifiers } from '../../src/sharing/notifiers/notifiers';
import { readNotifySettings } from '../../src/sharing/notifySettings';
import { englishSentences, inGerman } from './germanSentences';

const STATUSES = [200, 301, 400, 401, 403, 404, 410, 418, 422, 429, 500, 503, 504];

/** Answers of a service, and what happens without one. */
const OUTCOMES: readonly SendResult[] = [
  ...STATUSES.map((status) => answered(status, [])),
  answered(403, [{ name: 'Retry-After', value: '100' }]),
  unanswered('connection-refused'),
  unanswered('connection-reset'),
];

function answered(status: number, headers: readonly HeaderLine[]): SendResult {
  const body = new TextEncoder().encode('{"message":"Nein"}');
  return {
    ok: true,
    response: { status, statusText: '', httpVersion: '1.1', headers, body, wireSize: body.length },
    timings: { totalMs: 1 },
    connection: { via: 'direct', reused: false },
  };
}

function unanswered(code: SendFailureCode): SendResult {
  const message = 'Nothing listens at http://127.0.0.1:9.';
  const todo = 'Start the API or correct the address.';
  return { ok: false, failure: { code, message, todo }, timings: { totalMs: 1 } };
}

const DRAFT = { title: 't', body: 'b', labels: [], fingerprint: 'f' };

function portsFor(outcome: SendResult): Parameters<typeof createIssue>[2] {
  return {
    send: () => Promise.resolve(outcome),
    clock: { now: () => 0, sleep: () => Promise.resolve() },
  };
}

/** What is said of a message to a chat, and what to do. */
async function deliveries(): Promise<readonly string[]> {
  const all = notifiers.flatMap((notifier) =>
    OUTCOMES.map(async (outcome) => {
      const posting = { notifier, address: 'https://chat.test/x', message: {}, userAgent: 'test' };
      const delivery = await deliver(posting, portsFor(outcome), new AbortController().signal);
      return delivery.kind === 'delivered' ? [] : [delivery.message, delivery.todo];
    }),
  );
  return (await Promise.all(all)).flat();
}

/** What is said of an issue, and what to do. */
async function raisings(): Promise<readonly string[]> {
  const open = trackers.map((tracker): OpenTracker => {
    const access = { server: 'https://issues.test', project: 'SHOP', token: 't', userAgent: 'test' };
    return { tracker, access, mask: (text) => text };
  });
  const all = open.flatMap((one) =>
    OUTCOMES.flatMap((outcome) =>
      [new AbortController().signal, AbortSignal.abort()].flatMap((signal) => [
        findDuplicates(one, 'f', portsFor(outcome), signal),
        createIssue(one, DRAFT, portsFor(outcome), signal),
        commentOnIssue(one, { key: '1', body: 'b' }, portsFor(outcome), signal),
      ]),
    ),
  );
  return (await Promise.all(all)).flatMap((raised) => (raised.ok ? [] : [raised.message, raised.todo]));
}

function refused(act: () => unknown): readonly string[] {
  try {
    act();
    return [];
  } catch (error) {
    assert.ok(error instanceof UserError);
    return [error.message, error.todo];
  }
}

describe('what is said of sharing', () => {
  it('is German where a chat was not notified', async () => {
    const said = await deliveries();
    assert.ok(said.length > 40);
    assert.deepEqual(englishSentences(said), []);
  });

  it('is German where an issue was not raised', async () => {
    const said = await raisings();
    assert.ok(said.length > 100);
    assert.deepEqual(englishSentences(said), []);
  });

  it('is German where a place for issues is not valid', () => {
    const faults = trackers.flatMap((tracker) => [
      ...refused(() => checkedProject('-', tracker)),
      ...refused(() => checkedServer('http://issues.test', tracker)),
    ]);
    const unknown = refused(() => trackerNamed('paper'));
    assert.equal(faults.length, 4 * trackers.length);
    assert.deepEqual(englishSentences([...faults, ...unknown]), []);
  });

  it('is German where a rule of notifications is not valid', () => {
    const rule = { service: 'slack', secret: 'TEAM' };
    const wrong = [
      'slack',
      { ...rule, service: 'mail' },
      { ...rule, secret: 'https://hooks.test/x' },
      { ...rule, chains: 1 },
      { ...rule, when: 'never' },
      { ...rule, threshold: 0 },
      { ...rule, quietHours: 'night' },
      { ...rule, partialRuns: 1 },
      { ...rule, mention: ['?'] },
      { ...rule, service: 'teams', mention: ['?'] },
      { ...rule, color: 'red' },
    ];
    const { faults } = readNotifySettings(wrong);
    assert.equal(faults.length, wrong.length);
    assert.deepEqual(englishSentences([...faults, ...readNotifySettings({}).faults]), []);
  });

  it('is German where an address or a token is asked for', () => {
    const asked = [...notifiers, ...trackers].map(({ setUp }) => setUp);
    assert.deepEqual(
      asked.filter((text) => inGerman(text) === text),
      [],
    );
    assert.deepEqual(englishSentences(asked), []);
  });
});
