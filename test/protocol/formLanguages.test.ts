/** Where values come from, as the form says it in other languages than English. */
import assert from 'node:assert/strict';
import { referredVariables } from '../../src/core/form/referredVariables';
import { formSuggestions } from '../../src/core/form/suggestions';
import { sceneOf } from '../core/language/insight';
import { sayGerman, sayValues, wordsLeft } from './wordlessSay';

const URL =
  '{{baseUrl}}/{{orderId}}/{{quantity}}/{{own}}/{{$guid}}/{{$secret PASS}}/{{$secret NONE}}/{{none}}/{{$none}}';
const { analysis } = sceneOf(
  {
    formatVersion: 1,
    name: 'Orders',
    variables: { quantity: 2 },
    requests: [
      {
        id: 'create',
        name: '#1',
        method: 'POST',
        url: '{{baseUrl}}/orders',
        extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      },
      { id: 'read', method: 'GET', url: URL, variables: { own: 1 } },
    ],
  },
  {
    environment: {
      formatVersion: 1,
      name: '#2',
      variables: { baseUrl: 'http://127.0.0.1' },
      secrets: ['PASS'],
    },
  },
);
const [, part] = analysis.source.requests;
const known = new Map<string, never>();

describe('the form in German', () => {
  it('says where the values of references come from, or why they have none', () => {
    const shown = referredVariables(analysis, part, known, sayGerman);
    assert.deepEqual(Object.fromEntries(shown.map(({ name, explanation }) => [name, explanation])), {
      baseUrl: 'Umgebung #2',
      orderId: '#1',
      quantity: 'Konstante dieser Kette',
      own: 'Variable dieser Anfrage',
      $guid: 'Eine neue UUID bei jeder Verwendung.',
      '$secret PASS': 'Geheimnis der Umgebung #2',
      '$secret NONE': 'Geheimnis',
      none: 'Nichts definiert none. Aus einer früheren Antwort extrahieren oder zu den Variablen der Kette oder der Umgebung hinzufügen.',
      $none: 'Die eingebaute Funktion $none gibt es nicht.',
    });
  });

  it('says where values come from that can be inserted', () => {
    const written = { part, path: ['url'], text: '{{$', selection: { start: 3, end: 3 } };
    const all = ['{{', '{{$'].flatMap((text) => {
      const selection = { start: text.length, end: text.length };
      return formSuggestions(analysis, { ...written, text, selection }, known, sayValues);
    });
    assert.ok(all.length > 20);
    const shown = all.map(({ explanation }) => explanation);
    assert.deepEqual(wordsLeft(shown, new Set(), /#\d/g), []);
  });
});
