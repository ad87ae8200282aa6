import assert from 'node:assert/strict';
import { nameMasks, wholeMask } from '../../../src/core/masking/nameMasks';

const names = new Map([
  ['‹secret:7f3a›', 'PASSWORD'],
  ['‹secret:00ff›', 'token'],
]);

describe('nameMasks', () => {
  const texts: [title: string, text: string, expected: string][] = [
    ['names a mask', 'Bearer ‹secret:00ff›', 'Bearer ‹secret:token›'],
    [
      'names every one',
      '‹secret:7f3a›‹secret:00ff›‹secret:7f3a›',
      '‹secret:PASSWORD›‹secret:token›‹secret:PASSWORD›',
    ],
    ['names a secret that has no value yet', '{{ $secret ADMIN.KEY }}', '‹secret:ADMIN.KEY›'],
    ['leaves other references alone', '{{token}} {{$guid}}', '{{token}} {{$guid}}'],
    ['leaves other masks alone', '‹token:alice› ‹secret:xyz›', '‹token:alice› ‹secret:xyz›'],
    ['keeps a text without masks', '', ''],
  ];
  for (const [title, text, expected] of texts) {
    it(title, () => {
      const url = nameMasks({ method: 'GET', url: text, headers: [] }, names).url;
      assert.equal(url, expected);
    });
  }

  it('calls what is encoded in a header like the header, and leaves it alone elsewhere', () => {
    const content = '{"a":"‹secret:abcd›"}';
    const body = { encoding: 'utf8', content, size: 9, mediaType: 'application/json' } as const;
    const headers = [{ name: 'Authorization', value: 'Basic ‹secret:abcd›' }];
    assert.deepEqual(nameMasks({ method: 'POST', url: '/', headers, body }, names), {
      method: 'POST',
      url: '/',
      headers: [{ name: 'Authorization', value: 'Basic ‹secret:Authorization›' }],
      body,
    });
  });

  it('takes a name for a text', () => {
    const odd = new Map([['‹secret:7f3a›', '$&$1']]);
    assert.equal(nameMasks({ method: 'GET', url: '‹secret:7f3a›', headers: [] }, odd).url, '‹secret:$&$1›');
  });
});

describe('wholeMask', () => {
  const texts: [text: string, expected: string | undefined][] = [
    ['‹secret:7f3a›', '‹secret:7f3a›'],
    ['‹secret:7f3a›‹secret:00ff›', undefined],
    ['x‹secret:7f3a›', undefined],
    ['', undefined],
  ];
  for (const [text, expected] of texts) {
    it(`${expected === undefined ? 'is not' : 'is'} all of ${JSON.stringify(text)}`, () => {
      assert.equal(wholeMask(text), expected);
    });
  }
});
