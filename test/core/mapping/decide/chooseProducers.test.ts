import assert from 'node:assert/strict';
import { base64OfText } from '../../../../src/core/base64';
import { ParsedResponse } from '../../../../src/core/mapping/read/parsedResponse';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';
import { TOKEN, suggestionLines } from '../suggestionLines';

describe('the answer that a suggestion takes a value from', () => {
  it('finds a part of the address in the answer about another thing', () => {
    const answer = { name: 'calendar', file: 'http://api.test/calendar/-/calendar-2.3.1.tgz' };
    const [suggestion] = suggestMappings(
      sessionOf({ line: 'GET /calendar', answer }, { line: 'GET /calendar/-/calendar-2.3.1.tgz' }),
    );
    const rule = suggestion?.producer.rule;
    const other = { name: 'moon', file: 'http://api.test/moon/-/moon-0.9.3.tgz' };
    const [step] = sessionOf({ line: 'GET /moon', answer: other });
    assert.ok(rule !== undefined && step?.response !== undefined);
    assert.equal(new ParsedResponse(step.response).valueOf(rule), 'moon-0.9.3.tgz');
  });

  it('takes the id from its creation, not from what repeats it', () => {
    const steps = sessionOf(
      { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 'o-91827' } },
      { line: 'GET /orders', answer: [{ id: 'o-91827', total: 12 }] },
      { line: 'GET /orders/o-91827' },
    );
    assert.deepEqual(suggestionLines(steps), ['orderId: 0 body $.id -> 2 path 1']);
  });

  it('takes an id from the body where the address of the new thing has it, too', () => {
    const steps = sessionOf(
      {
        line: 'POST /orders',
        sent: { sku: 'A-1' },
        status: 201,
        answerHeaders: { Location: '/orders/o-91827' },
        answer: { id: 'o-91827' },
      },
      { line: 'GET /orders/o-91827' },
    );
    assert.deepEqual(suggestionLines(steps), ['orderId: 0 body $.id -> 1 path 1']);
  });

  it('takes a number that is sent as a number from the body, not from the address of the new thing', () => {
    const create: StepSpec = {
      line: 'POST /versions',
      sent: { name: 'Spring' },
      status: 201,
      answerHeaders: { Location: '/versions/5' },
      answer: { version: { id: 5, name: 'Spring' } },
    };
    assert.deepEqual(suggestionLines(sessionOf(create, { line: 'POST /issues', sent: { versionId: 5 } })), [
      'versionId: 0 body $.version.id -> 1 body $.versionId',
    ]);
  });

  const folders: readonly StepSpec[] = [
    { line: 'POST /folders', sent: { name: 'Plans' }, status: 201, answer: { data: { id: 2 } } },
    { line: 'GET /folders', answer: { data: [{ id: 1 }, { id: 2 }], pages: 2 } },
  ];
  const named: [title: string, sent: object, isSure: boolean][] = [
    ['is sure of the new id of a thing where a member is called like the thing', { folder: 2 }, true],
    ['is not sure of it where a member is called like something of the thing', { folderOwner: 2 }, false],
  ];
  for (const [title, sent, isSure] of named) {
    it(title, () => {
      const suggestions = suggestMappings(sessionOf(...folders, { line: 'POST /files', sent }));
      assert.equal(
        suggestions.some(
          ({ producer, consumers }) => producer.entry === 0 && consumers[0]?.autoApply === true,
        ),
        isSure,
      );
    });
  }

  it('takes a token from the page that was shown last, under one name', () => {
    const page = `<form><input name="_csrf" value="${TOKEN}"></form>`;
    const steps = sessionOf(
      { line: 'GET /a', answer: page },
      { line: 'POST /a', sent: `_csrf=${TOKEN}` },
      { line: 'GET /b', answer: page },
      { line: 'POST /b', sent: `_csrf=${TOKEN}` },
    );
    assert.deepEqual(suggestionLines(steps), [
      'csrfToken: 0 html input[name="_csrf"] -> 1 body _csrf',
      'csrfToken: 2 html input[name="_csrf"] -> 3 body _csrf',
    ]);
  });

  const cut: [title: string, step: StepSpec, use: StepSpec, regex: string][] = [
    [
      'what follows a scheme',
      { line: 'POST /login', answer: { authorization: `Bearer ${TOKEN}` } },
      { line: 'GET /me', headers: { Authorization: `Bearer ${TOKEN}` } },
      '"authorization"\\s*:\\s*"Bearer ([^"]+)"',
    ],
    [
      'a tag without its quotes',
      { line: 'PUT /docs/home', answerHeaders: { ETag: '"7-9c1e44f0"' } },
      { line: 'DELETE /docs/home?rev=7-9c1e44f0' },
      '"([^"]+)"',
    ],
    [
      'the first of links that are the same',
      { line: 'GET /notes', answer: '<a href="/notes/n-88213">1</a><a href="/notes/n-88213">2</a>' },
      { line: 'GET /notes/n-88213' },
      '(?s)^.*?href="/notes/([^/?#"\']+)',
    ],
  ];
  for (const [title, step, use, regex] of cut) {
    it(`cuts out ${title}`, () => {
      const [suggestion] = suggestMappings(sessionOf(step, use));
      assert.deepEqual(suggestion?.producer.rule.select, { kind: 'regex', regex });
    });
  }

  it('tells an item by words that are written in base64, though numbers come before them', () => {
    const kvs = ['Print the labels', 'Send the invoices'].map((title, index) => ({
      key: base64OfText(`jobs/${'2f94c0aa1db7e6d3'.slice(index)}`),
      create_revision: `13${index}`,
      mod_revision: `13${index}`,
      value: base64OfText(title),
    }));
    const steps = sessionOf(
      { line: 'POST /range', answer: { kvs } },
      { line: 'POST /delete', sent: { key: kvs[1]?.key } },
    );
    const [found] = suggestMappings(steps);
    assert.deepEqual(found?.producer.rule.select, {
      kind: 'path',
      path: `$.kvs[?@.value == '${base64OfText('Send the invoices')}'].key`,
    });
  });
});
