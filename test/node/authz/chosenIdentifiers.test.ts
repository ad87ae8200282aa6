import assert from 'node:assert/strict';
import { defined } from '../../../src/core/defined';
import { runToy, type ToyAnswer, type ToyRequest, type ToyScene } from './toyApi';

interface Doc {
  readonly owner: string;
  readonly text: unknown;
}

interface Ran {
  readonly docs: ReadonlyMap<string, Doc>;
  /** `PUT /docs/readme by alice`, in order. */
  readonly log: readonly string[];
  readonly classes: readonly string[];
  readonly reasons: string;
  readonly leftovers: readonly unknown[];
}

const DOC = '{{baseUrl}}/docs/{{docId}}';

/** Runs reading of documents that are created under an identifier of the client's choice. */
async function run(
  create: object,
  { seed = [], variables = {}, constants, status = 201, id = 'docId' }: Given = {},
): Promise<Ran> {
  const docs = new Map<string, Doc>(seed.map((id) => [id, { owner: 'alice', text: 'my only copy' }]));
  const log: string[] = [];
  const answer = (request: ToyRequest): ToyAnswer => {
    const account = request.token?.replace('key-of-', '');
    const answered = answerOf(docs, account, request, status);
    log.push(`${request.method} ${request.url} by ${account ?? 'nobody'}`);
    return answered;
  };
  const user = (name: string): object => ({
    role: 'writer',
    variables: { key: `key-of-${name}`, user: name, ...variables },
  });
  const scene: ToyScene = {
    answer,
    users: { alice: user('alice'), bob: user('bob') },
    resource: {
      create: 'notes.chain.json#make',
      read: 'notes.chain.json#show',
      delete: 'notes.chain.json#drop',
      id: [id],
    },
    requests: [
      { id: 'make', method: 'PUT', url: DOC, body: { json: { text: 'Milk' } }, ...create },
      { id: 'show', method: 'GET', url: DOC },
      { id: 'drop', method: 'DELETE', url: DOC },
    ],
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#show' },
    },
    ...defined({ constants }),
  };
  const { result } = await runToy(scene);
  const { cells, leftovers } = result;
  return {
    docs,
    log,
    classes: cells.map(({ cell, class: outcome }) => `${cell.id}: ${outcome}`),
    reasons: cells.flatMap(({ reasons }) => reasons).join('\n'),
    leftovers,
  };
}

interface Given {
  /** Documents of alice that are there before. */
  readonly seed?: readonly string[];
  /** Of both users. */
  readonly variables?: object;
  /** Of the chain. */
  readonly constants?: object;
  /** As the matrix has it. */
  readonly id?: object | string;
  /** Of a creation. */
  readonly status?: number;
}

function answerOf(
  docs: Map<string, Doc>,
  account: string | undefined,
  { method, url, fields }: ToyRequest,
  status: number,
): ToyAnswer {
  const named = typeof fields['id'] === 'string' ? fields['id'] : '';
  const id = url.replace(/^\/docs\/?/, '') || named;
  const doc = docs.get(id);
  if (account === undefined) {
    return { status: 401, body: {} };
  }
  if (doc !== undefined && doc.owner !== account) {
    return { status: 403, body: {} };
  }
  if (method === 'PUT' || method === 'POST') {
    docs.set(id, { owner: account, text: fields['text'] });
    return { status: doc === undefined ? status : 200, body: { id, text: fields['text'] } };
  }
  if (method === 'DELETE') {
    docs.delete(id);
  }
  return doc === undefined ? { status: 404, body: {} } : { status: 200, body: { id, ...doc } };
}

const EXTRACT = { extract: [{ variable: 'docId', from: 'body', path: '$.id' }] };
const SLUG = { url: '{{baseUrl}}/docs/{{slug}}' };

describe('a creation under an identifier that the client chooses', () => {
  const shapes: readonly (readonly [title: string, create: object, given: Given, reason: RegExp])[] = [
    [
      'a user composes it of other variables',
      {},
      { variables: { docId: 'readme-{{user}}' } },
      /may have been there before the run \(reading it first got 200\)/,
    ],
    [
      'the chain states it, for all users',
      {},
      { constants: { docId: 'readme-alice' } },
      /may have been there before the run \(reading it first got (?:200|403)\)/,
    ],
    [
      'the answer gives it as well',
      EXTRACT,
      { variables: { docId: 'readme-{{user}}' } },
      /reading it first got 200/,
    ],
    [
      'only the answer gives it',
      { ...SLUG, ...EXTRACT },
      { variables: { slug: 'readme-{{user}}' } },
      /make writes to the URL of a note of alice \(PUT \{\{baseUrl\}\}\/docs\/\{\{slug\}\}\), and .* \{\{docId\}\} is not known by then/,
    ],
    [
      'the URL names another one than "id" does',
      SLUG,
      { variables: { slug: 'readme-{{user}}', docId: 'other-{{user}}' } },
      /make writes to the URL of a note of alice/,
    ],
    [
      'it is a POST to the URL of one object',
      { method: 'POST', ...SLUG, ...EXTRACT },
      { variables: { slug: 'readme-{{user}}' } },
      /make writes to the URL of a note of alice \(POST/,
    ],
    [
      'the URL states it',
      { url: '{{baseUrl}}/docs/readme-alice', ...EXTRACT },
      {},
      /make writes to the URL of a note of alice/,
    ],
    [
      'the URL has more than that',
      { url: '{{baseUrl}}/docs/readme-{{docId}}' },
      { variables: { docId: '{{user}}' } },
      /make writes to the URL of a note of alice/,
    ],
    [
      'a function makes another one of it',
      { url: "{{baseUrl}}/docs/{{$concat 'readme-' docId}}" },
      { variables: { docId: '{{user}}' } },
      /make writes to the URL of a note of alice/,
    ],
    [
      'a variable of the request makes another one of it',
      { url: '{{baseUrl}}/docs/{{path}}', variables: { path: 'readme-{{docId}}' } },
      { variables: { docId: '{{user}}' } },
      /make writes to the URL of a note of alice/,
    ],
    [
      'a variable of the request gives it',
      { variables: { docId: "{{$concat 'readme-' user}}" } },
      {},
      /make writes to the URL of a note of alice/,
    ],
  ];
  for (const [title, create, given, reason] of shapes) {
    it(`does not replace what is there: ${title}`, async () => {
      const { docs, log, reasons, leftovers } = await run(create, { ...given, seed: ['readme-alice'] });
      assert.deepEqual(docs.get('readme-alice'), { owner: 'alice', text: 'my only copy' });
      assert.deepEqual(
        log.filter((line) => /^(?:PUT|POST|DELETE) .*readme-alice/.test(line)),
        [],
      );
      assert.match(reasons, reason);
      assert.deepEqual(leftovers, []);
    });
  }

  for (const [title, create] of [
    ['', {}],
    [', which the answer gives as well', EXTRACT],
  ] as const) {
    for (const status of [200, 201]) {
      it(`is sent once with status ${status} where reading shows nothing${title}, and deleted`, async () => {
        const { docs, log, classes, leftovers } = await run(create, {
          variables: { docId: 'readme-{{user}}' },
          status,
        });
        const ofAlice = log.filter((line) => line.endsWith('/docs/readme-alice by alice'));
        assert.deepEqual(
          ofAlice.slice(0, 3).map((line) => line.split(' ')[0]),
          ['GET', 'PUT', 'GET'],
        );
        assert.equal(ofAlice.filter((line) => line.startsWith('PUT')).length, 1);
        assert.ok(classes.includes('OBJ note.read alice<-bob path:docId: PASS_403'), classes.join('\n'));
        assert.equal(docs.size, 0);
        assert.deepEqual(leftovers, []);
      });
    }
  }

  describe('in a body, which the matrix declares', () => {
    const post = (id: string): object => ({
      method: 'POST',
      url: '{{baseUrl}}/docs',
      body: { json: { id, text: 'Milk' } },
      ...EXTRACT,
    });
    const declared = { id: { variable: 'docId', from: 'request' } };
    const variables = { docId: 'readme-{{user}}' };

    it('is read before, and nothing is sent where something is there', async () => {
      const { docs, log, reasons } = await run(post('{{docId}}'), {
        ...declared,
        variables,
        seed: ['readme-alice'],
      });
      assert.deepEqual(docs.get('readme-alice'), { owner: 'alice', text: 'my only copy' });
      assert.deepEqual(
        log.filter((line) => /^(?:POST|DELETE) .*by alice/.test(line)),
        [],
      );
      assert.match(reasons, /reading it first got 200/);
    });

    it('is read before and afterwards, which proves that the object is new, whatever the status', async () => {
      const { docs, log, classes, leftovers } = await run(post('{{docId}}'), {
        ...declared,
        variables,
        status: 200,
      });
      assert.deepEqual(log.slice(0, 3), [
        'GET /docs/readme-alice by alice',
        'POST /docs by alice',
        'GET /docs/readme-alice by alice',
      ]);
      assert.ok(classes.includes('OBJ note.read alice<-bob path:docId: PASS_403'), classes.join('\n'));
      assert.deepEqual([docs.size, leftovers], [0, []]);
    });

    it('has to be known before: nothing is sent otherwise', async () => {
      const { log, reasons } = await run(post('readme-alice'), { ...declared, seed: ['readme-alice'] });
      assert.deepEqual(log, []);
      assert.match(reasons, /\{\{docId\}\} has no value before make is sent/);
    });
  });
});
