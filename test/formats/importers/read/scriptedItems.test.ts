/** Scripts of Bruno and Insomnia that set constants and send requests: the same as those of Postman. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/core/json/json';
import { readImport } from '../../../../src/formats/importers/importers';
import { readImportFolder } from '../../../../src/formats/importers/readSources';
import type { ImportedCollection } from '../../../../src/formats/importers/shape/imported';

/** A request with its scripts, and variables that only it has. */
interface Scripted {
  readonly url?: string;
  readonly before?: string;
  readonly after?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A collection, and an environment with a variable `env`. */
interface Scripts {
  /** The script before each request. */
  readonly around?: string;
  readonly env?: string;
  readonly requests: readonly Scripted[];
}

const A = 'http://h/{{a}}';

async function bruno({ around = '', env = '', requests }: Scripts): Promise<ImportedCollection> {
  const block = (name: string, text = ''): string => `${name} {\n  ${text}\n}\n`;
  const vars = (values: Scripted['variables'] = {}): string =>
    Object.entries(values)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n  ');
  const files = new Map([
    ['bruno.json', '{"version": "1", "name": "c"}'],
    ['collection.bru', block('script:pre-request', around)],
    ...(env === '' ? [] : [['environments/E.bru', block('vars', `env: ${env}`)] as const]),
    ...requests.map(
      ({ url = A, before, after, variables }, index) =>
        [
          `r${index}.bru`,
          [
            block('meta', `name: r${index}\n  type: http\n  seq: ${index + 1}`),
            block('get', `url: ${url}\n  body: none\n  auth: inherit`),
            block('vars:pre-request', vars(variables)),
            block('script:pre-request', before),
            block('script:post-response', after),
          ].join('\n'),
        ] as const,
    ),
  ]);
  const { sources } = await readImportFolder(
    {
      name: 'c',
      files: {
        paths: () => Promise.resolve([...files.keys()]),
        text: (path) => Promise.resolve(files.get(path) ?? ''),
      },
    },
    { keep: new Set() },
  );
  const [only] = sources;
  return only !== undefined && 'collection' in only ? only.collection : assert.fail();
}

function insomnia({ around = '', env = '', requests }: Scripts): Promise<ImportedCollection> {
  const inside = requests.map(({ url = A, before, after }, index) => ({
    ...{ name: `r${index}`, url, method: 'GET', meta: { id: `req_${index}`, sortKey: index } },
    scripts: { preRequest: before ?? '', afterResponse: after ?? '' },
  }));
  const folder = { name: 'f', meta: { id: 'fld_1' }, scripts: { preRequest: around }, children: inside };
  const file = {
    ...{ type: 'collection.insomnia.rest/5.0', name: 'c', collection: [folder] },
    environments: { name: 'E', data: env === '' ? {} : { env } },
  };
  return readImport('c.yaml', JSON.stringify(file));
}

/** Constants of the chain, then the URL and the variables of each request, and the remarks. */
function placed({ variables, requests, remarks }: ImportedCollection): readonly unknown[] {
  return [
    Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    ...requests.map((one) => one.kind === 'kept' && [one.request.url, one.request.variables]),
    ...remarks,
  ];
}

type Setter = (name: string, value: string) => string;

const TOOLS: readonly [tool: string, read: (scripts: Scripts) => Promise<ImportedCollection>, set: Setter][] =
  [
    ['Bruno', bruno, (name, value) => `bru.setVar('${name}', '${value}');`],
    ['Insomnia', insomnia, (name, value) => `insomnia.environment.set('${name}', '${value}');`],
  ];

for (const [tool, read, set] of TOOLS) {
  describe(`a constant that scripts of ${tool} set`, () => {
    it('is a variable of the requests that see another value than most', async () => {
      const requests = [
        { before: set('a', '1') },
        {},
        { before: set('a', '2'), after: set('a', '1') },
        { url: 'http://h/' },
      ];
      assert.deepEqual(placed(await read({ requests })), [
        { a: '1' },
        [A, undefined],
        [A, undefined],
        [A, { a: '2' }],
        ['http://h/', undefined],
      ]);
    });

    it('does not hide the value of an environment from requests before', async () => {
      const url = 'http://h/{{env}}';
      const requests = [{ url }, { url, before: set('env', 'other') }, { url }];
      assert.deepEqual(placed(await read({ env: 'dev', requests })), [
        {},
        [url, undefined],
        [url, { env: 'other' }],
        [url, { env: 'other' }],
      ]);
    });

    it('is random for each request when a script around them makes it', async () => {
      const made =
        tool === 'Bruno' ? 'bru.setVar("a", Date.now())' : 'insomnia.environment.set("a", Date.now())';
      const own = { a: '{{$timestampMs}}' };
      assert.deepEqual(placed(await read({ around: made, requests: [{}, {}] })), [{}, [A, own], [A, own]]);
    });
  });

  describe(`a header that a script of ${tool} adds`, () => {
    it('is sent with the requests that the script is for', async () => {
      const add = (value: string): string =>
        tool === 'Bruno'
          ? `req.setHeader('X-A', '${value}');`
          : `insomnia.request.headers.add({ key: 'X-A', value: '${value}' });`;
      const { requests } = await read({ around: add('all'), requests: [{}, { before: add('one') }] });
      assert.deepEqual(
        requests.map((one) => one.kind === 'kept' && one.request.headers),
        [[{ name: 'X-A', value: 'all' }], [{ name: 'X-A', value: 'one' }]],
      );
    });
  });
}

describe('a header that a script removes', () => {
  it('is switched off, as scripts around the request and its own say in their order', async () => {
    const file = (name: string, script: string): object => ({
      ...{ name, request: { url: 'http://h/', header: [{ key: 'X-A', value: 'own' }] } },
      event: [{ listen: 'prerequest', script: { exec: script } }],
    });
    const remove = "pm.request.headers.remove('x-a');";
    const add = "pm.request.headers.add({ key: 'X-A', value: 'script' });";
    const { requests, remarks } = await readImport(
      'c.json',
      JSON.stringify({
        info: { name: 'c' },
        event: [{ listen: 'prerequest', script: { exec: remove } }],
        item: [file('a', ''), file('b', add), file('c', add + remove)],
      }),
    );
    const row = (value: string): object => ({ name: 'X-A', value });
    assert.deepEqual(
      requests.map((one) => one.kind === 'kept' && one.request.headers),
      [[{ ...row('own'), disabled: true }], [row('script')], [{ ...row('script'), disabled: true }]],
    );
    assert.deepEqual(remarks, []);
  });
});

describe('a variable of a request of Bruno', () => {
  it('is one of that request where others have the name, too', async () => {
    const requests = [{ variables: { a: '1' } }, { variables: { a: '2' } }, { variables: { a: '1' } }];
    assert.deepEqual(placed(await bruno({ requests })), [
      { a: '1' },
      [A, undefined],
      [A, { a: '2' }],
      [A, undefined],
    ]);
  });

  it('is not seen by the requests after it', async () => {
    const requests = [{ before: "bru.setVar('a', '0');" }, { variables: { a: '1' } }, {}];
    assert.deepEqual(placed(await bruno({ requests })), [
      { a: '0' },
      [A, undefined],
      [A, { a: '1' }],
      [A, undefined],
    ]);
  });
});

describe('a request that a script of Insomnia sends', () => {
  const TOKEN = { variable: 'token', from: 'body', path: '$.access_token' };
  const send = `insomnia.sendRequest({ url: 'http://h/token', method: 'POST', body: { mode: 'raw', raw: 'a' } },
    (err, res) => { insomnia.environment.set('token', res.json().access_token); });`;
  const url = 'http://h/{{token}}';
  const sent = (collection: ImportedCollection): readonly JsonObject[] =>
    (collection.required ?? []).map(({ request }) => request);

  it('is one of a chain that the others require', async () => {
    for (const scripts of [{ around: send, requests: [{ url }] }, { requests: [{ url, before: send }] }]) {
      const collection = await insomnia(scripts);
      assert.deepEqual(sent(collection), [
        {
          method: 'POST',
          url: 'http://h/token',
          body: { text: 'a', contentType: 'text/plain' },
          extract: [TOKEN],
        },
      ]);
      assert.deepEqual(collection.remarks, []);
    }
  });

  it('is reported where it is sent after the response', async () => {
    const collection = await insomnia({ requests: [{ url, after: send }] });
    assert.deepEqual(sent(collection), []);
    assert.match(
      collection.unknownCode?.join() ?? '',
      /^f \/ r0: After-response script, line 1: not carried over/,
    );
  });
});
