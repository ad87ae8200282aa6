import assert from 'node:assert/strict';
import { mappedThings } from '../../../../src/core/mapping/review/mappedThings';
import { proposeMappings } from '../../../../src/core/mapping/review/proposeMappings';
import { openMappings } from '../../../../src/core/mapping/review/reviewMappings';
import { sessionOf, type StepSpec } from '../session';
import { login, TOKEN } from '../suggestionLines';

/** `order 17 created by 0: 1 path 1, 2 path 1`, a line for each thing of a chain that was sent unchanged. */
function thingLines(...steps: readonly StepSpec[]): readonly string[] {
  const session = sessionOf(...steps);
  const requests = session.map(({ method, url, headers, body }, entry) => ({
    id: String(entry),
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body: { json: JSON.parse(body.text) as object } }),
  }));
  const open = openMappings(JSON.stringify({ requests }), {
    proposals: proposeMappings(session),
    ids: new Map(requests.map(({ id }, entry) => [entry, id])),
  });
  return mappedThings(open).map(({ noun, value, root, isCreated, mappings }) => {
    const places = mappings.map(
      ({ request, proposal: { slot } }) => `${request} ${slot.location} ${slot.key}`,
    );
    return `${noun} ${value} ${isCreated ? 'created by' : 'from'} ${root.source}: ${places.join(', ')}`;
  });
}

const ID = 'b7c1d0aa-3f5e-4a7b-9c21-5d0e8f6a1b2c';

describe('mappedThings', () => {
  it('finds nothing where nothing is open', () => {
    assert.deepEqual(thingLines({ line: 'GET /orders' }), []);
  });

  it('has one thing for all places of a value, whichever answer each takes it from', () => {
    assert.deepEqual(
      thingLines(
        { line: 'POST /orders', sent: { sku: 'A' }, answer: { id: 17 } },
        { line: 'GET /orders/17', answer: { id: 17 } },
        { line: 'POST /payments', sent: { orderId: 17 } },
        { line: 'DELETE /orders/17' },
      ),
      ['order 17 created by 0: 1 path 1, 2 body $.orderId, 3 path 1'],
    );
  });

  it('tells things of several kinds apart that have the same small number', () => {
    assert.deepEqual(
      thingLines(
        { line: 'POST /cards', sent: { title: 'x' }, answer: { id: 7 } },
        { line: 'POST /addresses', sent: { city: 'y' }, answer: { id: 7 } },
        { line: 'GET /cards/7' },
        { line: 'GET /addresses/7' },
        { line: 'POST /orders', sent: { cardId: 7, addressId: 7 } },
      ),
      [
        'card 7 created by 0: 2 path 1, 4 body $.cardId',
        'address 7 created by 1: 3 path 1, 4 body $.addressId',
      ],
    );
  });

  it('takes a value that is too long for chance for one thing, whatever its places are called', () => {
    assert.deepEqual(
      thingLines(
        { line: 'POST /cards', sent: { title: 'x' }, answer: { id: ID } },
        { line: 'PUT /boards/first', sent: { pinned: ID } },
        { line: `GET /cards/${ID}` },
      ),
      [`card ${ID} created by 0: 1 body $.pinned, 2 path 1`],
    );
  });

  it('calls what identifies nothing as its variable, and does not say that it was created', () => {
    assert.deepEqual(
      thingLines(login, { line: 'GET /orders', headers: { Authorization: `Bearer ${TOKEN}` } }),
      [`access token ${TOKEN} from 0: 1 auth Authorization`],
    );
  });

  it('leaves out the number that tells variables of one name apart', () => {
    const read = (path: string, revision: string): StepSpec => ({
      line: `GET ${path}`,
      answer: { revision },
    });
    const write = (path: string, revision: string): StepSpec => ({ line: `PUT ${path}`, sent: { revision } });
    const [first, second] = ['b7c1d0aa3f5e4a7b', '0c2f4b7e9a1d4e3b'];
    assert.deepEqual(
      thingLines(read('/a', first), read('/b', second), write('/a', first), write('/b', second)),
      [`revision ${first} from 0: 2 body $.revision`, `revision ${second} from 1: 3 body $.revision`],
    );
  });

  it('calls an id as its places do where the answer calls it otherwise', () => {
    assert.deepEqual(
      thingLines(
        { line: 'GET /me', answer: { id: ID } },
        { line: `GET /users/${ID}` },
        { line: `GET /orders?userId=${ID}&buyer_id=${ID}` },
      ),
      [`user ${ID} from 0: 1 path 1, 2 query userId, 2 query buyer_id`],
    );
  });

  it('has a thing where two answers have it, and says which was first', () => {
    assert.deepEqual(
      thingLines(
        { line: 'GET /session', answer: { user: { id: ID } } },
        { line: `GET /users/${ID}/cards`, answer: [{ title: 'x' }] },
        { line: `PUT /users/${ID}`, sent: { name: 'Ada' }, answer: { id: ID } },
        { line: `DELETE /users/${ID}` },
      ),
      [`user ${ID} from 0: 1 path 1, 2 path 1, 3 path 1`],
    );
  });
});
