import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { parse } from 'jsonc-parser';
import { scopeOf } from '../../examples/orders-api/access/policy';
import { FLAWS } from '../../examples/orders-api/flawCatalogue';
import { DEMO_SECRETS, DEMO_USERS, PARTNER } from '../../examples/orders-api/data/seed';
import { grantOf, type GrantScope } from '../../src/core/authz/model/matrix';

const ROOT = path.resolve('examples/workspace');

interface Request {
  readonly id: string;
  /** The chain that it runs in place of a request. */
  readonly chain?: string;
}

interface Chain {
  readonly environment: string;
  readonly status: string;
  readonly requires?: readonly string[];
  readonly requests: readonly Request[];
}

interface Matrix {
  readonly environment: string;
  readonly users: Readonly<Record<string, { readonly role: string; readonly login?: string }>>;
  readonly resources: Readonly<
    Record<string, Partial<Record<'create' | 'read' | 'list' | 'delete', string>>>
  >;
  readonly operations: Readonly<Record<string, { readonly request: string; readonly next?: string }>>;
  readonly policy: Readonly<Record<string, Readonly<Record<string, GrantScope>>>>;
}

const files = readdirSync(ROOT, { recursive: true }).map(String).sort();
const chains = files.filter((file) => file.endsWith('.chain.json'));
const environment = read<{ name: string; secrets: readonly string[] }>('local.environment.json');
const matrix = read<Matrix>('orders.authz.json');

describe('the sample workspace', () => {
  for (const file of chains) {
    it(`${file} is a valid chain for an environment that exists, and names chains that exist`, () => {
      const chain = read<Chain>(file);
      assertValid('chain', chain);
      assert.equal(chain.environment, environment.name);
      const called = chain.requests.flatMap((request) => request.chain ?? []);
      for (const named of [...(chain.requires ?? []), ...called]) {
        assert.ok(chains.includes(path.join(path.dirname(file), named)), named);
      }
    });
  }

  it('has active chains and one draft', () => {
    const drafts = chains.filter((file) => read<Chain>(file).status !== 'active');
    assert.deepEqual(drafts, ['attachments.chain.json']);
    assert.equal(chains.length, 17);
  });

  it('has a valid environment that names the secrets of the demo', () => {
    assertValid('environment', environment);
    assert.deepEqual([...environment.secrets], Object.keys(DEMO_SECRETS));
  });

  it('writes no password and no key into a file', () => {
    const text = files
      .filter((file) => file.includes('.'))
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n');
    for (const secret of [...Object.values(DEMO_SECRETS), PARTNER.password]) {
      assert.ok(!text.includes(secret));
    }
  });

  it('has a matrix about requests and chains that exist', () => {
    const named = [
      ...Object.values(matrix.operations).flatMap(({ request, next }) => [request, next]),
      ...Object.values(matrix.resources).flatMap(({ create, read: show, list, delete: remove }) => [
        create,
        show,
        list,
        remove,
      ]),
    ];
    for (const name of named.filter((known) => known !== undefined)) {
      const [file = '', id] = name.split('#');
      assert.ok(
        read<Chain>(file).requests.some((request) => request.id === id),
        name,
      );
    }
    assert.equal(matrix.environment, environment.name);
  });

  it('has a matrix about the users of the API, with their roles', () => {
    const roles = Object.entries(matrix.users).map(([alias, user]) => [alias, user.role]);
    assert.deepEqual(roles, [
      ...DEMO_USERS.map((user) => [user.name.toLowerCase(), user.role]),
      ['nobody', 'anonymous'],
    ]);
  });

  it('has a matrix that declares the policy the API has', () => {
    const actions = [
      ['order.list', 'order.read'],
      ['order.read', 'order.read'],
      ['order.readByQuery', 'order.read'],
      ['order.readByHeader', 'order.read'],
      ['order.updateByBody', 'order.update'],
      ['order.update', 'order.update'],
      ['order.cancel', 'order.update'],
      ['order.delete', 'order.delete'],
      ['userOrder.read', 'order.read'],
      ['userOrder.changeByQuery', 'order.update'],
      ['profile.read', 'user.read'],
      ['users.list', 'users.list'],
      ['stats.read', 'stats.read'],
    ] as const;
    assert.deepEqual(
      Object.keys(matrix.operations),
      actions.map(([operation]) => operation),
    );
    for (const { role } of DEMO_USERS) {
      for (const [operation, action] of actions) {
        assert.equal(declaredScope(role, operation), scopeOf(role, action), `${role} ${operation}`);
      }
    }
  });
});

describe('the README of the sample', () => {
  const text = readFileSync('examples/README.md', 'utf8').replace(/ +\|/g, ' |');

  it('describes every flaw as the catalogue does', () => {
    for (const { name, outcome, does } of FLAWS) {
      assert.ok(text.includes(`| \`${name}\` | ${outcome} | ${does} |`), name);
    }
  });

  it('names every chain and every user', () => {
    for (const name of [...chains, ...DEMO_USERS.flatMap((user) => [user.email, user.password])]) {
      assert.ok(text.includes(`\`${name}\``), name);
    }
  });
});

function read<Content>(file: string): Content {
  return parse(readFileSync(path.join(ROOT, file), 'utf8')) as Content;
}

function assertValid(kind: 'chain' | 'environment', content: unknown): void {
  const schema = JSON.parse(readFileSync(`media/schemas/${kind}.schema.json`, 'utf8')) as object;
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  validate(content);
  assert.deepEqual(validate.errors ?? [], []);
}

function declaredScope(role: string, operation: string): string {
  const rules = Object.entries(matrix.policy[role] ?? {}).map(([pattern, scope]) => ({ pattern, scope }));
  return grantOf({ roles: [{ role, rules }], public: [] }, role, operation)?.scope ?? 'none';
}
