import assert from 'node:assert/strict';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '../../../src/core/json/json';
import { AUTH_TYPES, authAfter, authFields } from '../../../webview-ui/editor/authFields';
import { BODY_KINDS, EMPTY_BODIES, bodyKind } from '../../../webview-ui/editor/bodyKinds';
import {
  checkTarget,
  freeOperator,
  operatorsOf,
  withOperator,
  withTarget,
  type Comparison,
} from '../../../webview-ui/editor/checkFields';
import {
  decodingOf,
  selectorOf,
  withDecoding,
  withSelector,
  withSource,
} from '../../../webview-ui/editor/extractionFields';
import { changedValue } from '../../../webview-ui/editor/formValue';
import { placeWords } from '../../../webview-ui/editor/placeWords';
import {
  CONSTANTS,
  OWN_VARIABLES,
  newNameProblem,
  renamingEdits,
} from '../../../webview-ui/editor/variableNames';

describe('authentication in the form', () => {
  it('keeps what two kinds have in common', () => {
    const basic = { type: 'basic', username: 'ann', password: '{{$secret P}}' };
    assert.deepEqual(authAfter(basic, { type: 'digest' }), { ...basic, type: 'digest' });
    assert.deepEqual(authAfter(basic, { type: 'bearer' }), { type: 'bearer', token: '' });
  });

  it('has what is needed of each kind, and nothing that is not', () => {
    const texts = AUTH_TYPES.map(([type]) => stringifyJson(authAfter({}, { type })));
    assert.deepEqual(texts, [
      '{"type":"inherit"}',
      '{"type":"none"}',
      '{"type":"bearer","token":""}',
      '{"type":"basic","username":"","password":""}',
      '{"type":"apiKey","in":"header","name":"","value":""}',
      '{"type":"digest","username":"","password":""}',
      '{"type":"oauth1","consumerKey":"","consumerSecret":""}',
      '{"type":"oauth2","grant":"clientCredentials","tokenUrl":"","clientId":""}',
      '{"type":"awsSigV4","accessKeyId":"","secretAccessKey":"","region":"","service":""}',
    ]);
  });

  it('keeps the client when another grant is chosen', () => {
    const before = {
      type: 'oauth2',
      grant: 'password',
      tokenUrl: '/t',
      clientId: 'c',
      username: 'a',
      password: 'p',
    };
    assert.deepEqual(authAfter(before, { type: 'oauth2', grant: 'authorizationCode' }), {
      type: 'oauth2',
      grant: 'authorizationCode',
      authorizationUrl: '',
      tokenUrl: '/t',
      clientId: 'c',
    });
  });

  it('offers the signature methods of OAuth 1.0 by their names, the usual one first', () => {
    const method = authFields({ type: 'oauth1' }).find(({ member }) => member === 'signatureMethod');
    assert.deepEqual(
      method?.choices?.map(([value, title]) => [value, title()]),
      ['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA1', 'PLAINTEXT'].map((name) => [name, name]),
    );
  });

  it('keeps no choice that another kind does not have', () => {
    const before = { type: 'oauth1', consumerKey: 'k', consumerSecret: 's', in: 'query', token: '{{t}}' };
    assert.deepEqual(authAfter(before, { type: 'bearer' }), { type: 'bearer', token: '{{t}}' });
    assert.deepEqual(authAfter({ ...before, in: 'cookie' }, { type: 'oauth1' }), {
      type: 'oauth1',
      consumerKey: 'k',
      consumerSecret: 's',
      token: '{{t}}',
    });
  });

  it('has no fields where the kind is unknown', () => {
    for (const auth of [{}, { type: 'constructor' }, { type: 7 }]) {
      assert.deepEqual(authFields(auth), []);
    }
  });
});

describe('the body in the form', () => {
  it('is of the kind that an empty one says', () => {
    for (const [kind] of BODY_KINDS) {
      assert.equal(bodyKind(EMPTY_BODIES[kind] ?? {}), kind);
    }
  });
});

describe('an extraction in the form', () => {
  const extraction = { variable: 'a', from: 'header', name: 'ETag', regex: 'x', optional: true };

  it('loses the name with a source that has none, and gets one with a source that needs it', () => {
    assert.deepEqual(withSource(extraction, 'status'), {
      variable: 'a',
      from: 'status',
      regex: 'x',
      optional: true,
    });
    assert.deepEqual(withSource({ variable: 'a', from: 'body' }, 'cookie'), {
      variable: 'a',
      from: 'cookie',
      name: '',
    });
    assert.deepEqual(withSource(extraction, 'cookie'), { ...extraction, from: 'cookie' });
  });

  it('has one selector, or none', () => {
    const css = withSelector(extraction, 'css');
    assert.deepEqual(css, { variable: 'a', from: 'header', name: 'ETag', optional: true, css: 'body' });
    assert.equal(selectorOf(css), 'css');
    const whole = withSelector({ ...css, attribute: 'href' }, 'whole');
    assert.deepEqual(whole, { variable: 'a', from: 'header', name: 'ETag', optional: true });
    assert.equal(selectorOf(whole), 'whole');
  });

  it('decodes what it found, from the usual place of the value', () => {
    const claim = withDecoding(extraction, 'jwt');
    assert.deepEqual(claim, { ...extraction, decode: { as: 'jwt', path: '$.sub' } });
    assert.equal(decodingOf(claim), 'jwt');
    assert.deepEqual(withDecoding(claim, 'base64'), { ...extraction, decode: { as: 'base64' } });
    assert.deepEqual(withDecoding(claim, 'percent'), { ...extraction, decode: { as: 'percent' } });
    assert.deepEqual(withDecoding(claim, 'none'), extraction);
    assert.equal(decodingOf(extraction), 'none');
    assert.deepEqual(withSelector(withSource(claim, 'body'), 'path').decode, claim.decode);
  });
});

describe('a check in the form', () => {
  const operators: [
    title: string,
    check: JsonObject,
    change: readonly [Comparison, Comparison],
    after: JsonObject,
  ][] = [
    ['keeps a text', { path: '$', equals: 'a' }, ['equals', 'matches'], { path: '$', matches: 'a' }],
    ['keeps a value of any type', { equals: [1] }, ['equals', 'contains'], { contains: [1] }],
    ['takes no value for an expression', { equals: 5 }, ['equals', 'matches'], { matches: '' }],
    ['begins with true', { equals: 'a' }, ['equals', 'exists'], { exists: true }],
    ['begins with a type', { schema: {} }, ['schema', 'type'], { type: 'string' }],
    [
      'keeps the other comparisons',
      { equals: 1, type: 'number' },
      ['equals', 'lessThan'],
      { lessThan: 1, type: 'number' },
    ],
  ];
  for (const [title, check, [before, now], after] of operators) {
    it(`${title} when ${before} becomes ${now}`, () => {
      assert.deepEqual(withOperator(check, before, now), after);
    });
  }

  it('lists its comparisons as they are made, and a further one', () => {
    assert.deepEqual(operatorsOf(parseJson('{"type":"string","equals":"a","constructor":1}') as JsonObject), [
      'equals',
      'type',
    ]);
    assert.equal(freeOperator({ equals: 1 }), 'notEquals');
  });

  it('looks at a path, a header or the whole', () => {
    const check = { path: '$.a', equals: 1 };
    assert.equal(checkTarget(check), 'path');
    assert.deepEqual(withTarget(check, 'name'), { name: 'Content-Type', equals: 1 });
    assert.deepEqual(withTarget(check, 'whole'), { equals: 1 });
  });
});

describe('a variable of a chain or a request', () => {
  it('gets another name and keeps its value', () => {
    for (const variables of [CONSTANTS, OWN_VARIABLES]) {
      const after = (text: string, before: string | undefined, now: string): string => {
        const document: JsonValue = parseJson(text);
        const edits = renamingEdits(document, variables, { before, now });
        return stringifyJson(changedValue(document, { edits }));
      };
      assert.equal(after('{"variables":{"a":7}}', 'a', 'b'), '{"variables":{"b":7}}');
      assert.equal(after('{}', undefined, 'b'), '{"variables":{"b":""}}');
    }
  });

  it('has a name that references can say', () => {
    assert.equal(newNameProblem('order.id-1', false), undefined);
    for (const name of ['', '1st', 'a b', '{{x}}', '__proto__']) {
      assert.notEqual(newNameProblem(name, false), undefined);
    }
    assert.match(newNameProblem('a', true) ?? '', /There is a variable of this name/);
  });
});

describe('the place of a problem', () => {
  it('is described in the words of the form', () => {
    assert.equal(placeWords(['url']), 'URL');
    assert.equal(placeWords(['headers', 1, 'value']), 'Headers 2');
    assert.equal(placeWords(['body', 'json', 'a']), 'Body');
    assert.equal(placeWords(['constructor']), '');
    assert.equal(placeWords([]), '');
  });
});
