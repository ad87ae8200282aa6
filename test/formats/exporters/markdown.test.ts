/** Chains as documentation: what it says, and that no text of a chain is more than text in it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { exported } from './exported';
import { authCases, bodyCases, oauthCases, ODD, placeCases } from './requestCases';
import { chainText } from './sentRequests';

const hostile = `</code><script>x</script> | ![a](b) [c](d) **e** @f #1 \`\`\`\n# g\n- h ${ODD}`;

describe('export as Markdown', () => {
  it('documents a chain of the sample with the one that it requires', async () => {
    const { text, report } = await exported(
      'markdown',
      readFileSync('examples/workspace/orders.chain.json', 'utf8'),
      {
        required: {
          'auth/login.chain.json': readFileSync('examples/workspace/auth/login.chain.json', 'utf8'),
        },
        variables: { baseUrl: 'http://127.0.0.1:4010' },
      },
    );
    const wanted = [
      '# Order lifecycle',
      'Create, read, change, cancel and delete an order',
      'Tags: orders, smoke',
      '| <code>quantity</code> | <code>2</code> |',
      '| <code>ALICE\\_PASSWORD</code> | a secret |',
      '## Login',
      '## Order lifecycle',
      '### 1. Create order',
      'POST {{baseUrl}}/api/orders',
      '| <code>dryRun</code> | <code>false</code> (switched off) |',
      'Authentication: bearer token, token <code>\\{\\{token\\}\\}</code>',
      '  "quantity": "{{quantity}}",',
      '| <code>orderId</code> | <code>body \\$\\.id</code> |',
      '- <code>status is 201</code>',
      '- <code>\\$\\.amount equals 12\\.5</code>',
    ];
    const lines = new Set(text.split('\n'));
    assert.deepEqual(
      wanted.filter((line) => !lines.has(line)),
      [],
    );
    assert.deepEqual(report.secrets, ['ALICE_PASSWORD']);
    assert.deepEqual(
      report.requests.flatMap(({ remarks }) => remarks),
      [],
    );
  });

  for (const { title, request, chain } of [...placeCases, ...bodyCases, ...authCases, ...oauthCases]) {
    it(`leaves nothing out: ${title}`, async () => {
      const { text, report } = await exported('markdown', chainText([request], chain));
      assert.match(text, /### 1\. request\\-1\n/);
      assert.deepEqual([report.remarks, report.requests[0]?.remarks], [[], []]);
    });
  }

  it('says how often a request is sent, how long it may take, and what is switched off', async () => {
    const { text } = await exported(
      'markdown',
      chainText([{ retry: { times: 2, delayMs: 100 }, timeoutMs: 500, redirects: 'manual', disabled: true }]),
    );
    assert.match(text, /\(switched off\)/);
    assert.match(
      text,
      /Redirects are not followed\. It is sent up to 3 times, 100 ms apart, until it is as expected\. It may take 500 ms\./,
    );
  });

  it('lets no text become markup, a mention, or the end of a block', async () => {
    const { text } = await exported(
      'markdown',
      chainText(
        [
          {
            name: hostile,
            description: hostile,
            url: `http://h/${hostile}`,
            query: [{ name: hostile, value: hostile }],
            headers: [{ name: 'X', value: hostile }],
            body: { text: hostile },
            extract: [{ variable: 'v', from: 'body', css: hostile }],
            expect: { body: [{ contains: hostile }] },
          },
        ],
        { name: hostile, description: hostile, tags: [hostile], variables: { a: hostile } },
      ),
    );
    const fences = text.split('\n').filter((line) => /^`{3,}/.test(line));
    assert.ok(fences.length > 0 && fences.length % 2 === 0);
    const outside = text.replace(/^(`{4,})[^\n]*\n[^]*?\n\1$/gm, '');
    assert.doesNotMatch(outside, /<script|<\/code><|[^\\]\[c\]|[^\\]\*\*e|@f|^# g|^- h/m);
  });
});
