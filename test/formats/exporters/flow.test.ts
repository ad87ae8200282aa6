/** Conditions, loops, pauses and streams in exports: said, or reported as what is not carried over. */
import assert from 'node:assert/strict';
import { exporters } from '../../../src/formats/exporters/exporters';
import { exported } from './exported';
import { chainText } from './sentRequests';

const flows = chainText(
  [
    {
      when: {
        any: [
          { value: '{{plan}}', equals: 'pro' },
          { value: '{{count}}', lessThan: 3, greaterThan: 1 },
        ],
      },
      delayMs: 20,
    },
    { forEach: { in: '{{ids}}', as: 'item' }, url: 'http://127.0.0.1:4010/{{item.id}}' },
    {
      forEach: { page: { next: 'cursor', until: { path: '$.next', exists: false } } },
      url: 'http://127.0.0.1:4010/?c={{cursor}}',
      extract: [{ variable: 'cursor', from: 'body', path: '$.next', optional: true }],
    },
    { stream: { until: { path: '$.events[-1].data.id', lessThan: 3, greaterThan: 1 }, maxMs: 500 } },
    { stream: {} },
  ],
  { variables: { plan: 'pro', count: 2, ids: [{ id: 1 }] } },
);

/** What each format carries over; all others nothing. */
const CARRIED: ReadonlyMap<string, readonly ('condition' | 'pause' | 'items' | 'pages')[]> = new Map([
  ['k6', ['condition', 'pause', 'items', 'pages']],
  ['artillery', ['condition', 'pause', 'items', 'pages']],
  ['postman', ['condition', 'pause']],
  ['curl --script', ['condition', 'pause', 'items', 'pages']],
]);

describe('an export of rows of data', () => {
  const request = {
    url: 'http://127.0.0.1:4010/{{user}}',
    headers: [{ name: 'X-Key', value: '{{apiKey}}' }],
  };

  for (const { name } of exporters.filter(({ runsRows }) => runsRows === undefined)) {
    it(`as ${name} has the first row of those in the chain, without its credentials`, async () => {
      const data = [{ user: 'ada', apiKey: 'k-7f3a9c2e51d04b68' }, { user: 'bob' }];
      const { text, report } = await exported(name, chainText([request], { data }));
      assert.ok(
        report.remarks.includes('Only the first row of data is carried over: what is exported runs once.'),
      );
      assert.ok(!report.undefinedVariables.includes('user'));
      assert.match(text, /ada/);
      assert.doesNotMatch(text, /k-7f3a9c2e51d04b68|bob/);
    });
  }

  for (const { name } of exporters.filter(({ runsRows }) => runsRows === undefined)) {
    it(`as ${name} asks for the values of a row of a file`, async () => {
      const { report } = await exported(name, chainText([request], { data: 'users.csv' }));
      assert.ok(
        report.remarks.includes(
          'The rows of users.csv are not carried over. What is exported runs once: give its variables the values of a row.',
        ),
      );
      assert.deepEqual(report.undefinedVariables, ['user', 'apiKey']);
    });
  }
});

describe('an export of conditions, loops, pauses and streams', () => {
  for (const { name } of exporters.filter((exporter) => exporter.name !== 'markdown')) {
    it(`as ${name} says what it does not carry over, and nothing else`, async () => {
      const { report } = await exported(name, flows);
      const remarks = report.requests.map((request) => request.remarks.join('\n'));
      const wanted = [
        [
          0,
          'condition',
          /condition \{\{plan\}\} equals "pro" or \{\{count\}\} is less than 3 and is greater than 1 is not/,
        ],
        [0, 'pause', /The pause before it is not/],
        [1, 'items', /sent once, not for each item of a list: the variable item has to be given one item/],
        [2, 'pages', /sent once, for one page: the variable cursor leads/],
      ] as const;
      const carried = CARRIED.get(name) ?? [];
      for (const [index, part, pattern] of wanted) {
        assert.equal(
          pattern.test(remarks[index] ?? ''),
          !carried.includes(part),
          `${part}: ${remarks[index]}`,
        );
      }
      for (const index of [3, 4]) {
        assert.match(remarks[index] ?? '', /Its event stream is read until the server ends it, and as text/);
      }
      assert.equal(report.undefinedVariables.includes('item.id'), !carried.includes('items'));
    });
  }

  it('as Markdown says all of it', async () => {
    const { text, report } = await exported('markdown', flows);
    for (const sentence of [
      'It is sent only if <code>\\{\\{plan\\}\\} equals "pro" or ',
      '<code>20</code> ms are waited for before it is sent.',
      'It is sent for each <code>item</code> of <code>\\{\\{ids\\}\\}</code>.',
      'It is sent for each page; <code>cursor</code> leads to the next one.',
      'Its events are read until <code>\\$\\.events\\[\\-1\\]\\.data\\.id is less than 3</code> and <code>',
      ', at most 100 and for at most 500 ms.',
      'Its events are read, at most 100 and for at most 10000 ms.',
    ]) {
      assert.ok(text.includes(sentence), `${sentence}\n${text}`);
    }
    assert.deepEqual(
      report.requests.flatMap(({ remarks }) => remarks),
      [],
    );
  });
});

describe('an export of the contract of a response', () => {
  const chain = chainText([{ url: 'http://api.test/', expect: { contract: true } }]);
  for (const { name } of exporters) {
    it(`as ${name} says that it is checked, or that it is not`, async () => {
      const { text, report } = await exported(name, chain);
      const remarks = String(report.requests[0]?.remarks);
      assert.ok(
        name === 'markdown'
          ? text.includes('response matches the OpenAPI description')
          : /to match the OpenAPI description is not checked there/.test(remarks),
        remarks,
      );
    });
  }
});
