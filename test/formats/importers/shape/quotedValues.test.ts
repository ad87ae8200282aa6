/** Variables in JSON bodies of imports whose values would lose their quotes, or get some. */
import assert from 'node:assert/strict';
import { defined } from '../../../../src/core/defined';
import type { JsonObject } from '../../../../src/core/json/json';
import type { ImportedCollection } from '../../../../src/formats/importers/shape/imported';
import { textSource } from '../../../../src/formats/importers/importers';
import { readSources } from '../../../../src/formats/importers/readSources';
import { rulesHere } from '../rulesHere';

async function read(...texts: readonly string[]): Promise<readonly ImportedCollection[]> {
  const named = texts.map((text, index) => ({
    name: `${index}`,
    open: () => Promise.resolve(textSource(`${index}`, text)),
  }));
  const readings = await readSources(named, { keep: new Set(), rules: rulesHere });
  return readings.map((reading) =>
    'collection' in reading ? reading.collection : assert.fail(JSON.stringify(reading)),
  );
}

const bodyOf = (collection: ImportedCollection | undefined, index: number): unknown => {
  const request = collection?.requests[index];
  return request?.kind === 'kept' ? request.request['body'] : assert.fail(JSON.stringify(request));
};

interface Source {
  readonly variable?: readonly JsonObject[];
  readonly script?: string;
  readonly answer?: string;
  readonly bodies: readonly string[];
}

/** A Postman collection: a read with a test script, then the bodies. */
const postman = ({ variable = [], script = '', answer, bodies }: Source): string =>
  JSON.stringify({
    info: { name: 'c' },
    variable,
    item: [
      {
        name: 'read',
        event: [{ listen: 'test', script: { exec: [script] } }],
        request: { method: 'GET', url: 'http://a.test/' },
        ...(answer === undefined ? {} : { response: [{ code: 200, body: answer }] }),
      },
      ...bodies.map((raw, index) => ({
        name: `write ${index}`,
        request: {
          method: 'POST',
          url: 'http://a.test/',
          body: { mode: 'raw', raw, options: { raw: { language: 'json' } } },
        },
      })),
    ],
  });

const asText = (text: string): JsonObject => ({ text, contentType: 'application/json' });
const SET = "pm.environment.set('uid', pm.response.json().id);";
const QUOTED = '{"user": "{{uid}}"}';

describe('a variable in quotes in JSON of an import', () => {
  it('stays in quotes when another body has the constant without them', async () => {
    const variable = [
      { key: 'uid', value: '7' },
      { key: 'name', value: '8' },
    ];
    const [collection] = await read(
      postman({ variable, bodies: ['{"n": {{uid}}}', QUOTED, '{"a": "{{name}}", "b": "x{{uid}}"}'] }),
    );
    assert.deepEqual(
      [1, 2, 3].map((index) => bodyOf(collection, index)),
      [{ json: { n: '{{uid}}' } }, asText(QUOTED), { json: { a: '{{name}}', b: 'x{{uid}}' } }],
    );
  });

  const answers: [answer: string | undefined, body: JsonObject, hasRemark: boolean][] = [
    ['{"id": 7}', asText(QUOTED), false],
    ['{"id": null}', asText(QUOTED), false],
    ['{"id": "7"}', { json: { user: '{{uid}}' } }, false],
    ['{}', { json: { user: '{{uid}}' } }, true],
    [undefined, { json: { user: '{{uid}}' } }, true],
  ];
  for (const [answer, body, hasRemark] of answers) {
    it(`is sent as the tool sends it when the response is ${answer ?? 'not known'}`, async () => {
      const source: Source = { script: SET, bodies: [QUOTED], ...defined({ answer }) };
      const [collection] = await read(postman(source));
      assert.deepEqual(bodyOf(collection, 1), body);
      assert.deepEqual(
        collection?.remarks,
        hasRemark ? ['In quotes in JSON, but sent with the type that the response has: uid.'] : [],
      );
    });
  }

  it('gets no remark when it is a credential, or is not in quotes', async () => {
    const script = `pm.environment.set('token', pm.response.json().token);${SET}`;
    const [collection] = await read(postman({ script, bodies: ['{"t": "{{token}}", "u": {{uid}}}'] }));
    assert.deepEqual(collection?.remarks, []);
  });

  it('is known by an environment that is imported with it', async () => {
    const environment =
      'info:\n  name: c\nopencollection: 1.0.0\nconfig:\n  environments:\n    - name: one\n      variables:\n        - name: uid\n          value:\n            type: number\n            data: "7"\n';
    const [collection] = await read(postman({ bodies: [QUOTED] }), environment);
    assert.deepEqual(bodyOf(collection, 1), asText(QUOTED));
  });

  it('gets no quotes that it did not have when it is entered as a secret', async () => {
    const environment =
      'info:\n  name: c\nopencollection: 1.0.0\nconfig:\n  environments:\n    - name: one\n      variables:\n        - name: pin\n          secret: true\n';
    const bodies = ['{"pin": {{pin}}}', '{"pin": "{{pin}}"}', '{"n": {{n}}}'];
    const [collection] = await read(postman({ bodies }), environment);
    assert.deepEqual(
      [1, 2, 3].map((index) => bodyOf(collection, index)),
      [asText('{"pin": {{pin}}}'), { json: { pin: '{{pin}}' } }, { json: { n: '{{n}}' } }],
    );
  });

  it('leaves the type to the header that says it', async () => {
    const http = `@uid = 7\n\nPOST http://a.test/\nContent-Type: application/vnd.a+json\n\n{"n": {{uid}}}\n\n###\nPOST http://a.test/\nContent-Type: application/vnd.a+json\n\n${QUOTED}\n`;
    const [collection] = await read(http);
    const request = collection?.requests[1];
    assert.deepEqual(request?.kind === 'kept' ? [request.request['headers'], request.request['body']] : [], [
      [{ name: 'Content-Type', value: 'application/vnd.a+json' }],
      { text: QUOTED },
    ]);
  });
});
