/** Which requests a trial sends again. */
import assert from 'node:assert/strict';
import {
  json,
  recordedChain,
  repaired,
  type Recorded,
  type RecordedChain,
  type Server,
} from './repairedChain';

/** A chain sends the id of the user where that of the basket belongs, and the answer to that leads to the next request. */
function wrongItem(between: readonly Recorded[]): RecordedChain {
  return recordedChain(
    {
      id: 'sign-up',
      line: 'POST /users',
      sent: {},
      answer: { user: { id: 'u-8812afe0' } },
      chain: { extract: [{ variable: 'userId', from: 'body', path: '$.user.id' }] },
    },
    { id: 'create', line: 'POST /baskets', sent: {}, answer: { basket: { id: 'u-8812afe0' } } },
    {
      id: 'add',
      line: 'POST /items',
      sent: { basketId: 'u-8812afe0' },
      answer: { item: { id: 'i-5512cc0e' } },
      chain: {
        body: { json: { basketId: '{{userId}}' } },
        extract: [{ variable: 'item', from: 'body', path: '$.item.id' }],
      },
    },
    ...between,
    {
      id: 'read',
      line: 'GET /items/i-5512cc0e',
      answer: { ok: true },
      chain: { url: 'http://api.test/items/{{item}}' },
    },
  );
}

const shop: Server = (line, { basketId }) => {
  switch (line) {
    case 'POST /users':
      return json({ user: { id: 'u-1' } });
    case 'POST /baskets':
      return json({ basket: { id: 'b-7' } });
    case 'POST /items':
      return json({ item: { id: `of-${String(basketId)}` } });
    default:
      return json({ ok: true }, line.endsWith('/of-u-1') ? 404 : 200);
  }
};

/** The lines that the trials sent. */
async function repeated(chain: RecordedChain, server = shop): Promise<readonly string[]> {
  const { report, sent } = await repaired(chain, server, { allowMutations: true });
  assert.equal(report.outcome, 'green');
  return sent.slice(sent.indexOf('GET /items/of-u-1') + 1);
}

describe('the requests of a trial', () => {
  it('are those that change and the one that differs, not those between', async () => {
    const order: Recorded = { id: 'order', line: 'POST /orders', sent: {}, answer: { ok: true } };
    assert.deepEqual(await repeated(wrongItem([order])), ['POST /items', 'GET /items/of-b-7']);
  });

  it('are also those that take a value of another one, through a constant as well', async () => {
    const order: Recorded = {
      id: 'order',
      line: 'POST /orders',
      sent: { of: 'i-5512cc0e!' },
      answer: { ok: true },
      chain: { body: { json: { of: '{{note}}' } } },
    };
    const { text, session } = wrongItem([order]);
    const chain = { text: text.replace('"Shop",', '"Shop", "variables": { "note": "{{item}}!" },'), session };
    assert.deepEqual(await repeated(chain), ['POST /items', 'POST /orders', 'GET /items/of-b-7']);
  });

  it('are all where a variable was set again in the meantime', async () => {
    const open: Recorded = {
      id: 'open',
      line: 'PUT /open',
      sent: { item: 'i-5512cc0e' },
      answer: { item: { id: 'i-5512cc0e' } },
      chain: {
        body: { json: { item: '{{item}}' } },
        extract: [{ variable: 'item', from: 'body', path: '$.item.id' }],
      },
    };
    const opening: Server = (line, body) =>
      line === 'PUT /open' ? json({ item: { id: body['item'] } }) : shop(line, body);
    assert.deepEqual(await repeated(wrongItem([open]), opening), [
      ...['POST /users', 'POST /baskets', 'POST /items', 'PUT /open', 'GET /items/of-b-7'],
    ]);
  });
});

describe('the requests of a trial, in a chain with a constant that is new in each run', () => {
  const withMail = ({ text, session }: RecordedChain): RecordedChain => ({
    text: text.replace('"Shop",', '"Shop", "variables": { "mail": "ada-{{$uuid}}@example.com" },'),
    session,
  });
  const signUp: Recorded = {
    id: 'sign-up',
    line: 'POST /users',
    sent: { mail: 'ada@example.com', authorId: 4 },
    answer: { user: { id: 'u-8812afe0' } },
    chain: { body: { json: { mail: '{{mail}}', authorId: 4 } } },
  };

  it('are not all of them', async () => {
    const { text, session } = wrongItem([{ ...signUp, id: 'other' }]);
    const lines = await repeated(withMail({ text, session }));
    assert.deepEqual(lines, ['POST /items', 'GET /items/of-b-7']);
  });

  it('are all where one that passed would send the constant again', async () => {
    const me: Recorded = { id: 'me', line: 'GET /me', answer: { user: { id: 4 } } };
    const server: Server = (line) => json({ user: { id: line === 'GET /me' ? 9 : 'u-1' } });
    const { report, sent } = await repaired(withMail(recordedChain(me, signUp)), server, {
      allowMutations: true,
    });
    assert.equal(report.outcome, 'green');
    assert.deepEqual(sent, ['GET /me', 'POST /users', 'GET /me', 'POST /users']);
  });
});
