import assert from 'node:assert/strict';
import fc from 'fast-check';
import { writtenRequest } from '../../../src/core/analysis/writtenRequest';
import { failingSince } from '../../../src/core/compare/failingSince';
import { fitText } from '../../../src/sharing/issues/fitText';
import { codeSpan, joinPieces, piecesOf, readBlocks } from '../../../src/sharing/issues/issueText';
import { requestIssue } from '../../../src/sharing/issues/requestIssue';
import { CONTEXT, failedDraft, HOSTILE, proseOf, resultOf, troubleAt } from './drafts';

const CHAIN = {
  name: 'Shop',
  requests: [
    {
      id: 'login',
      method: 'POST',
      url: 'https://api.example.com/login',
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
    },
    { id: 'orders', name: 'List orders', method: 'GET', url: 'https://api.example.com/orders?t={{token}}' },
  ],
};

describe('the draft of an issue', () => {
  it('says what was expected, what came, what was sent, and how it is sent again', async () => {
    const { title, body, labels, fingerprint } = await failedDraft();
    assert.match(title, /^Create order failed: /);
    assert.match(body, /^`POST` `Create order` failed: `500 Internal Server Error`\.$/m);
    for (const part of [
      '- Chain: `Shop`',
      '- File: `main.chain.json`',
      '- Request: `create`',
      '## Expected\n\n```text\n✗ status is 201\n```',
      '## Request\n\n```http\nPOST https://api.example.com/orders\n',
      '"sku": "A"',
      '## Answer',
      'HTTP/1.1 500',
      "curl -i 'https://api.example.com/orders'",
      `\`${fingerprint}\``,
    ]) {
      assert.ok(body.includes(part), `${part} is not in ${body}`);
    }
    assert.deepEqual(labels, ['bug']);
    assert.match(fingerprint, /^chainwright:fp-[0-9a-f]{16}$/);
  });

  it('has a fingerprint of the fault: neither times nor values change it, another answer does', async () => {
    const of = async (status: number, error: string) =>
      (await failedDraft({ answer: () => ({ status, body: { error } }) })).fingerprint;
    assert.equal(await of(500, 'a'), await of(503, 'b'));
    assert.notEqual(await of(500, 'a'), await of(400, 'a'));
  });

  it('shows what failed inside of a chain that is a step, and that one without its values was not run', async () => {
    const { requests } = CHAIN;
    const step = { id: 'pay', name: 'Pay', chain: 'pay.chain.json', take: ['token'] };
    const late = { id: 'ship', name: 'Ship', chain: 'pay.chain.json', with: { token: '{{token}}' } };
    const result = await resultOf({
      chain: { formatVersion: 2, name: 'Shop', requests: [step, late] },
      called: { 'pay.chain.json': { ...CHAIN, requests: requests.slice(0, 1) } },
      authored: ['https://api.example.com'],
      answer: () => 500,
    });
    const { title, body } = requestIssue(troubleAt(result, 0), CONTEXT);
    assert.match(title, /^Pay failed: login: /);
    assert.match(body, /^`CALL` `Pay` failed\.$/m);
    assert.match(body, /## Request\n\n```http\nPOST https:\/\/api\.example\.com\/login\n/);
    assert.match(
      requestIssue(troubleAt(result, 1), CONTEXT).title,
      /^Ship was not run: token comes from Pay/,
    );
  });

  it('leads from a request that was not sent to the root cause', async () => {
    const result = await resultOf({ chain: CHAIN, authored: ['https://api.example.com'], answer: () => 500 });
    const { title, body } = requestIssue(troubleAt(result, 1), CONTEXT);
    assert.match(title, /^List orders was not sent: token comes from login/);
    assert.match(body, /## Expected\n\n```text\ntoken has a value\.\n```/);
    assert.match(body, /## Root cause\n\n```text\nlogin \(failed\): .*500/);
    assert.doesNotMatch(body, /## Request\n/);
  });

  it('names the lines of the chain, since when it fails, and when it was good', async () => {
    const result = await resultOf({ chain: CHAIN, authored: ['https://api.example.com'], answer: () => 500 });
    const written = { file: 'shop.chain.json', line: 7, text: '{ "id": "login" }' };
    const since = { firstSeen: '2026-01-02T03:04:05Z', lastGood: '2026-01-01T00:00:00Z' };
    const { body } = requestIssue({ ...troubleAt(result, 0), written, since }, CONTEXT);
    assert.match(body, /- File: `shop\.chain\.json:7`/);
    assert.match(body, /- First seen: `2026-01-02 03:04 UTC`\n- Last good: `2026-01-01 00:00 UTC`/);
    assert.match(body, /## In the chain\n\n```jsonc\n\{ "id": "login" \}\n```/);
  });

  it('shortens long bodies and names the rest of a command as a file', async () => {
    const long = 'x'.repeat(30_000);
    const { body } = await failedDraft({
      chain: { requests: [{ id: 'a', method: 'POST', url: 'https://a.example.com', body: { text: long } }] },
      answer: () => ({ status: 500, body: long }),
    });
    assert.ok(body.length < 12_000, String(body.length));
    assert.match(body, /--data-binary @BODY/);
  });

  it('takes texts of strangers for nothing but code', async () => {
    const hostile = await failedDraft({
      chain: {
        name: HOSTILE,
        requests: [{ id: 'a', name: HOSTILE, method: 'GET', url: 'https://a.example.com/' }],
      },
      answer: () => ({ status: 500, body: HOSTILE }),
    });
    assert.doesNotMatch(hostile.title, /@everyone|#1|[\r\n]/);
    const prose = proseOf(hostile.body);
    assert.doesNotMatch(prose, /everyone|evil|hidden|GH-2|shop|img/);
    const headings = readBlocks(hostile.body).filter(({ kind }) => kind === 'heading');
    assert.equal(headings.length, (hostile.body.match(/^## /gm) ?? []).length);
    assert.ok(headings.length < 7);
  });

  it('reads every text of strangers back as the one that it was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', ' ', 'a', '*', '\\', '_', '#', '@', '[') }),
        (text) => {
          const spans = readBlocks(`x ${codeSpan(text)} y`).flatMap((block) =>
            'spans' in block ? block.spans : [],
          );
          const read = spans.filter(({ kind }) => kind === 'code').map((span) => span.text);
          assert.deepEqual(
            read.map((one) => one.trim()),
            text.trim() === '' ? read.map(() => '') : [text.trim()],
          );
        },
      ),
    );
  });
});

describe('shortening the text of an issue', () => {
  it('keeps the fingerprint and fits whatever comes, listings going first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('```text'), fc.constant('```'), fc.string({ maxLength: 300 })), {
          maxLength: 40,
        }),
        fc.integer({ min: 60, max: 2_000 }),
        (lines, limit) => {
          const text = `${lines.join('\n')}\n\n\`\`\`\n\`\`\`\n\nkeep chainwright:fp-1`;
          const kept = (part: string) => part.includes('chainwright:fp-1');
          const short = fitText(text, (one) => one.length <= limit, kept);
          assert.ok(short.includes('chainwright:fp-1'));
        },
      ),
    );
  });

  it('cuts the longest listing, and leaves out a command rather than half of it', () => {
    const listing = Array.from({ length: 64 }, (_item, index) => `line ${index}`).join('\n');
    const text = `# A\n\n\`\`\`text\n${listing}\n\`\`\`\n\n\`\`\`bash\ncurl ${'x'.repeat(300)}\n\`\`\`\n\nend`;
    const short = fitText(
      text,
      (one) => one.length < 200,
      (part) => part === 'end',
    );
    assert.match(short, /^# A\n\n```text\nline 0\n(?:line \d+\n)+… \(shortened\)\n```\n\nend$/);
  });

  it('leaves a text alone that fits', () => {
    assert.equal(
      fitText(
        ' a\n\n\n b',
        () => true,
        () => false,
      ),
      ' a\n\n\n b',
    );
    assert.equal(joinPieces(piecesOf('a\n\n```\nb\n```')), 'a\n\n```\nb\n```');
  });
});

describe('since when a request fails', () => {
  const at = (startedAt: string, outcome: 'passed' | 'failed' | 'blocked' | 'skipped') => ({
    startedAt,
    outcome,
  });
  it('is the first time after the last good one', () => {
    const others = [
      at('4', 'failed'),
      at('1', 'failed'),
      at('2', 'passed'),
      at('3', 'skipped'),
      at('9', 'passed'),
    ];
    assert.deepEqual(failingSince({ startedAt: '5' }, others), { firstSeen: '4', lastGood: '2' });
  });
  it('is this time when nothing else is known', () => {
    assert.deepEqual(failingSince({ startedAt: '5' }, []), { firstSeen: '5' });
  });
});

describe('the lines of a request', () => {
  it('are moved to the margin and hide credentials that somebody wrote there', () => {
    const text = JSON.stringify(
      {
        formatVersion: 1,
        name: 'A',
        requests: [
          {
            id: 'a',
            method: 'GET',
            url: 'https://a.example.com',
            headers: [{ name: 'X-Api-Key', value: 'k-93jdk3jdk' }],
          },
        ],
      },
      null,
      2,
    );
    const written = writtenRequest(text, 'a.chain.json', 'a');
    assert.deepEqual([written?.file, written?.line], ['a.chain.json', 5]);
    assert.match(written?.text ?? '', /^\{\n {2}"id": "a",\n[^]*"value": "‹secret›"\n[^]*\n\}$/);
    assert.equal(writtenRequest(text, 'a.chain.json', 'b'), undefined);
    assert.equal(writtenRequest('{', 'a.chain.json', 'b'), undefined);
  });
});
