/** How the benchmark judges suggestions for a recording, on small recordings made up for it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const bench = (file: string): string => pathToFileURL(path.resolve('bench/mapping', file)).href;

describe('JSONPath of the mapping score', () => {
  const data = {
    "it's": 1,
    'a"b': 2,
    'c\\d': 3,
    items: [
      { id: 'one', name: "Rosa's", tags: ['x'], path: 'C:\\one' },
      { id: 'two', name: 'the "best" one', 'full name': 'B', path: 'two\nlines' },
      { id: 'three', name: "]')", count: 17, path: 'é' },
    ],
  };
  const cases: [path: string, expected: unknown][] = [
    ['$.items[0].id', 'one'],
    ['$.items[-1].id', 'three'],
    ['$.items[7].id', undefined],
    ["$['items'][1]['full name']", 'B'],
    [String.raw`$['it\'s']`, 1],
    [String.raw`$["a\"b"]`, 2],
    [`$['a"b']`, 2],
    [String.raw`$['c\\d']`, 3],
    [String.raw`$.items[?@.name == 'Rosa\'s'].id`, 'one'],
    [`$.items[?@.name == "Rosa's"].id`, 'one'],
    [`$.items[?(@.name == 'the "best" one')].id`, 'two'],
    [String.raw`$.items[?@.name == "the \"best\" one"].id`, 'two'],
    [String.raw`$.items[?@.path == 'C:\\one'].id`, 'one'],
    [String.raw`$.items[?@.path == 'two\nlines'].id`, 'two'],
    [String.raw`$.items[?@.path == '\u00e9'].id`, 'three'],
    [String.raw`$.items[?@.name == ']\')'].id`, 'three'],
    ["$.items[?@['full name'] == 'B'].id", 'two'],
    ["$.items[?@.tags[0] == 'x'].id", 'one'],
    ['$.items[?@.count == 17].id', 'three'],
    ["$.items[?@.name == 'nobody'].id", undefined],
  ];
  for (const [expression, expected] of cases) {
    it(`reads ${JSON.stringify(expression)}`, async () => {
      const { evaluate } = (await import(bench('jsonPath.mjs'))) as {
        evaluate: (value: unknown, expression: string) => unknown;
      };
      assert.deepEqual(evaluate(data, expression), expected);
    });
  }
});

interface Link {
  readonly entry: number;
  readonly source?: string;
  readonly path?: string;
  readonly to: number;
  readonly autoApply?: boolean;
  readonly decode?: { readonly as: string; readonly path?: string };
}

interface Session {
  /** What each answer has as JSON; the requests do not matter but for their labels. */
  readonly answers: readonly unknown[];
  /** The values that each request sends in its path, with their kind if it is not `response`. */
  readonly sent: readonly {
    readonly step: number;
    readonly value: string;
    readonly kind?: string;
    readonly class?: string;
    readonly producer?: { readonly step: number };
  }[];
}

function recorded({ answers, sent }: Session) {
  return {
    entries: answers.map((answer, step) => ({
      request: { method: 'GET', url: `http://127.0.0.1/${step}/x` },
      response: { headers: [], content: { mimeType: 'application/json', text: JSON.stringify(answer) } },
    })),
    labels: sent.map(({ step, value, kind = 'response', producer, class: what }) => ({
      step,
      location: 'path',
      key: 1,
      value,
      kind,
      class: what,
      producer,
    })),
  };
}

interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly liveShare: number;
  readonly autoPrecision: number;
  readonly autoCoverage: number;
  readonly dead: readonly { readonly id: string }[];
}

/** The score of links, each from `path` (by default `$.id`) of an answer to the path of a request. */
async function scored(session: Session, links: readonly Link[], other?: Session): Promise<Score> {
  const { scoreRecording } = (await import(bench('scoreRecording.mjs'))) as {
    scoreRecording: (judged: unknown) => Score;
  };
  const suggestions = links.map(
    ({ entry, source = 'body', path: from = '$.id', to, autoApply = true, decode }) => ({
      variable: 'id',
      confidence: 1,
      autoApply,
      producer: { entry, source, path: from, ...(decode === undefined ? {} : { decode }) },
      consumers: [{ entry: to, location: 'path', key: 1 }],
    }),
  );
  return scoreRecording({
    suggestions,
    ...recorded(session),
    ...(other === undefined ? {} : { other: recorded(other) }),
  });
}

describe('Score of suggestions for a recording', () => {
  /** An order is created, then read twice, then deleted. */
  const order = (id: string): Session => ({
    answers: [{ id }, { id }, { id }, {}],
    sent: [1, 2, 3].map((step) => ({ step, value: id })),
  });
  const shares = (score: Score) => ({ recall: score.recall, live: score.liveShare });

  it('counts sources that depend on nothing recorded as live', async () => {
    const links = [1, 2, 3].map((to) => ({ entry: 0, to }));
    assert.deepEqual(shares(await scored(order('o-17'), links)), { recall: 1, live: 1 });
  });

  it('counts a read as live when its own id is supplied', async () => {
    const links = [1, 2, 3].map((to) => ({ entry: to - 1, to }));
    assert.deepEqual(shares(await scored(order('o-17'), links)), { recall: 1, live: 1 });
  });

  it('counts a read of a recorded id as dead, and what is taken from it', async () => {
    const score = await scored(order('o-17'), [
      { entry: 1, to: 2 },
      { entry: 2, to: 3 },
    ]);
    assert.equal(score.liveShare, 0);
    assert.deepEqual(
      score.dead.map(({ id }) => id),
      ['2|path:1', '3|path:1'],
    );
  });

  it('does not take a wrong suggestion for the supply of a source', async () => {
    const links = [
      { entry: 0, path: '$.other', to: 1 },
      { entry: 1, to: 2 },
    ];
    assert.equal((await scored(order('o-17'), links)).liveShare, 0);
  });

  it('counts a place as live when one of two right suggestions is', async () => {
    const links = [
      { entry: 1, to: 2 },
      { entry: 0, to: 2 },
    ];
    const score = await scored(order('o-17'), links);
    assert.equal(score.liveShare, 1 / 3);
    assert.deepEqual(score.dead, []);
  });

  it('does not mistake a value that the user typed for the same thing', async () => {
    const session = {
      answers: [{ id: '4' }, {}],
      sent: [
        { step: 0, value: '4', kind: 'user' },
        { step: 1, value: '4' },
      ],
    };
    assert.equal((await scored(session, [{ entry: 0, to: 1 }])).liveShare, 1);
  });

  it('tells equal numbers of two things by the other recording', async () => {
    const comment = (post: string, id: string): Session => ({
      answers: [{ id: post }, { id }, {}],
      sent: [
        { step: 1, value: post },
        { step: 2, value: id },
      ],
    });
    const links = [{ entry: 1, to: 2 }];
    assert.equal((await scored(comment('5', '5'), links)).liveShare, 0);
    assert.equal((await scored(comment('5', '5'), links, comment('7', '8'))).liveShare, 0.5);
  });

  it('does not ask the other recording for an item that was picked or sent back with its list', async () => {
    const listed = (ids: readonly string[], id: string, what: string): Session => ({
      answers: [{ items: ids.map((one) => ({ id: one })) }, {}],
      sent: [{ step: 1, value: id, class: what, producer: { step: 0 } }],
    });
    const links = [{ entry: 0, path: '$.items[0].id', to: 1 }];
    const precisionOf = async (what: string) =>
      (await scored(listed(['a', 'c'], 'a', what), links, listed(['c', 'b'], 'b', what))).precision;
    assert.equal(await precisionOf('list-pick'), 1);
    assert.equal(await precisionOf('list-item'), 1);
    assert.equal(await precisionOf('field'), 0);
  });

  it('asks the other recording for an item that words find where its answer has them', async () => {
    const listed = (id: string, words: string): Session => ({
      answers: [{ items: [{ id, words }] }, {}],
      sent: [{ step: 1, value: id, class: 'field', producer: { step: 0 } }],
    });
    const links = [{ entry: 0, path: "$.items[?@.words == 'Hull'].id", to: 1 }];
    const precisionOf = async (words: string, id: string) => {
      const other = { ...listed('b', words), sent: listed(id, words).sent };
      return (await scored(listed('a', 'Hull'), links, other)).precision;
    };
    assert.equal(await precisionOf('Whitby', 'x'), 1);
    assert.equal(await precisionOf('Hull', 'b'), 1);
    assert.equal(await precisionOf('Hull', 'x'), 0);
  });

  it('does not compare what was picked with what was sent back', async () => {
    const sent = (id: string, what: string): Session => ({
      answers: [{ id, chosen: 'c' }, {}],
      sent: [{ step: 1, value: id, class: what, producer: { step: 0 } }],
    });
    const other = { ...sent('b', 'list-pick'), answers: [{ id: 'd' }, {}] };
    assert.equal((await scored(sent('a', 'field'), [{ entry: 0, to: 1 }], other)).precision, 1);
  });

  it('counts each of several values of a place as right', async () => {
    const chosen = ['7', '9'].map((value) => ({ step: 1, value }));
    const session = { answers: [{ first: '7', last: '9', other: '8' }, {}], sent: chosen };
    const precisionOf = async (member: string) =>
      (await scored(session, [{ entry: 0, path: `$.${member}`, to: 1 }])).precision;
    assert.equal(await precisionOf('first'), 1);
    assert.equal(await precisionOf('last'), 1);
    assert.equal(await precisionOf('other'), 0);
  });

  it('takes of a page what the selector or the pattern finds, and nothing beside it', async () => {
    const page = "<form><select><option>A<option value='8'>B</select><input name='id' value='7'></form>";
    const precisionOf = async (from: string) => {
      const session = { answers: [page, {}], sent: [{ step: 1, value: '7' }] };
      return (await scored(session, [{ entry: 0, source: 'html', path: from, to: 1 }])).precision;
    };
    assert.equal(await precisionOf('form input[name="id"]'), 1);
    assert.equal(await precisionOf("name='id' value='(.*?)'"), 1);
    assert.equal(await precisionOf('form option[value]'), 0);
    assert.equal(await precisionOf("value='(.*?)'"), 0);
  });

  it('takes no item for right that is found by an id which only this recording has', async () => {
    const listed = (name: string, key: string): Session => ({
      answers: [
        {
          items: [
            { id: `of ${key}`, name, key },
            { id: 'main', key: 'sdk0-main-1' },
          ],
        },
        {},
      ],
      sent: [{ step: 1, value: `of ${key}`, class: 'list-item', producer: { step: 0 } }],
    });
    const precisionOf = async (path: string, session: Session) =>
      (await scored(session, [{ entry: 0, path, to: 1 }], listed('Wren', 'gull-7-2'))).precision;
    const byKey = "$.items[?@.key == 'tern-4-9'].id";
    assert.equal(await precisionOf("$.items[?@.name == 'Tern'].id", listed('Tern', 'tern-4-9')), 1);
    assert.equal(await precisionOf(byKey, listed('Tern', 'tern-4-9')), 0);
    const typed = listed('Tern', 'tern-4-9');
    const sent = [...typed.sent, { step: 0, value: 'tern-4-9', kind: 'user' }];
    assert.equal(await precisionOf(byKey, { ...typed, sent }), 1);
    const constant = listed('Tern', 'sdk0-main-1');
    assert.equal(await precisionOf("$.items[?@.key == 'sdk0-main-1'].id", constant), 1);
  });

  it('takes no item for right that is found by a name that is the value itself', async () => {
    const session = {
      answers: [{ roles: { '18': { id: '18' }, first: { id: '18' } } }, {}],
      sent: [{ step: 1, value: '18', class: 'list-pick' }],
    };
    const precisionOf = async (path: string) =>
      (await scored(session, [{ entry: 0, path, to: 1 }])).precision;
    assert.equal(await precisionOf("$.roles['18'].id"), 0);
    assert.equal(await precisionOf('$.roles.first.id'), 1);
  });

  it('does not ask the other recording for a value that came from another step there', async () => {
    const opened = (from: number): Session => ({
      answers: [{ id: 'a' }, { id: 'b' }, {}],
      sent: [{ step: 2, value: from === 0 ? 'a' : 'b', producer: { step: from } }],
    });
    const links = [{ entry: 0, to: 2 }];
    assert.equal((await scored(opened(0), links, opened(1))).precision, 1);
    assert.equal((await scored(opened(1), links, opened(1))).precision, 0);
  });

  it('scores what is ticked by default on its own', async () => {
    const session = { ...order('o-17'), answers: [{ id: 'o-17', at: 'x' }, { id: 'o-17' }, {}, {}] };
    const { precision, recall, autoPrecision, autoCoverage } = await scored(session, [
      { entry: 0, to: 1 },
      { entry: 0, path: '$.at', to: 2 },
      { entry: 0, to: 3, autoApply: false },
    ]);
    assert.deepEqual(
      { precision, recall, autoPrecision, autoCoverage },
      { precision: 2 / 3, recall: 2 / 3, autoPrecision: 1 / 2, autoCoverage: 1 / 3 },
    );
  });

  it('counts a place that is ticked twice once in the coverage', async () => {
    const links = [0, 1].map((entry) => ({ entry, to: 2 }));
    const { autoPrecision, autoCoverage } = await scored(order('o-17'), links);
    assert.deepEqual({ autoPrecision, autoCoverage }, { autoPrecision: 1, autoCoverage: 1 / 3 });
  });

  it('judges each of several values of a place for itself', async () => {
    const session = {
      answers: [{ folder: '4', name: 'mill.txt', size: '9' }, {}],
      sent: [
        { step: 1, value: '4' },
        { step: 1, value: 'mill.txt', kind: 'either' },
      ],
    };
    const precisionOf = async (...paths: readonly string[]) => {
      const links = paths.map((from) => ({ entry: 0, path: from, to: 1 }));
      return (await scored(session, links)).precision;
    };
    assert.equal(await precisionOf('$.folder', '$.name'), 1);
    assert.equal(await precisionOf('$.folder', '$.size'), 1 / 2);
  });

  it('takes nothing from a recording without suggestions', async () => {
    const { recall, liveShare, autoPrecision, autoCoverage } = await scored(order('o-17'), []);
    assert.deepEqual(
      { recall, liveShare, autoPrecision, autoCoverage },
      { recall: 0, liveShare: 0, autoPrecision: 1, autoCoverage: 0 },
    );
  });

  it('finds the item whose name has a quote', async () => {
    const session = {
      answers: [
        [
          { name: 'Ann', id: '3' },
          { name: "Rosa's", id: '9' },
        ],
        {},
      ],
      sent: [{ step: 1, value: '9' }],
    };
    const path = String.raw`$[?@.name == 'Rosa\'s'].id`;
    assert.equal((await scored(session, [{ entry: 0, path, to: 1 }])).recall, 1);
  });

  it('finds a part of an address', async () => {
    const session = {
      answers: [{ id: 'http://127.0.0.1/posts/7?token=t-4' }, {}, {}, {}],
      sent: ['7', 't-4', 't'].map((value, index) => ({ step: index + 1, value })),
    };
    const links = [1, 2, 3].map((to) => ({ entry: 0, to }));
    assert.equal((await scored(session, links)).precision, 2 / 3);
  });

  const claims = (value: string): string => Buffer.from(JSON.stringify({ sub: value })).toString('base64url');
  const decodes: [title: string, text: string, decode: Link['decode'], recall: number][] = [
    ['a claim of a token', `e30.${claims('u-8')}.c2ln`, { as: 'jwt', path: '$.sub' }, 1],
    ['a member in base64', claims('u-8'), { as: 'base64', path: '$.sub' }, 1],
    ['a text in base64', Buffer.from('u-8').toString('base64'), { as: 'base64' }, 1],
    ['another claim', `e30.${claims('u-9')}.c2ln`, { as: 'jwt', path: '$.sub' }, 0],
    ['what is no token', 'u-8', { as: 'jwt', path: '$.sub' }, 0],
  ];
  for (const [title, id, decode, recall] of decodes) {
    it(`decodes ${title}`, async () => {
      const session = { answers: [{ id }, {}], sent: [{ step: 1, value: 'u-8' }] };
      assert.equal((await scored(session, [{ entry: 0, to: 1, ...(decode && { decode }) }])).recall, recall);
    });
  }

  it('reads a text of a page whose signs are written as words', async () => {
    const session = {
      answers: ['<textarea>Ida &lt;ida@oil.example&gt;</textarea>', {}],
      sent: [{ step: 1, value: 'Ida <ida@oil.example>' }],
    };
    const link = { entry: 0, to: 1, source: 'html', path: 'textarea' };
    assert.equal((await scored(session, [link])).recall, 1);
  });

  it('reads JSON in an attribute or the text of an element', async () => {
    const link = { entry: 0, to: 1, source: 'html', path: '#made', decode: { as: 'json', path: '$.id' } };
    const recallOf = async (page: string): Promise<number> =>
      (await scored({ answers: [page, {}], sent: [{ step: 1, value: 'u-8' }] }, [link])).recall;
    assert.equal(await recallOf("<p id='made' data-made='{&quot;id&quot;: &quot;u-8&quot;}'></p>"), 1);
    assert.equal(await recallOf("<p id='made'>{&quot;id&quot;: &quot;u-8&quot;}</p>"), 1);
    assert.equal(await recallOf("<p id='made' data-made='{&quot;id&quot;: &quot;u-9&quot;}'></p>"), 0);
    assert.equal(await recallOf("<p data-made='{&quot;id&quot;: &quot;u-8&quot;}'></p>"), 0);
  });

  it('reads a number of a page that is sent as one', async () => {
    const session = { answers: ['<b>812</b>', {}], sent: [{ step: 1, value: '812' }] };
    const link = { entry: 0, to: 1, source: 'html', path: 'b', decode: { as: 'json' } };
    assert.equal((await scored(session, [link])).recall, 1);
    const other = { ...session, answers: ['<b>813</b>', {}] };
    assert.equal((await scored(other, [link])).recall, 0);
  });

  it('finds nothing encoded in a page', async () => {
    const session = { answers: ['<p>', {}], sent: [{ step: 1, value: 'u-8' }] };
    const link = { entry: 0, to: 1, path: 'value="(.*?)"', decode: { as: 'base64' } };
    assert.equal((await scored(session, [link])).recall, 0);
  });
});

describe('steps of two sessions', () => {
  const postData = (text: string) => ({
    text,
    mimeType: text.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded',
  });
  const session = (...requests: readonly string[]) => ({
    entries: requests.map((request) => {
      const [method, address, text] = request.split(' ');
      return {
        request: { method, url: `http://127.0.0.1${address}`, ...(text && { postData: postData(text) }) },
      };
    }),
    labels: requests.flatMap((request, step) =>
      /\/\d+/.test(request) ? [{ step, location: 'path', key: 1, value: 'x' }] : [],
    ),
  });
  const cases: [title: string, one: readonly string[], other: readonly string[], expected: unknown[]][] = [
    ['are one after the other in one course', ['GET /a', 'POST /b'], ['GET /a', 'POST /c'], [0, 1]],
    [
      'leave out what only this one did',
      ['GET /a', 'PUT /x/1', 'GET /b'],
      ['GET /a', 'GET /b'],
      [0, undefined, 1],
    ],
    ['skip what only the other one did', ['GET /a', 'GET /b'], ['GET /a', 'PUT /x/1', 'GET /b'], [0, 2]],
    ['differ in labelled segments', ['GET /x/1', 'GET /b'], ['GET /x/22', 'GET /c', 'GET /b'], [0, 2]],
    [
      'are told apart by what a call is about',
      ['POST /rpc {"method":"add"}', 'POST /rpc {"method":"drop"}'],
      ['POST /rpc {"method":"drop"}'],
      [undefined, 0],
    ],
    [
      'are told apart by the operation that a form or a query names',
      ['POST /all op=add&id=1', 'GET /all?op=list', 'GET /all?op=view'],
      ['GET /all?op=view', 'POST /all op=drop&id=1'],
      [undefined, undefined, 0],
    ],
    ['are none when nothing was sent', [], ['GET /a'], []],
  ];
  const aligned = async (one: unknown, other: unknown): Promise<unknown[]> => {
    const { alignedSteps } = (await import(bench('alignedSteps.mjs'))) as {
      alignedSteps: (one: unknown, other: unknown) => unknown[];
    };
    return alignedSteps(one, other);
  };
  for (const [title, one, other, expected] of cases) {
    it(title, async () => {
      assert.deepEqual(await aligned(session(...one), session(...other)), expected);
    });
  }

  it('are told apart by words of the application that have a label', async () => {
    const labelled = (...requests: readonly string[]) => ({
      ...session(...requests),
      labels: requests.map((_, step) => ({ step, location: 'path', key: 0, class: 'constant' })),
    });
    const [one, other] = [labelled('GET /a', 'GET /b', 'GET /c'), labelled('GET /c', 'GET /b')];
    assert.deepEqual(await aligned(one, other), [undefined, undefined, 0]);
  });
});

describe('Table of the scores of applications', () => {
  const figures = { recall: 1, liveShare: 1, autoPrecision: 1, autoCoverage: 1, calibrationError: 0 };
  const scoresOf = (application: string, usedFor: string, precisions: readonly number[]) =>
    precisions.map((precision) => ({
      application,
      usedFor,
      rule: 'chainwright',
      dependencies: 3,
      ...figures,
      precision,
      wrongOnTyped: 1,
    }));
  const rowsOf = async (scores: readonly unknown[]): Promise<readonly string[]> => {
    const { applicationTable } = (await import(bench('applicationScores.mjs'))) as {
      applicationTable: (scores: readonly unknown[]) => string;
    };
    const lines = applicationTable(scores).trim().split('\n').slice(2);
    return lines.map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [cells[1], cells[2], cells[4], cells[5], cells.at(-2)].join(' ');
    });
  };

  it('keeps held-out and tuned applications apart', async () => {
    const scores = [
      ...scoresOf('shop', 'tuning', [1, 1]),
      ...scoresOf('wiki', 'held out', [0.5, 0.7]),
      ...scoresOf('mail', 'held out', [1, 1]),
    ];
    assert.deepEqual(await rowsOf(scores), [
      'wiki held out 3 0.600 2',
      'mail held out 3 1.000 2',
      'mean of 2 held out 6 0.800 4',
      'shop tuning 3 1.000 2',
      'mean of 1 tuning 3 1.000 2',
    ]);
  });

  it('leaves out a group without applications', async () => {
    assert.deepEqual(await rowsOf(scoresOf('shop', 'tuning', [1, 0])), [
      'shop tuning 3 0.500 2',
      'mean of 1 tuning 3 0.500 2',
    ]);
  });
});
