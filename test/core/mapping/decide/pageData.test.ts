/** Values that a page carries for its scripts: from where they are taken, and that a run finds those of its own page. */
import assert from 'node:assert/strict';
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
      'in a script that an attribute of its own tells from others',
      (json) =>
        `<script type="application/json" data-for="menu">{"a":[1]}</script>` +
        `<script nonce="b83" type="application/json" data-for="orders">${json}</script>`,
      'script[data-for="orders"]',
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

  it('takes nothing from scripts and attributes that two elements have alike, nor from a comment', () => {
    const json = ordersJson(8127, TOKEN);
    const script = `<script type="application/json">${json}</script>`;
    const item = `<p data-props='${json}'></p>`;
    const steps = sessionOf(
      { line: 'GET /orders', answer: `${script}${script}${item}${item}<!--${item}` },
      pay,
    );
    assert.deepEqual(suggestionLines(steps), []);
  });
});
