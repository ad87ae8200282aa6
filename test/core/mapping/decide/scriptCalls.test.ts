/** Values that scripts are called with, in answers of all kinds: from where they are taken, and that a run finds its own. */
import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { mappedRun } from '../mappedRun';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

/** Calls that show three messages, as an answer to a script says it. */
function rowsOf(first: number, quote = '"'): string {
  return ['Oak boards', 'Glue is sold out', 'Minutes of May']
    .map((subject, index) => `this.add_message_row(${first + index},{"subject":"${subject}"},false);\n`)
    .join('')
    .replaceAll('"', quote);
}

/** The regular expressions of all suggestions for a session. */
function regexesOf(steps: readonly StepSpec[]): readonly string[] {
  return suggestMappings(sessionOf(...steps)).flatMap(({ producer: { rule } }) =>
    rule.select?.kind === 'regex' ? [rule.select.regex] : [],
  );
}

describe('Auto Mapping of calls', () => {
  const answers: [title: string, answer: (code: string) => unknown, type?: string][] = [
    ['in a member of JSON', (code) => ({ action: 'list', exec: code })],
    ['in a script of a page', (code) => `<p>Inbox</p><script>\nif (parent) {\n${code}}\n</script>`],
    ['in the body', (code) => code, 'text/javascript'],
  ];
  for (const [title, answer, answerType = 'text/html'] of answers) {
    const steps = [
      { line: 'GET /?do=list', answer: answer(rowsOf(17)), answerType },
      { line: 'GET /?do=show&uid=18', answer: '<h1>Glue is sold out</h1>' },
    ];

    it(`finds an id again by a text of the same call: ${title}`, async () => {
      const next = answer(rowsOf(205));
      const { sent } = await mappedRun(steps, typeof next === 'string' ? next : JSON.stringify(next));
      assert.deepEqual(sent[1], ['GET /?do=show&uid=206']);
    });
  }

  const alone: [title: string, code: string, asked: string, regex: string][] = [
    [
      'a text by the name of the function',
      'parent.app.set_draft_id("5");\n',
      'draft_saveid=5',
      String.raw`\bset_draft_id\("([^"]+)"`,
    ],
    [
      'the initial of what the function works on',
      "insertContactGroup('3');",
      'gid=3',
      String.raw`\binsertContactGroup\('([^']+)'`,
    ],
    [
      'a member of what a function is called with',
      'insert_contact_group({"source":"0","id":"3"});',
      'gid=3',
      '"id":"([^"]+)"',
    ],
    [
      'the number of an element',
      'add2list("rcmfile21795896106078672800",{"name":"a.txt"});',
      'file=21795896106078672800',
      String.raw`\badd2list\("rcmfile(-?\d+)`,
    ],
  ];
  for (const [title, code, asked, regex] of alone) {
    it(`takes ${title}`, () => {
      const steps = [{ line: 'POST /', answer: code, answerType: 'text/javascript' }];
      assert.deepEqual(regexesOf([...steps, { line: `GET /?${asked}` }]), [regex]);
      const inJson = [{ line: 'POST /', answer: { run: code } }];
      const escaped = regex.replaceAll('"', String.raw`\\"`);
      assert.deepEqual(regexesOf([...inJson, { line: `GET /?${asked}` }]), [escaped]);
    });
  }

  const left: [title: string, answer: unknown, line: string][] = [
    ['a text that only ends as code does', { note: 'For 17 (17);' }, 'GET /?uid=17'],
    ['functions that are called after no thing', { run: 'wait(17);' }, 'GET /?uid=17'],
    ['arguments after the first', { run: 'set_count("INBOX",17);' }, 'GET /?uid=17'],
    ['small numbers of other things', { run: 'add_message_row(17);' }, 'GET /orders?order_id=17'],
  ];
  for (const [title, answer, line] of left) {
    it(`leaves alone ${title}`, () => {
      assert.deepEqual(suggestionLines(sessionOf({ line: 'GET /list', answer }, { line })), []);
    });
  }

  it('takes the id of a record from its own page, once the page was asked for with that of a call', async () => {
    const rows = (first: number): string =>
      `addContactRow("${first}",{"name":"Karla Vogt"},{"n":"Karla Vogt","m":"k${first}@glue.test"});addContactRow("9",{});`;
    const page = (id: number): string => `<form><input type="hidden" name="_cid" value="${id}"></form>`;
    const steps = [
      { line: 'GET /?do=list', answer: rows(4) },
      { line: 'GET /?do=show&_cid=4', answer: page(4) },
      { line: 'GET /?do=edit&_cid=4' },
    ];
    assert.deepEqual(suggestionLines(sessionOf(...steps)), [
      'contactId: 0 html regex -> 1 query _cid',
      'cid: 1 html input[name="_cid"] -> 2 query _cid',
    ]);
    const { sent } = await mappedRun(steps, rows(31), page(31));
    assert.deepEqual(sent.slice(1), [['GET /?do=show&_cid=31'], ['GET /?do=edit&_cid=31']]);
  });

  it('suggests nothing where no text tells the calls apart', () => {
    const exec = 'this.add_message_row(17,{"flag":true});\nthis.add_message_row(18,{"flag":true});\n';
    assert.deepEqual(regexesOf([{ line: 'GET /', answer: { exec } }, { line: 'GET /?uid=18' }]), []);
  });
});
