/** Files that cannot be imported: each is refused with a reason, and nothing is written. */
import assert from 'node:assert/strict';
import { UserError } from '../../../src/core/errors';
import { readImport } from '../../../src/formats/importers/importers';
import { corpusFiles, corpusText } from './corpus';

const refusal = async (text: string): Promise<string> => {
  try {
    await readImport('file.json', text);
  } catch (error) {
    assert.ok(error instanceof UserError, String(error));
    return error.message;
  }
  return assert.fail('it was imported');
};

describe('a file that cannot be imported', () => {
  const refused: [text: string, reason: RegExp][] = [
    ['', /in no format that can be imported/],
    ['hello', /in no format that can be imported/],
    ['{"a": }', /not sound JSON: expected a JSON value but found '\}' at line 1, column 7/],
    ['['.repeat(100_000), /not sound JSON/],
    [
      '{"info": {"schema": "https://schema.getpostman.com/json/collection/v3.0.0/"}, "item": []}',
      /version .* not known/,
    ],
    ['{"info": {}, "item": "x"}', /not a list/],
    ['{"item": []}', /no `info`/],
    ['{"name": "old", "order": [], "requests": []}', /version 1/],
  ];
  for (const [text, reason] of refused) {
    it(`says why: ${JSON.stringify(text.slice(0, 60))}`, async () => {
      assert.match(await refusal(text), reason);
    });
  }

  for (const name of corpusFiles('negative')) {
    if (name === 'postman-environment.json') {
      it(`is an environment, not a collection: ${name}`, async () => {
        const { environments, requests } = await readImport(name, corpusText('negative', name));
        assert.deepEqual(requests, []);
        assert.deepEqual(environments, [
          {
            name: 'Crapi',
            variables: [
              { name: 'url', value: 'http://127.0.0.1:8888', isSecret: false },
              { name: 'url_mail', value: 'http://127.0.0.1:8025', isSecret: false },
            ],
            remarks: [],
          },
        ]);
      });
    } else {
      it(`is refused: ${name}`, async () => {
        assert.match(await refusal(corpusText('negative', name)), /^.+\. .+\.$/s);
      });
    }
  }
});
