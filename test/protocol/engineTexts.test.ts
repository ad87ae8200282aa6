import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { JsonValue } from '../../src/core/json/json';
import { explainMiss } from '../../src/core/json/jsonPath';
import { renderUnmasked } from '../../src/core/message';
import type { Check } from '../../src/core/model';
import { describeCheck } from '../../src/core/run/describeCheck';
import { inEnglish } from '../../src/core/say';
import { translateBy } from '../../src/protocol/engineTexts';

const GERMAN = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')) as Readonly<
  Record<string, string>
>;

/** A check with every operator. */
function checkOf(place: Partial<Check>): Check {
  return {
    ...place,
    operators: [
      { operator: 'exists', value: true },
      { operator: 'exists', value: false },
      { operator: 'matches', value: 'a+' },
      { operator: 'type', value: 'string' },
      { operator: 'schema', value: {} },
      ...(['equals', 'notEquals', 'contains', 'lessThan', 'greaterThan'] as const).map((operator) => ({
        operator,
        value: 7,
      })),
    ],
  };
}

/** Names as values, for each number in a text. */
const NAMES = ['first', 'second', 'third', 'fourth'];

describe('sentences of the engine', () => {
  const translate = translateBy(GERMAN);

  it('are English without translations', () => {
    const message =
      'Nothing in this chain uses token. Remove it unless a chain that requires or runs this one needs it.';
    assert.equal(translateBy({})(message), message);
  });

  it('are recognised with their values', () => {
    assert.equal(
      translate('The regular expression `a(` is not valid: missing ).'),
      'Der reguläre Ausdruck `a(` ist nicht gültig: missing ).',
    );
  });

  it('have their values in the order of the language', () => {
    const turned = translateBy({ '{0} is used before {1} extracts it.': 'Vor {1}: {0}.' });
    assert.equal(turned('orderId is used before Create order extracts it.'), 'Vor Create order: orderId.');
  });

  it('are recognised one by one in a message', () => {
    assert.equal(
      translate('Nothing listens at http://127.0.0.1:4010. Start the API or correct the address.'),
      'Unter http://127.0.0.1:4010 lauscht nichts. Die API starten oder die Adresse korrigieren.',
    );
  });

  it('are recognised in one another', () => {
    assert.equal(
      translate('token was not extracted from login: `$.id` matched nothing: `$` is an empty list.'),
      'token wurde nicht aus login extrahiert: `$.id` fand nichts: `$` ist eine leere Liste.',
    );
    assert.equal(
      translate('Item 3: Expected status is 200, but it was absent, for the body <p>.'),
      'Element 3: Erwartet: Status ist 200, aber es war nicht vorhanden, beim Body <p>.',
    );
  });

  it('are recognised behind the place that they are about', () => {
    assert.equal(
      translate('a.chain.json:3:9: Nothing listens at x.'),
      'a.chain.json:3:9: Unter x lauscht nichts.',
    );
  });

  it('may have lists of names as values', () => {
    assert.equal(
      translate('The tokens of alice (throw-away 1), bob and carl are of the same subject.'),
      'Die Token von alice (throw-away 1), bob und carl gehören demselben Benutzer.',
    );
    const quoted = 'The tokens of "salt and pepper" are of the same subject.';
    assert.equal(translate(quoted), 'Die Token von "salt and pepper" gehören demselben Benutzer.');
  });

  it('are conditions, alone and as what was expected', () => {
    assert.equal(translate('status is 2xx or 3xx or 404'), 'Status ist 2xx oder 3xx oder 404');
    assert.equal(
      translate('Expected $.amount equals 12.5, but it was absent.'),
      'Erwartet: $.amount ist gleich 12.5, aber es war nicht vorhanden.',
    );
    assert.equal(
      translate('Expected $.a equals "b contains c", but it was "d equals e".'),
      'Erwartet: $.a ist gleich "b contains c", aber es war "d equals e".',
    );
    const nested = `${'Expected '.repeat(300)}status is 200${', but it was absent'.repeat(300)}.`;
    assert.match(translate(nested.slice(0, 3_999)), /^Erwartet|^Expected/);
    for (const [subject, operators] of [
      ['$.a', describeCheck(checkOf({ path: '$.a' }))],
      ['header ETag', describeCheck(checkOf({ name: 'ETag' }))],
    ] as const) {
      for (const condition of operators.map(renderUnmasked)) {
        const german = translate(condition);
        assert.doesNotMatch(german, /\b(?:is|does|not|than|its|exists?|contains|equals?|matches)\b/);
        assert.ok(german.startsWith(subject), german);
      }
    }
  });

  it('say why a path found nothing', () => {
    const misses: readonly (readonly [path: string, document: JsonValue])[] = [
      ['$.id', { data: 1, meta: 2 }],
      ['$.orderId', { order_id: 1 }],
      ['$.a.b', { a: [] }],
      ['$.a.b', { a: [1] }],
      ['$.a.b', { a: [1, 2, 3] }],
      ['$.a.b', { a: {} }],
      ['$.a.b', { a: { id: 7, no: 8 } }],
      ['$.a.b', { a: null }],
      ['$.a.b', { a: true }],
      ['$.a.b', { a: 1.5 }],
      ['$.a.b', { a: 7 }],
      ['$.a.b', { a: 'open' }],
      ['$[*].x.y', [{ x: { z: 1 } }, { x: {} }]],
      ['$.a.b', { a: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`n${at}`, at])) }],
    ];
    for (const [path, document] of misses) {
      for (const subject of ['the body', 'the text of body $.token']) {
        const why = renderUnmasked(explainMiss(path, document, subject));
        const german = translate(
          `id was not extracted from body ${path}: \`${path}\` matched nothing: ${why}.`,
        );
        assert.match(german, /^id wurde nicht aus body .* extrahiert: .* fand nichts: /);
        assert.doesNotMatch(german, /\b(?:the|is|has|of|and|at|item|mean|first|more|nothing)\b/);
      }
    }
  });

  it('say what a rule was applied to, and why it is not read', () => {
    for (const [message, german] of [
      ['/R/ matched nothing in the header `ETag`.', '/R/ fand nichts. Durchsucht: der Header `ETag`.'],
      ['css input matched nothing in the body.', 'css input fand nichts. Durchsucht: der Body.'],
      [
        '`$.id` needs JSON, and the body is not JSON but text/html: expected a value but found "<" at line 1, column 1.',
        '`$.id` braucht JSON, aber der Body ist kein JSON, sondern text/html: a value erwartet, aber "<" gefunden in Zeile 1, Spalte 1.',
      ],
      [
        'Nothing was decoded: the text of cookie sid is not base64 text (RFC 4648).',
        'Nichts wurde dekodiert: der Text von cookie sid ist kein Base64-Text (RFC 4648).',
      ],
    ] as const) {
      assert.equal(translate(message), german);
    }
  });

  it('are as many as they can be', () => {
    assert.equal(
      translate('alice could not create note. The run was cancelled before this cell.'),
      'alice konnte note nicht erzeugen. Der Lauf wurde vor dieser Zelle abgebrochen.',
    );
  });

  it('stay English where no text fits, and leave the others alone', () => {
    assert.equal(translate('Something is new. Correct it.'), 'Something is new. Korrigieren.');
  });

  it('keep names that are texts of the editor', () => {
    const before = '{0} is used before {1} extracts it.';
    const small = translateBy({ ...GERMAN, [before]: before });
    assert.equal(
      small('Run is used before Create order extracts it.'),
      'Run is used before Create order extracts it.',
    );
  });

  it('may say little, where they are all that is said', () => {
    assert.equal(translate('needs orderId from create'), 'braucht orderId von create');
  });

  it('are not searched for in what is long', () => {
    const long = `Nothing listens at ${'x'.repeat(5_000)}.`;
    assert.equal(translate(long), long);
  });

  it('are all recognised for what they are', () => {
    const sentences = Object.entries(GERMAN).filter(
      ([text]) => /[.?]$/.test(text) && !text.includes('{1000}'),
    );
    assert.ok(sentences.length > 500);
    const wrong = sentences.flatMap(([text, german]) => {
      const found = translate(inEnglish(text, ...NAMES));
      return found === inEnglish(german, ...NAMES) || /^\{0\}[^a-z]*\.$/.test(text) ? [] : [[text, found]];
    });
    assert.deepEqual(wrong, []);
  });
});
