import assert from 'node:assert/strict';
import { renderMarkdown } from '../../../src/formats/reporters/markdownReport';
import { markdownText } from '../../../src/formats/reporters/markdownText';
import {
  hostileTexts,
  loggingIn,
  orderLifecycle,
  reportOf,
  reportWith,
  sampleReport,
  textOf,
} from './sampleReport';

describe('renderMarkdown', () => {
  it('shows what did not pass, and folds away what did', () => {
    assert.equal(
      textOf(renderMarkdown(reportOf({ ...orderLifecycle, notes: [] }))),
      `# Order lifecycle

**3 passed, 2 failed, 1 blocked, 1 skipped** in 2.1 s

orders/order\\-lifecycle\\.chain\\.json · local · 3 passed, 2 failed, 1 blocked, 1 skipped · 2.1 s

|  | Request | Answer | Time | Why |
| --- | --- | --- | --: | --- |
| ❌ | PATCH Change amount | 500 Internal Server Error | 9 ms | Expected status 200 but the server answered 500\\.<br>invoiceId found nothing at \\$\\.invoice\\.id\\. |
| ⛔ | GET Read invoice | blocked |  | invoiceId comes from Change amount, which answered 500\\. Root cause\\: change\\-amount\\: Expected status 200 but the server answered 500\\. |
| ❌ | GET List users | timeout | 2.0 s | The server at 127\\.0\\.0\\.1\\:4010 did not answer within 2 s\\. Raise "timeoutMs" or look at the server\\. |

<details><summary>3 passed, 1 skipped</summary>

|  | Request | Answer | Time |
| --- | --- | --- | --: |
| ✅ | POST Log in | 200 OK | 31 ms |
| ✅ | POST Create order | 201 Created | 44 ms |
| ✅ | GET Read order | 200 OK | 12 ms |
| ⏭️ | DELETE Delete order | skipped |  |

</details>

<sub>chainwright 0\\.1\\.0, 2026\\-01\\-02T03\\:04\\:10\\.000Z</sub>
`,
    );
  });

  it('titles each of several chains, quotes notes and says what was cancelled', () => {
    const text = textOf(renderMarkdown(sampleReport));
    assert.match(text, /^# Run of 2 chains\n/);
    assert.match(text, /\n## Log in\n/);
    assert.match(text, /\n> TLS certificates are not verified/);
    assert.match(textOf(renderMarkdown(reportOf({ ...loggingIn, outcome: 'cancelled' }))), / · cancelled\n/);
  });

  it('writes no results as none', () => {
    assert.match(textOf(renderMarkdown(reportOf())), /\*\*no requests\*\* in 0 ms/);
  });

  it('keeps its shape whatever the texts are', () => {
    const shape = (text: string): string =>
      textOf(renderMarkdown(reportWith(text)))
        .split('\n')
        .map((line) =>
          line.startsWith('|')
            ? `${line.replace(/\\./g, '').split('|').length} cells`
            : line.slice(0, 2).replace(/\w|\\|[^\x20-\x7e]/g, '.'),
        )
        .filter((line) => line.endsWith('cells') || line === '' || line.startsWith('<'))
        .join('\n');
    for (const text of hostileTexts) {
      assert.equal(shape(text), shape('plain'), text);
    }
  });
});

describe('markdownText', () => {
  const cases: [title: string, text: string, expected: string][] = [
    ['keeps words', 'Create order 2', 'Create order 2'],
    ['escapes tables and code', 'a|b `c`', 'a\\|b \\`c\\`'],
    ['escapes HTML', '<b>&amp;', '&lt;b&gt;&amp;amp;'],
    ['parts mentions and issue numbers', '@team #12', '@\u200bteam \\#\u200b12'],
    ['makes no links', '[a](http://b) www.c.de', '\\[a\\]\\(http\\://b\\) www\\.c\\.de'],
    ['stays on one line', 'a\r\n# b\u2028c', 'a \\# b c'],
    ['shows control characters', '\u001b[1m\u202e', '\\\\x1b\\[1m\\\\u202e'],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.equal(markdownText(text), expected);
    });
  }
});
