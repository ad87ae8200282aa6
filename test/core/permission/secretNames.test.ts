import assert from 'node:assert/strict';
import type { JsonPath } from '../../../src/core/json/jsonDocument';
import { proposeSecretName, secretNamesIn } from '../../../src/core/permission/secretNames';

describe('secretNamesIn', () => {
  const cases: [text: string, names: readonly string[]][] = [
    ['', []],
    ['{"a": "{{$secret KEY}}", "b": "{{ $secret OTHER }}{{$secret KEY}}"}', ['KEY', 'OTHER']],
    ['{"a": "{{$secret KEY}}", "b":', ['KEY']],
    ["{{$secret 'my.key'}}", ['my.key']],
    ['{{$secret}} {{$secret A B}} {{$processEnv HOME}} {{token}} \\{{$secret NO}}', []],
    ['{{$secret __proto__}}', ['__proto__']],
  ];
  for (const [text, names] of cases) {
    it(`finds ${names.join(' and ') || 'none'} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(secretNamesIn(text), names);
    });
  }
});

describe('proposeSecretName', () => {
  const cases: [path: JsonPath, label: string | undefined, name: string][] = [
    [['requests', 0, 'auth', 'token'], undefined, 'TOKEN'],
    [['variables', 'adminPassword'], undefined, 'ADMIN_PASSWORD'],
    [['requests', 0, 'headers', 1, 'value'], 'X-Api-Key', 'API_KEY'],
    [['requests', 0, 'headers', 1, 'value'], 'Authorization', 'TOKEN'],
    [['requests', 0, 'query', 0, 'value'], 'api_key', 'API_KEY'],
    [['requests', 0, 'body', 'json', 'keys', 0], undefined, 'KEYS'],
    [['value'], undefined, 'SECRET'],
    [['requests', 0, 'headers', 0, 'value'], '4th key', 'SECRET_4TH_KEY'],
    [['requests', 0, 'headers', 0, 'value'], 'ключ', 'SECRET'],
    [['requests', 0, 'headers', 0, 'value'], '__proto__', 'PROTO'],
    [[], undefined, 'SECRET'],
    [['variables', 'x'.repeat(1000)], undefined, 'X'.repeat(60)],
  ];
  for (const [path, label, name] of cases) {
    it(`calls ${path.join('/').slice(0, 60)}${label === undefined ? '' : ` (${label})`} ${name}`, () => {
      assert.equal(proposeSecretName(path, label, new Set()), name);
    });
  }

  it('takes no name that means something else', () => {
    assert.equal(proposeSecretName(['auth', 'token'], undefined, new Set(['TOKEN', 'TOKEN_2'])), 'TOKEN_3');
  });

  it('continues counting where there are thousands', () => {
    const taken = new Set<string>();
    for (let count = 1; count <= 3000; count += 1) {
      const name = proposeSecretName(['auth', 'token'], undefined, taken);
      assert.equal(name, count === 1 ? 'TOKEN' : `TOKEN_${count}`);
      taken.add(name);
    }
  });
});
