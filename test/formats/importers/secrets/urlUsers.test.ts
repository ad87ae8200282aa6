import assert from 'node:assert/strict';
import { defined } from '../../../../src/core/defined';
import type { WrittenAuth } from '../../../../src/core/files/writtenChain';
import type { JsonObject } from '../../../../src/core/json/json';
import type { ImportedCollection, ImportedMembers } from '../../../../src/formats/importers/shape/imported';
import { textSource } from '../../../../src/formats/importers/importers';
import { readSources } from '../../../../src/formats/importers/readSources';
import { withoutUrlUsers } from '../../../../src/formats/importers/secrets/urlUsers';
import { rulesHere } from '../rulesHere';

function stated(request: ImportedMembers, auth?: WrittenAuth): JsonObject {
  const collection: ImportedCollection = {
    ...{
      format: '',
      name: '',
      variables: [],
      environments: [],
      remarks: [],
      renamed: [],
      typedVariables: [],
    },
    ...defined({ auth }),
    requests: [{ kind: 'kept', name: 'a', folders: [], request, remarks: [] }],
  };
  const [read] = withoutUrlUsers(collection).requests;
  return read?.kind === 'kept' ? { ...read.request, remarks: read.remarks } : assert.fail('left out');
}

const basic = (username: string, password: string): WrittenAuth => ({ type: 'basic', username, password });

describe('a user in the address of an imported request', () => {
  const users: [user: string, auth: WrittenAuth][] = [
    ['ann:secret', basic('ann', 'secret')],
    ['ann', basic('ann', '')],
    [':secret', basic('', 'secret')],
    ['a%40b:p%3Aq', basic('a@b', 'p:q')],
    ['a@b:p:q', basic('a@b', 'p:q')],
    ['{{user}}:{{pass word}}', basic('{{user}}', '{{pass word}}')],
    ['%zz:%', basic('%zz', '%')],
    ['ann:s{c}r{{e}}t{', basic('ann', 's{c}r{{e}}t{')],
  ];
  for (const [user, auth] of users) {
    it(`becomes basic authentication: ${user}`, () => {
      assert.deepEqual(
        Object.entries(stated({ method: 'GET', url: `https://${user}@api.test/a@b?c@d`, body: {} })),
        [
          ['method', 'GET'],
          ['url', 'https://api.test/a@b?c@d'],
          ['auth', auth],
          ['body', {}],
          ['remarks', []],
        ],
      );
    });
  }

  for (const user of ['', ':']) {
    it(`is none in ${user}@`, () => {
      assert.deepEqual(stated({ method: 'GET', url: `https://${user}@api.test/` }), {
        method: 'GET',
        url: 'https://api.test/',
        remarks: [],
      });
    });
  }

  it('is looked for once, however many braces are in its place', () => {
    const url = `https://${'{{a}}'.repeat(50_000)}${'{'.repeat(50_000)}`;
    assert.deepEqual(stated({ method: 'GET', url }), { method: 'GET', url, remarks: [] });
  });

  it('is found whatever the format is', async () => {
    const texts = ['GET http://u:p@api.test', '{"info": {}, "item": [{"request": "http://u:p@api.test"}]}'];
    const readings = await readSources(
      texts.map((text) => ({ name: 'a', open: () => Promise.resolve(textSource('a', text)) })),
      { keep: new Set(), rules: rulesHere },
    );
    assert.deepEqual(
      readings.map((reading) => {
        const [read] = 'collection' in reading ? reading.collection.requests : [];
        return read?.kind === 'kept' ? read.request : read;
      }),
      Array(2).fill({ method: 'GET', url: 'http://api.test', auth: basic('u', 'p') }),
    );
  });

  it('takes the place of no authentication', () => {
    const request = { method: 'GET', url: 'http://u:p@api.test', auth: { type: 'none' } } as const;
    assert.deepEqual(stated(request, { type: 'bearer', token: 'x' })['auth'], basic('u', 'p'));
  });

  const others: [
    title: string,
    more: Omit<Partial<ImportedMembers>, 'method' | 'url'>,
    inherited?: WrittenAuth,
  ][] = [
    ['of its own', { auth: { type: 'bearer', token: 'x' } }],
    ['of all requests', {}, { type: 'bearer', token: 'x' }],
    ['in a header', { headers: [{ name: 'authorization', value: 'x' }] }],
  ];
  for (const [title, more, inherited] of others) {
    it(`is left out next to another authentication ${title}`, () => {
      assert.deepEqual(stated({ method: 'GET', url: 'http://u:p@api.test', ...more }, inherited), {
        method: 'GET',
        url: 'http://api.test',
        ...more,
        remarks: ['The user in its URL is left out, for it has another authentication.'],
      });
    });
  }

  for (const url of ['https://api.test/a@b', '{{base}}/u:p@x', 'https://{{host}}/?a=b@c', '/u@x']) {
    it(`is none in ${url}`, () => {
      assert.deepEqual(stated({ method: 'GET', url }), { method: 'GET', url, remarks: [] });
    });
  }
});
