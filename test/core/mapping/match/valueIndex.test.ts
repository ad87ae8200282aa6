import assert from 'node:assert/strict';
import { indexValues } from '../../../../src/core/mapping/match/valueIndex';
import { sessionOf } from '../session';

/** Where the answer has the value that the second request sends, as members that lead to it. */
function placesOf(value: unknown, text: string): readonly string[] {
  const [first, second] = sessionOf(
    { line: 'GET /orders' },
    { line: 'POST /notes', sent: { reference: value } },
  );
  assert.ok(first?.response !== undefined && second !== undefined);
  const answered = { ...first, response: { ...first.response, mediaType: 'application/json', text } };
  const { seen } = indexValues([answered, second]);
  return [...seen.values()].flatMap(({ responseValues }) =>
    responseValues.map(({ place }) => (place.source === 'body' ? place.steps.join('.') : place.source)),
  );
}

describe('indexValues', () => {
  const answers: [what: string, value: unknown, text: string, places: readonly string[]][] = [
    ['a plain text', 'o-91827', '{"a":[{"id":"o-91826"},{"id":"o-91827"}]}', ['a.1.id']],
    ['a text with escapes', 'say "9"\n', String.raw`{"a":"say \"9\"\n"}`, ['a']],
    ['a text with other escapes', 'Grün/91827', String.raw`{"a":"Gr\u00fcn\/91827"}`, ['a']],
    ['a text that is not ASCII', 'Grün-91827', '{"ä":{"ö":"Grün-91827"}}', ['ä.ö']],
    ['a number', 91827, '{"a":{"b":91827}}', ['a.b']],
    ['a number with a fraction', 918.25, '{"a":918.24,"b":918.25}', ['b']],
    ['a number beyond doubles', '9007199254740993', '{"a":9007199254740993}', ['a']],
    ['a segment of an address', 'o-91827', String.raw`{"href":"\/orders\/o-91827"}`, ['href']],
    ['a member of JSON in a text', 'o-91827', String.raw`{"a":"{\"id\":\"o-91827\"}"}`, ['a']],
    ['a credential behind its scheme', 'o-91827', '{"a":"Bearer o-91827"}', ['a']],
    ['a text in base64', 'o-91827 o-91828', '{"a":"by05MTgyNyBvLTkxODI4"}', ['a']],
    ['members called like positions', 'o-91827', '{"b":"o-91827","1":"o-91827"}', ['1', 'b']],
    ['no number of a call', 'o-91827', '{"jsonrpc":"2.0","id":"o-91827","result":{}}', []],
    ['nothing in what is no JSON', 'o-91827', '{"a":"o-91827"', []],
  ];
  for (const [what, value, text, places] of answers) {
    it(`finds ${what}`, () => {
      assert.deepEqual(placesOf(value, text), places);
    });
  }
});
