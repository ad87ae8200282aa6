import assert from 'node:assert/strict';
import { escapeHtml } from '../../../src/core/markup/escapeHtml';

describe('escapeHtml', () => {
  it('escapes what ends a text or an attribute, each once', () => {
    assert.equal(escapeHtml(`</script> "a" 'b' &lt;`), '&lt;/script&gt; &quot;a&quot; &#39;b&#39; &amp;lt;');
  });

  it('leaves all other text alone', () => {
    assert.equal(escapeHtml('ä \u0000 $1 `x`'), 'ä \u0000 $1 `x`');
  });
});
