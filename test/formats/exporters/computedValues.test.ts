import assert from 'node:assert/strict';
import { exported } from './exported';

const CHAIN = JSON.stringify({
  formatVersion: 2,
  name: 'Orders',
  variables: { baseUrl: 'http://127.0.0.1:1', key: '{{$secret KEY}}', constant: "{{$hash 'md5' key}}" },
  requests: [
    {
      id: 'signed',
      method: 'GET',
      url: '{{baseUrl}}/orders/{{constant}}',
      headers: [
        { name: 'X-Signature', value: "{{$hmac 'sha256' key signed}}" },
        { name: 'X-Path', value: '{{$request.path}}' },
        { name: 'X-Signed', value: '{{signed}}' },
      ],
      variables: { signed: '{{$request.method}} {{$request.path}}' },
    },
    { id: 'plain', method: 'GET', url: '{{baseUrl}}/orders' },
  ],
});

describe('exports of a chain that computes values', () => {
  for (const format of [
    'postman',
    'curl',
    'curl --script',
    'http',
    'http --dialect httpyac',
    'http --dialect jetbrains',
    'markdown',
    'artillery',
    'k6',
  ]) {
    it(`as ${format} say that variables of a request need a value, for it alone`, async () => {
      const { report } = await exported(format, CHAIN);
      const [signed, plain] = report.requests;
      assert.ok(
        signed?.remarks.includes(
          'Its variables are computed each time it is sent, which cannot be carried over: give signed a value.',
        ),
      );
      assert.deepEqual(plain?.remarks, []);
      assert.deepEqual(report.undefinedVariables, ['signed']);
    });
  }

  for (const format of [
    'postman',
    'curl',
    'curl --script',
    'http',
    'http --dialect httpyac',
    'http --dialect jetbrains',
    'artillery',
  ]) {
    it(`as ${format} name the functions and parts of the request that are missing there`, async () => {
      const { report } = await exported(format, CHAIN);
      const remarks = [...report.remarks, ...report.requests.flatMap((request) => request.remarks)].join(
        '\n',
      );
      for (const what of [/\$hmac/, /\$request\.path/, /\$hash/]) {
        assert.match(remarks, what);
      }
    });
  }

  it('as Artillery give values names that it can read', async () => {
    const { text } = await exported('artillery', CHAIN);
    assert.match(text, /\{\{ request_path \}\}/);
  });
});
