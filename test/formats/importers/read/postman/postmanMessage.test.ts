/** Files in bodies of Postman. */
import assert from 'node:assert/strict';
import { readImport } from '../../../../../src/formats/importers/importers';

describe('a file in a body of Postman', () => {
  /** The body of a request in a chain. */
  async function bodyOf(body: object): Promise<unknown> {
    const item = [{ request: { method: 'POST', url: 'http://127.0.0.1/', body } }];
    const { requests } = await readImport('x.json', JSON.stringify({ info: { name: 'a' }, item }));
    const [request] = requests;
    return request?.kind === 'kept' ? request.request.body : request;
  }

  const part = (src: string, more: object = {}): object => ({ key: 'f', type: 'file', src, ...more });

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
