import assert from 'node:assert/strict';
import { renderAuthzHtml } from '../../../src/formats/reporters/authz/htmlReport';
import { renderHtml } from '../../../src/formats/reporters/htmlReport';
import { wordsOfPage } from '../../../src/formats/reporters/htmlWords';
import { sampleAuthz } from './authz/sampleAuthz';
import { hostileTexts, reportWith, sampleReport, textOf } from './sampleReport';

describe('what somebody reads in a page', () => {
  it('is its text, without style, script and markup', () => {
    const words = wordsOfPage(textOf(renderHtml(sampleReport)));
    assert.match(words, /^Run of 2 chains/);
    assert.match(words, /1 skipped orders\/order-lifecycle\.chain\.json/);
    for (const text of [
      'alice@example.com',
      'ETag',
      '"v1"',
      'Create order',
      'token · "‹secret',
      '‹secret:7f3a›',
    ]) {
      assert.ok(words.includes(text), text);
    }
    assert.doesNotMatch(words, /color-scheme|addEventListener|<\/?(?:td|p|div|code)\b/);
    assert.ok(words.split('\n').every((line) => line.trim() !== ''));
  });

  it('has the grid of an authorization run', () => {
    const context = { tool: { name: 'chainwright', version: '1.2.3' }, strict: false };
    assert.match(wordsOfPage(renderAuthzHtml(sampleAuthz, context)), /Operations by callers/);
  });

  for (const text of hostileTexts.filter((one) => /^[\u0020-\u007e]+$/.test(one))) {
    it(`shows ${JSON.stringify(text)} unchanged`, () => {
      assert.ok(wordsOfPage(textOf(renderHtml(reportWith(text)))).includes(text));
    });
  }

  for (const text of ['<style>', ' · ', '\n ', '&amp;']) {
    it(`is found in a long page of ${JSON.stringify(text)}`, () => {
      const words = wordsOfPage(textOf(renderHtml(reportWith(text.repeat(2_000)))));
      assert.ok(words.length > 0 && words.length < 2_000_000);
    });
  }
});
