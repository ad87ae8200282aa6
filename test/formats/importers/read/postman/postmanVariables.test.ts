/** Variables of Postman whose values its files do not hold, and files that are sent under other names. */
import assert from 'node:assert/strict';
import { readImport } from '../../../../../src/formats/importers/importers';

const read = (value: unknown): ReturnType<typeof readImport> => readImport('x.json', JSON.stringify(value));

describe('variables of Postman', () => {
  const secret = (key: string, value: string): object => ({ key, value, type: 'secret', enabled: true });

  it('ask for secrets that an environment was exported without', async () => {
    const values = [secret('api token', ''), secret('known', 'k'), { key: 'empty', value: '' }];
    const { environments, secrets } = await read({ name: 'Local', values });
    assert.deepEqual(environments[0]?.variables, [
      { name: 'api_token', value: '{{$secret API_TOKEN}}', isSecret: false },
      { name: 'known', value: 'k', isSecret: true },
      { name: 'empty', value: '', isSecret: false },
    ]);
    assert.deepEqual(secrets, ['API_TOKEN']);
  });

  it('ask for secrets of a collection, unless a script keeps a response in them', async () => {
    const exec = "pm.collectionVariables.set('token', pm.response.json().token)";
    const { variables, secrets } = await read({
      info: { name: 'Orders' },
      variable: [secret('token', ''), secret('pin', '')],
      item: [{ request: 'http://127.0.0.1/', event: [{ listen: 'test', script: { exec } }] }],
    });
    assert.deepEqual(variables, [{ name: 'pin', value: '{{$secret PIN}}', isSecret: false }]);
    assert.deepEqual(secrets, ['PIN']);
  });

  it('keep the scope that hides others, whichever a script sets last', async () => {
    const before = (exec: string): object => ({ listen: 'prerequest', script: { exec } });
    const after = (exec: string): object => ({ listen: 'test', script: { exec } });
    const { requests, variables } = await read({
      info: { name: 'Scopes' },
      item: [
        {
          request: 'http://127.0.0.1/a',
          event: [before("pm.variables.set('own', 'local'); pm.environment.set('own', 'env')")],
        },
        {
          request: 'http://127.0.0.1/b',
          event: [after("pm.environment.set('own', pm.response.json().own)")],
        },
        { request: 'http://127.0.0.1/c', event: [after("pm.environment.set('id', pm.response.json().id)")] },
        { request: 'http://127.0.0.1/d', event: [after("pm.globals.set('id', pm.response.json().other)")] },
        {
          request: 'http://127.0.0.1/e',
          event: [after("pm.collectionVariables.set('id', pm.response.json().third)")],
        },
        {
          request: 'http://127.0.0.1/f',
          event: [after("postman.setEnvironmentVariable('id', pm.response.json().last)")],
        },
      ],
    });
    assert.deepEqual(variables, [{ name: 'own', value: 'local', isSecret: false }]);
    const kept = requests.flatMap((request) => (request.kind === 'kept' ? [request] : []));
    assert.deepEqual(
      kept.map(({ request: { extract } }) => extract),
      [
        undefined,
        undefined,
        [{ variable: 'id', from: 'body', path: '$.id' }],
        undefined,
        undefined,
        [{ variable: 'id', from: 'body', path: '$.last' }],
      ],
    );
    const hidden = kept.map(({ remarks }) =>
      remarks.some((remark) => JSON.stringify(remark).includes('hides this one')),
    );
    assert.deepEqual(hidden, [false, true, false, true, true, false]);
  });

  it('are missed in a path that is one text, too', async () => {
    const urls = ['http://a.test:81/o/:id/x?y=/:no#/:no', '{{base}}/:a b/{{c}}:d', 'http://a.test/x'];
    const { requests } = await read({ info: { name: 'a' }, item: urls.map((request) => ({ request })) });
    assert.deepEqual(
      requests.map((request) => request.kind === 'kept' && request.remarks),
      [[':id'], [':a b'], []].map((names) =>
        names.map(
          (name) =>
            `The path variable ${name} has no value. Write one, or a reference, in its place in the URL.`,
        ),
      ),
    );
  });

  const dynamic: [written: string, read: string][] = [
    ['{{$guid}} {{$randomUUID}}', '{{$guid}} {{$guid}}'],
    ['{{$timestamp}} {{$isoTimestamp}} {{$randomInt}}', '{{$timestamp}} {{$isoTimestamp}} {{$randomInt}}'],
    ['{{$randomEmail}} {{ $randomMACAddress }}', '{{$randomEmail}} {{$randomMACAddress}}'],
    ['{{$randomNothing}}', '{{randomNothing}}'],
  ];
  for (const [written, expected] of dynamic) {
    it(`become what makes the same value: ${written}`, async () => {
      const item = [{ request: { url: 'http://a.test/', header: [{ key: 'X', value: written }] } }];
      const { requests } = await read({ info: { name: 'a' }, item });
      const [first] = requests;
      assert.deepEqual(first?.kind === 'kept' && first.request['headers'], [{ name: 'X', value: expected }]);
    });
  }

  it('stay text where a random value in quotes would lose them', async () => {
    const bodyOf = async (raw: string) => {
      const body = { mode: 'raw', raw, options: { raw: { language: 'json' } } };
      const { requests } = await read({
        info: { name: 'a' },
        item: [{ request: { method: 'POST', url: 'http://a.test/', body } }],
      });
      return requests[0]?.kind === 'kept' && requests[0].request['body'];
    };
    assert.deepEqual(await bodyOf('{"a":"{{$randomEmail}}","b":{{$randomBoolean}}}'), {
      json: { a: '{{$randomEmail}}', b: '{{$randomBoolean}}' },
    });
    const text = '{"a":"{{$randomBoolean}}"}';
    assert.deepEqual(await bodyOf(text), { text, contentType: 'application/json' });
  });

  it('leave the name under which a file is sent', async () => {
    const formdata = [{ key: 'f', type: 'file', src: 'a.bin', fileName: '{{name}}.png' }];
    const request = { method: 'POST', url: 'http://127.0.0.1/', body: { mode: 'formdata', formdata } };
    const { requests } = await read({ info: { name: 'Orders' }, item: [{ request }] });
    const [first] = requests;
    assert.deepEqual(first?.kind === 'kept' && first.request['body'], {
      multipart: [{ name: 'f', file: 'a.bin', fileName: '{{name}}.png' }],
    });
  });
});
