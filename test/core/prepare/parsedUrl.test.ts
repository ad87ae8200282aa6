import assert from 'node:assert/strict';
import { originOf } from '../../../src/core/permission/origin';
import { parsedUrl } from '../../../src/core/prepare/url';

describe('parsedUrl', () => {
  it('gives the URL of a text, also below a base', () => {
    assert.equal(parsedUrl('https://a.test/x')?.href, 'https://a.test/x');
    assert.equal(parsedUrl('../y', 'https://a.test/x/z')?.href, 'https://a.test/y');
  });

  for (const text of ['', 'x', '//', 'http://', 'http://a b', 'https://a.test:99999']) {
    it(`gives nothing for ${JSON.stringify(text)}`, () => {
      assert.equal(parsedUrl(text), undefined);
    });
  }

  it('still reads international names after very many calls', () => {
    for (let times = 0; times < 50_000; times += 1) {
      originOf('https://api.test');
    }
    assert.equal(originOf('https://b\u00fccher.example'), 'https://xn--bcher-kva.example');
  });
});
