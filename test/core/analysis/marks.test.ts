import assert from 'node:assert/strict';
import { createChainReader } from '../../../src/core/analysis/readSource';
import type { ReferenceMark } from '../../../src/core/analysis/chainSource';
import type { TextRange } from '../../../src/core/problem';
import { variableUses } from '../../../src/core/prepare/references';
import { everyPlace, sampleChains } from './chainTexts';

const read = (text: string) => createChainReader()(text, 'main.chain.json');
const inLocation = ({ name, location }: Pick<ReferenceMark, 'name' | 'location'>): string =>
  `${name} ${location.in} ${location.name ?? ''}`;

describe('the references of a request', () => {
  for (const [file, text] of [...sampleChains(), ['every place', everyPlace] as const]) {
    it(`are where requests are filled: ${file}`, () => {
      const { requests } = read(text);
      for (const { marks, request } of requests) {
        assert.ok(request !== undefined);
        const marked = marks.references.filter(({ name, disabled }) => !disabled && !name.startsWith('$'));
        const used = variableUses(request, {}).map(({ variable: name, location }) => ({ name, location }));
        assert.deepEqual(marked.map(inLocation).sort(), used.map(inLocation).sort());
      }
    });
  }

  it('have exact ranges, in the order of the file', () => {
    const [first] = read(everyPlace).requests;
    assert.ok(first !== undefined);
    const shown = ({ start, end }: TextRange) => everyPlace.slice(start + first.start, end + first.start);
    assert.deepEqual(
      first.marks.references.map((mark) => [shown(mark), shown(mark.nameRange)].join(' ')),
      [
        '{{baseUrl}} baseUrl',
        '{{a}} a',
        '{{b}} b',
        '{{qn}} qn',
        '{{qv}} qv',
        '{{off}} off',
        '{{hn}} hn',
        '{{hv}} hv',
        '{{ $guid }} $guid',
        'wa wa',
        "{{$concat wa 'x'}} $concat",
        '{{kn}} kn',
        '{{kv}} kv',
        '{{j0}} j0',
        '{{jn}} jn',
        '{{jv}} jv',
        '{{eh}} eh',
        '{{eb}} eb',
        '{{ec}} ec',
        '{{u}} u',
      ],
    );
  });

  const escaped: [title: string, written: string, marks: readonly (readonly [string, string])[]][] = [
    ['unicode escapes in the braces', String.raw`\u007b{id}}`, [[String.raw`\u007b{id}}`, 'id']]],
    ['escapes before it', String.raw`\n\"\\\u00e9{{id}}`, [['{{id}}', 'id']]],
    ['escapes in the name', String.raw`{{i\u0064}}`, [[String.raw`{{i\u0064}}`, String.raw`i\u0064`]]],
    ['literal braces, which are none', String.raw`\\{{no}} {{id}}`, [['{{id}}', 'id']]],
    ['spaces and arguments', '{{ $randomInt 1 2 }}', [['{{ $randomInt 1 2 }}', '$randomInt']]],
    [
      'arguments of functions, each before its function',
      String.raw`{{$concat id \"{{no}}\" \u0069d}}`,
      [
        ['id', 'id'],
        [String.raw`\u0069d`, String.raw`\u0069d`],
        [String.raw`{{$concat id \"{{no}}\" \u0069d}}`, '$concat'],
      ],
    ],
    ['characters of two units', '😀{{id}}', [['{{id}}', 'id']]],
  ];
  for (const [title, written, marks] of escaped) {
    it(`have exact ranges with ${title}`, () => {
      const text = `{ "requests": [{ "url": "${written}" }] }`;
      const [request] = read(text).requests;
      const at = ({ start, end }: TextRange) =>
        text.slice(start + (request?.start ?? 0), end + (request?.start ?? 0));
      assert.deepEqual(
        request?.marks.references.map((mark) => [at(mark), at(mark.nameRange)]),
        marks,
      );
    });
  }

  it('are found in one pass over a text, however many there are', () => {
    const url = `http://a.test/${'\\u002f{{b}}'.repeat(50_000)}`;
    const text = `{"requests":[{"id":"a","method":"GET","url":"${url}"}]}`;
    const [first] = read(text).requests;
    const { start = 0, marks } = first ?? {};
    const wrong = marks?.references.filter(
      (mark) => text.slice(start + mark.start, start + mark.end) !== '{{b}}',
    );
    assert.deepEqual([marks?.references.length, wrong], [50_000, []]);
  });

  it('are marked as switched off with their row', () => {
    const [first] = read(everyPlace).requests;
    const off = first?.marks.references.filter(({ disabled }) => disabled);
    assert.deepEqual(
      off?.map(({ name, path }) => [name, path]),
      [['off', ['query', 1, 'value']]],
    );
  });
});

describe('the marks of a chain', () => {
  const { marks, requests } = read(everyPlace);
  const shown = ({ start, end }: TextRange): string => everyPlace.slice(start, end);

  it('are its constants, required chains and environment, without quotes', () => {
    assert.deepEqual(marks.constants.map(shown), ['outer', 'inner', 'deep']);
    assert.deepEqual(marks.requires.map(shown), ['auth/login.chain.json']);
    assert.equal(marks.environment && shown(marks.environment), 'local');
  });

  it('are the references in its authentication and its constants', () => {
    assert.deepEqual(
      marks.references.map((mark) => [shown(mark), mark.constant, inLocation(mark)]),
      [
        ['{{user}}', undefined, 'user auth username'],
        ['{{pass}}', undefined, 'pass auth password'],
        ['{{inner}}', 'outer', 'inner body /outer'],
        ['{{inName}}', 'deep', 'inName body /deep/{{inName}}'],
        ['{{inList}}', 'deep', 'inList body /deep/{{inName}}/0'],
      ],
    );
  });

  it('are the extractions and the id of each request, and whether it inherits the authentication', () => {
    const [first] = requests;
    const { id, extractions = [] } = first?.marks ?? {};
    const inFile = (range: TextRange) =>
      shown({ start: range.start + (first?.start ?? 0), end: range.end + (first?.start ?? 0) });
    assert.equal(id && inFile(id), 'all');
    assert.deepEqual(
      extractions.map((mark) => [inFile(mark), mark.index]),
      [['made', 0]],
    );
    assert.deepEqual(
      requests.map((request) => request.marks.inheritsAuth),
      [false, true, false, true, true, true],
    );
  });

  it('are there while the file is being written', () => {
    const broken = read(
      '{ "environment": "lo", "requires": ["a", 5, "b"], "variables": { "x": }, "requests": [{ "extract": [{ "variable": "" }, { "variable": "y" }] }',
    );
    assert.deepEqual(
      broken.marks.requires.map(({ name }) => name),
      ['a', 'b'],
    );
    assert.deepEqual(
      broken.requests[0]?.marks.extractions.map(({ name, index }) => [name, index]),
      [['y', 1]],
    );
  });
});
