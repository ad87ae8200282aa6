/** Constants that scripts of a Postman collection set: where they are written, so that each request sends its value. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/core/json/json';
import { readImport } from '../../../../../src/formats/importers/importers';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';

/** A request, its script before it and its script after it. */
interface Scripted {
  readonly url: string;
  readonly before?: string;
  readonly after?: string;
}

const eventsOf = ({ before, after }: Omit<Scripted, 'url'>): readonly object[] => [
  ...(before === undefined ? [] : [{ listen: 'prerequest', script: { exec: before } }]),
  ...(after === undefined ? [] : [{ listen: 'test', script: { exec: after } }]),
];

interface Collection extends Omit<Scripted, 'url'> {
  readonly variable?: JsonObject;
  readonly requests: readonly Scripted[];
}

/** Constants of the chain, then the URL and the variables of each request, and the remarks. */
async function placed({ variable = {}, requests, ...scripts }: Collection): Promise<readonly unknown[]> {
  const read = await readImport(
    'c.json',
    JSON.stringify({
      info: { name: 'c' },
      variable: Object.entries(variable).map(([key, value]) => ({ key, value })),
      event: eventsOf(scripts),
      item: requests.map(({ url, ...own }) => ({ name: 'r', request: { url }, event: eventsOf(own) })),
    }),
  );
  return [
    Object.fromEntries(read.variables.map(({ name, value }) => [name, value])),
    ...read.requests.map((one) => one.kind === 'kept' && [one.request.url, one.request.variables]),
    ...read.remarks,
  ];
}

const set = (name: string, value: string): string => `pm.environment.set('${name}', ${value});`;
const GUID = "pm.variables.replaceIn('{{$guid}}')";
const A = 'http://h/{{a}}';

describe('a constant that scripts set', () => {
  const cases: [title: string, collection: Collection, expected: readonly unknown[]][] = [
    [
      'is one of the chain where all requests see the same',
      { requests: [{ url: A, before: set('a', GUID) }, { url: A }] },
      [{ a: '{{$guid}}' }, [A, undefined], [A, undefined]],
    ],
    [
      'is one of the request where others see another value',
      {
        requests: [
          { url: A, before: set('a', "'1'") },
          { url: A },
          { url: A, before: set('a', "'2'"), after: set('a', "'1'") },
          { url: A },
        ],
      },
      [{ a: '1' }, [A, undefined], [A, undefined], [A, { a: '2' }], [A, undefined]],
    ],
    [
      'hides what the collection declares',
      { variable: { a: 'x' }, requests: [{ url: A }, { url: A }, { url: A, before: set('a', "'y'") }] },
      [{ a: 'x' }, [A, undefined], [A, undefined], [A, { a: 'y' }]],
    ],
    [
      'stays one value for the requests that see it when it is random',
      {
        requests: [
          { url: A, before: set('a', GUID) },
          { url: A },
          { url: A, before: set('a', GUID) },
          { url: A },
        ],
      },
      [
        { a: '{{$guid}}', a_2: '{{$guid}}' },
        [A, undefined],
        [A, undefined],
        [A, { a: '{{a_2}}' }],
        [A, { a: '{{a_2}}' }],
      ],
    ],
    [
      'is new for each request when the script of the collection makes it',
      { before: set('a', 'Date.now()'), requests: [{ url: A }, { url: A }] },
      [{}, [A, { a: '{{$timestampMs}}' }], [A, { a: '{{$timestampMs}}' }]],
    ],
    [
      'is one for all when the script of the collection sets a text',
      { before: set('a', "'x'"), requests: [{ url: A }, { url: A }] },
      [{ a: 'x' }, [A, undefined], [A, undefined]],
    ],
    [
      'keeps its first value when it is set only without one',
      {
        before: `if (!pm.environment.get('a')) { ${set('a', GUID)} }`,
        requests: [{ url: A }, { url: A }],
      },
      [{ a: '{{$guid}}' }, [A, undefined], [A, undefined]],
    ],
    [
      'has another name once a response gave the variable a value',
      {
        requests: [
          { url: 'http://h/', after: set('a', 'pm.response.json().a') },
          { url: A },
          { url: A, before: set('a', "'wrong'") },
        ],
      },
      [{}, ['http://h/', undefined], [A, undefined], ['http://h/{{a_2}}', { a_2: 'wrong' }]],
    ],
    [
      'comes with the constants that are made from it',
      {
        variable: { b: 'b-{{a}}' },
        requests: [
          { url: 'http://h/{{b}}', before: set('a', "'1'") },
          { url: 'http://h/{{b}}', before: set('a', "'2'") },
        ],
      },
      [{ b: 'b-{{a}}', a: '1' }, ['http://h/{{b}}', undefined], ['http://h/{{b}}', { a: '2', b: 'b-{{a}}' }]],
    ],
    [
      'is reported where no request sees it',
      {
        requests: [
          { url: A, before: set('a', "'1'") },
          { url: 'http://h/', before: set('a', "'2'") },
        ],
      },
      [
        { a: '1' },
        [A, undefined],
        ['http://h/', undefined],
        'Scripts set a to other values than its first: "2" is not carried over.',
      ],
    ],
  ];
  for (const [title, collection, expected] of cases) {
    it(title, async () => {
      assert.deepEqual(await placed(collection), expected);
    });
  }

  it('is typed, and a secret, in a request as in the chain', async () => {
    const body = { mode: 'raw', raw: '{"n": {{n}}}', options: { raw: { language: 'json' } } };
    const exec = (n: string, password: string): string => set('n', n) + set('password', password);
    const item = [exec('1', "'hunter1'"), exec('2', "'hunter2'")].map((before) => ({
      name: 'r',
      request: { method: 'POST', url: 'http://h/?p={{password}}', body },
      event: eventsOf({ before }),
    }));
    const collection = await readImport('c.json', JSON.stringify({ info: { name: 'c' }, item }));
    const { files, secrets, reports } = composeImport([{ source: 'c.json', collection }], {
      folders: 'tags',
    });
    const chain = JSON.parse(files[0]?.text ?? '') as {
      variables: object;
      requests: { variables?: object }[];
    };
    assert.deepEqual(chain.variables, { n: 1, password: '{{$secret PASSWORD}}' });
    assert.deepEqual(chain.requests[1]?.variables, { n: 2, password: '{{$secret PASSWORD_2}}' });
    assert.deepEqual(
      secrets.map(({ value }) => value),
      ['hunter1', 'hunter2'],
    );
    assert.deepEqual(reports[0]?.undefinedVariables, []);
  });
});

describe('a JSON body that is one variable', () => {
  it('stays a text, for its value may be any', async () => {
    const body = { mode: 'raw', raw: ' {{whole}}\n', options: { raw: { language: 'json' } } };
    const item = [{ name: 'r', request: { method: 'POST', url: 'http://h/', body } }];
    const { requests } = await readImport('c.json', JSON.stringify({ info: { name: 'c' }, item }));
    assert.deepEqual(requests[0]?.kind === 'kept' && requests[0].request.body, {
      text: ' {{whole}}\n',
      contentType: 'application/json',
    });
  });
});
