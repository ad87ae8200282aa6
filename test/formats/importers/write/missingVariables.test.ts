import assert from 'node:assert/strict';
import { readEnvironment } from '../../../../src/core/files/environmentFile';
import type { JsonObject } from '../../../../src/core/json/json';
import type { ImportedCollection, ReadSource } from '../../../../src/formats/importers/shape/imported';
import { composeImport } from '../../../../src/formats/importers/write/composeImport';
import { withEnvironment } from '../../../../src/formats/importers/write/missingVariables';
import { exampleBody, exampleExchange } from '../../../../src/formats/importers/shape/recordedResponses';
import { collection, environment, request } from '../collections';

const sourceOf = (one: ImportedCollection): ReadSource => ({ source: 'orders.json', collection: one });

/** Texts of the files of an import, by path. */
const composed = (...sources: readonly ImportedCollection[]): ReadonlyMap<string, string> =>
  new Map(
    composeImport(withEnvironment(sources.map(sourceOf)), { folders: 'tags' }).files.map(({ path, text }) => [
      path,
      text,
    ]),
  );

const bearer = (token: string) => ({ auth: { type: 'bearer', token } });

describe('variables of an import that nothing gives a value', () => {
  it('are secrets where their name or place is that of a credential, and go where their requests go', () => {
    const members = {
      url: 'https://a.test/{{id}}',
      auth: { type: 'basic', username: '{{user}}', password: '{{word}}' },
      headers: [{ name: 'X-Api-Key', value: 'v1 {{k}}' }],
      body: { json: { given: '{{access_token}}' } },
    } as const;
    const sources = withEnvironment([sourceOf(collection([request('a', members)]))]);
    const { files, run } = composeImport(sources, { folders: 'tags' });
    const text = files.find(({ path }) => path === 'orders.environment.json')?.text ?? '';
    const secrets = ['WORD', 'K', 'ACCESS_TOKEN'];
    assert.deepEqual(readEnvironment(text, 'x').environment?.variables, {
      word: '{{$secret WORD}}',
      k: '{{$secret K}}',
      access_token: '{{$secret ACCESS_TOKEN}}',
    });
    assert.deepEqual(
      [...text.matchAll(/^ {4}\/\/ "([^"]*)"/gm)].map(([, name]) => name),
      ['id', 'user'],
    );
    assert.deepEqual(
      run.secrets.map(({ name, origins }) => [name, origins]).sort(),
      secrets.map((name) => [name, ['https://a.test']]).sort(),
    );
  });

  it('are comments of an environment that the chain is meant for', () => {
    const files = composed(collection([request('a', { url: '{{baseUrl}}/{{order.id}}' })]));
    assert.deepEqual([...files.keys()], ['orders.chain.json', 'orders.environment.json']);
    const chain = JSON.parse(files.get('orders.chain.json') ?? '') as JsonObject;
    assert.equal(chain['environment'], 'Orders');
    const text = files.get('orders.environment.json') ?? '';
    assert.equal(
      text,
      [
        '{',
        '  "formatVersion": 1,',
        '  "name": "Orders",',
        '  "variables": {',
        '    // Remove the // and set a value. Requests that use these variables are not sent before.',
        '    // "baseUrl": "",',
        '    // "order.id": "",',
        '  },',
        '  "secrets": []',
        '}',
        '',
      ].join('\n'),
    );
    assert.deepEqual(readEnvironment(text, 'x').problems, []);
    const given = readEnvironment(text.replaceAll('// "', '"'), 'x').environment;
    assert.deepEqual(given?.variables, { baseUrl: '', 'order.id': '' });
  });

  it('are not to be texts where they are in JSON without quotes, which the report says', () => {
    const body = { json: { count: '{{count}}', name: '{{name}}' } };
    const source = collection([request('a', { url: 'https://a.test/', body })], {
      typedVariables: ['count'],
    });
    const { reports } = composeImport(withEnvironment([sourceOf(source)]), { folders: 'tags' });
    assert.deepEqual(reports[0]?.remarks, [
      {
        severity: 'sent',
        text: 'Without quotes in JSON: count. Give them a number, true, false or JSON, not a text.',
      },
    ]);
  });

  it('are above the values of an environment that the source brings', () => {
    const environments = [environment('dev', { host: 'a.test', other: 'x' })];
    const files = composed(collection([request('a', { url: 'https://{{host}}/{{id}}' })], { environments }));
    const text = files.get('dev.environment.json') ?? '';
    assert.match(text, /\n {4}\/\/ "id": "",\n {4}"host": "a\.test",\n {4}"other": "x"\n {2}\},\n/);
    assert.deepEqual(readEnvironment(text, 'x').environment?.variables, { host: 'a.test', other: 'x' });
  });

  it('bring no environment where there are none, and one for all sources', () => {
    assert.deepEqual(
      [...composed(collection([request('a', { url: 'https://a.test' })])).keys()],
      ['orders.chain.json'],
    );
    const files = composed(
      collection([request('a', { url: 'https://a.test' })], { name: 'One' }),
      collection([request('b', { url: '{{x}}' })], { name: ' ' }),
      collection([request('c', { url: '{{y}}' })], { name: 'Three' }),
    );
    assert.match(files.get('imported.environment.json') ?? '', /\/\/ "x": "",\n {4}\/\/ "y": "",\n/);
    assert.match(files.get('three.chain.json') ?? '', /"environment": "imported"/);
  });
});

describe('values that saved examples show for variables', () => {
  /** The comments of the environment for a request with an example that was asked at an address, with a body. */
  const proposed = (
    ofRequest: JsonObject,
    url: string,
    sent?: JsonObject,
    more: Partial<ImportedCollection> = {},
  ): readonly string[] => {
    const one = request('Get order', ofRequest);
    assert.ok(one.kind === 'kept');
    const body = sent === undefined ? {} : { body: exampleBody(JSON.stringify(sent), []) };
    const recorded = exampleExchange(
      { method: 'GET', url, headers: [], ...body },
      { status: 200, headers: [], body: '' },
    );
    const { requests: others = [], ...members } = more;
    const source = collection([{ ...one, recorded }, ...others], members);
    const text = composed(source).get('orders.environment.json') ?? '';
    assert.deepEqual(readEnvironment(text.replaceAll('// "', '"'), 'x').problems, []);
    return [...text.matchAll(/^ {4}\/\/ (".*)$/gm)].map(([, line = '']) => line);
  };
  const from = '// in an example of Get order';

  it('are in the comments, with the request whose example it is', () => {
    assert.deepEqual(
      proposed(
        {
          url: '{{baseUrl}}/orders/{{orderId}}/v{{version}}',
          query: [{ name: 'page', value: '{{page}}' }],
          body: { json: { item: { size: '{{size}}', name: 'x {{name}}' }, list: ['{{first}}'] } },
        },
        'https://api.acme.test/orders/42/v2?page=3&other=4',
        { item: { size: 7, name: 'x tea' }, list: [true] },
      ),
      [
        `"baseUrl": "https://api.acme.test", ${from}`,
        `"orderId": "42", ${from}`,
        `"version": "2", ${from}`,
        `"page": "3", ${from}`,
        `"size": "7", ${from}`,
        `"name": "tea", ${from}`,
        `"first": "true", ${from}`,
      ],
    );
  });

  const withoutValue: [title: string, members: JsonObject, url: string][] = [
    ['the address is another one', { url: 'https://a.test/orders/{{id}}' }, 'https://a.test/users/1'],
    ['the example has the variable too', { url: 'https://a.test/{{id}}' }, 'https://a.test/{{id}}'],
    ['the example has a placeholder', { url: 'https://a.test/{{id}}' }, 'https://a.test/:id'],
    ['two variables are next to each other', { url: 'https://a.test/{{id}}{{x}}' }, 'https://a.test/12'],
    ['the address is made to explode', { url: 'https://a.test/{{id}}' }, `https://a.test/${'a'.repeat(1e6)}`],
  ];
  for (const [title, members, url] of withoutValue) {
    it(`are none where ${title}`, () =>
      proposed(members, url).forEach((line) => assert.match(line, /: "",$/)));
  }

  it('are no credentials, whatever says that they are', () => {
    const canary = 'c4n4ry-8d7f6a5b';
    const key = { name: 'X-Api-Key', value: canary };
    const places: readonly [JsonObject, string, JsonObject?][] = [
      [{ url: 'https://a.test/{{token}}' }, `https://a.test/${canary}`],
      [
        { url: 'https://a.test/', query: [{ name: 'api_key', value: '{{k}}' }] },
        `https://a.test/?api_key=${canary}`,
      ],
      [{ url: 'https://a.test/{{t}}', auth: { type: 'bearer', token: '{{t}}' } }, `https://a.test/${canary}`],
      [{ url: 'https://a.test/{{t}}', headers: [{ ...key, value: '{{t}}' }] }, `https://a.test/${canary}`],
      [{ url: 'https://a.test/{{t}}', headers: [key] }, `https://a.test/${canary}`],
      [{ url: '{{base}}/x' }, `https://alice:${canary}@a.test/x`],
      [
        { url: 'https://a.test/', body: { json: { password: '{{p}}' } } },
        'https://a.test/',
        { password: canary },
      ],
      [
        { url: 'https://a.test/', body: { json: { user: '{{p}}', password: '{{p}}' } } },
        'https://a.test/',
        { user: canary },
      ],
    ];
    for (const [members, url, sent] of places) {
      const lines = proposed(members, url, sent);
      assert.doesNotMatch(lines.join(), new RegExp(canary), JSON.stringify(members));
    }
    const inherited = { auth: { type: 'bearer', token: '{{t}}' } } as const;
    const one = { url: 'https://a.test/{{t}}' };
    assert.deepEqual(proposed(one, `https://a.test/${canary}`, undefined, inherited), []);
  });

  it('are no credentials of other examples, failures among them', () => {
    const canary = 'c4n4ry-8d7f6a5b';
    const failure = exampleExchange(
      {
        method: 'GET',
        url: 'https://a.test/',
        headers: [{ name: 'Authorization', value: `Bearer ${canary}` }],
      },
      { status: 401, headers: [], body: '' },
    );
    const login = request('Log in', { url: 'https://a.test/' });
    assert.ok(login.kind === 'kept');
    const [line] = proposed({ url: 'https://a.test/{{code}}' }, `https://a.test/${canary}`, undefined, {
      requests: [{ ...login, examples: [failure] }],
    });
    assert.equal(line, '"code": "",');
  });
});

describe('the environment of an import', () => {
  it('says where secrets go that go only to addresses which requests spell out', () => {
    const requests = [
      request('a', { url: 'https://a.test/{{id}}', ...bearer('{{$secret LITERAL}}') }),
      request('b', { url: 'https://b.test/', ...bearer('{{$secret LITERAL}}') }),
      request('c', { url: 'https://a.test/', ...bearer('{{$secret BOTH}}') }),
      request('d', { url: '{{host}}/', ...bearer('{{$secret BOTH}}') }),
      request('e', { url: '{{host}}/', ...bearer('{{$secret NAMED}}') }),
    ];
    const environments = [environment('dev', { host: 'https://a.test' })];
    const files = composed(
      collection(requests, { environments, secrets: ['LITERAL', 'BOTH', 'NAMED', 'OF_ENVIRONMENT'] }),
    );
    const { environment: read, problems } = readEnvironment(files.get('dev.environment.json') ?? '', 'x');
    assert.deepEqual(problems, []);
    assert.deepEqual([...(read?.secretOrigins ?? [])], [['LITERAL', ['https://a.test', 'https://b.test']]]);
  });

  it('are in an environment named apart from the one of an earlier import', () => {
    const source = sourceOf(collection([request('a')], { name: 'Web shop' }));
    const composedNextTo = (...taken: readonly string[]) =>
      composeImport(withEnvironment([source]), { folders: 'tags', taken });
    const { files, run } = composedNextTo('Web-Shop.environment.json', 'web-shop-2.environment.json');
    assert.deepEqual(run.toFillIn, { path: 'web-shop-3.environment.json', missing: ['baseUrl'] });
    const [chain, environmentText] = files.map(
      ({ text }) => JSON.parse(text.replace(/\/\/.*/g, '')) as JsonObject,
    );
    assert.deepEqual([chain?.['environment'], environmentText?.['name']], ['Web shop 3', 'Web shop 3']);
    assert.deepEqual(
      composedNextTo('other.environment.json').run.toFillIn?.path,
      'web-shop.environment.json',
    );
  });
});
