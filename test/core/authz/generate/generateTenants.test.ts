import assert from 'node:assert/strict';
import { generateMatrix, type ProposedMatrix } from '../../../../src/core/authz/generate/generate';
import type { NewUser } from '../../../../src/core/authz/generate/generateUsers';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';
import type { MatrixWithoutEffects } from '../../../../src/core/authz/matrix/effects';
import { inEnglish } from '../../../../src/core/say';
import { loadChain } from '../../fakeRun';

const USERS: readonly NewUser[] = [
  { name: 'alice', role: 'user' },
  { name: 'bob', role: 'user' },
];

/** Signs in with these members, which gives these variables, and makes and reads notes. */
function chainWith(body: object, produced: readonly string[], variables: object): object {
  const auth = { type: 'none' };
  const extract = produced.map((variable) => ({ variable, from: 'body', path: `$.${variable}` }));
  const note = [{ variable: 'noteId', from: 'body', path: '$.id' }];
  return {
    auth: { type: 'bearer', token: '{{token}}' },
    variables,
    requests: [
      { id: 'login', method: 'POST', url: 'http://127.0.0.1/login', auth, body: { json: body }, extract },
      { id: 'create-note', method: 'POST', url: 'http://127.0.0.1/notes', extract: note },
      { id: 'get-note', method: 'GET', url: 'http://127.0.0.1/notes/{{noteId}}' },
    ],
  };
}

function propose(
  chain: object,
  answers: Readonly<Record<string, string>>,
): ProposedMatrix & { readonly matrix: MatrixWithoutEffects } {
  const proposed = generateMatrix({
    chain: { ...loadChain(chain, 'shop.chain.json'), required: [] },
    users: USERS,
    asking: { answers: new Map(Object.entries(answers)), say: inEnglish },
    file: 'shop.authz.json',
  });
  const { matrix } = readMatrix(proposed.text, 'shop.authz.json');
  assert.ok(matrix);
  return { ...proposed, matrix };
}

const attributesIn = ({ matrix }: { readonly matrix: MatrixWithoutEffects }) =>
  matrix.users.map(({ attributes }) => attributes);

const ids = ({ questions }: ProposedMatrix): readonly string[] => questions.map(({ id }) => id);

describe('tenants in a matrix for a chain', () => {
  const password = { password: '{{password}}' };
  const secret = { password: '{{$secret PASSWORD}}' };

  it('are those that signing in gives', () => {
    const chain = chainWith(password, ['token', 'tenantId'], secret);
    assert.ok(!ids(propose(chain, {})).includes('attribute.tenant'));
    const answers = { 'object.note': 'its tenant', 'attribute.tenant': 'acme, globex' };
    const shared = propose(chain, answers);
    assert.ok(ids(shared).includes('attribute.tenant'));
    assert.deepEqual(attributesIn(shared), [{ tenant: 'acme' }, { tenant: 'globex' }, undefined]);
    assert.deepEqual(
      shared.notes.filter((note) => note.includes('tenant')),
      [],
    );
  });

  it('have the proposed value where the answer does not name one for each user', () => {
    const chain = chainWith(password, ['token', 'tenantId'], secret);
    const shared = propose(chain, { 'object.note': 'its tenant', 'attribute.tenant': 'acme' });
    assert.deepEqual(attributesIn(shared), [{ tenant: 'tenant-1' }, { tenant: 'tenant-1' }, undefined]);
  });

  it('are not asked for where users sign in with them', () => {
    const chain = chainWith({ ...password, orgId: '{{orgId}}' }, ['token'], { ...secret, orgId: 'acme' });
    const shared = propose(chain, {
      'object.note': 'owner, read by its tenant',
      'user.orgId': 'acme, globex',
    });
    assert.ok(!ids(shared).includes('attribute.org'));
    assert.deepEqual(attributesIn(shared), [{ org: 'acme' }, { org: 'globex' }, undefined]);
  });

  it('are ignored in an answer where nothing divides users', () => {
    const chain = chainWith(password, ['token', 'customerId'], secret);
    const proposed = propose(chain, { 'object.note': 'its tenant' });
    assert.deepEqual(attributesIn(proposed), [undefined, undefined, undefined]);
    assert.match(proposed.text, /"note\.\*": "own"/);
  });
});
