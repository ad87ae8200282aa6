import assert from 'node:assert/strict';
import { referToOrigin } from '../../../src/core/edit/baseUrl';
import { applyEdits } from '../../../src/core/edit/textEdit';

function urlsAfter(...urls: readonly (string | number)[]): readonly unknown[] {
  const text = JSON.stringify({ requests: urls.map((url) => ({ url })) });
  const { requests } = JSON.parse(applyEdits(text, referToOrigin(text, 'baseUrl'))) as {
    requests: readonly { readonly url: unknown }[];
  };
  return requests.map(({ url }) => url);
}

describe('referToOrigin', () => {
  it('replaces the commonest origin, and no other one', () => {
    assert.deepEqual(
      urlsAfter(
        'https://api.test/a?q=1',
        'https://cdn.test/b',
        'https://api.test',
        'https://api.test/{{id}}',
      ),
      ['{{baseUrl}}/a?q=1', 'https://cdn.test/b', '{{baseUrl}}', '{{baseUrl}}/{{id}}'],
    );
  });

  it('leaves what refers to something already, and what is not a URL', () => {
    const urls = ['{{baseUrl}}/a', 'http://{{host}}/b', 'relative', 7];
    assert.deepEqual(urlsAfter(...urls), urls);
    assert.deepEqual(referToOrigin('{}', 'baseUrl'), []);
  });
});
