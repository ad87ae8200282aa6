import assert from 'node:assert/strict';
import { ruleText } from '../../../../src/core/extraction/extractionRules';
import { proposeMappings } from '../../../../src/core/mapping/review/proposeMappings';
import { verifyMappings } from '../../../../src/core/mapping/review/verifyMappings';
import type { MappingSuggestion } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';

const sourceText = ({ producer: { entry, rule } }: MappingSuggestion): string =>
  `${entry} ${rule.select?.kind === 'path' ? rule.select.path : `${rule.from} ${rule.name ?? rule.select?.kind ?? ''}`}`;

/** `confirmed 1 path 1: 0 $.id`, and `not` with the source before where it was another one. */
function verified(first: readonly StepSpec[], second: readonly StepSpec[]): readonly string[] {
  return verifyMappings(sessionOf(...first), sessionOf(...second)).verdicts.map(
    ({ kind, consumer: { entry, slot }, before, after }) => {
      const sources = [
        ...(after === undefined ? [] : [sourceText(after)]),
        ...(before === undefined || kind === 'confirmed' || kind === 'kept'
          ? []
          : [`not ${sourceText(before)}`]),
      ];
      return `${kind} ${entry} ${slot.location} ${slot.key}: ${sources.join(', ')}`;
    },
  );
}

const TOKENS = ['q8Zr2LxW0vTn5KcY7hBd', 'Jm3Xp9Ta1sWd6GfE4uRk'] as const;
const order = (id: number): readonly StepSpec[] => [
  { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id } },
  { line: `GET /orders/${id}` },
];
const picked = (names: readonly string[], name: string): readonly StepSpec[] => [
  { line: 'GET /products', answer: names.map((one) => ({ id: `p-${one}-19283`, name: one })) },
  { line: `GET /products/p-${name}-19283` },
];
const xmlPicked = (names: readonly string[], name: string): readonly StepSpec[] => [
  {
    line: 'GET /lists',
    answer: `<?xml version="1.0"?><all>${names.map((one) => `<list><id>l-${one}-19283</id><name>${one}</name></list>`).join('')}</all>`,
  },
  { line: `GET /lists/l-${name}-19283` },
];
/** A list of one, and a request that says a member of its item. */
const listed = (name: string, member: object): readonly StepSpec[] => [
  { line: `GET /${name}`, answer: { [name]: [member] } },
  { line: 'POST /copies', sent: member },
];
const packaged = (name: string, version: string): readonly StepSpec[] => {
  const file = `/${name}/-/${name}-${version}.tgz`;
  const dist = { file: `http://api.test${file}` };
  return [
    { line: `GET /${name}`, answer: { name, versions: { [version]: { dist } } } },
    { line: `GET ${file}` },
  ];
};
/** Articles of a paper, and a new one for which a section and maybe more is chosen. */
const sectioned = (section: string, more: object = {}): readonly StepSpec[] => [
  {
    line: 'GET /articles',
    answer: {
      articles: [
        { title: 'Noise at night', section: 'Letters', printed: 'sheet 41-a' },
        { title: 'Herons downstream', section: 'News', printed: 'sheet 97-b' },
      ],
    },
  },
  { line: 'POST /articles', sent: { section, ...more } },
];
/** Members, and a new one who lives where another one does. */
const housed = (town: string, name: string, more: object = {}): readonly StepSpec[] => [
  {
    line: 'GET /members',
    answer: {
      members: [
        { town: 'Hill End', since: 'autumn of 1981', street: 'Long Row' },
        { town: 'Lake Side', since: 'spring of 1992', street: 'Mill Lane' },
      ],
    },
  },
  { line: 'POST /members', sent: { name, town, ...more } },
];
/** Two answers have the number that is used; only the session's own one has it every time. */
const basket = (user: number, own: number): readonly StepSpec[] => [
  { line: 'POST /users', sent: { name: 'Ada' }, answer: { basketId: user } },
  { line: 'POST /sessions', answer: { bid: own } },
  { line: `GET /baskets/${own}` },
];

/** A list and an item of it at the same address, with other calls between them. */
function oneAddress(entry: string, between: readonly StepSpec[]): readonly StepSpec[] {
  return [
    { line: 'GET /index.php?do=list', answer: `<a href="?do=edit&amp;entry=${entry}">Edit</a>` },
    ...between,
    { line: `GET /index.php?do=edit&entry=${entry}` },
    { line: 'GET /index.php?do=end' },
  ];
}

/** An area of a shop's administration: its list, and a thing of it. */
const area = (name: string, id: string): readonly StepSpec[] => [
  { line: `GET /admin/${name}`, answer: { [name]: [{ id }] } },
  { line: `GET /admin/${name}/${id}` },
];
/** A folder, picked from the list or made, and the files in it. */
const foldered = (
  folders: readonly number[],
  id: number,
  more: readonly StepSpec[] = [],
): readonly StepSpec[] => [
  { line: 'GET /folders', answer: { folders: folders.map((one) => ({ id: one, name: `Menus of ${one}` })) } },
  ...more,
  { line: `GET /files?folderId=${id}`, answer: { files: [] } },
];

const ticket = (address: string): readonly StepSpec[] => [
  {
    line: 'POST /tickets',
    sent: 'queue=2&subject=Sails',
    status: 302,
    answerHeaders: { Location: address },
  },
  { line: `GET ${address}` },
];
const added = (id: number): readonly StepSpec[] => [
  { line: 'POST /rpc', sent: { add: { name: 'Kuna' } }, answer: { id } },
  { line: `GET /boats/${id}` },
];

/** One address for all operations: a harbor is made before or after a boat, which sails. */
const operated = (boat: number, isBoatFirst: boolean): readonly StepSpec[] => {
  const make = (op: string, id: number): StepSpec => ({
    line: 'POST /all',
    sent: `op=${op}`,
    answer: { id },
  });
  const sailed = [make('add-boat', boat), { line: 'POST /all', sent: `op=sail&boat=${boat}` }];
  const harbor = make('add-harbor', 41873);
  return isBoatFirst ? [...sailed, harbor] : [harbor, ...sailed];
};

/** A page with a form, and what is sent with it. */
const form = (fields: string, sent: string): readonly StepSpec[] => [
  { line: 'GET /trips/new', answer: `<form action="/trips">${fields}</form>` },
  { line: 'POST /trips', sent },
];
const ports = (chosen: number): string => {
  const options = [90412, 41873, 77125].map(
    (id, index) => `<option value="${id}" ${id === chosen ? 'selected' : ''}>${PORTS[index]}</option>`,
  );
  return `<select name="port">${options.join('')}</select>`;
};
const PORTS = ['Hull', 'Grimsby', 'Whitby'];
const field = (name: string, value: string): string => `<input name="${name}" value="${value}">`;

describe('verifyMappings', () => {
  const cases: [
    title: string,
    first: readonly StepSpec[],
    second: readonly StepSpec[],
    expected: readonly string[],
  ][] = [
    ['confirms what followed another value', order(7), order(31), ['confirmed 1 path 1: 0 $.id']],
    ['keeps what was the same twice, for it proves nothing', order(7), order(7), ['kept 1 path 1: 0 $.id']],
    [
      'keeps what the second session has no request for',
      order(7),
      [{ line: 'GET /other' }],
      ['kept 1 path 1: 0 $.id'],
    ],
    [
      'aims again at the answer that has the other value, too',
      basket(7, 7),
      basket(3, 5),
      ['re-aimed 2 path 1: 1 $.bid, not 0 $.basketId'],
    ],
    [
      'rejects what was the same by chance',
      [{ line: 'GET /banner', answer: { campaignId: 8812 } }, { line: 'GET /campaigns/8812' }],
      [{ line: 'GET /banner', answer: { campaignId: 9001 } }, { line: 'GET /campaigns/8812' }],
      ['rejected 1 path 1: not 0 $.campaignId'],
    ],
    [
      'keeps, less sure, a moment that the second session has from one more save in between',
      [
        { line: 'GET /posts/new', answer: { updated_at: '2026-11-20T08:12:44.120Z' } },
        { line: 'PUT /posts/1', sent: { updated_at: '2026-11-20T08:12:44.120Z' } },
      ],
      [
        { line: 'GET /posts/new', answer: { updated_at: '2026-11-21T19:40:02.914Z' } },
        { line: 'POST /autosave', answer: { updated_at: '2026-11-21T19:41:30.007Z' } },
        { line: 'PUT /posts/1', sent: { updated_at: '2026-11-21T19:41:30.007Z' } },
      ],
      ['kept 1 body $.updated_at: 0 $.updated_at'],
    ],
    [
      'compares calls of one address by the words of their queries',
      oneAddress('41', []),
      oneAddress('97', [{ line: 'GET /index.php?do=news', answer: '<p>News</p>' }]),
      ['confirmed 1 query entry: 0 body regex'],
    ],
    [
      'compares a form that was sent twice with the one that was answered alike',
      [
        { line: 'POST /tickets', sent: 'queue=2&subject=Sails', answer: '<p>Choose</p>' },
        ...ticket('/show/41'),
      ],
      ticket('/show/97'),
      ['confirmed 2 path 1: 1 header Location'],
    ],
    [
      'compares calls of one address by what they send',
      [{ line: 'POST /rpc', sent: { list: 'boats' }, answer: { ok: true } }, ...added(41)],
      added(97),
      ['confirmed 2 path 1: 1 $.id'],
    ],
    [
      'compares parts that were done in another order, and nothing with another area',
      [...area('products', 'p-91827f3c'), ...area('depots', 'd-5510ab9e'), ...area('regions', 'r-77ab10e9')],
      [...area('depots', 'd-1829a7c4'), ...area('regions', 'r-44c09d1b'), ...area('products', 'p-03e8b7a2')],
      [
        'confirmed 1 path 2: 0 $.products[0].id',
        'confirmed 3 path 2: 2 $.depots[0].id',
        'confirmed 5 path 2: 4 $.regions[0].id',
      ],
    ],
    [
      'keeps what was picked, where the second session made one',
      foldered([41, 52], 52),
      foldered([60, 71], 93, [
        { line: 'POST /folders', sent: { name: 'Menus' }, answer: { folder: { id: 93 } } },
      ]),
      ["kept 1 query folderId: 0 $.folders[?@.name == 'Menus of 52'].id"],
    ],
    [
      'finds what one session alone is too little evidence for',
      [
        { line: 'POST /carts', answer: { ticket: 41 } },
        { line: 'POST /pay', sent: { basket: 41 } },
      ],
      [
        { line: 'POST /carts', answer: { ticket: 97 } },
        { line: 'POST /pay', sent: { basket: 97 } },
      ],
      ['found 1 body $.basket: 0 $.ticket'],
    ],
    ['finds no word that other things of a list have by chance', sectioned('Letters'), sectioned('News'), []],
    [
      'finds no town of a new member where another one lives, in both sessions',
      housed('Hill End', 'Ruth Amsel'),
      housed('Lake Side', 'Bo Lind'),
      [],
    ],
    [
      'finds the town of a copy of a member',
      housed('Hill End', 'Ruth Amsel', { since: 'autumn of 1981' }),
      housed('Lake Side', 'Bo Lind', { since: 'spring of 1992' }),
      [
        "confirmed 1 body $.town: 0 $.members[?@.since == 'autumn of 1981'].town",
        "confirmed 1 body $.since: 0 $.members[?@.town == 'Hill End'].since",
      ],
    ],
    [
      'finds a word of an item of which the request sends more',
      sectioned('Letters', { sheet: 'sheet 41-a' }),
      sectioned('News', { sheet: 'sheet 97-b' }),
      [
        "confirmed 1 body $.sheet: 0 $.articles[?@.title == 'Noise at night'].printed",
        "found 1 body $.section: 0 $.articles[?@.title == 'Noise at night'].section",
      ],
    ],
    [
      'keeps what was picked from a list, where another item was picked',
      picked(['tea', 'cup'], 'cup'),
      picked(['pot', 'tea'], 'pot'),
      ["confirmed 1 path 1: 0 $[?@.name == 'cup'].id"],
    ],
    [
      'keeps an option that was picked, where the page had chosen it already the second time',
      form(ports(0), 'port=41873'),
      form(ports(77125), 'port=77125'),
      ['confirmed 1 body port: 0 body regex'],
    ],
    [
      'keeps the option that the page had chosen, where another one was picked the second time',
      form(ports(41873) + field('note', 'Kestrel 41'), 'port=41873&note=Kestrel+41'),
      form(ports(41873) + field('note', 'Tern 12'), 'port=77125&note=Tern+12'),
      ['confirmed 1 body port: 0 body css', 'confirmed 1 body note: 0 body css'],
    ],
    [
      'keeps the field of a page that was filled in with something else the second time',
      form(field('note', 'Kestrel 41'), 'note=Kestrel+41'),
      form(field('note', 'Tern 12'), 'note=Heron+9'),
      ['kept 1 body note: 0 body css'],
    ],
    [
      'rejects the number of a record that the second page has in its field and the request does not send',
      form(field('boat_id', '8812'), 'boat_id=8812'),
      form(field('boat_id', '9001'), 'boat_id=4417'),
      ['rejected 1 body boat_id: not 0 body css'],
    ],
    [
      'keeps the neighbour that tells an item, where another one was picked at the same position by luck',
      picked(['tea', 'cup', 'pot'], 'cup'),
      picked(['cup', 'pot', 'tea'], 'pot'),
      ["confirmed 1 path 1: 0 $[?@.name == 'cup'].id"],
    ],
    [
      'keeps the words of an item where the other list has other words, and its position is the same by luck',
      picked(['tea', 'cup'], 'cup'),
      picked(['iron', 'wool', 'jute'], 'wool'),
      ["confirmed 1 path 1: 0 $[?@.name == 'cup'].id"],
    ],
    [
      'takes the position where a code tells an item, which is another one in the other list',
      picked(['tea-71', 'cup-72'], 'cup-72'),
      picked(['pot-88', 'jug-89'], 'jug-89'),
      ["re-aimed 1 path 1: 0 $[1].id, not 0 $[?@.name == 'cup-72'].id"],
    ],
    [
      'takes a segment by its position where addresses differ in what the users are called',
      [
        { line: 'GET /ada/files', answer: { latest: '/ada/files/f-91827f3c' } },
        { line: 'GET /ada/files/f-91827f3c' },
      ],
      [
        { line: 'GET /bob/files', answer: { latest: '/bob/files/f-5510ab9e' } },
        { line: 'GET /bob/files/f-5510ab9e' },
      ],
      ['re-aimed 1 path 2: 0 body regex, not 0 body regex'],
    ],
    [
      'confirms an element of XML by a sibling although another item was picked',
      xmlPicked(['Family', 'Work'], 'Family'),
      xmlPicked(['Birthdays', 'Work', 'Family'], 'Work'),
      ['confirmed 1 path 1: 0 body xpath'],
    ],
    [
      'tells addresses apart that differ in words of the application',
      [
        { line: 'GET /files', answer: { links: ['/old/f-5510ab9e', '/new/f-91827f3c'] } },
        { line: 'GET /files/f-91827f3c' },
      ],
      [
        { line: 'GET /files', answer: { links: ['/new/f-1829a7c4', '/old/f-77ab10e9'] } },
        { line: 'GET /files/f-77ab10e9' },
      ],
      ['rejected 1 path 1: not 0 body regex'],
    ],
    [
      'takes a position in a list that both sessions picked',
      [
        {
          line: 'GET /shifts',
          answer: [
            { id: 's-1829', at: 'x' },
            { id: 's-9938', at: 'x' },
          ],
        },
        { line: 'GET /shifts/s-9938' },
      ],
      [
        {
          line: 'GET /shifts',
          answer: [
            { id: 's-4410', at: 'x' },
            { id: 's-2277', at: 'x' },
          ],
        },
        { line: 'GET /shifts/s-2277' },
      ],
      ['confirmed 1 path 1: 0 $[1].id'],
    ],
    [
      'says nothing of a request that was refused the second time',
      order(7),
      [
        { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 8 } },
        { line: 'GET /orders/7', status: 404 },
      ],
      ['kept 1 path 1: 0 $.id'],
    ],
    [
      'rejects a word that both sessions sent, for it needs no variable',
      [
        { line: 'GET /shelves', answer: { shelf: 'north wall' } },
        { line: 'POST /books', sent: { shelf: 'north wall' } },
      ],
      [
        { line: 'GET /shelves', answer: { shelf: 'north wall' } },
        { line: 'POST /books', sent: { shelf: 'north wall' } },
      ],
      ['rejected 1 body $.shelf: not 0 $.shelf'],
    ],
    [
      'rejects a text that both sessions sent, however long it is',
      listed('rooms', { note: 'please knock, then wait for Ms. 7' }),
      listed('rooms', { note: 'please knock, then wait for Ms. 7' }),
      ['rejected 1 body $.note: not 0 $.rooms[0].note'],
    ],
    [
      'rejects a number of no thing that both sessions sent',
      listed('rooms', { area: 812345 }),
      listed('rooms', { area: 812345 }),
      ['rejected 1 body $.area: not 0 $.rooms[0].area'],
    ],
    [
      'keeps a revision that both sessions had',
      listed('rooms', { revision: 812345 }),
      listed('rooms', { revision: 812345 }),
      ['kept 1 body $.revision: 0 $.rooms[0].revision'],
    ],
    [
      'finds a member that a version leads to again under another version',
      packaged('calendar', '2.3.1'),
      packaged('moon', '0.9.3'),
      ['confirmed 1 path 2: 0 body regex'],
    ],
    [
      'tells requests to one address apart by the operation that they name',
      operated(90412, true),
      operated(77125, false),
      ['confirmed 1 body boat: 0 $.id'],
    ],
    ['is silent where nothing is suggested', [{ line: 'GET /a' }], [{ line: 'GET /a' }], []],
  ];
  for (const [title, first, second, expected] of cases) {
    it(title, () => {
      assert.deepEqual(verified(first, second), expected);
    });
  }

  it('does not take what the user typed for an answer, though both sessions say so', () => {
    const session = (name: string): readonly StepSpec[] => [
      { line: 'POST /users', sent: { name }, answer: { name } },
      { line: `GET /search?name=${name}` },
    ];
    assert.deepEqual(verified(session('Carla-9d'), session('Dmitri-4k')), []);
  });

  it('leaves a position in a list to the person though both sessions agree, for lists are sorted by chance', () => {
    const session = (ids: readonly string[]): readonly StepSpec[] => [
      { line: 'GET /shifts', answer: ids.map((id) => ({ id })) },
      { line: `GET /shifts/${ids[1]}` },
    ];
    const { suggestions } = verifyMappings(
      sessionOf(...session(['s-18291', 's-99382'])),
      sessionOf(...session(['s-44102', 's-22773'])),
    );
    assert.equal(suggestions[0]?.consumers[0]?.autoApply, false);
  });

  it('is sure of what is confirmed', () => {
    const session = ([token]: readonly [string]): readonly StepSpec[] => [
      { line: 'GET /start', answer: { value: token } },
      { line: 'GET /next', headers: { 'X-Ticket': token } },
    ];
    const [one, other] = [session([TOKENS[0]]), session([TOKENS[1]])];
    const { suggestions } = verifyMappings(sessionOf(...one), sessionOf(...other));
    const [consumer] = suggestions[0]?.consumers ?? [];
    assert.ok((consumer?.confidence ?? 0) > 0.98);
    assert.equal(consumer?.autoApply, true);
  });

  it('decodes a cookie whose percent signs only the second session has', () => {
    const form = (token: string): readonly StepSpec[] => [
      { line: 'GET /', answerHeaders: { 'Set-Cookie': `XSRF-TOKEN=${encodeURIComponent(token)}` } },
      { line: 'POST /posts', headers: { 'X-XSRF-TOKEN': token }, sent: { title: 'Hello there' } },
    ];
    const { suggestions } = verifyMappings(
      sessionOf(...form(TOKENS[0])),
      sessionOf(...form(`${TOKENS[1]}=`)),
    );
    assert.deepEqual(
      suggestions.map(({ producer }) => producer.rule.decode),
      [{ as: 'percent' }],
    );
  });
});

describe('proposeMappings with a second session', () => {
  /** `re-aimed 2 path 1: $.bid, not $.basketId`, `sure` where it is ticked. */
  function proposed(first: readonly StepSpec[], second: readonly StepSpec[]): readonly string[] {
    const proposals = proposeMappings(sessionOf(...first), { second: sessionOf(...second) });
    return proposals.map(({ entry, slot, isSure, choices: [choice], verdict }) => {
      const from = choice === undefined ? '' : ruleText(choice.producer.rule);
      const instead = verdict?.instead === undefined ? '' : `, not ${ruleText(verdict.instead.rule)}`;
      const codes = choice?.evidence.filter(({ weight }) => weight <= -20).map(({ code }) => code) ?? [];
      return `${verdict?.kind} ${entry} ${slot.location} ${slot.key}: ${from}${instead}${isSure ? ' sure' : ''} ${codes.join(' ')}`.trim();
    });
  }

  it('reports the outcome of each, and leaves rejected ones to the person', () => {
    const chance = (id: number): readonly StepSpec[] => [
      { line: 'GET /banner', answer: { campaignId: id } },
      { line: 'GET /campaigns/8812' },
    ];
    assert.deepEqual(proposed(order(7), order(31)), ['confirmed 1 path 1: $.id sure']);
    assert.deepEqual(proposed(basket(7, 7), basket(3, 5)), ['re-aimed 2 path 1: $.bid, not $.basketId sure']);
    assert.deepEqual(proposed(chance(8812), chance(9001)), ['rejected 1 path 1: $.campaignId contradicted']);
  });

  it('names what is rejected apart from what took its place', () => {
    const session = (own: number, other: number): readonly StepSpec[] => [
      { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: own } },
      { line: 'GET /banner', answer: { orderId: 8812 } },
      { line: `GET /orders/${own}` },
      { line: `GET /banners?orderId=${other}` },
    ];
    const proposals = proposeMappings(sessionOf(...session(7, 8812)), {
      second: sessionOf(...session(31, 9001)),
    });
    assert.deepEqual(
      proposals.map(({ verdict, choices: [choice] }) => [verdict?.kind, choice?.variable]),
      [
        ['confirmed', 'orderId'],
        ['rejected', 'orderId2'],
      ],
    );
  });
});
