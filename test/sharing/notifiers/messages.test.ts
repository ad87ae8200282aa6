import assert from 'node:assert/strict';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { baselineOf } from '../../../src/core/authz/report/baseline';
import { defined } from '../../../src/core/defined';
import type { ExecutionResult } from '../../../src/core/result/result';
import type { RunReport } from '../../../src/core/result/runReport';
import { matrixNewsOf } from '../../../src/sharing/notifiers/matrixNews';
import { notifiers } from '../../../src/sharing/notifiers/notifiers';
import { newsOf } from '../../../src/sharing/notifiers/runNews';
import { isSlackMention, slackMessage } from '../../../src/sharing/notifiers/slackMessage';
import { isTeamsMention, teamsMessage } from '../../../src/sharing/notifiers/teamsMessage';
import { newFlaws } from '../../../src/sharing/ruledRuns';
import { passedAuthz, sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { orderLifecycle, reportOf, reportWith, requestResult } from '../../formats/reporters/sampleReport';
import { hostileNewsTexts } from './sampleNews';

describe('messages to chats', () => {
  it('tell how a run ended, where, and what went wrong first', () => {
    const news = newsOf(reportOf(orderLifecycle), {
      link: { url: 'https://ci.example.com/7', title: 'Open the run' },
    });
    assert.deepEqual(
      [news.outcome, news.headline, news.facts.map(({ name }) => name)],
      ['failed', 'Order lifecycle failed', ['Environment', 'Requests', 'Duration']],
    );
    const [first] = news.failures;
    assert.ok(first !== undefined && first.reason !== '');
  });

  it('count the chains of several, and name them with their requests', () => {
    const other: ExecutionResult = { ...orderLifecycle, chain: { file: 'b.chain.json', name: 'Other' } };
    const news = newsOf(reportOf(orderLifecycle, other));
    assert.equal(news.headline, 'Run of 2 chains failed');
    assert.deepEqual(news.facts.find(({ name }) => name === 'Chains')?.value, '2 of 2 failed');
    assert.ok(news.failures.every(({ subject }) => /^(?:Order lifecycle|Other): /.test(subject)));
  });

  it('leave out what would be too much, and say how much that was', () => {
    const news = newsOf(failing(40));
    assert.deepEqual([news.failures.length, news.moreFailures], [5, 35]);
    assert.match(JSON.stringify(slackMessage(news)), /and 35 more/);
    assert.match(JSON.stringify(teamsMessage(news)), /and 35 more/);
  });

  it('say of a run without failures that it passed, and no more', () => {
    const passed = reportOf(resultOf([requestResult({ name: 'Read' })], 'passed'));
    const message = JSON.stringify(slackMessage(newsOf(passed)));
    assert.match(message, /✅ Orders passed/);
    assert.doesNotMatch(message, /rich_text_list/);
  });

  for (const text of hostileNewsTexts) {
    it(`show ${JSON.stringify(text.slice(0, 40))} as text`, () => {
      const news = newsOf(reportWith(text));
      const slack = slackMessage(news);
      assert.doesNotMatch(slack.text, /[<>]/);
      assert.ok(slack.blocks.every((block) => block.type === 'header' || block.type === 'rich_text'));
      assert.doesNotMatch(JSON.stringify(slack), /mrkdwn/);
      const [header] = slack.blocks;
      assert.ok(header?.type === 'header' && header.text.text.length <= 150);
      const [{ content }] = teamsMessage(news).attachments;
      assert.ok(content.body.every(({ type }) => type === 'RichTextBlock'));
      for (const message of [slack, content]) {
        assert.ok(Buffer.byteLength(JSON.stringify(message)) < 20_000);
        assert.doesNotMatch(JSON.stringify(message), /\u202e/);
      }
    });
  }

  it('lead into the editor by a link in Slack, and by its address in Teams, whose buttons open pages only', () => {
    const url = 'vscode://chainwright.chainwright/open?chain=orders.chain.json&request=read';
    const news = newsOf(reportOf(orderLifecycle), { link: { url, title: 'Open the request in VS Code' } });
    const slack = JSON.stringify(slackMessage(news));
    assert.ok(slack.includes(JSON.stringify({ type: 'link', url, text: 'Open the request in VS Code' })));
    const [{ content }] = teamsMessage(news).attachments;
    assert.equal('actions' in content, false);
    assert.deepEqual(content.body.at(-1), {
      type: 'RichTextBlock',
      inlines: [
        { type: 'TextRun', text: 'Open the request in VS Code: ', weight: 'Bolder' },
        { type: 'TextRun', text: url },
      ],
    });
  });

  it('mention people of Slack only as Slack knows them', () => {
    const mentions = ['U012AB3CD', 'S012AB3CD', 'here', 'channel'].map((id) => ({ id }));
    assert.ok(mentions.every(isSlackMention));
    assert.ok(!['ann', '<!here>', 'U012|x', ''].some((id) => isSlackMention({ id })));
    const [, block] = slackMessage(newsOf(reportOf(orderLifecycle)), mentions).blocks;
    assert.ok(block?.type === 'rich_text');
    const people = block.elements.at(-1)?.elements.filter((element) => element.type !== 'text');
    assert.deepEqual(people, [
      { type: 'user', user_id: 'U012AB3CD' },
      { type: 'usergroup', usergroup_id: 'S012AB3CD' },
      { type: 'broadcast', range: 'here' },
      { type: 'broadcast', range: 'channel' },
    ]);
  });

  it('mention people of Teams by address, under a name that closes no tag', () => {
    assert.ok(isTeamsMention({ id: 'ann@example.com' }));
    assert.ok(!['ann', 'a b@example.com', '<at>', ''].some((id) => isTeamsMention({ id })));
    const mention = { id: 'ann@example.com', name: 'Ann</at><b>' };
    const [{ content }] = teamsMessage(newsOf(reportOf(orderLifecycle)), [mention]).attachments;
    assert.deepEqual(content.msteams.entities, [
      {
        type: 'mention',
        text: '<at>Ann /at  b </at>',
        mentioned: { id: 'ann@example.com', name: 'Ann /at  b ' },
      },
    ]);
    assert.ok(
      content.body.some((element) => element.type === 'TextBlock' && element.text === '<at>Ann /at  b </at>'),
    );
  });

  it('say for each service what to do about any refusal', () => {
    for (const notifier of notifiers) {
      for (const status of [302, 400, 401, 403, 404, 410, 418]) {
        assert.match(notifier.remedy(status), /^[A-Z].*\.$/);
      }
    }
  });
});

describe('messages about authorization runs', () => {
  const measure = { strict: false };

  it('tell what was tested, and the flaws with who did what, the gravest first', () => {
    const news = matrixNewsOf(sampleAuthz, { measure });
    assert.equal(news.outcome, 'failed');
    assert.match(news.headline, /^Orders: who may do what found \d+ flaws$/);
    assert.deepEqual(
      news.facts.map(({ name }) => name),
      ['Environment', 'Tested', 'Verdicts', 'Duration'],
    );
    assert.match(news.facts[1]?.value ?? '', /^\d+ cells: \d+ operations, \d+ callers$/);
    const [first] = news.failures;
    assert.match(first?.subject ?? '', / without credentials$/);
    assert.match(first?.reason ?? '', /^critical \(9\.1\) · [A-Z]+ \S+$/);
  });

  it('name what is new before what was known, and count it', () => {
    const all = baselineOf(sampleAuthz);
    const flaws = newFlaws(sampleAuthz, { ...all, cells: {} }).map(({ result }) => result);
    const last = flaws.at(-1);
    assert.ok(last !== undefined && flaws.length > 1);
    const { [last.fingerprint]: _unknown, ...cells } = all.cells;
    const news = matrixNewsOf(sampleAuthz, { measure, known: { ...all, cells } });
    assert.match(news.failures[0]?.reason ?? '', /^new · /);
    assert.ok(!/^new/.test(news.failures.at(-1)?.reason ?? 'new'));
    assert.match(news.facts.find(({ name }) => name === 'New flaws')?.value ?? '', /^[1-9]\d*$/);
  });

  it('say that nothing is new when the baseline knows every flaw', () => {
    const baseline = baselineOf(sampleAuthz);
    const news = matrixNewsOf(sampleAuthz, { measure: { strict: false, baseline }, known: baseline });
    assert.deepEqual([news.outcome, news.headline], ['passed', 'Orders: who may do what found nothing new']);
  });

  it('say that a run passed, passed again, was cancelled, or proved nothing', () => {
    const verb = (result: AuthzResult, change?: 'recovery'): string =>
      matrixNewsOf(result, { measure, ...defined({ change }) }).headline.slice(result.matrix.name.length + 1);
    assert.equal(verb(passedAuthz), 'passed');
    assert.equal(verb(passedAuthz, 'recovery'), 'passed again');
    assert.equal(verb({ ...passedAuthz, outcome: 'cancelled' }), 'was cancelled');
    assert.equal(verb({ ...passedAuthz, cells: [] }), 'is inconclusive');
  });

  it('hold no evidence: neither values nor answers nor addresses', () => {
    const evidence = sampleAuthz.cells.flatMap(({ leaks, changes }) => [
      ...leaks.map(({ begins }) => begins),
      ...changes.flatMap(({ before = '', after = '' }) => [before, after]),
    ]);
    assert.ok(evidence.some((text) => text.length > 3));
    const text = JSON.stringify(
      notifiers.map(({ message }) => message(matrixNewsOf(sampleAuthz, { measure }), [])),
    );
    for (const piece of evidence.filter((one) => one.length > 3)) {
      assert.ok(!text.includes(JSON.stringify(piece).slice(1, -1)), piece);
    }
    assert.doesNotMatch(text, /127\.0\.0\.1/);
  });
});

function resultOf(
  requests: ExecutionResult['requests'],
  outcome: ExecutionResult['outcome'],
): ExecutionResult {
  return { ...orderLifecycle, chain: { file: 'orders.chain.json', name: 'Orders' }, requests, outcome };
}

function failing(count: number): RunReport {
  const requests = Array.from({ length: count }, (_, index) =>
    requestResult({
      name: `Request ${index}`,
      outcome: 'failed',
      reasons: [{ kind: 'expectation', message: 'The status is 500, not 200.' }],
    }),
  );
  return reportOf(resultOf(requests, 'failed'));
}
