import assert from 'node:assert/strict';
import { draftOf, type IssueContent } from '../../../src/sharing/issues/issueDraft';
import { flawContent, isFlaw } from '../../../src/sharing/issues/flawIssue';
import { requestContent } from '../../../src/sharing/issues/requestIssue';
import { seenAgain } from '../../../src/sharing/issues/seenAgain';
import { adfDocument, adfText } from '../../../src/sharing/issues/trackers/adf';
import { wikiText } from '../../../src/sharing/issues/trackers/wiki';
import { sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { CONTEXT, HOSTILE, proseOf, resultOf, troubleAt } from './drafts';

/** What an issue says of a failed request that was answered so. */
async function contentOf(
  answer: object,
  more: { readonly status?: number; readonly startedAt?: string; readonly headers?: object } = {},
): Promise<IssueContent> {
  const { status = 500, startedAt = '2026-01-02T03:04:05.000Z' } = more;
  const result = await resultOf({
    chain: {
      name: 'Shop',
      requests: [
        {
          id: 'create',
          name: 'Create order',
          method: 'POST',
          url: 'https://api.example.com/orders',
          body: { json: { sku: 'A' } },
          expect: { status: 201 },
        },
      ],
    },
    authored: ['https://api.example.com'],
    answer: () => ({ status, body: answer }),
  });
  return requestContent({ ...troubleAt(result, 0), run: { ...result, startedAt, environment: 'staging' } });
}

/** The note, on an issue that was raised about the content before. */
function noteOn(before: IssueContent, now: IssueContent): string {
  return seenAgain(now, draftOf(before, CONTEXT).body, CONTEXT);
}

describe('the comment on an issue whose fault was seen again', () => {
  it('says when and where, and that nothing else is new', async () => {
    const content = await contentOf({ error: 'database is locked' });
    assert.equal(
      noteOn(content, content),
      [
        'Seen again: `POST` `Create order` failed: `500 Internal Server Error`.',
        '- File: `main.chain.json`\n- Environment: `staging`\n- Run: `2026-01-02 03:04 UTC`',
        'What was sent and what came is as the issue says.',
        'Seen with chainwright 1.2.3; credentials are masked.\n',
      ].join('\n\n'),
    );
  });

  it('tells what differs: the status, lines of the answer, facts that the issue does not know', async () => {
    const before = await contentOf({ error: 'database is locked', retries: 3 });
    const now = await contentOf({ error: 'no space left', retries: 3 }, { status: 503 });
    const note = noteOn(before, { ...now, facts: [...now.facts, ['Last good', '2026-01-01 00:00 UTC']] });
    assert.match(note, /^Seen again: `POST` `Create order` failed: `503 Service Unavailable`\./);
    assert.match(note, /- Last good: `2026-01-01 00:00 UTC`/);
    assert.match(note, /## Answer\n\n```http\nHTTP\/1\.1 503 Service Unavailable\n…\n/);
    assert.match(note, /\n….*"error": "no space left",\n…\n```/s);
    assert.doesNotMatch(note, /## Request|## Send it again|retries|sku/);
  });

  it('takes what no two answers share for no news', async () => {
    const before = await contentOf({
      id: '0b4f7a52-6c0e-4a53-9a08-7b1c29f7c0aa',
      at: '2026-01-02T03:04:05Z',
    });
    const now = await contentOf({ id: '9c3d1e88-1f7b-4d4e-8f55-2a6f0b1d7e11', at: '2026-01-03T08:00:00Z' });
    assert.match(noteOn(before, now), /What was sent and what came is as the issue says\./);
  });

  it('takes masks of the same value for the same, whatever machine made them', async () => {
    const before = await contentOf({ token: '‹secret:a1b2›' });
    const now = await contentOf({ token: '‹secret:0f0f›' });
    assert.match(noteOn(before, now), /as the issue says/);
  });

  it('knows an issue again in the markup of each tracker', async () => {
    const before = await contentOf({ error: 'database is locked' });
    const now = await contentOf({ error: 'no space left' });
    const { body } = draftOf(before, CONTEXT);
    const onMarkdown = seenAgain(now, body, CONTEXT);
    assert.equal(seenAgain(now, wikiText(body), CONTEXT), onMarkdown);
    assert.equal(seenAgain(now, adfText(adfDocument(body)), CONTEXT), onMarkdown);
  });

  it('says everything but the command where the text of the issue is not known', async () => {
    const content = await contentOf({ error: 'database is locked' });
    const note = seenAgain(content, '', CONTEXT);
    assert.match(note, /## Expected[^]*## Actual[^]*## Request[^]*## Answer/);
    assert.match(note, /\n\n/);
    assert.doesNotMatch(note, /…|curl|does not say yet/);
  });

  it('stays short, however much is new', async () => {
    const before = await contentOf({});
    const lines = Array.from({ length: 500 }, (_none, index) => `line ${index}`);
    const note = noteOn(before, await contentOf({ lines }));
    assert.ok(note.split('\n').length < 90, note);
  });

  it('is about flaws, too: who, whose, and what was found this time', () => {
    const cell = sampleAuthz.cells.find(isFlaw);
    assert.ok(cell);
    const before = flawContent({ result: sampleAuthz, cell });
    const later = { ...sampleAuthz, startedAt: '2027-01-01T00:00:00.000Z' };
    const now = flawContent({
      result: later,
      cell: { ...cell, cell: { ...cell.cell, caller: 'carol' }, reasons: ['The answer holds the address.'] },
    });
    const note = noteOn(before, now);
    assert.match(
      note,
      /^Seen again: `carol reads bob's order`\.\n\n- Caller: `carol \(customer\)`\n- Owner: `bob`\n/,
    );
    assert.match(note, /- Run: `2027-01-01 00:00 UTC`/);
    assert.match(note, /## Actual\n\n```text\nThe answer holds the address\.\n/);
    assert.doesNotMatch(note, /Severity|Weakness/);
  });

  it('takes texts of strangers for nothing but code, those of the issue, too', async () => {
    const content = await contentOf({ error: HOSTILE });
    for (const issueText of ['', HOSTILE, `- Run: ${HOSTILE}\n\`\`\``]) {
      assert.doesNotMatch(proseOf(seenAgain(content, issueText, CONTEXT)), /everyone|evil|hidden|GH-2|img/);
    }
  });
});
