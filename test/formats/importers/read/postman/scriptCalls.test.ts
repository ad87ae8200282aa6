/** Requests that scripts of a Postman collection send themselves, such as one for a token. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../../src/core/files/chainFile';
import { readImport } from '../../../../../src/formats/importers/importers';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import { composeInto } from '../../../../../src/formats/importers/write/composeInto';
import { renderImportReport } from '../../../../../src/formats/importers/write/importReport';
import type { ImportedCollection } from '../../../../../src/formats/importers/shape/imported';
import { documentation } from '../../../../../src/formats/importers/shape/remark';

const before = (exec: string): object[] => [{ listen: 'prerequest', script: { exec } }];

const BEARER = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] };

/** A collection with a script, and one request that needs a token. */
function read(script: string, more: object = {}): Promise<ImportedCollection> {
  const item = [{ name: 'use', request: { url: '{{host}}/c' } }];
  const info = { name: 'Orders' };
  return readImport('c.json', JSON.stringify({ info, auth: BEARER, event: before(script), item, ...more }));
}

const TOKEN = { variable: 'token', from: 'body', path: '$.access_token' };
const KEEP = "pm.environment.set('token', res.json().access_token)";
const KEEP_DATA = "pm.environment.set('token', res.data.access_token)";

describe('a request that a script sends', () => {
  const json = { json: { user: 'a' } };
  const headers = [{ name: 'Content-Type', value: 'application/json' }];
  const post = { method: 'POST', url: '{{host}}/token' };
  const calls: [script: string, expected: object][] = [
    [
      `pm.sendRequest({ url: pm.variables.get('host') + '/token', method: 'POST', header: { 'Content-Type': 'application/json' }, body: { mode: 'raw', raw: JSON.stringify({ user: 'a' }) } }, function (err, res) { ${KEEP} })`,
      { ...post, headers, body: json, extract: [TOKEN] },
    ],
    [
      `if (!pm.environment.get('token')) { pm.sendRequest(pm.environment.get('host') + '/token', (err, res) => { if (!err) { ${KEEP} } }) }`,
      { method: 'GET', url: '{{host}}/token', extract: [TOKEN] },
    ],
    [
      `pm.sendRequest({ url: '{{host}}/token', method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'user', value: 'a' }] } }).then(res => ${KEEP})`,
      { ...post, body: { form: [{ name: 'user', value: 'a' }] }, extract: [TOKEN] },
    ],
    [
      `const res = await pm.sendRequest({ url: '{{host}}/token', method: 'POST' }); ${KEEP}`,
      { ...post, extract: [TOKEN] },
    ],
    [
      `axios.post('{{host}}/token', { user: 'a' }, { headers: { 'Content-Type': 'application/json' } }).then(res => { ${KEEP_DATA} }).catch(console.log)`,
      { ...post, headers, body: json, extract: [TOKEN] },
    ],
    [
      `const axios = require('axios'); const res = await axios({ method: 'post', url: '{{host}}/token', params: { a: 'b c' } }); ${KEEP_DATA}`,
      { ...post, url: '{{host}}/token?a=b%20c', extract: [TOKEN] },
    ],
    [
      `bru.sendRequest({ method: 'POST', url: '{{host}}/token', data: { user: 'a' } }, (err, res) => { bru.setVar('token', res.data.access_token) })`,
      { ...post, body: json, extract: [TOKEN] },
    ],
  ];
  for (const [script, expected] of calls) {
    it(`is one of a chain that is required: ${script}`, async () => {
      const { required, remarks, variables } = await read(script, {
        variable: [
          { key: 'token', value: 'old' },
          { key: 'host', value: 'http://h' },
        ],
      });
      assert.deepEqual(
        required?.map(({ request }) => request),
        [expected],
      );
      assert.deepEqual(remarks, []);
      assert.deepEqual(
        required?.map((one) => one.kind === 'kept' && one.remarks),
        [[documentation('It is sent once per run, not each time the script runs.')]],
      );
      assert.deepEqual(
        variables.map(({ name }) => name),
        ['host'],
      );
    });
  }

  const script = `pm.sendRequest({ url: '{{host}}/token?user={{user}}', method: 'POST' }, (err, res) => { ${KEEP} })`;

  it('is in auth.chain.json, once, with the constants that it needs', async () => {
    const variable = ['host', 'user', 'token', 'other'].map((key) => ({
      key,
      value: key === 'token' ? '' : key,
    }));
    const item = [
      { name: 'use', request: { url: '{{host}}/{{other}}' }, event: before(script) },
      { name: 'Folder', item: [{ name: 'again', request: { url: '{{host}}/' } }], event: before(script) },
    ];
    const collection = await read(script, { variable, item });
    for (const folders of ['tags', 'chains'] as const) {
      const { files, reports } = composeImport([{ source: 'c.json', collection }], { folders });
      const chains = files.map(({ path, text }) => {
        const { chain, problems } = readChain(text, path);
        assert.deepEqual(problems, []);
        return [
          path,
          chain?.requires,
          chain?.variables,
          chain?.auth?.type,
          chain?.requests.map(({ id }) => id),
        ];
      });
      const needs = [['auth.chain.json'], { other: 'other' }, 'bearer'];
      assert.deepEqual(chains, [
        ['auth.chain.json', [], { host: 'host', user: 'user' }, undefined, ['post-token']],
        ...(folders === 'tags'
          ? [['orders.chain.json', ...needs, ['use', 'again']]]
          : [
              ['orders.chain.json', ...needs, ['use']],
              ['folder.chain.json', ['auth.chain.json'], {}, 'bearer', ['again']],
            ]),
      ]);
      assert.deepEqual(reports[0]?.undefinedVariables, []);
      assert.match(
        renderImportReport({ formatVersion: 1, sources: reports }),
        /POST \/token -> auth\.chain\.json#post-token/,
      );
    }
  });

  it('comes first in a chain that gets the requests', async () => {
    const text = '{ "formatVersion": 1, "name": "x", "requests": [] }';
    const { edits } = composeInto(
      { text, file: 'x.chain.json', before: 0 },
      [{ source: 'c.json', collection: await read(script) }],
      {},
    );
    const changed = edits.map((edit) => edit.text).join('');
    assert.ok(changed.indexOf('"post-token"') < changed.indexOf('"use"'));
    assert.match(changed, /"auth": \{ "type": "none" \}/);
  });

  it('is reported where it needs what a response gives', async () => {
    const test = { listen: 'test', script: { exec: "pm.environment.set('user', pm.response.json().user)" } };
    const item = [{ name: 'use', request: { url: 'http://h/' }, event: [test] }];
    const { required, remarks, unknownCode } = await read(script, { item });
    assert.equal(required, undefined);
    const sentence =
      'A request that a script sends is not carried over: POST /token. It needs user of a response.';
    assert.deepEqual([remarks, unknownCode], [[sentence], [sentence]]);
  });
});

describe('code of which nothing is known', () => {
  it('is told of, and leaves no variable empty that it may fill', async () => {
    const { unknownCode, remarks, variables } = await read("eval(pm.environment.get('lib')); this.U.go();", {
      variable: [
        { key: 'token', value: '' },
        { key: 'lib', value: 'x' },
      ],
    });
    const title = 'Collection: pre-request script, line 1: not carried over';
    assert.deepEqual(unknownCode, [`${title}: eval(pm.environment.get('lib'))`, `${title}: this.U.go()`]);
    assert.deepEqual(remarks, unknownCode);
    assert.deepEqual(
      variables.map(({ name }) => name),
      ['lib'],
    );
  });

  it('names the request that it belongs to', async () => {
    const item = [
      { name: 'F', item: [{ name: 'use', request: { url: 'http://h/' }, event: before('this.go()') }] },
    ];
    assert.deepEqual((await read('', { item })).unknownCode, [
      'F / use: Pre-request script, line 1: not carried over: this.go()',
    ]);
  });
});
