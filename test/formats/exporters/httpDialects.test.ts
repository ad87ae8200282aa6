/** `.http` files for one reader: its own way to name responses, read values, and know secrets. */
import assert from 'node:assert/strict';
import { readImport } from '../../../src/formats/importers/importers';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { exported } from './exported';
import { chainText, soundChain } from './sentRequests';

const CHAIN = chainText(
  [
    {
      id: 'log-in',
      method: 'POST',
      body: { json: { password: '{{$secret ALICE_PASSWORD}}' } },
      extract: [
        { variable: 'token', from: 'body', path: '$.user.token' },
        { variable: 'etag', from: 'header', name: 'ETag' },
      ],
      expect: { status: 201, body: [{ path: '$.ok', equals: true }] },
    },
    {
      id: 'next',
      url: 'http://127.0.0.1:4010/{{token}}',
      headers: [
        { name: 'X', value: '{{$uuid}} {{$timestamp}} {{$isoTimestamp}} {{$randomInt 1 6}}' },
        { name: 'X-User', value: '{{user.name}}' },
      ],
    },
  ],
  { variables: { 'user.name': 'Ann' } },
);

describe('export as an .http file for one reader', () => {
  const lines: [dialect: string, wanted: readonly string[]][] = [
    [
      'rest-client',
      [
        '@ALICE_PASSWORD = {{$dotenv ALICE_PASSWORD}}',
        '@token = {{log_in.response.body.$.user.token}}',
        '@etag = {{log_in.response.headers.ETag}}',
        'GET http://127.0.0.1:4010/{{token}}',
        'X: {{$guid}} {{$timestamp}} {{$datetime iso8601}} {{$randomInt 1 6}}',
        'X-User: {{user.name}}',
      ],
    ],
    [
      'httpyac',
      [
        '@ALICE_PASSWORD = {{$dotenv ALICE_PASSWORD}}',
        '@user_name = Ann',
        '{{',
        '  found = body?.user?.token;',
        '  exports.token = found;',
        '  found = response.headers["etag"];',
        'GET http://127.0.0.1:4010/{{encodeURIComponent(token).replace(/%3A/g,":").replace(/%40/g,"@")}}',
        'X: {{$guid}} {{Math.floor(Date.now() / 1000)}} {{new Date().toISOString()}} {{$randomInt 1 6}}',
        'X-User: {{user_name}}',
      ],
    ],
    [
      'jetbrains',
      [
        '# Secrets, read from http-client.private.env.json next to this file: ALICE_PASSWORD',
        '@user_name = Ann',
        '> {%',
        '  client.test("status", () => client.assert(response.status === 201, "status"));',
        '  found = body?.user?.token;',
        '  client.global.set("token", found);',
        '  found = (response.headers.valueOf("etag") ?? undefined);',
        'GET http://127.0.0.1:4010/{{token}}',
        'X: {{$uuid}} {{$timestamp}} {{$isoTimestamp}} {{$random.integer(1, 7)}}',
        'X-User: {{user_name}}',
      ],
    ],
  ];
  for (const [dialect, wanted] of lines) {
    it(`writes what ${dialect} reads`, async () => {
      const { text, report } = await exported(`http --dialect ${dialect}`, CHAIN);
      const written = text.split('\n');
      assert.deepEqual(
        wanted.filter((line) => !written.includes(line)),
        [],
        text,
      );
      assert.deepEqual(report.secrets, ['ALICE_PASSWORD']);
      const remarks = report.requests.flatMap((request) => request.remarks);
      assert.deepEqual(
        remarks,
        dialect === 'rest-client' ? ['REST Client does not say what is expected of an answer.'] : [],
      );
    });
  }

  it('comes back with what REST Client takes from answers', async () => {
    const { text } = await exported('http --dialect rest-client', CHAIN);
    const collection = await readImport('orders.http', text);
    const { files } = composeImport([{ source: 'orders.http', collection }], { folders: 'tags' });
    const rules = soundChain(files[0]?.text ?? '').requests.flatMap(({ extract }) => extract);
    assert.deepEqual(
      rules.map(({ variable, from }) => [variable, from]),
      [
        ['token', 'body'],
        ['etag', 'header'],
      ],
    );
  });

  it('says who signs for AWS, and names no other reader', async () => {
    const auth = {
      type: 'awsSigV4',
      accessKeyId: 'a',
      secretAccessKey: '{{$secret K}}',
      region: 'r',
      service: 's',
    };
    const remarks = async (dialect: string) =>
      (await exported(`http --dialect ${dialect}`, chainText([{ auth }]))).report.requests[0]?.remarks;
    assert.deepEqual(await remarks('rest-client'), []);
    assert.deepEqual(await remarks('httpyac'), []);
    assert.match(String(await remarks('jetbrains')), /other readers of \.http files do not/);
  });

  const lost: [title: string, rule: object][] = [
    ['several values at any depth', { from: 'body', path: '$..id', all: true }],
    ['several values by an expression', { from: 'body', regex: '(a)', all: true }],
    ['a cookie', { from: 'cookie', name: 'a' }],
    ['an element', { from: 'body', css: 'a' }],
  ];
  for (const [title, rule] of lost) {
    it(`says that a script cannot take ${title}`, async () => {
      const text = chainText([{ extract: [{ variable: 'a', ...rule }] }]);
      for (const dialect of ['httpyac', 'jetbrains']) {
        const { report } = await exported(`http --dialect ${dialect}`, text);
        assert.match(report.requests[0]?.remarks.join() ?? '', /cannot take a from/);
      }
    });
  }

  it('ends no script early, whatever a check says', async () => {
    const { text, report } = await exported(
      'http --dialect jetbrains',
      chainText([{ expect: { body: [{ path: '$.a', equals: '%}\n### x\nGET http://evil/' }] } }]),
    );
    assert.doesNotMatch(text, /^GET http:\/\/evil/m);
    assert.match(report.requests[0]?.remarks.join() ?? '', /would end the script/);
  });
});
