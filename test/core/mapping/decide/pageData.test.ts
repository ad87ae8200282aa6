/** Values that a page carries for its scripts: from where they are taken, and that a run finds those of its own page. */
import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { mappedRun } from '../mappedRun';
import { sessionOf } from '../session';
import { suggestionLines } from '../suggestionLines';

const TOKEN = 'q8W2e4R6t1Y3u5I7';
const NEXT_TOKEN = 'Zr2LxW0vTn5KcY7h';

/** A list of orders, each with its id, and a token, as JSON. */
function ordersJson(first: number, token: string): string {
  const orders = ['Lamp', 'Desk', 'Chair'].map((title, index) => ({ id: first + index, title }));
  return JSON.stringify({ props: { csrf: token, orders } });
}

/** A request that takes the second order and the token. */
const pay = { line: 'POST /orders/8128/pay', headers: { 'X-CSRF': TOKEN }, sent: { orderId: 8128 } };

describe('Auto Mapping of a part of a page that is said to be JSON', () => {
  const form = '<form><input type="hidden" name="orderId" value="8128"></form>';
  const dialog = { line: 'GET /dialogs/pay', answer: form, answerType: 'text/json' };
  const send = { line: 'POST /pay', sent: 'orderId=8128' };

  it('takes its fields', () => {
    assert.deepEqual(suggestionLines(sessionOf(dialog, send)), [
      'orderId: 0 html input[name="orderId"] -> 1 body orderId',
    ]);
  });

  it('takes none of a text that says it is neither', () => {
    assert.deepEqual(suggestionLines(sessionOf({ ...dialog, answerType: 'text/csv' }, send)), []);
  });
});

describe('Auto Mapping of JSON in a page', () => {
  const pages: [title: string, page: (json: string) => string, css: string][] = [
    [
      'in a script with an id',
      (json) => `<script id="__STATE__" type="application/json">\n${json}\n</script><script>run()</script>`,
      'script#__STATE__',
    ],
    [
      'in the only script of its type',
      (json) =>
        `<script type="text/javascript">f("[]")</script><script type='application/json'>${json}</script>`,
      'script[type="application/json"]',
    ],
    [
      'in an attribute, with character references',
      (json) => `<!-- data-page="" --><div id="app" data-page="${json.replaceAll('"', '&quot;')}"></div>`,
      '[data-page]',
    ],
    [
      'in an attribute that another element has as well, by the id',
      (json) => `<p data-props="{}"></p><div id="app" data-props='${json}'></div>`,
      'div#app',
    ],
  ];
  for (const [title, page, css] of pages) {
    const steps = [{ line: 'GET /orders', answer: page(ordersJson(8127, TOKEN)) }, pay];

    it(`takes its members: ${title}`, () => {
      const token = `csrfToken: 0 html ${css} json $.props.csrf -> 1 header X-CSRF`;
      const id = `0 html ${css} json $.props.orders[?@.title == 'Desk'].id`;
      assert.deepEqual(suggestionLines(sessionOf(...steps)).toSorted(), [
        token,
        `orderId: ${id} -> 1 body $.orderId`,
        `orderId: ${id} -> 1 path 1`,
      ]);
    });

    it(`runs with those of its own page: ${title}`, async () => {
      const { sent, outcomes } = await mappedRun(steps, page(ordersJson(51, NEXT_TOKEN)));
      assert.deepEqual(sent, [['GET /orders'], ['POST /orders/52/pay', NEXT_TOKEN, '{"orderId":52}']]);
      assert.deepEqual(outcomes, ['r0 passed', 'r1 passed']);
    });
  }

  describe('in an attribute of a script', () => {
    const handedBack = (attribute: string, id: number) => ({
      line: 'POST /ports/add?popup=1',
      sent: 'title=Whitby',
      answer: `<script id="made" ${attribute}="{&quot;value&quot;: &quot;${id}&quot;, &quot;text&quot;: &quot;Whitby&quot;}" src="/made.js"></script>`,
    });
    const sail = { line: 'POST /trips', sent: { port: '7', boat: '7' } };

    it('takes the value that a creation answers for the field that is called like what was created', () => {
      const lines = suggestionLines(sessionOf(handedBack('data-popup-response', 7), sail));
      assert.deepEqual(lines, ['portValue: 0 html [data-popup-response] json $.value -> 1 body $.port']);
    });

    it('runs with the value of its own page', async () => {
      const { sent } = await mappedRun(
        [handedBack('data-popup-response', 7), sail],
        handedBack('data-popup-response', 52).answer,
      );
      assert.deepEqual(sent.at(-1), ['POST /trips', '{"port":"52","boat":"7"}']);
    });

    it('takes none of what the attribute calls otherwise', () => {
      assert.deepEqual(suggestionLines(sessionOf(handedBack('data-harbor', 7), sail)), []);
    });
  });

  it('takes nothing from attributes that two elements have alike, nor from a comment', () => {
    const json = ordersJson(8127, TOKEN);
    const item = `<p data-props='${json}'></p>`;
    const steps = sessionOf({ line: 'GET /orders', answer: `${item}${item}<!--${item}` }, pay);
    assert.deepEqual(suggestionLines(steps), []);
  });
});

describe('Auto Mapping of what scripts of a page state', () => {
  const state = (first: number, token: string) =>
    `<script>window.A = {"csrf":"0"};</script><script>window.STATE = ${ordersJson(first, token)};\nrun();</script>`;
  const scripts: [title: string, page: (id: number, token: string) => string, rules: readonly string[]][] = [
    [
      'a text and a number by their names',
      (id, token) => `<script>window.CONFIG = { csrf: '${token}', orderId: ${id} };</script>`,
      [String.raw`\bcsrf:\s*'([^']+)'`, String.raw`\borderId:\s*(-?\d+) json`],
    ],
    [
      'members of JSON by their names',
      (id, token) => `<script>init({"csrf":"${token}","order":{"orderId":${id}}})</script>`,
      ['"csrf":("[^"]+") json', String.raw`"orderId":(-?\d+) json`],
    ],
    [
      'an item of a list by its neighbors, others of the same name left alone',
      state,
      [
        String.raw`(?s)\bSTATE\s*=\s*([{[].*?[\]}])\s*(?:;|</script) json $.props.csrf`,
        String.raw`(?s)\bSTATE\s*=\s*([{[].*?[\]}])\s*(?:;|</script) json $.props.orders[?@.title == 'Lamp'].id`,
      ],
    ],
  ];
  for (const [title, page, rules] of scripts) {
    const steps = [
      { line: 'GET /orders', answer: page(8127, TOKEN) },
      { line: 'POST /orders/8127/pay', headers: { 'X-CSRF': TOKEN }, sent: { orderId: 8127 } },
    ];

    it(`takes ${title}`, () => {
      const found = suggestMappings(sessionOf(...steps)).map(({ producer: { rule } }) => {
        const regex = rule.select?.kind === 'regex' ? rule.select.regex : '';
        return [regex, rule.decode?.as, rule.decode?.path].filter((part) => part !== undefined).join(' ');
      });
      assert.deepEqual(found.toSorted(), rules.toSorted());
    });

    it(`runs with what its own page states: ${title}`, async () => {
      const { sent } = await mappedRun(steps, page(51, NEXT_TOKEN));
      assert.deepEqual(sent, [['GET /orders'], ['POST /orders/51/pay', NEXT_TOKEN, '{"orderId":51}']]);
    });
  }

  it('decodes a token that may have escapes in the next page', async () => {
    const page = (token: string) => `<script>init({"csrfToken":"${token}"})</script>`;
    const steps = [
      { line: 'GET /edit', answer: page(TOKEN) },
      { line: 'POST /posts', headers: { 'X-CSRF-Token': TOKEN }, sent: { title: 'x' } },
    ];
    const { sent } = await mappedRun(steps, page(String.raw`aB3\/dE6gH9jK2m\u003d`));
    assert.deepEqual(sent[1], ['POST /posts', 'aB3/dE6gH9jK2m=', '{"title":"x"}']);
  });

  it('takes members of JSON that is assigned as those of a body', async () => {
    const page = (first: number) => {
      const people = ['Ada', 'Bo'].map((name, index) => ({ personId: first + index, name, town: 'Ulm' }));
      return `<script>var state = ${JSON.stringify({ a9f3k2x7q1: { people } })};\nstart(state)</script>`;
    };
    const steps = [
      { line: 'GET /people', answer: page(71) },
      { line: 'PUT /people/72', sent: { name: 'Bo', town: 'Ulm' } },
    ];
    const { sent } = await mappedRun(steps, page(205));
    assert.deepEqual(sent[1], ['PUT /people/206', '{"name":"Bo","town":"Ulm"}']);
  });

  it('takes a part of an address in JSON that is assigned', async () => {
    const page = (id: string) => `<script>api = {"add":"http://api.test/carts/${id}/items"};</script>`;
    const steps = [
      { line: 'GET /cart', answer: page('8A7B6C5D4E3F2A1B') },
      { line: 'POST /carts/8A7B6C5D4E3F2A1B/pay', sent: {} },
    ];
    assert.deepEqual((await mappedRun(steps, page('0C9D8E7F6A5B4C3D'))).sent[1], [
      'POST /carts/0C9D8E7F6A5B4C3D/pay',
      '{}',
    ]);
  });

  it('takes a part of an address after the name of the address', async () => {
    const page = (id: number) =>
      `<script>page = { edit: "/orders/${id}/edit", pay: "/orders/${id}/pay" }</script>`;
    const steps = [
      { line: 'GET /edit', answer: page(8127) },
      { line: 'POST /orders/8127/pay', sent: {} },
    ];
    assert.deepEqual((await mappedRun(steps, page(51))).sent[1], ['POST /orders/51/pay', '{}']);
  });
});

describe('Auto Mapping of attributes of a page', () => {
  const names = ['Lamp', 'Desk', 'Chair'];
  const list = (row: (name: string, id: number) => string) => (first: number) =>
    `<ul>${names.map((name, index) => row(name, first + index)).join('')}</ul>`;
  const address = (attribute: string) =>
    list((name, id) => `<li>${name} <button ${attribute}="/orders/${id}/pay">Pay</button></li>`);
  const pages: [title: string, page: (first: number) => string][] = [
    ...['hx-post', 'data-hx-put', 'formaction', 'data-url', 'data-target'].map(
      (attribute): [string, (first: number) => string] => [`an address in ${attribute}`, address(attribute)],
    ),
    ['an id of a row', list((name, id) => `<li data-id="${id}"><b>${name}</b></li>`)],
    ['an id in a row', list((name, id) => `<li><b>${name}</b><i data-order-id='${id}'></i></li>`)],
    ['the only id', (first) => `<main data-order-id="${first + 1}"><h1>Desk</h1></main>`],
  ];
  for (const [title, page] of pages) {
    it(`finds ${title} again by its words, and sends it as a number where it was one`, async () => {
      const steps = [
        { line: 'GET /orders', answer: page(8127) },
        { line: 'POST /orders/8128/pay', sent: { orderId: 8128 } },
      ];
      const { sent } = await mappedRun(steps, page(51));
      assert.deepEqual(sent[1], ['POST /orders/52/pay', '{"orderId":52}']);
    });
  }

  it('keeps a number a text where one place takes it so', () => {
    const steps = sessionOf(
      { line: 'GET /orders', answer: '<p data-order-id="8128"></p>' },
      { line: 'POST /pay', sent: { orderId: 8128 } },
      { line: 'POST /pin', sent: { orderId: '8128' } },
    );
    assert.deepEqual(suggestionLines(steps), [
      'orderId: 0 html [data-order-id] -> 1 body $.orderId',
      'orderId: 0 html [data-order-id] -> 2 body $.orderId',
    ]);
  });
});

describe('Auto Mapping of a number that a field of a page has as a text', () => {
  it('ticks it in the path and in the JSON of a request, and sends it as a number', async () => {
    const page = (id: number) => `<form><input type="hidden" name="post_ID" value="${id}"></form>`;
    const steps = [
      { line: 'GET /posts/new', answer: page(12) },
      { line: 'PUT /posts/12', sent: { id: 12, title: 'A box' } },
    ];
    const ticked = suggestMappings(sessionOf(...steps)).flatMap(({ consumers }) =>
      consumers.map(({ slot, autoApply }) => [slot.location, autoApply]),
    );
    assert.deepEqual(ticked, [
      ['path', true],
      ['body', true],
    ]);
    const { sent } = await mappedRun(steps, page(81));
    assert.deepEqual(sent[1], ['PUT /posts/81', '{"id":81,"title":"A box"}']);
  });
});

describe('Auto Mapping of a parameter of a path', () => {
  it('takes it from a link without the word before it', async () => {
    const page = (id: string) => `<a href="/cart;jsessionid=${id}?from=shop">Cart</a>`;
    const steps = [
      { line: 'GET /shop', answer: page('8A7B6C5D4E3F2A1B') },
      { line: 'GET /cart;jsessionid=8A7B6C5D4E3F2A1B?from=shop' },
    ];
    const { sent } = await mappedRun(steps, page('0C9D8E7F6A5B4C3D'));
    assert.deepEqual(sent[1], ['GET /cart;jsessionid=0C9D8E7F6A5B4C3D?from=shop']);
  });
});
