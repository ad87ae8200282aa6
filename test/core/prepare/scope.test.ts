import assert from 'node:assert/strict';
import type { BuiltInPorts } from '../../../src/core/prepare/builtIns';
import type { Secret, SecretLookup } from '../../../src/core/permission/secret';
import type { JsonObject, JsonValue } from '../../../src/core/json/json';
import type { Derived } from '../../../src/core/permission/sensitive';
import { createScope, type ExtractedValue, type Scope } from '../../../src/core/prepare/scope';
import { findReferences } from '../../../src/core/prepare/template';
import type { Random } from '../../../src/core/ports';
import { nodeHash } from '../../../src/node/run/nodePorts';
import { fakeRandom } from '../fakeRandom';

const secret: Secret = { label: 'secret KEY', name: 'KEY', value: 's3cret', origins: ['http://h'] };
const producer = { chain: 'main.chain.json', id: 'login' };

interface Layers {
  readonly extracted?: Readonly<Record<string, JsonValue>>;
  readonly overrides?: JsonObject;
  readonly chain?: JsonObject;
  readonly requires?: readonly { extracted?: Readonly<Record<string, JsonValue>>; variables?: JsonObject }[];
  readonly environment?: JsonObject;
}

function scopeOf(layers: Layers): Scope {
  let count = 0;
  const lookup = (name: string): SecretLookup =>
    name === 'KEY' ? { ok: true, secret } : { ok: false, message: `The secret ${name} has no value.` };
  const random: Random = {
    ...fakeRandom,
    uuid: () => `uuid-${(count += 1)}`,
    fake: (kind) => `${kind}-${(count += 1)}`,
    at: () => random,
    forRow: () => random,
  };
  const ports: BuiltInPorts = {
    clock: { now: () => 0 },
    random,
    hash: nodeHash,
    secrets: { secret: lookup, processEnv: lookup, dotenv: lookup, computed: (computed) => computed },
  };
  return createScope(
    {
      extracted: extractedFrom(layers.extracted),
      overrides: new Map(Object.entries(layers.overrides ?? {})),
      chain: { file: 'main.chain.json', variables: layers.chain ?? {} },
      requires: (layers.requires ?? []).map(({ extracted, variables = {} }, index) => ({
        file: `required-${index}.chain.json`,
        variables,
        extracted: extractedFrom(extracted),
      })),
      environment: { file: 'local.environment.json', variables: layers.environment ?? {} },
    },
    ports,
    new Map(),
  );
}

const derived: Derived = { what: 'variable token', secrets: new Set([secret]), origin: 'https://a.test' };

function extractedFrom(
  values: Readonly<Record<string, JsonValue>> = {},
): ReadonlyMap<string, ExtractedValue> {
  return new Map(
    Object.entries(values).map(([name, value]) => [name, { value, producer, derived: [derived] }]),
  );
}

function lookUp(scope: Scope, reference: string) {
  const [found] = findReferences(`{{${reference}}}`);
  assert.ok(found);
  return scope.lookup(found);
}

function messageOf(lookup: ReturnType<Scope['lookup']>): string {
  assert.equal(lookup.ok, false);
  return lookup.message ?? '';
}

function valueOf(scope: Scope, reference: string): JsonValue | undefined {
  const lookup = lookUp(scope, reference);
  return lookup.ok ? lookup.found.value : undefined;
}

describe('a scope', () => {
  const every: Layers = {
    extracted: { a: 1 },
    overrides: { a: 2, b: 2 },
    chain: { a: 3, b: 3, c: 3 },
    requires: [{ extracted: { d: 4 }, variables: { a: 4, d: 5 } }, { variables: { c: 6, d: 6, e: 6 } }],
    environment: { a: 7, b: 7, c: 7, d: 7, e: 7, f: 7 },
  };
  const inner: [name: string, value: number, source: string][] = [
    ['a', 1, 'extracted'],
    ['b', 2, 'override'],
    ['c', 3, 'chain'],
    ['d', 4, 'requires'],
    ['e', 6, 'requires'],
    ['f', 7, 'environment'],
  ];
  for (const [name, value, source] of inner) {
    it(`takes ${name} from ${source}, the innermost that has it`, () => {
      const lookup = lookUp(scopeOf(every), name);
      assert.deepEqual(lookup.ok && [lookup.found.value, lookup.found.source], [value, source]);
    });
  }

  it('does not know what nobody defines, nor what every object inherits', () => {
    for (const name of ['nothing', 'constructor', '__proto__', 'toString']) {
      assert.deepEqual(lookUp(scopeOf(every), name), { ok: false, variable: name });
    }
  });

  it('resolves references in constants, with their types', () => {
    const scope = scopeOf({ chain: { user: { id: '{{id}}', note: 'is {{id}}' } }, environment: { id: 7 } });
    assert.deepEqual(valueOf(scope, 'user'), { id: 7, note: 'is 7' });
  });

  it('keeps null, which is a value', () => {
    assert.equal(valueOf(scopeOf({ chain: { a: '{{b}}', b: null } }), 'a'), null);
  });

  it('never resolves extracted values and overrides', () => {
    const scope = scopeOf({ extracted: { a: '{{c}}' }, overrides: { b: '{{c}}' }, chain: { c: 'local' } });
    assert.equal(valueOf(scope, 'a'), '{{c}}');
    assert.equal(valueOf(scope, 'b'), '{{c}}');
  });

  it('names what is missing inside a constant', () => {
    assert.deepEqual(lookUp(scopeOf({ chain: { header: 'Bearer {{token}}' } }), 'header'), {
      ok: false,
      variable: 'token',
    });
  });

  it('names the secret that is missing inside a constant', () => {
    assert.deepEqual(lookUp(scopeOf({ chain: { header: 'Bearer {{$secret GONE}}' } }), 'header'), {
      ok: false,
      variable: '$secret',
      message: 'The secret GONE has no value.',
      missingSecret: 'GONE',
    });
  });

  it('says in which circle constants refer to each other', () => {
    const lookup = lookUp(scopeOf({ chain: { a: '{{b}}', b: 'x{{c}}', c: '{{a}}' } }), 'a');
    assert.match(lookup.ok ? '' : (lookup.message ?? ''), /refers to itself: a → b → c → a\./);
  });

  it('computes a built-in in a constant once, and a bare one each time', () => {
    const scope = scopeOf({ chain: { runId: 'run-{{$guid}}' } });
    assert.equal(valueOf(scope, 'runId'), valueOf(scope, 'runId'));
    assert.notEqual(valueOf(scope, '$guid'), valueOf(scope, '$guid'));
  });

  it('makes random data in a constant once, and in a call of its own each time', () => {
    const scope = scopeOf({
      chain: { name: "{{$random 'firstName'}}", shout: '{{$upper name}}', mail: '{{$randomEmail}}' },
    });
    assert.equal(valueOf(scope, 'name'), 'firstName-1');
    assert.equal(valueOf(scope, 'shout'), 'FIRSTNAME-1');
    assert.equal(valueOf(scope, 'mail'), valueOf(scope, 'mail'));
    assert.notEqual(valueOf(scope, "$random 'firstName'"), valueOf(scope, "$random 'firstName'"));
  });

  it('carries secrets through constants', () => {
    const scope = scopeOf({ chain: { login: { password: '{{password}}' }, password: '{{$secret KEY}}' } });
    const lookup = lookUp(scope, 'login');
    assert.deepEqual(lookup.ok && lookup.found.sensitive.secrets, [secret]);
  });

  it('carries what values were derived from, through constants too', () => {
    const scope = scopeOf({ extracted: { token: 't' }, chain: { header: 'Bearer {{token}}', plain: 'x' } });
    const carried = ['token', 'header', 'plain'].map((name) => {
      const lookup = lookUp(scope, name);
      return lookup.ok && lookup.found.sensitive.derived;
    });
    assert.deepEqual(carried, [[derived], [derived], []]);
  });

  describe('with functions', () => {
    it('takes variables as arguments, wherever they come from', () => {
      const scope = scopeOf({ extracted: { id: 7 }, chain: { prefix: 'order-' } });
      assert.deepEqual(lookUp(scope, `$concat prefix id '!'`), {
        ok: true,
        found: {
          value: 'order-7!',
          source: 'builtIn',
          sensitive: { secrets: [], derived: [derived] },
          producer: { chain: 'main.chain.json', id: 'login' },
        },
      });
    });

    it('computes constants in constants, and finds circles through them', () => {
      const scope = scopeOf({
        chain: { a: '{{$upper b}}', b: 'x{{c}}', c: 'y', d: '{{$upper e}}', e: '{{d}}' },
      });
      const lookup = lookUp(scope, 'a');
      assert.equal(lookup.ok && lookup.found.value, 'XY');
      assert.match(messageOf(lookUp(scope, 'd')), /d → e → d/);
    });

    it('names the variable that is missing, and what is wrong with a call', () => {
      const scope = scopeOf({ chain: { list: [1], call: '{{$upper nothing}}' } });
      const lookup = lookUp(scope, 'call');
      assert.equal(!lookup.ok && lookup.variable, 'nothing');
      assert.match(messageOf(lookUp(scope, `$hash 'md4' list`)), /The algorithm of \$hash is one of/);
      assert.match(messageOf(lookUp(scope, `$upper a,`)), /neither a variable, a number nor a text/);
    });

    it('makes a secret of what is computed from one, also where the computing fails', () => {
      const scope = scopeOf({ chain: { key: '{{$secret KEY}}' } });
      const signed = lookUp(scope, `$hmac 'sha256' key 'text'`);
      assert.deepEqual(signed.ok && signed.found.sensitive.secrets, [secret]);
      const failed = lookUp(scope, `$hmac 'sha256' key 'text' 'hex' 'base32'`);
      assert.deepEqual(!failed.ok && failed.sensitive?.secrets, [secret]);
      assert.equal(messageOf(failed).includes(secret.value), false);
    });
  });
});
