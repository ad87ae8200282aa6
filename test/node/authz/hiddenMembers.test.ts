import assert from 'node:assert/strict';
import type { CellResult } from '../../../src/core/authz/model/authzResult';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest } from './toyApi';

const CLERK = { carl: { role: 'clerk', variables: { key: 'key-of-carl' } } };
const POLICY = { writer: { 'note.*': 'own' }, clerk: { 'note.*': 'any' } };

interface Given {
  /** What a note looks like to whom. */
  readonly shows?: (account: string, note: object) => object;
  /** Said to carl instead. */
  readonly says?: ToyAnswer;
  readonly path?: string;
  readonly from?: readonly string[];
}

/** Runs the cell of carl, whom the margin of alice's notes is hidden from, or that of alice. */
async function run(
  { shows = (_, note) => note, says, path = '$.margin', from = ['clerk'] }: Given,
  begin = 'PROP note.read alice<-carl',
): Promise<CellResult> {
  const notes = toyNotes({ open: true });
  const answer = (request: ToyRequest): ToyAnswer => {
    const { method, url, token } = request;
    const isRead = method === 'GET' && url.startsWith('/notes/');
    if (isRead && token === 'key-of-carl' && says !== undefined) {
      return says;
    }
    const done = notes.answer(token, request);
    return isRead && done.status === 200
      ? { ...done, body: shows(token ?? '', { ...(done.body as object), margin: 4711 }) }
      : done;
  };
  const { cell } = await runToy({
    answer,
    users: CLERK,
    policy: POLICY,
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#read', hidden: [{ path, from }] },
    },
  });
  return cell(begin);
}

const toOthers =
  (change: object) =>
  (account: string, note: object): object =>
    account === 'key-of-carl' ? { ...note, ...change } : note;

describe('a member of an answer that is hidden from a role', () => {
  it('is a flaw where it is shown, with the place', async () => {
    const { class: outcome, leaks, reasons } = await run({});
    assert.equal(outcome, 'FLAW_READ');
    assert.deepEqual(
      leaks.map(({ found, value }) => [found, value]),
      [['body /margin', '$.margin']],
    );
    assert.match(
      reasons.join(' '),
      /^carl may use note\.read, but is shown \$\.margin, which is not for clerk\. The answer is 200: /,
    );
  });

  const hides: readonly (readonly [title: string, change: object])[] = [
    ['is left out', { margin: undefined }],
    ['is null', { margin: null }],
    ['is empty', { margin: '' }],
    ['has nothing in it', { margin: [] }],
    ['is masked', { margin: '***' }],
    ['is masked for the most part', { margin: '**12' }],
  ];
  for (const [title, change] of hides) {
    it(`passes where it ${title}`, async () => {
      const { class: outcome } = await run({ shows: toOthers(change) });
      assert.equal(outcome, 'PASS_EFFECT');
    });
  }

  const shows: readonly (readonly [title: string, owners: unknown, others: unknown])[] = [
    ['as a number where its owner is shown a text', '4200.00', 4200],
    ['as a text where its owner is shown a number', 4200, '4200.00'],
    ['in other groups', '4111 1111 1111 1234', '4111-1111-1111-1234'],
    ['within a longer text', 'DE89370400440532013000', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['in full where its owner is shown a mask', '**** **** **** 1234', '4111 1111 1111 1234'],
    ['as members in another form', { gross: '42.50', net: 40 }, { gross: 42.5, net: '40' }],
  ];
  for (const [title, owners, others] of shows) {
    it(`is a flaw where it is shown ${title}`, async () => {
      const margin = (account: string): unknown => (account === 'key-of-carl' ? others : owners);
      const { class: outcome } = await run({
        shows: (account, note) => ({ ...note, margin: margin(account) }),
      });
      assert.equal(outcome, 'FLAW_READ');
    });
  }

  for (const margin of [0, true, 'nearly five thousand', '47*', 'Xerxes']) {
    it(`proves nothing where ${JSON.stringify(margin)} is shown in its place`, async () => {
      const { class: outcome, reasons } = await run({ shows: toOthers({ margin }) });
      assert.equal(outcome, 'INCONCLUSIVE_STATE');
      assert.deepEqual(reasons.slice(0, 2), [
        'carl is shown a value of $.margin other than the one that alice is shown, and whether it reveals that one is unknown.',
        'Let the server leave out or mask $.margin for clerk, or take clerk out of its "hidden" if the value may be shown.',
      ]);
    });
  }

  it('is found deeper in the answer', async () => {
    const { class: outcome } = await run({
      shows: (account, note) => (account === 'key-of-carl' ? { data: note } : note),
    });
    assert.equal(outcome, 'FLAW_READ');
  });

  it('proves nothing where nobody is shown it, such as by a wrong path', async () => {
    const { class: outcome, reasons } = await run({ path: '$.margn' });
    assert.equal(outcome, 'INCONCLUSIVE_CONTROL');
    assert.match(reasons.join(' '), /alice is not shown \$\.margn either.* Correct the path under "hidden"/);
  });

  const refusals: readonly (readonly [says: ToyAnswer, expected: string])[] = [
    [{ status: 403, body: {} }, 'INCONCLUSIVE_CONTROL'],
    [{ status: 302, headers: { Location: '/' }, body: {} }, 'INCONCLUSIVE_CONTROL'],
    [{ status: 200, body: { status: 'fail' } }, 'INCONCLUSIVE_CONTROL'],
    [{ status: 500, body: {} }, 'INCONCLUSIVE_SERVER_ERROR'],
    [{ status: 429, body: {} }, 'INCONCLUSIVE_RATE_LIMIT'],
    [{ status: 401, body: {} }, 'INCONCLUSIVE_AUTH'],
    [{ status: 403, body: { margin: 4711 } }, 'FLAW_READ'],
  ];
  for (const [says, expected] of refusals) {
    it(`results in ${expected} when an authorized reader gets ${JSON.stringify(says)}`, async () => {
      assert.equal((await run({ says })).class, expected);
    });
  }

  it('may be hidden from everybody, on their own objects as well', async () => {
    const from = ['writer', 'clerk'];
    assert.equal((await run({ from }, 'PROP note.read alice<-alice')).class, 'FLAW_READ');
    const shows = (_: string, note: object): object => ({ ...note, margin: '•••' });
    assert.equal((await run({ from, shows }, 'PROP note.read alice<-alice')).class, 'PASS_EFFECT');
    assert.equal((await run({ from, shows })).class, 'PASS_EFFECT');
  });
});
