/** How a replay is judged: whether each labelled place carried the value of that run. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Sent {
  readonly url?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly body?: { readonly content: string };
}

/**
 * A response of the recording and of the run (JSON, or the text of a page), another page of the run, a place that takes a
 * value from the response, and what the run sends there. The recording asks for the response twice; without another page,
 * the run asks once.
 */
interface Case {
  readonly recorded: unknown;
  /** Whether the request that is answered so was sent; true by default. */
  readonly isAsked?: boolean;
  readonly answered: unknown;
  readonly otherPage?: string;
  readonly label: object;
  readonly sent: Sent;
}

function contentOf(answer: unknown): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

async function wrongOf({
  recorded,
  answered,
  otherPage,
  isAsked = true,
  label,
  sent,
}: Case): Promise<readonly string[]> {
  const file = pathToFileURL(path.resolve('bench/mapping/record/carriedValues.mjs')).href;
  const { wronglyCarried } = (await import(file)) as {
    wronglyCarried: (
      labels: readonly object[],
      entries: readonly object[],
      exchanges: ReadonlyMap<number, object>,
    ) => readonly { readonly step: number; readonly words: string }[];
  };
  const made = { step: 2, kind: 'response', whole: true, class: 'created-id', location: 'path', key: 1 };
  const request = { method: 'GET', url: 'http://api.test/orders', headers: [] };
  const entry = { request, response: { content: { text: contentOf(recorded) } } };
  const response = { headers: [], body: { content: contentOf(answered) } };
  const another: [number, object][] =
    otherPage === undefined
      ? []
      : [[1, { request, response: { headers: [], body: { content: otherPage } } }]];
  const found = wronglyCarried(
    [{ ...made, ...label }],
    [entry, entry],
    new Map<number, object>([
      ...(isAsked ? [[0, { request, response }] as const] : []),
      ...another,
      [2, { request: { ...request, ...sent } }],
    ]),
  );
  return found.map(({ words }) => words);
}

const body = (place: string) => ({ step: 0, source: 'body', path: place });

describe('the judgement of a replay', () => {
  const created = {
    recorded: { id: 17 },
    answered: { id: 23 },
    label: { value: '17', producer: body('$.id') },
  };
  const repeated = { ...created, label: { value: '17', producer: { ...body('$.id'), step: 1 } } };
  const people = [
    { id: 4, name: 'Astrid' },
    { id: 5, name: 'Bo' },
  ];
  const picked = {
    recorded: people,
    answered: [
      { id: 5, name: 'Bo' },
      { id: 4, name: 'Cy' },
      { id: 9, name: 'Astrid' },
    ],
    label: { value: '4', class: 'list-pick', producer: body('$[0].id') },
  };
  const returned = {
    recorded: { members: [{ id: 4 }, { id: 5 }] },
    answered: { members: [{ id: 9 }, { id: 6 }] },
    label: {
      ...{ value: '4', class: 'list-item', location: 'body', key: '$.members[0].id' },
      producer: body('$.members[0].id'),
    },
  };
  const members = (...ids: readonly number[]): Sent => ({
    body: { content: JSON.stringify({ members: ids.map((id) => ({ id })) }) },
  });
  const link = {
    recorded: { next: 'http://api.test/lists/17/items' },
    answered: { next: 'http://api.test/lists/23/items' },
    label: { value: '17', class: 'link', producer: body('$.next') },
  };
  const row = (id: string, title: string) =>
    `<tr><td><a href="/tickets/${id}">${id}</a></td><td>${title}</td></tr>`;
  const inTable = {
    recorded: [row('a1', 'Door creaks'), row('b2', 'Bell is silent')].join('\n'),
    answered: [row('c3', 'Paint is off'), row('d4', 'Door creaks'), row('e5', 'Bell is silent')].join('\n'),
    label: {
      value: 'b2',
      class: 'list-pick',
      producer: { step: 0, source: 'html', path: String.raw`href="\/tickets\/(\w+)"` },
    },
  };
  const item = (id: string, title: string) =>
    `<div class="item"><h2>${title}</h2><a href="/tickets/${id}">Edit</a><p><a href="/tickets/${id}">Link</a></p></div>`;
  const page = (...items: string[]) => `<ul><li>Home</li></ul><main>${items.join('')}</main><p>20 a page</p>`;
  const inItems = {
    ...inTable,
    recorded: page(item('a1', 'Door creaks'), item('b2', 'Bell is silent')),
    answered: page(item('c3', 'Bell is silent'), item('b2', 'Paint is off')),
  };
  const code = (...rows: readonly [id: string, title: string][]) => ({
    exec: rows.map(([id, title]) => `add_row(${id},{"title":"${title}"});\n`).join(''),
  });
  const inCode = {
    ...inTable,
    recorded: code(['11', 'Door creaks'], ['12', 'Bell is silent']),
    answered: code(['23', 'Paint is off'], ['24', 'Bell is silent'], ['25', 'Door creaks']),
    label: {
      value: '12',
      class: 'list-pick',
      producer: { step: 0, source: 'html', path: String.raw`add_row\((\d+)` },
    },
  };
  const data = (...items: readonly (readonly string[])[]): string =>
    `<script>var page = {"items":[${items.map(([id, text]) => `{"value":${id},"text":"${text}"}`).join()}]}</script>`;
  const inData = {
    ...inCode,
    recorded: data(['11', 'Door creaks'], ['12', 'Bell is silent']),
    answered: data(['23', 'Paint is off'], ['24', 'Bell is silent'], ['25', 'Door creaks']),
    label: { ...inCode.label, producer: { step: 0, source: 'html', path: String.raw`"value":(\d+)` } },
  };
  const recipient = {
    recorded: '<textarea name="to">Ida &lt;ida@oil.example&gt;</textarea>',
    answered: '<textarea name="to">Ida &lt;ida@glue.example&gt;</textarea>',
    label: {
      ...{ value: 'Ida <ida@oil.example>', whole: false, location: 'body', key: 'to' },
      producer: { step: 0, source: 'html', path: 'name="to">([^"]*?)</textarea>' },
    },
  };
  const hidden = {
    recorded: '<input name="csrf" value="abc"><input name="page" value="xyz">',
    answered: '<input name="csrf" value="def"><input name="page" value="uvw">',
    label: {
      ...{ value: 'abc', class: 'csrf', location: 'body', key: 'csrf' },
      producer: { step: 0, source: 'html', path: 'name="csrf" value="([^"]*)"' },
    },
  };
  const linked = {
    recorded: '<a href="/show?id=3">Oil</a>',
    answered: '<a href="/show?id=8">Oil</a>',
    label: {
      ...{ value: '3', location: 'body', key: '6-RefersTo' },
      producer: { step: 0, source: 'html', path: '[?]id=(\\d+)' },
    },
  };
  const withFields = (content: string): Sent => ({
    headers: [{ name: 'content-type', value: 'application/x-www-form-urlencoded' }],
    body: { content },
  });
  const withFile = (csrf: string): Sent => ({
    headers: [{ name: 'content-type', value: 'multipart/form-data; boundary=cut' }],
    body: { content: `--cut\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n--cut--\r\n` },
  });
  const cases: [title: string, given: Case, expected: readonly string[]][] = [
    ['accepts the id of the run', { ...created, sent: { url: '/orders/23' } }, []],
    ['finds the recorded id', { ...created, sent: { url: '/orders/17' } }, ['the recorded value in path 1']],
    [
      'finds the id of something else',
      { ...created, sent: { url: '/orders/6' } },
      ['another value in path 1'],
    ],
    ['finds a place that is missing', { ...created, sent: { url: '/orders' } }, ['no value in path 1']],
    [
      'accepts the id of the same request before where the run has one of the two',
      { ...repeated, sent: { url: '/orders/23' } },
      [],
    ],
    [
      'finds the recorded id where the run has one of the two',
      { ...repeated, sent: { url: '/orders/17' } },
      ['the recorded value in path 1'],
    ],
    [
      'misses the request that the value is from',
      { ...created, isAsked: false, sent: { url: '/orders/17' } },
      ['no source of path 1'],
    ],
    ['accepts a list that is sent back in another order', { ...returned, sent: members(6, 9, 7) }, []],
    [
      'finds the recorded id in a list that is sent back',
      { ...returned, sent: members(4, 6) },
      ['the recorded value in body $.members[0].id'],
    ],
    [
      'misses an item in a list of another order',
      { ...returned, sent: members(6, 7) },
      ['another value in body $.members[0].id'],
    ],
    ['finds a picked item again by its words', { ...picked, sent: { url: '/people/9' } }, []],
    [
      'finds the item that has the recorded id now',
      { ...picked, sent: { url: '/people/4' } },
      ['the recorded value in path 1'],
    ],
    ['accepts a part of a link of the run', { ...link, sent: { url: '/lists/23/items' } }, []],
    [
      'finds a part of the recorded link',
      { ...link, sent: { url: '/lists/17/items' } },
      ['the recorded value in path 1'],
    ],
    [
      'looks into a header that has more than the value',
      {
        recorded: { token: 'abcdefgh-1' },
        answered: { token: 'abcdefgh-2' },
        label: {
          ...{ value: 'abcdefgh-1', location: 'header', key: 'authorization', whole: false },
          producer: body('$.token'),
        },
        sent: { headers: [{ name: 'authorization', value: 'Bearer abcdefgh-1' }] },
      },
      ['the recorded value in header authorization'],
    ],
    ['finds a picked row of a page again by its words', { ...inTable, sent: { url: '/tickets/e5' } }, []],
    [
      'finds another row of a page',
      { ...inTable, sent: { url: '/tickets/d4' } },
      ['another value in path 1'],
    ],
    ['finds a picked item of any elements again', { ...inItems, sent: { url: '/tickets/c3' } }, []],
    [
      'finds the last item, which has nothing of the page after it',
      { ...inItems, sent: { url: '/tickets/b2' } },
      ['the recorded value in path 1'],
    ],
    ['finds a picked row in code again by its words', { ...inCode, sent: { url: '/tickets/24' } }, []],
    ['finds another row in code', { ...inCode, sent: { url: '/tickets/25' } }, ['another value in path 1']],
    ['finds a picked item in data of a script by its words', { ...inData, sent: { url: '/tickets/24' } }, []],
    ['finds another item in data', { ...inData, sent: { url: '/tickets/25' } }, ['another value in path 1']],
    [
      'looks into a field that has more than the text of a page',
      { ...recipient, sent: withFields('to=Ida+<ida@glue.example>,') },
      [],
    ],
    [
      'finds the recorded text in a field that has more',
      { ...recipient, sent: withFields('to=Ida+<ida@oil.example>,') },
      ['the recorded value in body to'],
    ],
    ['reads a field whose name has an id of the run', { ...linked, sent: withFields('11-RefersTo=8') }, []],
    [
      'reads the field of the same name where there is one',
      { ...linked, sent: withFields('11-RefersTo=8&6-RefersTo=3') },
      ['the recorded value in body 6-RefersTo'],
    ],
    [
      'reads no field of another name',
      { ...linked, sent: withFields('RefersTo-11=8') },
      ['no value in body 6-RefersTo'],
    ],
    [
      'reads a link of a page that is written with numbers of characters',
      {
        ...linked,
        answered: '<a href="/show?all=1&#38;id=8">Oil</a>',
        label: { ...linked.label, producer: { step: 0, source: 'html', path: '[?&]id=(\\d+)' } },
        sent: withFields('6-RefersTo=8'),
      },
      [],
    ],
    ['reads a field of a form with files', { ...hidden, sent: withFile('def') }, []],
    [
      'finds what a page has at another place',
      { ...hidden, sent: withFile('uvw') },
      ['another value in body csrf'],
    ],
    [
      'accepts a token against forgery that another page has',
      { ...hidden, otherPage: '<input name="csrf" value="ghi">', sent: withFile('ghi') },
      [],
    ],
    [
      'finds another value of another page',
      { ...hidden, otherPage: '<input name="page" value="ghi">', sent: withFile('ghi') },
      ['another value in body csrf'],
    ],
  ];
  for (const [title, given, expected] of cases) {
    it(title, async () => {
      assert.deepEqual(await wrongOf(given), expected);
    });
  }
});

describe('the structure of an answer', () => {
  const owned = (id: string) => JSON.stringify({ id, access: { [id]: { read: true } } });
  const cases: [title: string, one: string, other: string, ignored: readonly string[], isSame: boolean][] = [
    ['has no names that are ids', owned('AtdRxP5FVp'), owned('AtdRxPxFVp'), [], true],
    ['has no names that are numbers of items', '{"4": {"id": "4"}}', '{"17": {"id": "17"}}', [], true],
    ['has the names of members that are no items', '{"4": {"id": "9"}}', '{"17": {"id": "9"}}', [], false],
    ['has the names of members', '{"created": 1}', '{"changed": 1}', [], false],
    ['leaves out members that come later', '{"id": 1}', '{"id": 2, "content": ""}', ['content'], true],
  ];
  for (const [title, one, other, ignored, isSame] of cases) {
    it(title, async () => {
      const file = pathToFileURL(path.resolve('bench/mapping/record/answerShape.mjs')).href;
      const { shapeOf } = (await import(file)) as {
        shapeOf: (text: string, mimeType: string, ignored: readonly string[]) => string;
      };
      const [shape, otherShape] = [one, other].map((text) => shapeOf(text, 'application/json', ignored));
      assert.equal(shape === otherShape, isSame);
    });
  }
});

describe('the secrets of an imported chain', () => {
  const url = 'http://api.test/delete';
  const entry = (search: string) => ({ request: { method: 'GET', url: `${url}${search}`, headers: [] } });
  const query = [
    { name: 'id', value: '8' },
    { name: 'token', value: '{{$secret TOKEN}}' },
  ];

  it('are read from the query of the entry that is otherwise the same', async () => {
    const file = pathToFileURL(path.resolve('bench/mapping/record/recordedSecrets.mjs')).href;
    const { recordedSecrets } = (await import(file)) as {
      recordedSecrets: (requests: readonly object[], entries: readonly object[]) => object;
    };
    const entries = ['', '?id=7&token=abc', '?id=8&key=def', '?id=8&token=ghi'].map(entry);
    assert.deepEqual(recordedSecrets([{ name: 'Delete', url, query }], entries), {
      secrets: { TOKEN: 'ghi' },
      steps: [3],
    });
  });
});

describe('the exchanges of a run', () => {
  const seen = (...lines: readonly string[]) =>
    lines.map((line) => {
      const [method, status] = line.split(' ');
      return { line, request: { method }, response: { status: Number(status) } };
    });
  const asked = (...lines: readonly string[]) =>
    seen(...lines).map(({ line, request, response }) => ({ name: line, ...request, exchange: { response } }));
  const cases: [title: string, requests: object[], seen: object[], expected: readonly unknown[]][] = [
    ['are those that the server saw', asked('GET 200', 'POST 302'), seen('GET 200', 'POST 302'), [0, 1]],
    [
      'leave out what was tried again',
      asked('POST 200', 'GET 200'),
      seen('POST 503', 'POST 200', 'GET 200'),
      [1, 2],
    ],
    [
      'have none of what was not sent',
      [{ method: 'GET' }, ...asked('GET 200')],
      seen('GET 200'),
      [undefined, 0],
    ],
    [
      'end where a POST is redirected, also when the program follows',
      asked('POST 200', 'GET 200', 'POST 200'),
      seen('POST 302', 'GET 302', 'GET 200', 'GET 200', 'POST 200'),
      [0, 3, 4],
    ],
  ];
  const exchanged = async (requests: readonly object[], all: readonly object[]): Promise<unknown[]> => {
    const file = pathToFileURL(path.resolve('bench/mapping/record/replaying.mjs')).href;
    const { exchangesOf } = (await import(file)) as {
      exchangesOf: (requests: readonly object[], seen: readonly object[]) => unknown[];
    };
    return exchangesOf(requests, all);
  };
  for (const [title, requests, all, expected] of cases) {
    it(title, async () => {
      const found = await exchanged(requests, all);
      assert.deepEqual(
        found.map((one) => (one === undefined ? undefined : all.indexOf(one as object))),
        expected,
      );
    });
  }

  it('are not guessed where the server saw none', async () => {
    await assert.rejects(exchanged(asked('GET 200'), seen('POST 200')), /the server did not see GET 200/);
  });
});
