/** Where values come from, as the form and completion say it in other languages than English. */
import assert from 'node:assert/strict';
import { referredVariables } from '../../src/core/form/referredVariables';
import { formSuggestions } from '../../src/core/form/suggestions';
import { completeChain } from '../../src/core/language/completion';
import { orderChain, sceneOf } from '../core/language/insight';
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
/** A chain that needs a value, and has a default for another. */
const PAY = {
  formatVersion: 1,
  name: 'Pay',
  variables: { currency: 'EUR' },
  requests: [{ id: 'pay', method: 'GET', url: 'http://a.test/{{customer}}/{{currency}}' }],
};

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

describe('completion in German', () => {
  const local = { formatVersion: 1, name: 'local', variables: { baseUrl: 'http://a.test' } };

  /** Labels of what is offered at the caret, with what is said of them. */
  function details(under: object, more: Parameters<typeof sceneOf>[1] = {}): ReadonlyMap<string, string> {
    const chain = orderChain(under, { variables: { quantity: 2 } });
    const scene = sceneOf(chain, { environment: local, ...more });
    const context = {
      analysis: scene.analysis,
      known,
      responseOf: () => undefined,
      environments: [],
      chains: [],
    };
    const offered = completeChain({ ...context, say: sayGerman }, scene.offset);
    return new Map(offered.map(({ label, detail = '' }) => [label, detail]));
  }

  it('says where the values of variables come from, and what built-ins give', () => {
    const found = details({ url: '{{¦' });
    assert.deepEqual(
      ['orderId', 'baseUrl', 'quantity', '$guid'].map((name) => found.get(name)),
      [
        'Create order',
        'Umgebung local = http://a.test',
        'Konstante dieser Kette = 2',
        'Eine neue UUID bei jeder Verwendung.',
      ],
    );
  });

  it('says where arguments of functions come from', () => {
    assert.equal(details({ url: "{{$hash 'sha256' ¦}}" }).get('quantity'), 'Konstante dieser Kette');
  });

  it('says which names lack a value', () => {
    const under = { url: '/{{none}}', extract: [{ variable: '¦', from: 'body', path: '$.id' }] };
    assert.equal(details(under).get('none'), 'ohne Wert verwendet');
  });

  it('says what a chain needs that is run as a step', () => {
    const called = { 'pay.chain.json': PAY };
    const found = details(
      { method: undefined, url: undefined, chain: 'pay.chain.json', with: { '¦': 2 } },
      { called },
    );
    assert.deepEqual(
      [found.get('customer'), found.get('currency')],
      ['wird gebraucht', 'hat einen Standardwert'],
    );
  });
});
