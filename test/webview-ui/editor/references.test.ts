import assert from 'node:assert/strict';
import { jsonSpans } from '../../../webview-ui/results/jsonSpans';
import type { Suggestion, VariableDefinition } from '../../../src/protocol/formVariables';
import {
  definitionsOf,
  referenceAt,
  referencePieces,
  referenceWords,
  shownReferences,
} from '../../../webview-ui/editor/referencePieces';
import {
  closedList,
  fittingSuggestions,
  openReference,
  replacementBy,
  withStep,
  withSuggestions,
} from '../../../webview-ui/editor/suggestState';

const TOKEN: VariableDefinition = { name: '$secret token', state: 'secret', explanation: 'a secret' };
const ID: VariableDefinition = {
  name: 'id',
  state: 'resolved',
  explanation: 'from Log in',
  shown: '7',
  producer: 0,
};
const definitions = definitionsOf([TOKEN, ID]);

function suggestion(name: string): Suggestion {
  return { name, explanation: '', matches: false, start: 0, end: 0, text: `{{${name}}}` };
}

describe('a text cut at its references', () => {
  it('says the kind of each piece', () => {
    const pieces = referencePieces('/a/{{id}}?t={{ $secret token }}{{x}}', definitions);
    assert.deepEqual(
      pieces.map(({ text, reference }) => [text, reference?.definition?.state ?? reference?.name]),
      [
        ['/a/', undefined],
        ['{{id}}', 'resolved'],
        ['?t=', undefined],
        ['{{ $secret token }}', 'secret'],
        ['{{x}}', 'x'],
      ],
    );
  });

  it('colours JSON between them', () => {
    const text = '{"a": "x {{id}}", "b": 5}';
    const pieces = referencePieces(text, definitions, jsonSpans(text));
    assert.deepEqual(
      pieces
        .filter(({ colour, reference }) => colour !== undefined || reference !== undefined)
        .map(({ text: piece }) => piece),
      ['"a"', '"x ', '{{id}}', '"', '"b"', '5'],
    );
  });

  for (const text of ['', '{{', '{{{id}}}', '{{id}}{{id}}', '\\{{id}} {{id', '"{{id', '{"a":"{{id}}']) {
    it(`loses nothing of ${JSON.stringify(text)}`, () => {
      for (const colours of [undefined, jsonSpans(text)]) {
        assert.equal(
          referencePieces(text, definitions, colours)
            .map((piece) => piece.text)
            .join(''),
          text,
        );
      }
    });
  }
});

describe('a reference', () => {
  it('is found at the caret', () => {
    assert.deepEqual(
      [0, 1, 7, 8].map((caret) => referenceAt('a{{id}}b', caret, definitions)?.name),
      [undefined, 'id', 'id', undefined],
    );
  });

  it('is shown with its value and its source', () => {
    const [id, unknown] = shownReferences('{{id}}{{constructor}}', definitions);
    assert.ok(id !== undefined && unknown !== undefined);
    assert.equal(referenceWords(id), 'id = 7: from Log in');
    assert.equal(referenceWords(unknown), 'constructor');
  });
});

describe('the list of variables', () => {
  const state = withSuggestions([suggestion('userId'), suggestion('orderId'), suggestion('id')], 'x {{');
  const names = (text: string): readonly string[] =>
    fittingSuggestions(state, text, text.length).map(({ name }) => name);

  it('has all of them, best first, while nothing is typed', () => {
    assert.deepEqual(names(''), ['userId', 'orderId', 'id']);
    assert.deepEqual(names('x {{'), ['userId', 'orderId', 'id']);
  });

  it('is narrowed by what is typed after the braces: names that begin so come first', () => {
    assert.deepEqual(names('x {{ID'), ['id', 'userId', 'orderId']);
    assert.deepEqual(names('x {{ord'), ['orderId']);
    assert.deepEqual(names('x {{nothing'), []);
  });

  it('is gone through in a circle', () => {
    assert.equal(withStep(state, undefined, 1, 3).active, 0);
    assert.equal(withStep(state, undefined, -1, 3).active, 2);
    assert.equal(withStep(state, 2, 1, 3).active, 0);
    assert.equal(withStep(closedList, undefined, 1, 0), closedList);
  });
});

describe('what a suggestion replaces', () => {
  const at = (text: string, caret: number, asked = text) =>
    replacementBy({ ...suggestion('id'), start: 1, end: 3 }, asked, text, { start: caret, end: caret });

  it('is what the editor said', () => {
    assert.deepEqual(at('a42b', 1), { start: 1, end: 3, text: '{{id}}' });
  });

  it('is the selection when the text has changed since', () => {
    assert.deepEqual(at('a42bc', 5, 'a42b'), { start: 5, end: 5, text: '{{id}}' });
  });

  it('is the reference that is being typed, its end included', () => {
    assert.deepEqual(at('a {{us', 6), { start: 2, end: 6, text: '{{id}}' });
    assert.deepEqual(at('a {{user}} b', 6), { start: 2, end: 10, text: '{{id}}' });
  });

  it('is not a reference that has ended', () => {
    assert.equal(openReference('{{id}} ', 7), undefined);
    assert.deepEqual(openReference('{{ $sec', 7), { start: 0, typed: '$sec' });
  });
});
