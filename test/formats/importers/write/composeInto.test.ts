/** Imports into chains that are there already. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../src/core/files/chainFile';
import type { WrittenAuth } from '../../../../src/core/files/writtenChain';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { UserError } from '../../../../src/core/errors';
import { chooseRequests } from '../../../../src/formats/importers/chooseRequests';
import { composeInto, type ComposedInto } from '../../../../src/formats/importers/write/composeInto';
import type { ImportedCollection } from '../../../../src/formats/importers/shape/imported';
import { collection, environment, request } from '../collections';
import { exampleExchange } from '../../../../src/formats/importers/shape/recordedResponses';
import { documentation } from '../../../../src/formats/importers/shape/remark';

const CHAIN = `{
  "formatVersion": 1, // our own
  "name": "Shop",
  "requests": [
    // who we are
    { "id": "login", "method": "POST", "url": "/login", "extract": [{ "variable": "token", "from": "body" }] },
    { "id": "orders", "method": "GET", "url": "/orders" }
  ]
}
`;

const into = (
  text: string,
  collections: readonly ImportedCollection[],
  before = Number.MAX_SAFE_INTEGER,
): ComposedInto & { readonly after: string } => {
  const sources = collections.map((one, index) => ({ source: `${index}.json`, collection: one }));
  const composed = composeInto({ text, file: 'shop.chain.json', before }, sources, {});
  const after = applyEdits(text, composed.edits);
  assert.deepEqual(readChain(after, 'shop.chain.json').problems, []);
  return { ...composed, after };
};

const idsOf = (text: string): readonly string[] =>
  readChain(text, 'x').chain?.requests.map(({ id }) => id) ?? assert.fail();

describe('an import into a chain', () => {
  it('comes to its place, under ids of its own, and leaves everything else unchanged', () => {
    const { after, reports } = into(CHAIN, [collection([request('Login'), request('Read')])], 1);
    assert.deepEqual(idsOf(after), ['login', 'login-2', 'read', 'orders']);
    assert.ok(after.startsWith(CHAIN.slice(0, CHAIN.indexOf('    { "id": "orders"'))));
    assert.deepEqual(
      reports[0]?.requests.map((one) => ('id' in one ? [one.file, one.id] : [])),
      [
        ['shop.chain.json', 'login-2'],
        ['shop.chain.json', 'read'],
      ],
    );
  });

  it('comes at the end by default, several sources one after the other', () => {
    const { after } = into(CHAIN, [collection([request('a')]), collection([]), collection([request('a')])]);
    assert.deepEqual(idsOf(after), ['login', 'orders', 'a', 'a-2']);
  });

  it('brings all saved examples of its requests, under the ids that these have there', () => {
    const example = (name: string, status: number) => ({
      ...exampleExchange({ method: 'GET', url: '/', headers: [] }, { name, status, headers: [], body: '' }),
    });
    const read = { ...request('Orders'), recorded: example('Found', 200), examples: [example('Gone', 404)] };
    const failing = { ...request('Other'), examples: [example('Wrong', 422)] };
    const sources = [{ source: 'x.json', collection: collection([read, request('None'), failing]) }];
    const { recordings } = composeInto({ text: CHAIN, file: 'shop.chain.json', before: 0 }, sources, {
      responses: true,
    });
    assert.deepEqual(
      recordings.map(({ path, requests }) => [
        path,
        requests.map(({ id, recorded, examples = [] }) => [
          id,
          recorded?.name,
          examples.map(({ name }) => name),
        ]),
      ]),
      [
        [
          'shop.chain.json',
          [
            ['orders-2', 'Found', ['Gone']],
            ['other', undefined, ['Wrong']],
          ],
        ],
      ],
    );
  });

  const auths: [
    title: string,
    chainAuth: object | undefined,
    own: WrittenAuth | undefined,
    expected: string,
  ][] = [
    [
      'writes out what its requests inherit',
      undefined,
      { type: 'digest', username: 'a', password: '' },
      'digest',
    ],
    ['does not take on what the chain has', { type: 'bearer', token: '{{token}}' }, undefined, 'none'],
    [
      'inherits what the chain has as well',
      { type: 'bearer', token: '{{token}}' },
      { type: 'bearer', token: '{{token}}' },
      'inherit',
    ],
    ['says nothing where nothing is said', undefined, undefined, 'inherit'],
  ];
  for (const [title, chainAuth, own, expected] of auths) {
    it(title, () => {
      const text = JSON.stringify({ formatVersion: 1, name: 'x', auth: chainAuth, requests: [] });
      const { after } = into(text, [
        collection([request('a', { body: { text: '' } })], own === undefined ? {} : { auth: own }),
      ]);
      assert.equal(readChain(after, 'x').chain?.requests[0]?.auth.type, expected);
    });
  }

  it('brings constants that the chain does not have, and says which it has otherwise', () => {
    const variables = [
      { name: 'size', value: '10', isSecret: false },
      { name: 'password', value: 'hunter22xyz', isSecret: false },
    ];
    const source = collection([request('a', { url: '{{size}}{{token}}{{lost}}' })], { variables });
    const fresh = into(CHAIN, [source]);
    assert.match(
      fresh.after,
      /"variables": \{ "size": "10", "password": "\{\{\$secret PASSWORD\}\}" \},\n {2}"requests"/,
    );
    assert.deepEqual(fresh.reports[0]?.undefinedVariables, ['lost']);
    assert.deepEqual(fresh.secrets, [{ name: 'PASSWORD', value: 'hunter22xyz', origins: [] }]);
    const again = into(fresh.after.replace('"10"', '"20"'), [source]);
    assert.match(again.after, /"size": "20", "password": "\{\{\$secret PASSWORD\}\}" \}/);
    assert.deepEqual(again.reports[0]?.remarks, [
      {
        severity: 'sent',
        text: 'The chain gives size another value already; that of the source is not carried over.',
      },
    ]);
  });

  it('writes environments next to the chain', () => {
    const { files, edits } = into(CHAIN, [
      collection([], { environments: [environment('Local', { baseUrl: 'http://127.0.0.1' })] }),
    ]);
    assert.deepEqual([files.map(({ path }) => path), edits], [['local.environment.json'], []]);
  });

  for (const text of ['{', '[]', '{"requests": 1}']) {
    it(`is refused where there is no list of requests: ${text}`, () => {
      assert.throws(
        () =>
          composeInto(
            { text, file: 'x', before: 0 },
            [{ source: 'a', collection: collection([request('a')]) }],
            {},
          ),
        UserError,
      );
    });
  }
});

describe('the requests that a person chooses', () => {
  it('are imported, and the others stay in the report', () => {
    const source = collection(
      [
        request('a', {}, ['A']),
        request('b'),
        { kind: 'left-out', name: 'c', folders: [], reason: 'No URL.' },
      ],
      { environments: [environment('one', {}), environment('two', {})] },
    );
    const chosen = chooseRequests(source, { requests: new Set([1, 2]), environments: new Set([0]) });
    assert.deepEqual(chosen.requests, [
      { kind: 'left-out', name: 'a', folders: ['A'], reason: 'It was not chosen.' },
      source.requests[1],
      source.requests[2],
    ]);
    assert.deepEqual(chosen.environments, [environment('one', {})]);
    assert.deepEqual(chosen.remarks, [documentation('Environment "two": not chosen.')]);
  });
});
