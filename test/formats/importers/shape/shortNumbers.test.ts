import assert from 'node:assert/strict';
import { textSource } from '../../../../src/formats/importers/importers';
import { readSources } from '../../../../src/formats/importers/readSources';
import { rulesHere } from '../rulesHere';

/** What is said of a body of JSON, imported from an `.http` file. */
async function remarksOn(body: string): Promise<readonly unknown[]> {
  const text = `POST http://a.test/\nContent-Type: application/json\n\n${body}\n`;
  const open = () => Promise.resolve(textSource('a.http', text));
  const [reading] = await readSources([{ name: 'a.http', open }], { keep: new Set(), rules: rulesHere });
  const request =
    reading !== undefined && 'collection' in reading ? reading.collection.requests[0] : undefined;
  return request?.kind === 'kept' ? request.remarks : assert.fail(JSON.stringify(reading));
}

describe('a number in JSON of an import', () => {
  const changed: [body: string, remark: string][] = [
    ['{"rating": 3.60}', '3.60 as 3.6'],
    ['{"id": {{id}}, "at": [1, -1702339200.000000000]}', '-1702339200.000000000 as -1702339200'],
    ['{"a": 1e3}', '1e3 as 1000'],
  ];
  for (const [body, remark] of changed) {
    it(`is reported in ${body}`, async () => {
      assert.deepEqual(await remarksOn(body), [
        `Numbers in its body are sent in their shortest form: ${remark}. For a server that needs them as written, make the body a text.`,
      ]);
    });
  }

  const sentAsWritten = [
    '{"a": 3.6, "b": -0.5}',
    '{"a": "3.60", "b": "\\"3.60"}',
    '{"a": {{v1.50}}}',
    '{"a": 12345678901234567890.10}',
    '{"n": 3.60',
  ];
  for (const body of sentAsWritten) {
    it(`is sent as it is written in ${body}`, async () => {
      assert.deepEqual(await remarksOn(body), []);
    });
  }
});
