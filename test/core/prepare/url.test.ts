import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/core/json/json';
import { addQuery, encodeAround, encodeComponent, requestTarget } from '../../../src/core/prepare/url';
import { resolveUrl } from '../../../src/core/prepare/template';

const values: Readonly<Record<string, JsonValue>> = {
  base: 'http://127.0.0.1:4010/v1',
  id: 'a/b?c#d é',
  number: 7,
  empty: '',
  query: 'x=1&y=2',
  dots: '..',
  half: '\ud800',
  urn: 'urn:a@b/c',
};
const resolve = (url: string) =>
  resolveUrl({ url }, ({ name }) => (Object.hasOwn(values, name) ? values[name] : undefined));

describe('resolveUrl', () => {
  const cases: [title: string, template: string, expected: string][] = [
    ['inserts the part before the path unchanged', '{{base}}/orders', 'http://127.0.0.1:4010/v1/orders'],
    [
      'encodes a path value as one segment',
      '{{base}}/o/{{id}}',
      'http://127.0.0.1:4010/v1/o/a%2Fb%3Fc%23d%20%C3%A9',
    ],
    [
      'keeps what a path segment may contain',
      'http://h/{{urn}}?q={{urn}}',
      'http://h/urn:a@b%2Fc?q=urn%3Aa%40b%2Fc',
    ],
    ['encodes a query value', 'http://h/?q={{query}}', 'http://h/?q=x%3D1%26y%3D2'],
    [
      'sees the path after a literal authority',
      'http://h{{empty}}/{{id}}',
      'http://h/a%2Fb%3Fc%23d%20%C3%A9',
    ],
    ['keeps an empty value', 'http://h/a/{{empty}}/b', 'http://h/a//b'],
    ['writes numbers', 'http://h/{{number}}', 'http://h/7'],
    [
      'does not normalise what was typed',
      'http://h/a/../b;c//d/%2e%2e?{x}',
      'http://h/a/../b;c//d/%2e%2e?{x}',
    ],
    ['encodes what is not allowed in a request line', 'http://h/über uns', 'http://h/%C3%BCber%20uns'],
    [
      'encodes what no URL contains',
      'http://h/quotes/<id>?name="a"&q=a>b',
      'http://h/quotes/%3Cid%3E?name=%22a%22&q=a%3Eb',
    ],
    ['encodes braces in a path', 'http://h/{x}/`/{{{number}}}?q={x}', 'http://h/%7Bx%7D/%60/%7B7%7D?q={x}'],
    ['leaves out the fragment', 'http://h/a?b=1#c', 'http://h/a?b=1'],
    ['keeps a reference without a value', 'http://h/{{unknown}}', 'http://h/{{unknown}}'],
    ['survives half a surrogate pair', 'http://h/{{half}}', 'http://h/%EF%BF%BD'],
    ['takes a whole URL from one value', '{{base}}', 'http://127.0.0.1:4010/v1'],
  ];
  for (const [title, template, expected] of cases) {
    it(title, () => {
      assert.equal(resolve(template), expected);
    });
  }

  it('passes each reference its position', () => {
    const seen: string[] = [];
    const row = { name: 'f', value: '{{f}}', disabled: false };
    resolveUrl({ url: '{{a}}/{{b}}/x?c={{c}}&{{d}}={{e}}', query: [row] }, ({ name }, location) => {
      seen.push(`${name}:${[location.in, location.name ?? []].flat().join(' ')}`);
      return '';
    });
    assert.deepEqual(seen, ['a:path', 'b:path', 'c:query', 'd:query', 'e:query', 'f:query f']);
  });

  it('adds the rows that are not disabled, each name and value encoded as a whole', () => {
    const query = [
      { name: 'a b', value: '{{id}}', disabled: false },
      { name: 'off', value: '{{id}}', disabled: true },
      { name: 'open', value: '{{unknown}}', disabled: false },
    ];
    const known = ({ name }: { readonly name: string }) => (name === 'id' ? 'x&y' : undefined);
    const url = 'http://h/?q=1#end';
    assert.equal(resolveUrl({ url, query }, known), 'http://h/?q=1&a%20b=x%26y&open=%7B%7Bunknown%7D%7D');
    assert.equal(
      resolveUrl({ url, query }, known, encodeAround),
      'http://h/?q=1&a%20b=x%26y&open={{unknown}}',
    );
  });
});

describe('addQuery', () => {
  const cases: [url: string, expected: string][] = [
    ['http://h/a', 'http://h/a?n=v'],
    ['http://h/a?', 'http://h/a?n=v'],
    ['http://h/a?x=1', 'http://h/a?x=1&n=v'],
    ['http://h/a?x=1&', 'http://h/a?x=1&n=v'],
  ];
  for (const [url, expected] of cases) {
    it(`makes ${expected} of ${url}`, () => {
      assert.equal(addQuery(url, 'n', 'v'), expected);
    });
  }
});

describe('requestTarget', () => {
  const cases: [url: string, target: string][] = [
    ['http://h', '/'],
    ['http://h?x=1', '/?x=1'],
    ['http://h/a/../b?x#y', '/a/../b?x'],
    ['https://user@h:1//x', '//x'],
  ];
  for (const [url, target] of cases) {
    it(`is ${target} for ${url}`, () => {
      assert.equal(requestTarget(url), target);
    });
  }
});

describe('encodeComponent', () => {
  it('leaves unreserved characters alone', () => {
    assert.equal(encodeComponent('AZaz09-_.~'), 'AZaz09-_.~');
  });
});
