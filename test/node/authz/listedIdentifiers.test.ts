/** Identifiers that the answer to a creation does not give: only a list shows them. */
import assert from 'node:assert/strict';
import { runToy, type ToyAnswer, type ToyRequest, type ToyRun } from './toyApi';

interface Review {
  readonly id: string;
  readonly owner: string;
  text: string;
}

/** What differs from API to API. */
interface Habits {
  /** Status of a creation; by default 204. */
  readonly status?: number;
  /** A creation replaces the text of a review that the user has. */
  readonly upserts?: boolean;
  /** A creation is accepted and does nothing. */
  readonly forgets?: boolean;
  /** Items of the list have no text. */
  readonly listsNoText?: boolean;
  /** Everybody reads everything. */
  readonly open?: boolean;
}

/** Members of the matrix and of the chain. */
interface Given {
  /** Reviews that are there before: their identifiers, all of alice's. */
  readonly seed?: readonly string[];
  readonly id?: object | string;
  readonly list?: string;
  /** Of both users. */
  readonly variables?: object;
}

interface Ran extends ToyRun {
  readonly reviews: ReadonlyMap<string, Review>;
  /** `DELETE /reviews/r-1 by alice`, in order. */
  readonly log: readonly string[];
  readonly classes: readonly string[];
}

const REVIEW = '{{baseUrl}}/reviews/{{reviewId}}';
const LISTED = { variable: 'reviewId', from: 'list', path: '$.reviewId' };

async function run(habits: Habits = {}, given: Given = {}): Promise<Ran> {
  const { seed = [], id = LISTED, variables = {}, list = 'notes.chain.json#reviews' } = given;
  const reviews = new Map<string, Review>(
    seed.map((name) => [name, { id: name, owner: 'alice', text: 'my only copy' }]),
  );
  const log: string[] = [];
  const answer = (request: ToyRequest): ToyAnswer => {
    const account = request.token?.replace('key-of-', '');
    log.push(`${request.method} ${request.url} by ${account ?? 'nobody'}`);
    return answerOf(reviews, account, request, habits);
  };
  const user = (name: string): object => ({
    role: 'writer',
    variables: { key: `key-of-${name}`, ...variables },
  });
  const ran = await runToy({
    answer,
    users: { alice: user('alice'), bob: user('bob') },
    resource: {
      create: 'notes.chain.json#post',
      read: 'notes.chain.json#show',
      delete: 'notes.chain.json#drop',
      list,
      id: [id],
      canary: ['$.text'],
      owners: ['alice'],
    },
    requests: [
      { id: 'post', method: 'POST', url: '{{baseUrl}}/reviews', body: { json: { text: 'Five stars' } } },
      { id: 'reviews', method: 'GET', url: '{{baseUrl}}/reviews' },
      { id: 'show', method: 'GET', url: REVIEW },
      { id: 'drop', method: 'DELETE', url: REVIEW },
    ],
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#show' },
      'note.drop': { resource: 'note', request: 'notes.chain.json#drop' },
    },
  });
  const classes = ran.result.cells.map(({ cell, class: outcome }) => `${cell.id}: ${outcome}`);
  return { ...ran, reviews, log, classes };
}

function answerOf(
  reviews: Map<string, Review>,
  account: string | undefined,
  { method, url, fields }: ToyRequest,
  { status = 204, upserts, forgets, listsNoText, open }: Habits,
): ToyAnswer {
  if (account === undefined) {
    return { status: 401, body: {} };
  }
  const own = [...reviews.values()].filter(({ owner }) => owner === account);
  const name = url.replace(/^\/reviews\/?/, '');
  if (method === 'POST') {
    const text = String(fields['text']);
    const [first] = own;
    if (upserts === true && first !== undefined) {
      first.text = text;
    } else if (forgets !== true) {
      const id = `r-${1000 + reviews.size}`;
      reviews.set(id, { id, owner: account, text });
    }
    return { status };
  }
  if (name === '') {
    const items = own.map(({ id, text }) =>
      listsNoText === true ? { reviewId: id } : { reviewId: id, text },
    );
    return { status: 200, body: { items } };
  }
  const review = reviews.get(name);
  if (review === undefined || (review.owner !== account && open !== true)) {
    return { status: 404, body: {} };
  }
  if (method === 'DELETE') {
    reviews.delete(name);
    return { status: 204 };
  }
  return { status: 200, body: { reviewId: name, text: review.text } };
}

/** Every reason, of cells and of what is left behind. */
function reasonsOf({ result: { cells, leftovers } }: Ran): string {
  return [...cells.flatMap(({ reasons }) => reasons), ...leftovers.map(({ reason }) => reason)].join('\n');
}

describe('an identifier that only a list shows', () => {
  for (const status of [200, 201, 204]) {
    it(`is found by the planted text after a creation that is answered with ${status}`, async () => {
      const { classes, reviews, result } = await run({ status });
      assert.deepEqual(classes, [
        'SELF note.read alice<-alice path:reviewId: PASS_EFFECT',
        'OBJ note.read alice<-bob path:reviewId: PASS_404',
        'ANON note.read alice<-nobody path:reviewId: PASS_401',
        'SELF note.drop alice<-alice path:reviewId: PASS_EFFECT',
        'OBJ note.drop alice<-bob path:reviewId: PASS_404',
        'ANON note.drop alice<-nobody path:reviewId: PASS_401',
      ]);
      assert.deepEqual([[...reviews.keys()], result.leftovers], [[], []]);
    });
  }

  it('leads to flaws as any other does, and to no other review', async () => {
    const { cell, reviews } = await run({ open: true }, { seed: ['mine'] });
    assert.equal(cell('OBJ note.read').class, 'FLAW_READ');
    assert.equal(cell('OBJ note.drop').class, 'FLAW_DELETE');
    assert.deepEqual([...reviews.values()], [{ id: 'mine', owner: 'alice', text: 'my only copy' }]);
  });

  it('is none of the run where the text went into what was there before', async () => {
    const ran = await run({ upserts: true, status: 200 }, { seed: ['mine'] });
    assert.deepEqual([...ran.reviews.keys()], ['mine']);
    assert.deepEqual(
      ran.log.filter((line) => line.includes('/reviews/mine')),
      [],
    );
    assert.match(reasonsOf(ran), /The list of alice showed the note before it was created/);
  });

  const open: readonly (readonly [title: string, habits: Habits, given: Given, reason: RegExp])[] = [
    ['nothing was created', { forgets: true }, {}, /The list of alice does not show the text that post sent/],
    [
      'the list does not show the text',
      { listsNoText: true },
      {},
      /The list of alice does not show the text that post sent, so the \{\{reviewId\}\} of the note/,
    ],
    [
      'the matrix does not say where it is',
      {},
      { id: 'reviewId' },
      /write \{ "variable": "reviewId", "from": "list", "path": "\$\.id" \} in "id" of note/,
    ],
    [
      'the path leads nowhere',
      {},
      { id: { ...LISTED, path: '$.number' } },
      /The list of alice shows it, but not where its \{\{reviewId\}\} is. Correct its "path"/,
    ],
    [
      'the path leads nowhere and the user has a variable of that name',
      {},
      { id: { ...LISTED, path: '$.number' }, variables: { reviewId: 'mine' }, seed: ['mine'] },
      /The list of alice shows it, but not where its \{\{reviewId\}\} is. Correct its "path"/,
    ],
  ];
  for (const [title, habits, given, reason] of open) {
    it(`is not known where ${title}: nothing is attacked`, async () => {
      const ran = await run(habits, given);
      assert.deepEqual(
        [...new Set(ran.result.cells.map(({ class: outcome }) => outcome))],
        ['INCONCLUSIVE_CONTROL'],
      );
      assert.match(reasonsOf(ran), reason);
      assert.deepEqual(
        ran.log.filter((line) => /\/reviews\/\S/.test(line)),
        [],
      );
    });
  }
});
