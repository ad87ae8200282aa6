import assert from 'node:assert/strict';
import { hoverAt, type VariableHover } from '../../../src/core/language/hover';
import { CARET, knownValues, orderChain, present, sceneOf, type Around } from './insight';

function variableHover(chain: object | string, around: Around = {}): VariableHover {
  const { analysis, offset } = sceneOf(chain, around);
  const hover = present(hoverAt(analysis, offset, knownValues({ orderId: 'ord_1' })));
  assert.ok(hover.kind === 'variable', hover.kind);
  return hover;
}

describe('the hover over a reference', () => {
  it('tells the value, the producer and the other uses', () => {
    const chain = orderChain({
      url: '/orders/{{order¦Id}}',
      query: [{ name: 'id', value: '{{orderId}}' }],
      body: { json: { id: '{{orderId}}' } },
    });
    const { name, value, definition, producer, otherUses, problems } = variableHover(chain);
    assert.deepEqual([name, value?.shown, producer, problems], ['orderId', '"ord_1"', 'Create order', []]);
    assert.equal(definition?.kind, 'extraction');
    const { text } = sceneOf(chain).analysis.source;
    assert.deepEqual(
      otherUses.map(({ range }) => /"(\w+)": "$/.exec(text.slice(0, range.start))?.[1]),
      ['value', 'id'],
    );
  });

  it('tells what a variable of the request is, and where that request uses it', () => {
    const chain = orderChain({
      url: '/orders/{{sign¦ed}}',
      variables: { signed: 'v1-{{orderId}}', other: "{{$hmac 'sha256' signed orderId}}" },
    });
    const { value, definition, otherUses, producer } = variableHover(chain);
    assert.deepEqual([value?.shown, definition?.kind, producer], ['"v1-ord_1"', 'own', undefined]);
    const { text } = sceneOf(chain).analysis.source;
    assert.equal(text.slice(definition?.range.start, definition?.range.end), 'signed');
    assert.deepEqual(
      otherUses.map(({ range }) => text.slice(range.start, range.end)),
      ['signed'],
    );
    const name = text.replace('"signed":', '"sig¦ned":');
    assert.deepEqual(variableHover(name).definition, definition);
  });

  it("tells the value of a loop's first item, and of a member of it", () => {
    const chain = orderChain({ url: '/orders/{{order.¦id}}', forEach: { in: [{ id: 7 }], as: 'order' } });
    const { name, value, definition } = variableHover(chain);
    assert.deepEqual([name, value?.shown], ['order.id', '7']);
    assert.ok(definition?.kind === 'own' && definition.isItem);
    const { text } = sceneOf(chain).analysis.source;
    assert.equal(text.slice(definition.range.start, definition.range.end), 'order');
    const named = text.replace('"as": "order"', '"as": "or¦der"');
    assert.equal(variableHover(named).value?.shown, '{"id":7}');
  });

  it('hides a constant behind a variable of the request, for that request only', () => {
    const own = orderChain(
      { url: '/{{cou¦nt}}', variables: { count: 2 } },
      { variables: { count: 1, all: '{{count}}' } },
    );
    assert.equal(variableHover(own).value?.shown, '2');
    const outside = JSON.stringify(own).replace(CARET, '').replace('{{count}}"', '{{cou¦nt}}"');
    assert.equal(variableHover(outside).value?.shown, '1');
  });

  it('covers the reference with its braces', () => {
    const chain = JSON.stringify(orderChain({ url: '/orders/{{ ¦orderId }}' }));
    const { range } = variableHover(chain);
    assert.equal(chain.replace(CARET, '').slice(range.start, range.end), '{{ orderId }}');
  });

  const definitions: [kind: string, name: string, more: object][] = [
    ['constant', 'quantity', { variables: { quantity: 2 } }],
    ['required', 'token', {}],
    ['environment', 'host', {}],
  ];
  for (const [kind, name, more] of definitions) {
    it(`names a definition in ${kind}`, () => {
      const required = [{ formatVersion: 1, name: 'r', variables: { token: 't' }, requests: [] }];
      const environment = { formatVersion: 1, name: 'local', variables: { host: 'a.test' } };
      const hover = variableHover(orderChain({ url: `/{{¦${name}}}` }, more), { required, environment });
      assert.equal(hover.definition?.kind, kind);
    });
  }

  it('says what is wrong with one that nothing defines', () => {
    const { definition, value, problems } = variableHover(orderChain({ url: '/{{no¦where}}' }));
    assert.deepEqual([definition, value, problems.length], [undefined, undefined, 1]);
    assert.match(problems[0] ?? '', /nowhere/);
  });

  it('has no value for one that is used before it is produced', () => {
    const chain = orderChain({});
    const early = JSON.stringify(chain).replace('/api/orders', '/api/{{order¦Id}}');
    assert.equal(variableHover(early).definition, undefined);
  });

  it('tells about the variable of an extraction what it gave last and who uses it', () => {
    const chain = JSON.stringify(orderChain({ url: '/{{orderId}}' })).replace('"orderId"', '"order¦Id"');
    const { value, otherUses } = variableHover(chain);
    assert.deepEqual([value?.shown, otherUses.length], ['"ord_1"', 1]);
  });

  it('describes a built-in', () => {
    const { analysis, offset } = sceneOf(orderChain({ url: '/{{$gu¦id}}' }));
    const hover = hoverAt(analysis, offset, new Map());
    assert.ok(hover?.kind === 'builtIn');
    assert.equal(hover.description, 'A new UUID for each use.');
    assert.deepEqual(hover.usage, []);
  });

  it('says what a function takes, and tells about the variables in its arguments', () => {
    const url = "/{{$ha¦sh 'sha256' orderId}}";
    const { analysis, offset } = sceneOf(orderChain({ url }));
    const hover = hoverAt(analysis, offset, new Map());
    assert.ok(hover?.kind === 'builtIn');
    assert.deepEqual(hover.usage.slice(0, 2), [
      '{{$hash algorithm value [output] [encoding]}}',
      "algorithm: 'sha256', 'sha1', 'sha384', 'sha512', 'md5'",
    ]);
    const inside = variableHover(orderChain({ url: "/{{$hash 'sha256' order¦Id}}" }));
    assert.equal(inside.definition?.kind, 'extraction');
  });
});

describe('the hover over a literal', () => {
  it('offers the variables that are available there and marks those of the same value', () => {
    const { analysis, offset } = sceneOf(
      orderChain({ url: '/orders/ord_¦1' }, { variables: { quantity: 2 } }),
    );
    const hover = hoverAt(analysis, offset, knownValues({ orderId: 'ord_1' }));
    assert.ok(hover?.kind === 'insertion');
    assert.deepEqual(
      hover.offers.map(({ variable, matches }) => [variable.name, matches]),
      [
        ['orderId', true],
        ['quantity', false],
      ],
    );
  });

  it('does not compare with a value that is only known masked', () => {
    const { analysis, offset } = sceneOf(orderChain({ url: '/orders/‹secret:abcd›¦' }));
    const hover = hoverAt(analysis, offset, new Map([['orderId', { shown: '"‹secret:abcd›"' }]]));
    assert.ok(hover?.kind === 'insertion');
    assert.equal(hover.offers[0]?.matches, false);
  });

  it('does not offer a constant inside itself', () => {
    const { analysis, offset } = sceneOf(orderChain({}, { variables: { a: 'x¦', b: 'y' } }));
    const hover = hoverAt(analysis, offset, new Map());
    assert.ok(hover?.kind === 'insertion');
    assert.deepEqual(hover.offers.map(({ variable }) => variable.name).toSorted(), ['b', 'orderId']);
  });

  const silent: [title: string, chain: string | object][] = [
    ['over names of members', JSON.stringify(orderChain({})).replace('"url"', '"u¦rl"')],
    ['where no reference is resolved', orderChain({ method: 'G¦ET' })],
    ['where nothing is available', '{ "requests": [{ "id": "a", "url": "/x¦" }] }'],
    ['in a broken file', '{ "requests": [{ "url": ¦'],
    ['in an empty file', '¦'],
  ];
  for (const [title, chain] of silent) {
    it(`says nothing ${title}`, () => {
      const { analysis, offset } = sceneOf(chain);
      assert.equal(hoverAt(analysis, offset, new Map()), undefined);
    });
  }
});
