import assert from 'node:assert/strict';
import { answered, body, exchangeOf, mask, redactorOf, resultWith } from './redactSamples';

const canary = 'c4n/ry "ü" 7f3a9b';

describe('result and event', () => {
  const spellings: Readonly<Record<string, (value: string) => string>> = {
    unchanged: (value) => value,
    'percent encoded': encodeURIComponent,
    'in lower case percent escapes': (value) =>
      encodeURIComponent(value).replace(/%../g, (escape) => escape.toLowerCase()),
    'as a form field': (value) => new URLSearchParams([['', value]]).toString().slice(1),
    'in base64': (value) => Buffer.from(value).toString('base64'),
    'in base64url': (value) => Buffer.from(value).toString('base64url'),
    'as a Basic password': (value) => `Basic ${Buffer.from(`ann:${value}`).toString('base64')}`,
    'in JSON': (value) => JSON.stringify(value).slice(1, -1),
    'in HTML': (value) => value.replaceAll('"', '&quot;'),
  };
  for (const [title, spell] of Object.entries(spellings)) {
    it(`let no canary through ${title}`, () => {
      const redactor = redactorOf(canary);
      const given = resultWith(spell(canary));
      const result = redactor.result(given);
      const request = given.requests[0] ?? assert.fail();
      redactor.learnFromRequest(request);
      const event = redactor.data({ type: 'request-finished', index: 0, result: request });
      for (const output of [result, event]) {
        const texts = JSON.stringify(output, (_, value: unknown) =>
          typeof value === 'string' && /^[A-Za-z0-9+/]{8,}=*$/.test(value)
            ? Buffer.from(value, 'base64').toString('latin1')
            : value,
        );
        for (const leak of Object.values(spellings).map((other) => other(canary))) {
          assert.equal(
            texts.includes(leak) || texts.includes(JSON.stringify(leak).slice(1, -1)),
            false,
            texts,
          );
        }
        assert.equal(texts.includes('7f3a9b'), false, texts);
      }
      assert.deepEqual(redactor.result(result), result);
    });
  }

  it('come back as the same object when they hold no secret', () => {
    const given = { ...resultWith('plain'), requests: [] };
    assert.equal(redactorOf(canary).result(given), given);
  });

  it('mask what only one of the saved examples shows to be secret, everywhere', () => {
    const [request] = resultWith('plain').requests;
    assert.ok(request?.exchange !== undefined);
    const examples = [
      { name: 'Token c4n4ry-7Qd2Lx', exchange: request.exchange },
      { exchange: exchangeOf('http://h/', { Authorization: 'Bearer c4n4ry-7Qd2Lx' }) },
    ];
    const given = { ...resultWith('c4n4ry-7Qd2Lx'), requests: [{ ...request, examples }] };
    const masked = redactorOf().result(given);
    assert.doesNotMatch(JSON.stringify(masked), /c4n4ry/);
    assert.deepEqual(masked.requests[0]?.examples?.[0], {
      ...examples[0],
      name: `Token ${mask('c4n4ry-7Qd2Lx')}`,
    });
  });

  it('mask early requests by what later ones gave away', () => {
    const [request] = resultWith('plain').requests;
    const first = {
      ...(request ?? assert.fail()),
      extractions: [{ variable: 'value', from: 'body $.v', found: true, value: '"late-token-1"' }],
    };
    const second = {
      ...first,
      extractions: [],
      exchange: exchangeOf('http://h/', { Authorization: 'Bearer late-token-1' }),
    };
    const result = redactorOf().result({ ...resultWith('plain'), requests: [first, second] });
    assert.equal(result.requests[0]?.extractions[0]?.value, JSON.stringify(mask('late-token-1')));
  });

  it('learn variables used as credentials or named like them', () => {
    const [request] = resultWith('plain').requests;
    const { substitutions, extractions } =
      redactorOf().result({
        ...resultWith('plain'),
        requests: [
          {
            ...(request ?? assert.fail()),
            substitutions: [
              { variable: 'a', location: { in: 'auth', name: 'token' }, value: '"used-1"', source: 'chain' },
            ],
            extractions: [
              { variable: 'b', from: 'body', found: true, value: '"used-1"' },
              { variable: 'otp', from: 'body', found: true, value: '123456' },
            ],
          },
        ],
      }).requests[0] ?? assert.fail();
    assert.deepEqual(
      [...substitutions, ...extractions].map(({ value }) => value),
      [JSON.stringify(mask('used-1')), JSON.stringify(mask('used-1')), JSON.stringify(mask('123456'))],
    );
  });

  const decoded: [title: string, content: string, text: string][] = [
    ['a secret that an answer holds in base64', 'c3VwZXJnZWhlaW0x', 'supergeheim1'],
    ['one with a line end behind it', 'c3VwZXJnZWhlaW0xCg==', 'supergeheim1'],
    ['one in the alphabet for URLs, without padding', 'fj8-fj8-fg', '~?>~?>~'],
    ['one of other letters than ASCII', btoa('\xc3\xbcber-geheim'), 'über-geheim'],
  ];
  for (const [title, content, text] of decoded) {
    it(`mask ${title} where it is decoded`, () => {
      const [request] = resultWith('plain').requests;
      const result = redactorOf().result({
        ...resultWith('plain'),
        requests: [
          {
            ...(request ?? assert.fail()),
            exchange: answered(body(JSON.stringify({ client_secret: content }))),
            extractions: [
              { variable: 'key', from: 'body $.client_secret', found: true, value: JSON.stringify(text) },
            ],
          },
        ],
      });
      assert.deepEqual(JSON.stringify(result).includes(text), false);
      assert.deepEqual(JSON.stringify(result).includes(content), false);
      assert.deepEqual(result.requests[0]?.extractions[0]?.value, JSON.stringify(mask(text)));
    });
  }

  it('mask the text of a variable that holds a credential in base64', () => {
    const [request] = resultWith('plain').requests;
    const extractions = [
      { variable: 'clientSecret', from: 'body $.x', found: true, value: '"c3VwZXJnZWhlaW0x"' },
      { variable: 'key', from: 'body $.y', found: true, value: '"supergeheim1"' },
    ];
    const result = redactorOf().result({
      ...resultWith('plain'),
      requests: [{ ...(request ?? assert.fail()), extractions }],
    });
    assert.equal(JSON.stringify(result).includes('geheim'), false);
  });

  it('take no bytes that are no text, and no short or common word, for a secret', () => {
    const values = ['testtest', 'AAECAwQF', btoa('abc'), btoa('token')];
    const redactor = redactorOf();
    redactor.learnFromExchange(answered(body(JSON.stringify({ secrets: values }))));
    const text = '\u0000\u0001\u0002 abc token';
    assert.equal(redactor.text(text), text);
  });

  it('keep their own words when a secret is spelled like one', () => {
    const { kind, outcome, requests } = redactorOf('failed', 'transport', 'base64', '2026').result(
      resultWith('plain'),
    );
    assert.deepEqual(
      [kind, outcome, requests[0]?.outcome, requests[0]?.reasons[2]?.kind],
      ['run', 'failed', 'failed', 'transport'],
    );
  });
});
