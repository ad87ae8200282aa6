import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { UserError } from '../../../src/core/errors';
import { parseJson, type JsonValue } from '../../../src/core/json/json';
import { extractionRules, ruleText } from '../../../src/core/extraction/extractionRules';
import { findPart } from '../../../src/core/extraction/foundPart';
import { proposeName } from '../../../src/core/extraction/proposeName';
import { replaceUse } from '../../../src/core/extraction/literalUses';
import {
  extractionEdits,
  proposeExtraction,
  type ExtractionProposal,
} from '../../../src/core/extraction/proposeExtraction';
import type { ResponsePart } from '../../../src/core/extraction/responsePart';
import { selectedValue } from '../../../src/core/extraction/selectedValue';
import { formatLocation } from '../../../src/core/result/resultViews';
import { sceneOf } from '../language/insight';

const LINES =
  '{"items": [{"sku": "A-1", "line": 881, "state": "open"}, {"sku": "B-7", "line": 882, "state": "open"}]}';

function inBody(...steps: (string | number)[]): ResponsePart {
  return { from: 'body', steps };
}

/** The paths of the rules for a part of a body; one that takes all ends in `…`. */
function pathsFor(part: ResponsePart, body: string): readonly string[] {
  return extractionRules(part, parseJson(body)).map(({ select, all }) =>
    select?.kind === 'path' ? `${select.path}${all ? ' …' : ''}` : '',
  );
}

describe('extractionRules', () => {
  const cases: [title: string, part: ResponsePart, body: string, paths: string[]][] = [
    ['a member by its name', inBody('id'), '{"id": 7}', ['$.id']],
    ['the whole body', inBody(), '[1]', ['$']],
    [
      'an item by position, by a neighbour, or with all others',
      inBody('items', 1, 'line'),
      LINES,
      ['$.items[1].line', "$.items[?@.sku == 'B-7'].line", '$.items[*].line …'],
    ],
    ['a whole item', inBody('items', 0), LINES, ['$.items[0]', "$.items[?@.sku == 'A-1']", '$.items[*] …']],
    [
      'an item of the inner of two lists',
      inBody('a', 0, 'b', 1, 'id'),
      '{"a": [{"b": [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}]}]}',
      ['$.a[0].b[1].id', "$.a[0].b[?@.name == 'y'].id", '$.a[0].b[*].id …'],
    ],
    [
      'the only value in the lists of an item by that item, too',
      inBody('nodes', 1, 'wires', 0, 0),
      '{"nodes": [{"name": "in", "wires": [["x1"]]}, {"name": "out", "wires": [["x2"]]}]}',
      ['$.nodes[1].wires[0][0]', "$.nodes[?@.name == 'out'].wires[0][0]", '$.nodes[1].wires[0][*] …'],
    ],
    [
      'one of several in a list of an item by position alone',
      inBody('nodes', 1, 'wires', 1),
      '{"nodes": [{"name": "in", "wires": []}, {"name": "out", "wires": ["x2", "x3"]}]}',
      ['$.nodes[1].wires[1]', '$.nodes[1].wires[*] …'],
    ],
    [
      'an item in an item by neighbours of both, by what they are called with others before it',
      inBody('groups', 1, 'parts', 0, 'id'),
      '{"groups": [{"groupName": "Pans", "parts": []}, {"groupName": "Pots", "parts": [{"id": 4, "kind": "x", "part_name": "Lid"}, {"id": 5, "kind": "y", "part_name": "Rim"}]}]}',
      [
        '$.groups[1].parts[0].id',
        "$.groups[?@.groupName == 'Pots'].parts[?@.part_name == 'Lid'].id",
        "$.groups[?@.groupName == 'Pots'].parts[?@.kind == 'x'].id",
        '$.groups[1].parts[*].id …',
      ],
    ],
    [
      'the only item of a list by the item that has the list',
      inBody('stages', 1, 'steps', 0, 'id'),
      '{"stages": [{"name": "test", "steps": []}, {"name": "live", "steps": [{"id": 4, "title": "Close"}]}]}',
      [
        '$.stages[1].steps[0].id',
        "$.stages[?@.name == 'live'].steps[0].id",
        "$.stages[?@.name == 'live'].steps[?@.title == 'Close'].id",
        '$.stages[1].steps[*].id …',
      ],
    ],
    [
      'an item by a mark, which tells more than a number',
      inBody('cards', 1, 'token'),
      '{"cards": [{"token": "a", "rank": 1, "primary": false}, {"token": "b", "rank": 2, "primary": true}]}',
      [
        '$.cards[1].token',
        '$.cards[?@.primary == true].token',
        '$.cards[?@.rank == 2].token',
        '$.cards[*].token …',
      ],
    ],
    [
      'an item by a number of any length, and never by an id',
      inBody(0, 'token'),
      '[{"token": "a", "userId": 7, "level": 12345678901234567890}, {"token": "b", "userId": 8, "level": 2}]',
      ['$[0].token', '$[?@.level == 12345678901234567890].token', '$[*].token …'],
    ],
    ['a bare value of a list', inBody(1), '[1, 2]', ['$[1]', '$[*] …']],
    [
      'names that need quotes',
      inBody('my items', 0, "it's"),
      `{"my items": [{"it's": 1, "a'b": "c'\\\\d"}]}`,
      [
        `$['my items'][0]['it\\'s']`,
        `$['my items'][?@['a\\'b'] == 'c\\'\\\\d']['it\\'s']`,
        `$['my items'][*]['it\\'s'] …`,
      ],
    ],
  ];
  for (const [title, part, body, paths] of cases) {
    it(`takes ${title}`, () => {
      assert.deepEqual(pathsFor(part, body), paths);
    });
  }

  it('never filters on the value itself', () => {
    assert.deepEqual(pathsFor(inBody(0, 'sku'), '[{"sku": "A-1"}, {"sku": "B-7"}]'), [
      '$[0].sku',
      '$[*].sku …',
    ]);
  });

  it('finds one value by each rule but the last', () => {
    const body = parseJson(LINES);
    const counts = extractionRules(inBody('items', 1, 'line'), body).map(
      (rule) => selectedValue(rule, { body, headers: [], onTheWay: [] }).count,
    );
    assert.deepEqual(counts, [1, 1, 2]);
  });

  it('takes headers and cookies by name', () => {
    assert.deepEqual(extractionRules({ from: 'header', name: 'ETag' }, undefined), [
      { from: 'header', name: 'ETag', all: false, optional: false },
    ]);
  });
});

describe('proposeName', () => {
  const names: [part: ResponsePart, taken: string[], name: string][] = [
    [inBody('id'), [], 'orderId'],
    [inBody('data', 'id'), [], 'orderId'],
    [inBody('items', 0, 'id'), [], 'itemId'],
    [inBody('access_token'), [], 'accessToken'],
    [inBody('access_token'), ['user_id'], 'access_token'],
    [inBody('id'), ['orderId'], 'orderId2'],
    [inBody(0), [], 'order'],
    [inBody('items', 0), [], 'item'],
    [inBody('名前'), [], 'value'],
    [inBody('__proto__'), [], 'proto'],
    [inBody('constructor'), [], 'value'],
    [{ from: 'header', name: 'ETag' }, [], 'eTag'],
    [{ from: 'cookie', name: 'session_id' }, [], 'sessionId'],
  ];
  for (const [part, taken, name] of names) {
    it(`calls ${JSON.stringify(part)} ${name} next to ${JSON.stringify(taken)}`, () => {
      assert.equal(proposeName(part, { url: '{{baseUrl}}/api/v1/orders/{{x}}?a=/b', taken }), name);
    });
  }
});

const CHAIN = `{
  // the orders of a day
  "formatVersion": 1,
  "name": "Orders",
  "requests": [
    { "id": "create", "method": "POST", "url": "http://a.test/orders" },
    { "id": "read", "name": "Read order", "method": "GET", "url": "http://a.test/orders/ord-7f31?again=ord-7f31" },
    { "id": "note", "method": "PUT", "url": "http://a.test/notes",
      "body": { "json": { "order": "ord-7f31", "text": "about ord-7f31", "line": 881 } } }
  ]
}`;

function propose(
  part: ResponsePart,
  body: JsonValue,
  earlier: readonly JsonValue[] = [],
): ExtractionProposal {
  return proposeExtraction(sceneOf(CHAIN).analysis, {
    requestId: 'create',
    part,
    found: findPart(part, { body, headers: [], onTheWay: [] }),
    earlier: earlier.map((other, index) => ({
      startedAt: dayOf(index),
      body: other,
      headers: [],
      onTheWay: [],
    })),
  });
}

/** When the answer at an index was asked for. */
function dayOf(index: number): string {
  return `2026-11-0${index + 1}T14:02:00.000Z`;
}

function placesOf({ uses }: ExtractionProposal): readonly string[] {
  return uses.map(({ requestName, location }) => `${requestName}: ${formatLocation(location)}`);
}

describe('proposeExtraction', () => {
  it('finds where the value is written out later, inside a longer text too', () => {
    assert.deepEqual(placesOf(propose(inBody('id'), { id: 'ord-7f31' })), [
      'Read order: path',
      'Read order: query',
      'note: body /order',
      'note: body /text',
    ]);
  });

  const longer: [text: string, written: string][] = [
    ['about ord-7f31 and ord-7f31.', 'about {{orderId}} and {{orderId}}.'],
    ['"ord-7f31"\u2028\\ord-7f31', '"{{orderId}}"\u2028\\{{orderId}}'],
    ['ord-7f31-2, xord-7f31, ord-7f31é', 'ord-7f31-2, xord-7f31, ord-7f31é'],
    ['{{ord-7f31}}{{x}} ord-7f31', '{{ord-7f31}}{{x}} {{orderId}}'],
  ];
  for (const [text, written] of longer) {
    it(`replaces the value in ${text} where it is a word of its own`, () => {
      const chainOf = (words: string): string =>
        JSON.stringify({
          formatVersion: 1,
          name: 'Orders',
          requests: [
            { id: 'create', method: 'POST', url: 'http://a.test/orders' },
            { id: 'note', method: 'PUT', url: 'http://a.test/notes', body: { json: { words } } },
          ],
        });
      const { uses } = proposeExtraction(sceneOf(chainOf(text)).analysis, {
        requestId: 'create',
        part: inBody('id'),
        found: findPart(inBody('id'), { body: { id: 'ord-7f31' }, headers: [], onTheWay: [] }),
        earlier: [],
      });
      const edits = uses.map((use) => replaceUse(use, 'orderId'));
      assert.deepEqual(JSON.parse(applyEdits(chainOf(text), edits)), JSON.parse(chainOf(written)));
    });
  }

  it('leaves a common word in a longer text alone', () => {
    assert.deepEqual(placesOf(propose(inBody('kind'), { kind: 'about' })), []);
  });

  const extractions: [title: string, extraction: object, part: ResponsePart, isSame: boolean][] = [
    ['its path', { from: 'body', path: '$.lines[0].id' }, inBody('lines', 0, 'id'), true],
    ['a condition', { from: 'body', path: "$.lines[?@.sku == 'A-1'].id" }, inBody('lines', 0, 'id'), true],
    ['a header in other letters', { from: 'header', name: 'etag' }, { from: 'header', name: 'ETag' }, true],
    ['a path for all', { from: 'body', path: '$.lines[*].id', all: true }, inBody('lines', 0, 'id'), false],
    [
      'what is decoded',
      { from: 'body', path: '$.lines[0].id', decode: { as: 'jwt' } },
      inBody('lines', 0, 'id'),
      false,
    ],
    ['another path', { from: 'body', path: '$.id' }, inBody('lines', 0, 'id'), false],
  ];
  for (const [title, extraction, part, isSame] of extractions) {
    it(`${isSame ? 'knows' : 'does not take for the same'} a value that is extracted by ${title}`, () => {
      const extract = [
        { variable: 'other', from: 'status' },
        { variable: 'mine', ...extraction },
      ];
      const text = CHAIN.replace(
        '"method": "POST"',
        `"method": "POST", "extract": ${JSON.stringify(extract)}`,
      );
      const body = { id: 1, lines: [{ sku: 'A-1', id: 7 }] };
      const found = findPart(part, { body, headers: [{ name: 'ETag', value: 'x' }], onTheWay: [] });
      const picked = { requestId: 'create', part, found, earlier: [] };
      const { extracted } = proposeExtraction(sceneOf(text).analysis, picked);
      assert.equal(extracted?.name, isSame ? 'mine' : undefined);
      assert.equal(text.slice(extracted?.start, extracted?.end), isSame ? 'mine' : text);
    });
  }

  it('finds numbers', () => {
    assert.deepEqual(placesOf(propose(inBody('line'), { line: 881 })), ['note: body /line']);
  });

  const noEvidence: [title: string, value: JsonValue][] = [
    ['a short value', 88],
    ['true', true],
    ['null', null],
    ['an empty text', ''],
    ['a list', ['ord-7f31']],
    ['a value that is only part of a longer word', 'ord-7f'],
    ['a value with half a character', 'ord-\ud800'],
  ];
  for (const [title, value] of noEvidence) {
    it(`replaces nothing for ${title}`, () => {
      assert.deepEqual(placesOf(propose(inBody('id'), { id: value })), []);
    });
  }

  it('tries the rules on earlier answers', () => {
    const list = (...names: string[]) => ({ items: names.map((name, id) => ({ id, name })) });
    const { rules } = propose(inBody('items', 1, 'id'), list('a', 'b'), [
      list('b', 'a'),
      list('a'),
      list('b', 'b', 'b'),
    ]);
    assert.deepEqual(
      rules.map(({ worksIn }) => worksIn),
      [2, 1, 3],
    );
  });

  it('says what each rule selects now and in earlier answers', () => {
    const part = inBody('items', 0, 'id');
    const { rules } = propose(part, { items: [{ id: 'a' }, { id: '' }] }, [
      { items: [] },
      { items: [{ id: 0 }] },
    ]);
    const said = rules.map(({ rule, now, earlier }) => [ruleText(rule), now, earlier]);
    assert.deepEqual(said, [
      [
        '$.items[0].id',
        { count: 1, text: '"a"' },
        [
          { startedAt: dayOf(0), count: 0, text: '' },
          { startedAt: dayOf(1), count: 1, text: '0' },
        ],
      ],
      [
        '$.items[*].id',
        { count: 2, text: '["a",""]' },
        [
          { startedAt: dayOf(0), count: 0, text: '' },
          { startedAt: dayOf(1), count: 1, text: '[0]' },
        ],
      ],
    ]);
  });

  it('proposes first what worked best', () => {
    const list = (...names: string[]) => ({ items: names.map((name, id) => ({ id, name })) });
    const { rules } = propose(inBody('items', 1, 'id'), list('a', 'b'), [list('b'), list('b', 'a')]);
    const words = rules.map(({ rule, worksIn }) => `${ruleText(rule)} ${worksIn}`);
    assert.deepEqual(words, ["$.items[?@.name == 'b'].id 2", '$.items[1].id 1', '$.items[*].id 2']);
  });

  it('refuses a part that the body does not have', () => {
    assert.throws(() => propose(inBody('toString'), { id: 1 }), UserError);
  });

  it('refuses a request that is gone', () => {
    assert.throws(
      () =>
        proposeExtraction(sceneOf(CHAIN).analysis, {
          requestId: 'gone',
          part: inBody(),
          found: findPart(inBody(), { body: 1, headers: [], onTheWay: [] }),
          earlier: [],
        }),
      UserError,
    );
  });
});

describe('selectedValue', () => {
  const headers = [
    { name: 'ETag', value: '"v1"' },
    { name: 'Link', value: 'a' },
    { name: 'link', value: 'b' },
    { name: 'Set-Cookie', value: 'session=old; Path=/' },
    { name: 'Set-Cookie', value: 'session=; Path=/' },
  ];
  const onTheWay = [
    { name: 'Set-Cookie', value: 'region=eu' },
    { name: 'Set-Cookie', value: 'session=first' },
  ];
  const values: [part: ResponsePart, count: number, text: string][] = [
    [{ from: 'header', name: 'etag' }, 1, '"\\"v1\\""'],
    [{ from: 'header', name: 'Link' }, 2, '["a","b"]'],
    [{ from: 'header', name: '__proto__' }, 0, ''],
    [{ from: 'cookie', name: 'session' }, 1, '""'],
    [{ from: 'cookie', name: 'region' }, 1, '"eu"'],
    [{ from: 'cookie', name: 'other' }, 0, ''],
  ];
  for (const [part, count, text] of values) {
    it(`is ${count} of ${JSON.stringify(part)}`, () => {
      const [rule] = extractionRules(part, undefined);
      assert.ok(rule !== undefined);
      assert.deepEqual(selectedValue(rule, { headers, onTheWay }), { count, text });
    });
  }

  it('is shortened', () => {
    const [rule] = extractionRules(inBody(), undefined);
    assert.ok(rule !== undefined);
    assert.equal(
      selectedValue(rule, { body: 'x'.repeat(1000), headers: [], onTheWay: [] }).text,
      `"${'x'.repeat(118)}…`,
    );
  });
});

describe('extractionEdits', () => {
  it('adds the extraction and puts references in place of the values, comments kept', () => {
    const { rules, uses } = propose(inBody('id'), { id: 'ord-7f31' });
    const [first] = rules;
    assert.ok(first !== undefined);
    const edits = extractionEdits(CHAIN, {
      requestId: 'create',
      extraction: { variable: 'orderId', ...first.rule },
      replace: uses,
    });
    assert.equal(
      applyEdits(CHAIN, edits),
      CHAIN.replace(
        '"url": "http://a.test/orders" }',
        '"url": "http://a.test/orders", "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }] }',
      )
        .replace('orders/ord-7f31?', 'orders/{{orderId}}?')
        .replace('again=ord-7f31', 'again={{orderId}}')
        .replace('"order": "ord-7f31"', '"order": "{{orderId}}"')
        .replace('about ord-7f31', 'about {{orderId}}'),
    );
  });

  for (const variable of ['', '1st', '__proto__', 'a b', '{{x}}']) {
    it(`refuses the name ${JSON.stringify(variable)}`, () => {
      const extraction = { variable, from: 'status', all: false, optional: false } as const;
      assert.throws(
        () => extractionEdits(CHAIN, { requestId: 'create', extraction, replace: [] }),
        UserError,
      );
    });
  }
});
