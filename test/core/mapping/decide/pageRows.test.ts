/** Links and fields that a page has in each row of a list: which one the user followed. */
import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { compileRegex } from '../../../../src/core/regex';
import { sessionOf, type StepSpec } from '../session';

/** The rule of the only suggestion for a step, and whether it is ticked. */
function ruleFor(step: number, ...specs: readonly StepSpec[]) {
  const found = suggestMappings(sessionOf(...specs)).flatMap(({ producer, consumers }) =>
    consumers.filter(({ entry }) => entry === step).map(({ autoApply }) => ({ producer, autoApply })),
  );
  const [only] = found;
  const select = only?.producer.rule.select;
  return found.length === 1 && select?.kind === 'regex'
    ? { regex: select.regex, isTicked: only?.autoApply }
    : undefined;
}

/** What a rule takes from another page. */
function taken(regex: string | undefined, page: string): readonly string[] {
  const compiled = compileRegex(regex ?? '');
  return compiled.ok ? compiled.regex.findAll(page) : [];
}

const titles = ['Oil finish', 'Sharpening stones', 'Green wood', 'Plan of a bench'];

function listOf(row: (title: string, id: number) => string, first = 3): string {
  return `<h1>Bookmarks</h1>${titles.map((title, index) => row(title, first + index)).join('')}<a href="/about">About</a>`;
}

describe('Auto Mapping of a row of a page', () => {
  const layouts: [title: string, row: (title: string, id: number) => string][] = [
    [
      'a title before the link',
      (title, id) => `<div><h2>${title}</h2> <p>Saved</p> <a href="/links/${id}/edit">Edit</a></div>`,
    ],
    [
      'a title after the link',
      (title, id) => `<tr><td><a href="/links/${id}/edit">Edit</a></td><td>\n${title}</td></tr>`,
    ],
    ['a title in the link', (title, id) => `<li><a href="/links/${id}/edit">${title}</a></li>`],
    [
      'other links in the row',
      (title, id) =>
        `<div><b>${title}</b><a href="/links/${id}">Show</a><a href="/links/${id}/edit">Edit</a><a href="/links/${id}/pin">Pin</a></div>`,
    ],
    [
      'items that their neighbors close',
      (title, id) => `<li><a href="/links/${id}/edit">Edit</a> <i>${title}</i>`,
    ],
    [
      'a title in a field',
      (title, id) => `<p><input value="${title}"><a href="/links/${id}/edit">Edit</a></p>`,
    ],
  ];
  const relative: [title: string, row: (title: string, id: number) => string][] = [
    [
      'a query alone, in single quotes and with percent signs',
      (title, id) => `<p><a href='?do=edit&amp;pk=%5B${id}%5D'>Edit</a> <b>${title}</b></p>`,
    ],
    [
      'a page beside this one',
      (title, id) => `<p><a href="list.php?do=edit&amp;pk=[${id}]">Edit</a> <b>${title}</b></p>`,
    ],
  ];
  for (const [title, row] of relative) {
    it(`finds a row whose link is relative to the page: ${title}`, () => {
      const rule = ruleFor(
        1,
        { line: 'GET /bookmarks/list.php', answer: listOf(row) },
        { line: 'GET /bookmarks/list.php?do=edit&pk=%5B5%5D' },
      );
      assert.equal(rule?.isTicked, true);
      const [found, ...others] = taken(rule.regex, listOf(row, 61)).map(decodeURIComponent);
      assert.deepEqual([found, others], ['[63]', []]);
    });
  }

  it('finds a row whose link goes into a folder beside the page', () => {
    const row = (title: string, id: number) => `<p><a href="links/${id}/edit">Edit</a> <b>${title}</b></p>`;
    const rule = ruleFor(1, { line: 'GET /my/list', answer: listOf(row) }, { line: 'GET /my/links/4/edit' });
    assert.deepEqual(taken(rule?.regex, listOf(row, 61)), ['62']);
  });

  for (const [title, row] of layouts) {
    it(`finds a row again by its words: ${title}`, () => {
      for (const picked of [0, 1, 3]) {
        const rule = ruleFor(
          1,
          { line: 'GET /links', answer: listOf(row) },
          { line: `GET /links/${3 + picked}/edit` },
        );
        assert.equal(rule?.isTicked, true);
        assert.deepEqual(taken(rule.regex, listOf(row, 61)), [String(61 + picked)]);
      }
    });
  }

  it('prefers the page with the very link that was followed to an earlier one with the same number', () => {
    const rowOf = (table: string) => (title: string, id: number) =>
      `<p><a href="?table=${table}&amp;pk=${id}">Edit</a> <b>${title} of ${table}</b></p>`;
    const books = { line: 'GET /edit?list=books', answer: listOf(rowOf('books')) };
    const loans = { line: 'GET /edit?list=loans', answer: listOf(rowOf('loans')) };
    const followed = { line: 'GET /edit?table=loans&pk=4' };
    const rule = ruleFor(3, books, { line: 'GET /edit?table=books&pk=4' }, loans, followed);
    assert.match(rule?.regex ?? '', /loans/);
  });

  it('prefers the words that the next page repeats', () => {
    const row = (title: string, id: number) =>
      `<p><i>shelf of ${title.slice(0, 3)}</i> <b>${title}</b> <a href="/links/${id}/edit">Edit</a></p>`;
    const rule = ruleFor(
      1,
      { line: 'GET /links', answer: listOf(row) },
      { line: 'GET /links/4/edit', answer: '<h1>Sharpening stones</h1>' },
    );
    assert.match(rule?.regex ?? '', /Sharpening/);
  });

  it('suggests a position without ticking it where no words identify the row', () => {
    const row = (_title: string, id: number) => `<p>2026-11-0${id} <a href="/links/${id}/edit">Edit</a></p>`;
    const rule = ruleFor(1, { line: 'GET /links', answer: listOf(row) }, { line: 'GET /links/5/edit' });
    assert.equal(rule?.isTicked, false);
    assert.deepEqual(taken(rule.regex, listOf(row, 61)), ['63']);
  });

  it('takes the token of the form that has a text', () => {
    const form = (title: string, id: number) =>
      `<form><input value="${title}"><input name="token" value="q8Zr2LxW0vTn5KcY7hB${id}"></form>`;
    const rule = ruleFor(
      1,
      { line: 'GET /batch', answer: listOf(form) },
      { line: 'POST /links', sent: 'token=q8Zr2LxW0vTn5KcY7hB5' },
    );
    assert.deepEqual(taken(rule?.regex, listOf(form, 71)), ['q8Zr2LxW0vTn5KcY7hB73']);
  });

  it('takes the number of a link that was followed, and one that may be a choice of two only with a token', () => {
    const row = (link: (id: number) => string) => (title: string, id: number) =>
      `<p><b>${title}</b> <a href="/show?${link(id)}">Remove</a></p>`;
    const foundFor = (link: (id: number) => string): readonly unknown[] => {
      const specs = [{ line: 'GET /list', answer: listOf(row(link)) }, { line: `GET /show?${link(5)}` }];
      return suggestMappings(sessionOf(...specs)).flatMap(({ producer: { rule }, consumers }) =>
        consumers.map(({ slot }) => [
          slot.key,
          rule.select?.kind === 'regex' ? taken(rule.select.regex, listOf(row(link), 61)) : [],
        ]),
      );
    };
    assert.deepEqual(
      foundFor((id) => `item=${id}&key=9f3a1c7e${id}b`),
      [
        ['item', ['63']],
        ['key', ['9f3a1c7e63b']],
      ],
    );
    assert.deepEqual(
      foundFor((id) => `item=${id}&do=remove`),
      [['item', ['63']]],
    );
    assert.deepEqual(
      foundFor((id) => `item=${Math.min(1, id - 4)}&do=remove`),
      [],
    );
  });

  it('takes a link by its own words where the page has them elsewhere as well', () => {
    const page = (first: number): string =>
      `<p>Green wood</p>${titles.map((title, index) => `<li><a href="?shelf=${first + index}">${title}</a></li>`).join('')}<p>Green wood</p>`;
    const rule = ruleFor(
      1,
      { line: 'GET /links', answer: page(3) },
      { line: 'GET /links?shelf=5', answer: page(3) },
    );
    assert.deepEqual(taken(rule?.regex, page(61)), ['63']);
    assert.equal(rule?.isTicked, true);
  });

  it('ticks no number of a page of a list, which only its position tells', () => {
    const pages = [2, 3, 4].map((number) => `<a href="/list?page=${number}">${number}</a>`).join(' ');
    const specs = [{ line: 'GET /list', answer: pages }, { line: 'GET /list?page=3' }];
    const consumers = suggestMappings(sessionOf(...specs)).flatMap((one) => one.consumers);
    assert.deepEqual(
      consumers.filter(({ autoApply }) => autoApply),
      [],
    );
  });

  it('takes no button of several that a user chooses from', () => {
    const choice = (_title: string, id: number) => `<input type="radio" name="plan" value="plan-88213${id}">`;
    const rule = ruleFor(
      1,
      { line: 'GET /plans', answer: listOf(choice) },
      { line: 'POST /plans', sent: 'plan=plan-882134' },
    );
    assert.equal(rule, undefined);
  });

  describe('and of a box', () => {
    const boxes = (values: readonly string[], name = 'picked'): string =>
      `<form action="/links">${titles
        .map(
          (title, index) => `<p><input type=checkbox name="${name}" value="${values[index]}"> ${title}</p>`,
        )
        .join('')}</form>`;
    const session = (page: string, sent: string) =>
      suggestMappings(sessionOf({ line: 'GET /links?q=wood', answer: page }, { line: 'POST /links', sent }));

    it('takes each of several that are ticked, by the words of its row', () => {
      const found = session(boxes(['9', '4', '7', '8']), 'picked=4&picked=8&do=remove');
      const later = boxes(['31', '52', '6', '77']);
      assert.deepEqual(
        found.map(({ producer: { rule }, consumers }) => [
          rule.select?.kind === 'regex' ? taken(rule.select.regex, later) : [],
          consumers.map(({ autoApply }) => autoApply),
        ]),
        [
          [['52'], [true]],
          [['77'], [true]],
        ],
      );
    });

    for (const [title, page, sent] of [
      ['what may be a choice of two', boxes(['0', '1', '4', '7']), 'picked=1'],
      ['one that is called differently', boxes(['9', '4', '7', '8'], 'shown'), 'picked=4'],
      ['the only one', '<p><input type=checkbox name="picked" value="4"> Green wood</p>', 'picked=4'],
    ] as const) {
      it(`takes none for ${title}`, () => {
        assert.deepEqual(session(page, sent), []);
      });
    }
  });

  describe('and of an option', () => {
    const ports = (...options: readonly [id: number, title: string][]): string =>
      `<form action="/trips"><select name="port">${options
        .map(([id, title]) => `<option value="${id}">\n ${title}</option>`)
        .join('')}</select></form>`;
    const form = ports([9, 'Hull'], [4, 'Port of Grimsby'], [7, 'Whitby']);

    it('takes the one with the words that a person has chosen, however small its number is', () => {
      const asked: StepSpec = { line: 'GET /trips/new', answer: form };
      const rule = ruleFor(1, asked, { line: 'POST /trips', sent: 'port=4' });
      assert.deepEqual(taken(rule?.regex, ports([4, 'Hull'], [12, 'Port of Grimsby'])), ['12']);
      assert.equal(rule?.isTicked, true);
    });

    it('takes it also between pages that have the same number in many rows', () => {
      const list: StepSpec = {
        line: 'GET /trips/new?crews=all',
        answer: form.replace('/trips', '/crews').repeat(9),
      };
      const asked: StepSpec = { line: 'GET /trips/new', answer: form };
      const rule = ruleFor(3, list, asked, list, { line: 'POST /trips', sent: 'port=4' });
      assert.equal(rule?.isTicked, true);
    });

    it('takes each of several that the page has chosen by its words', () => {
      const pageOf = (...options: readonly string[]): string =>
        `<form action="/trips"><select name="ports" multiple>${options.join('')}</select></form>`;
      const page = pageOf(
        '<option value="9" selected>Hull</option>',
        '<option value="4">Grimsby</option>',
        '<option selected value="7">Whitby</option>',
      );
      const later = pageOf(
        '<option value="52" selected>Whitby</option>',
        '<option value="31" selected>Hull</option>',
      );
      const asked: StepSpec = { line: 'GET /trips/new', answer: page };
      const session = sessionOf(asked, { line: 'POST /trips', sent: 'ports=9&ports=7' });
      const found = suggestMappings(session).map(({ producer: { rule } }) =>
        rule.select?.kind === 'regex' ? taken(rule.select.regex, later) : [],
      );
      assert.deepEqual(found, [['31'], ['52']]);
    });

    for (const [title, sent] of [
      ['a field that is called differently', 'berth=4'],
      ['a number that no option has', 'port=5'],
    ] as const) {
      it(`takes none for ${title}`, () => {
        const asked: StepSpec = { line: 'GET /trips/new', answer: form };
        assert.equal(ruleFor(1, asked, { line: 'POST /trips', sent }), undefined);
      });
    }
  });
});

describe('Auto Mapping of a row that a script edits', () => {
  const people = [
    { id: 3, name: 'Ada Sandoval', office: '2', desk: '17' },
    { id: 4, name: 'Bo Lindqvist', office: '2', desk: '17' },
    { id: 8, name: 'Cleo Marsh', office: '5', desk: '21' },
  ];
  const page = (rows: typeof people): string =>
    rows
      .map(
        ({ id, name, office, desk }) =>
          `<tr id="person-${id}"><td><b>${name}</b></td><td class="name">${name}</td>` +
          `<td class="office">${office}</td><td class="desk">${desk}</td></tr>`,
      )
      .join('');
  const mapped = (sent: string) =>
    suggestMappings(
      sessionOf({ line: 'GET /people', answer: page(people) }, { line: 'POST /people/save', sent }),
    );

  it('takes each field from the row whose other values are sent, however small it is', () => {
    const moved = page(
      people.map((one) => ({ ...one, id: one.id + 40, office: `${one.id}1`, desk: `9${one.id}` })),
    );
    const found = mapped('person_id=4&name=Bo+Lindqvist&office=2&desk=17').flatMap(
      ({ producer: { rule }, consumers }) => {
        const regex = rule.select?.kind === 'regex' ? rule.select.regex : '';
        return consumers.map(({ slot, autoApply }) => [slot.key, taken(regex, moved), autoApply]);
      },
    );
    assert.deepEqual(found, [
      ['person_id', ['44'], true],
      // Nothing but its position tells the row with a name.
      ['name', ['Bo Lindqvist'], false],
      ['office', ['41'], true],
      ['desk', ['94'], true],
    ]);
  });

  it('takes nothing of which fewer fields are sent: a person types what a page shows', () => {
    assert.deepEqual(mapped('name=Bo+Lindqvist&office=2'), []);
  });

  it('takes nothing where two rows are as likely', () => {
    assert.deepEqual(mapped('note=Move+them+all&office=2&desk=17'), []);
  });
});
