/** What the analyzer says of rows of data. */
import assert from 'node:assert/strict';
import type { ChainAnalysis, Surroundings } from '../../../src/core/analysis/analysis';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { readDataSource } from '../../../src/core/analysis/dataSource';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { availableVariables } from '../../../src/core/language/available';

const read = { id: 'read', method: 'GET', url: 'http://h/{{user}}/{{plan}}' };

function analyzed(head: object, around: Partial<Surroundings> = {}): ChainAnalysis {
  const text = JSON.stringify({ formatVersion: 2, name: 'c', ...head, requests: [read] });
  const source = createChainReader()(text, 'a.chain.json');
  return analyzeChain(source, { required: [], requiresFaults: [], ...around });
}

/** Code of each problem, and the text that it points at. */
function problemsOf({ source: { text }, problems }: ChainAnalysis): readonly string[] {
  return problems.map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
}

/** What stands at the place of the definition that counts for each variable. */
function definitionsOf(
  { variables }: ChainAnalysis,
  texts: Readonly<Record<string, string>>,
): readonly string[] {
  return variables.map(({ name, definitions: [first] }) => {
    const { file = '', range = { start: 0, end: 0 }, kind = 'none' } = first ?? {};
    return `${name} ${kind} ${file} ${texts[file]?.slice(range.start, range.end) ?? ''}`;
  });
}

function valuesIn(analysis: ChainAnalysis): readonly string[] {
  return availableVariables(analysis, 0, new Map()).map(
    ({ name, value }) => `${name} ${value?.shown ?? '-'}`,
  );
}

describe('rows in a chain', () => {
  it('define variables', () => {
    const analysis = analyzed({ data: [{ user: 'ada', plan: 'pro' }, { user: 'bob' }] });
    assert.deepEqual(problemsOf(analysis), []);
    assert.deepEqual(definitionsOf(analysis, { 'a.chain.json': analysis.source.text }), [
      'user column a.chain.json user',
      'plan column a.chain.json plan',
    ]);
    assert.deepEqual(valuesIn(analysis), ['user "ada"', 'plan "pro"']);
  });

  it('may refer to other variables, whose lack is a problem', () => {
    const data = [{ user: '{{prefix}}-ada', plan: 'free' }];
    assert.deepEqual(problemsOf(analyzed({ data, variables: { prefix: 'x' } })), []);
    assert.deepEqual(problemsOf(analyzed({ data })), ['unresolved {{user}}']);
  });

  it('may not refer to each other in a circle', () => {
    const data = [{ user: '{{plan}}', plan: '{{user}}' }];
    assert.ok(problemsOf(analyzed({ data })).some((problem) => problem.startsWith('circular')));
  });

  it('hide constants without a problem, and need not all be used', () => {
    assert.deepEqual(
      problemsOf(analyzed({ data: [{ user: 'ada', plan: 'pro', note: '' }], variables: { plan: 'free' } })),
      [],
    );
  });

  it('need format version 2', () => {
    const text = JSON.stringify({
      formatVersion: 1,
      name: 'c',
      data: [{ user: 'a', plan: 'b' }],
      requests: [read],
    });
    const source = createChainReader()(text, 'a.chain.json');
    assert.deepEqual(problemsOf(analyzeChain(source, { required: [], requiresFaults: [] })), [
      'later-feature 1',
    ]);
  });
});

describe('rows in a data file', () => {
  const texts = {
    'users.csv': '"user",plan\r\nada,pro\r\nbob,free\r\n',
    'users.json': '[{"user": "ada"},\n {"user": "bob", "plan": 7}]',
    'users.jsonl': '{"user": "ada"}\n{"user": "bob", "plan": 7}\n',
  };
  for (const [file, text] of Object.entries(texts)) {
    it(`define variables, at their places in ${file}`, () => {
      const data = readDataSource(text, file);
      const analysis = analyzed({ data: file }, { data });
      assert.deepEqual(problemsOf(analysis), []);
      assert.deepEqual(definitionsOf(analysis, texts), [
        `user column ${file} user`,
        `plan column ${file} plan`,
      ]);
      assert.deepEqual(valuesIn(analysis), ['user "ada"', file === 'users.csv' ? 'plan "pro"' : 'plan 7']);
      assert.deepEqual(
        data.names.map(({ name, start, end }) => name === text.slice(start, end)),
        data.names.map(() => true),
      );
    });
  }

  it('are hidden where they are credentials, and never filled in', () => {
    const data = readDataSource('user,password\n{{x}},hunter22\n', 'users.csv');
    const analysis = analyzed({ data: 'users.csv', variables: { plan: '' } }, { data });
    assert.deepEqual(valuesIn(analysis), ['user "{{x}}"', 'password "••••••"', 'plan ""']);
  });

  it('leave nothing unresolved where they cannot be read, which is the problem', () => {
    const analysis = analyzed({ data: 'users.csv' }, { dataFault: 'users.csv does not exist.' });
    assert.deepEqual(problemsOf(analysis), ['data users.csv']);
    assert.equal(analysis.byName.get('user')?.health, 'broken');
  });
});
