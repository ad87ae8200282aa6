import assert from 'node:assert/strict';
import { mermaidText } from '../../../src/core/graph/mermaid';
import { shownPart } from '../../../src/core/graph/shownPart';
import { bearer, get, graphOf, readChain, step, takes } from './graphs';

describe('mermaidText', () => {
  it('writes requests, groups and what flows', () => {
    const required = [readChain([get('in', '/', takes('token'))], { name: 'Login' }, 'l.chain.json')];
    const requests = [
      get('a', '/{{late}}', bearer('token')),
      get('b', '/', takes('late', 'x')),
      get('c', '{{baseUrl}}/{{x}}', { disabled: true }),
      get('d', '/{{x}}'),
    ];
    const graph = graphOf(requests, { requires: ['l.chain.json'] }, { required });
    assert.equal(
      mermaidText(graph),
      `flowchart LR
  n0(["Environment local"])
  subgraph n1["Login"]
    n2["1#46; GET IN"]
  end
  n3["1#46; GET A"]
  n4["2#46; GET B"]
  n5["3#46; GET C"]:::off
  n6["4#46; GET D"]
  n4 -->|"x"| n6
  n4 --x|"late (out of order)"| n3
  n2 -.->|"token"| n3
  n4 -->|"x"| n5
  n0 -->|"baseUrl"| n5
  classDef off opacity:0.5
`,
    );
  });

  it('writes a chain as a step in a box of its own kind', () => {
    assert.match(
      mermaidText(graphOf([step('pay'), step('off', { disabled: true })])),
      /n0\[\["1#46; CALL PAY, runs pay\.chain\.json"\]\]\n {2}n1\[\[".*"\]\]:::off/,
    );
  });

  it('writes what decides about sending, and what comes only then', () => {
    const graph = graphOf([
      get('a', '/', { ...takes('ids'), when: { value: 1, equals: 1 } }),
      get('b', '/{{id}}', { forEach: { in: '{{ids}}', as: 'id' } }),
      get('c', '/{{next}}', {
        ...takes('next'),
        forEach: { page: { next: 'next', until: { path: '$.n', exists: false } } },
      }),
      get('d', '/', { stream: { until: { path: '$.events', exists: true } } }),
      get('e', '/', { stream: {} }),
    ]);
    assert.equal(
      mermaidText(graph),
      `flowchart LR
  n0["1#46; GET A, if 1 equals 1"]
  n1["2#46; GET B, for each id"]
  n2["3#46; GET C, page by page"]
  n3["4#46; GET D, events until #36;.events exists"]
  n4["5#46; GET E, first events"]
  n0 -.->|"ids (if sent)"| n1
  classDef off opacity:0.5
`,
    );
  });

  for (const name of ['1. Login', '2) Login', '- Login']) {
    it(`does not let "${name}" begin a list of Markdown, which Mermaid refuses`, () => {
      const required = [readChain([get('in')], { name }, 'l.chain.json')];
      const graph = graphOf([], { requires: ['l.chain.json'] }, { required });
      const closed = shownPart(graph, { open: new Set(), outside: 'shown' });
      assert.match(mermaidText(closed), /\[\["\d?#\d+; Login"\]\]/);
    });
  }

  it('writes a closed group as one node', () => {
    const required = [readChain([get('in')], { name: 'Login' }, 'l.chain.json')];
    const graph = graphOf([], { requires: ['l.chain.json'] }, { required });
    const closed = shownPart(graph, { open: new Set(), outside: 'shown' });
    assert.match(mermaidText(closed), /^ {2}n0\[\["Login"\]\]$/m);
  });

  const hostile = [
    '"] --> evil["',
    '<img src=x onerror=alert(1)>',
    '</script>',
    '`**bold**`',
    'a\r\nclick n0 "javascript:alert(1)"',
    '%%{init: {"securityLevel": "loose"}}%%',
    '```\n# title',
    '#quot;',
    '${1}{{x}}$&',
    '\u202eabc',
  ];
  for (const name of hostile) {
    it(`writes ${JSON.stringify(name)} as text`, () => {
      const [, line = '', ...rest] = mermaidText(graphOf([get('a', '/', { name })])).split('\n');
      assert.match(line, /^ {2}n0\["1#46; GET (?:[\p{L}\p{N} .,/()-]|#\d+;)*"\]$/u);
      assert.deepEqual(rest, ['  classDef off opacity:0.5', '']);
    });
  }

  it('keeps words of every language, and shortens long ones', () => {
    assert.match(mermaidText(graphOf([get('a', '/', { name: 'Größe 注文' })])), /"1#46; GET Größe 注文"/);
    assert.ok(mermaidText(graphOf([get('a', '/', { name: 'x'.repeat(100_000) })])).length < 500);
  });
});
