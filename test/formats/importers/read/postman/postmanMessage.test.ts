/** Bodies of Postman, and the headers next to them. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/core/json/json';
import { readImport } from '../../../../../src/formats/importers/importers';
import { documentation, type Remark } from '../../../../../src/formats/importers/shape/remark';

/** The first request of a collection with these items. */
async function firstOf(
  item: readonly JsonObject[],
  more: JsonObject = {},
): Promise<{ readonly request: JsonObject; readonly remarks: readonly Remark[] }> {
  const { requests } = await readImport('x.json', JSON.stringify({ info: { name: 'a' }, item, ...more }));
  const [first] = requests;
  return first?.kind === 'kept' ? first : assert.fail('no request');
}

describe('a file in a body of Postman', () => {
  /** The body of a request in a chain. */
  const bodyOf = async (body: JsonObject): Promise<unknown> =>
    (await firstOf([{ request: { method: 'POST', url: 'http://127.0.0.1/', body } }])).request['body'];

  const part = (src: string, more: JsonObject = {}): JsonObject => ({ key: 'f', type: 'file', src, ...more });

  it('has the type of its extension as a part of a form, unless the form states one', async () => {
    const formdata = [
      part('a.JSON'),
      part('b.pdf', { contentType: 'text/x' }),
      part('c.unknown'),
      part('png'),
    ];
    assert.deepEqual(await bodyOf({ mode: 'formdata', formdata }), {
      multipart: [
        { name: 'f', file: 'a.JSON', contentType: 'application/json' },
        { name: 'f', file: 'b.pdf', contentType: 'text/x' },
        { name: 'f', file: 'c.unknown' },
        { name: 'f', file: 'png' },
      ],
    });
  });

  it('has the type of its extension as the whole body, else that of bytes', async () => {
    const typeOf = async (src: string): Promise<unknown> => bodyOf({ mode: 'file', file: { src } });
    assert.deepEqual(await typeOf('a.csv'), { file: 'a.csv', contentType: 'text/csv' });
    assert.deepEqual(await typeOf('a'), { file: 'a', contentType: 'application/octet-stream' });
  });
});

describe('a Content-Type next to a form of Postman', () => {
  const form = { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b' }] };
  const parts = { mode: 'formdata', formdata: [{ key: 'a', value: 'b', type: 'text' }] };
  const off = (type: string): Remark =>
    documentation(`The header "Content-Type: ${type}" is switched off, as Postman sends the type of a form.`);
  const cases: [title: string, body: JsonObject, type: string, isOff: boolean][] = [
    ['stays where it is that of the form', form, 'application/x-www-form-urlencoded; charset=utf-8', false],
    ['is switched off where it is another one', form, 'text/plain', true],
    ['is switched off where it lacks the boundary of the parts', parts, 'multipart/form-data', true],
    ['is switched off where it has another boundary', parts, 'multipart/form-data; boundary=x', true],
    ['stays where the form is empty', { mode: 'formdata', formdata: [] }, 'application/json', false],
    ['stays next to a text', { mode: 'raw', raw: 'a' }, 'text/plain', false],
  ];
  for (const [title, body, value, isOff] of cases) {
    it(title, async () => {
      const header = [{ key: 'content-type', value }];
      const { request, remarks } = await firstOf([
        { request: { method: 'POST', url: 'http://h/', header, body } },
      ]);
      assert.deepEqual(request['headers'], [
        { name: 'content-type', value, ...(isOff ? { disabled: true } : {}) },
      ]);
      assert.deepEqual(remarks, isOff ? [off(value)] : []);
    });
  }

  it('gives way to the type of a form that is written as text', async () => {
    const urlencoded = [{ key: '', value: 'b' }];
    const header = [{ key: 'Content-Type', value: 'text/plain' }];
    const body = { mode: 'urlencoded', urlencoded };
    const { request } = await firstOf([{ request: { method: 'POST', url: 'http://h/', header, body } }]);
    assert.deepEqual(request['body'], { text: '=b', contentType: 'application/x-www-form-urlencoded' });
    assert.deepEqual(request['headers'], [{ name: 'Content-Type', value: 'text/plain', disabled: true }]);
  });
});

describe('the body of a request that Postman sends without one', () => {
  const said = (method: string): string =>
    `Postman does not send the body of a ${method} request, unless its settings say so. This chain does.`;
  const body = { mode: 'raw', raw: 'a' };
  const item = (method: string, more: JsonObject = {}): JsonObject => ({
    request: { method, url: 'http://h/', body },
    ...more,
  });
  const sends = { protocolProfileBehavior: { disableBodyPruning: true } };
  const prunes = { protocolProfileBehavior: { disableBodyPruning: false } };
  const cases: [title: string, items: readonly JsonObject[], more: JsonObject, said: readonly string[]][] = [
    ['is reported for GET', [item('GET')], {}, [said('GET')]],
    ['is reported for HEAD', [item('head')], {}, [said('HEAD')]],
    ['is sent with DELETE', [item('DELETE')], {}, []],
    ['is sent by a setting of the request', [item('GET', sends)], {}, []],
    ['is sent by a setting of a folder', [{ name: 'f', item: [item('GET')], ...sends }], {}, []],
    ['is sent by a setting of the collection', [item('GET')], sends, []],
    ['is not sent where a request says otherwise', [item('GET', prunes)], sends, [said('GET')]],
    [
      'is nothing to report where it is empty',
      [item('GET', { request: { method: 'GET', url: 'http://h/' } })],
      {},
      [],
    ],
  ];
  for (const [title, items, more, remarks] of cases) {
    it(title, async () => {
      assert.deepEqual((await firstOf(items, more)).remarks, remarks);
    });
  }
});

describe('the header Postman-Token', () => {
  const read = async (value: string): Promise<unknown> => {
    const header = [{ key: 'postman-token', value }];
    const { request, remarks } = await firstOf([{ request: { method: 'GET', url: 'http://h/', header } }]);
    return [request['headers'], remarks];
  };

  it('is left out where Postman made it', async () => {
    const said = 'Its header Postman-Token is left out: it identifies a request that Postman sent once.';
    assert.deepEqual(await read('003d55c1-2ebc-4e25-b9da-26bf053a8a5c'), [undefined, [documentation(said)]]);
  });

  it('stays where a person wrote it', async () => {
    assert.deepEqual(await read('mine'), [[{ name: 'postman-token', value: 'mine' }], []]);
  });
});

describe('comments in a body of Postman', () => {
  const raw = '{ // why\n "a": {{a}}, /* two */ "u": "http://x" }';
  const json = { a: '{{a}}', u: 'http://x' };
  const left = documentation('The comments in its JSON body are left out, as Postman does.');
  const read = async (body: JsonObject, type?: string): Promise<unknown> => {
    const header = type === undefined ? [] : [{ key: 'Content-Type', value: type }];
    const { request, remarks } = await firstOf([
      { request: { method: 'POST', url: 'http://h/', header, body } },
    ]);
    return [request['body'], remarks];
  };
  const language = (of: string): JsonObject => ({ mode: 'raw', raw, options: { raw: { language: of } } });

  it('are left out of JSON', async () => {
    assert.deepEqual(await read(language('json')), [{ json }, [left]]);
    assert.deepEqual(await read({ mode: 'raw', raw }, 'application/json; charset=utf-8'), [{ json }, [left]]);
  });

  it('stay in another text', async () => {
    assert.deepEqual(await read(language('text')), [{ text: raw, contentType: 'text/plain' }, []]);
    assert.deepEqual(await read(language('text'), 'application/json'), [{ text: raw }, []]);
  });
});
