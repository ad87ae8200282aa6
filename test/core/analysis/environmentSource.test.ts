import assert from 'node:assert/strict';
import { readEnvironmentSource, readHttpClientSource } from '../../../src/core/analysis/environmentSource';
import type { EnvironmentSource } from '../../../src/core/analysis/chainSource';

/** Names and references as written in the text. */
function shown(text: string, source: EnvironmentSource | undefined) {
  assert.ok(source !== undefined);
  return {
    variables: source.variables.map(({ start, end }) => text.slice(start, end)),
    references: source.references.map(({ start, end, constant }) => `${constant} ${text.slice(start, end)}`),
    values: Object.fromEntries(source.values),
  };
}

describe('readEnvironmentSource', () => {
  it('gives names, references and values with their places', () => {
    const text = `{
      "formatVersion": 1, "name": "local", "secrets": ["PASSWORD"], "protected": true,
      "variables": { "baseUrl": "http://127.0.0.1", "auth": "Bearer {{token}}", "n": 1.50, "o": { "x": ["{{y}}"] } }
    }`;
    const source = readEnvironmentSource(text, 'local.environment.json');
    assert.deepEqual(
      [source?.file, source?.name, source?.secrets, source?.protected],
      ['local.environment.json', 'local', ['PASSWORD'], true],
    );
    assert.deepEqual(shown(text, source), {
      variables: ['baseUrl', 'auth', 'n', 'o'],
      references: ['auth token', 'o y'],
      values: { baseUrl: 'http://127.0.0.1', auth: 'Bearer {{token}}', n: '1.5', o: '{"x":["{{y}}"]}' },
    });
  });

  it('reads the parts of an incomplete file', () => {
    const source = readEnvironmentSource('{ "variables": { "a": "1", "b": ', 'f');
    assert.deepEqual([source?.name, source?.variables.map(({ name }) => name)], ['', ['a']]);
  });

  for (const text of ['', '[]', 'null', '"x"']) {
    it(`gives nothing for ${JSON.stringify(text)}`, () => {
      assert.equal(readEnvironmentSource(text, 'f'), undefined);
    });
  }

  it('copes with members of the wrong type', () => {
    const source = readEnvironmentSource(
      '{ "name": 5, "variables": [], "secrets": "x", "protected": "yes" }',
      'f',
    );
    assert.deepEqual(
      [source?.name, source?.variables, source?.secrets, source?.protected],
      ['', [], [], false],
    );
  });
});

describe('readHttpClientSource', () => {
  const text = `{
    "$shared": { "host": "a", "token": "{{shared}}", "kept": "{{k}}" },
    "dev": { "host": "{{h}}", "token": "t", "Security": { "x": "{{no}}" }, "not a name": 1 }
  }`;

  it('gives an environment with what it shares and does not replace', () => {
    assert.deepEqual(shown(text, readHttpClientSource(text, 'http-client.env.json', 'dev')), {
      variables: ['kept', 'host', 'token'],
      references: ['kept k', 'host h'],
      values: { kept: '{{k}}', host: '{{h}}', token: 't' },
    });
  });

  it('gives what it shares for a name that the other file may have', () => {
    assert.deepEqual(shown(text, readHttpClientSource(text, 'http-client.env.json', 'prod')).variables, [
      'host',
      'token',
      'kept',
    ]);
  });

  it('gives nothing where there is nothing', () => {
    assert.equal(readHttpClientSource('{ "dev": {} }', 'f', 'prod'), undefined);
    assert.equal(readHttpClientSource('[]', 'f', 'dev'), undefined);
  });
});
