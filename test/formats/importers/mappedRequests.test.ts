/**
 * Mappings change no byte of a request, unless their evidence says that they do. On each recorded application they are
 * applied, the values are extracted from the recorded responses, and each request must equal the one that the chain sends
 * without them.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { readChain } from '../../../src/core/files/chainFile';
import type { JsonValue } from '../../../src/core/json/json';
import { applyMappings } from '../../../src/core/mapping/apply/applyMappings';
import { suggestMappings, type MappingSuggestion } from '../../../src/core/mapping/decide/suggestMappings';
import type { RecordedStep } from '../../../src/core/mapping/read/recordedSession';
import { sessionOfResult } from '../../../src/core/mapping/read/sessionFromResult';
import type { Chain } from '../../../src/core/model';
import type { SecretLookup } from '../../../src/core/permission/secret';
import { extractNow, loadSearch } from '../../../src/core/run/extract';
import { viewResponse } from '../../../src/core/run/responseView';
import { readImport } from '../../../src/formats/importers/importers';
import { composeImport, type ComposedImport } from '../../../src/formats/importers/write/composeImport';
import { recordedResult } from '../../../src/formats/importers/write/recordedResult';
import { prepared, scopeOf } from '../../core/prepare/prepared';
import { rulesHere } from './rulesHere';

const FOLDER = path.resolve('bench/mapping/applications');

type Values = ReadonlyMap<string, JsonValue>;

/** The requests of a chain as they would be sent, each with values of its own. */
function sent(
  chain: Chain,
  secrets: ComposedImport['secrets'],
  values: (index: number) => Values,
): Promise<readonly string[]> {
  const secretValues = new Map(secrets.map(({ name, value }) => [name, value]));
  const secret = (name: string): SecretLookup => {
    const value = secretValues.get(name);
    return value === undefined
      ? { ok: false, message: 'none' }
      : { ok: true, secret: { name, value, label: `secret ${name}`, origins: [] } };
  };
  return Promise.all(
    chain.requests.map(async (request, index) => {
      const scope = scopeOf(chain, { values: values(index), secret });
      const preparation = await prepared(request, chain, scope);
      if (preparation.kind !== 'ready') {
        return JSON.stringify(preparation);
      }
      const { method, url, headers, body } = preparation.prepared.request;
      const lines = headers.map(({ name, value }) => `${name}: ${value}`);
      return [`${method} ${url}`, ...lines, '', body === undefined ? '' : Buffer.from(body).toString()].join(
        '\n',
      );
    }),
  );
}

function chainOf(text: string): Chain {
  const { chain, problems } = readChain(text, 'a.chain.json');
  assert.ok(chain, JSON.stringify(problems));
  return chain;
}

/** What a suggestion extracts from the recorded answer. */
async function extracted(
  { variable, producer }: MappingSuggestion,
  steps: readonly RecordedStep[],
): Promise<JsonValue> {
  const step = steps.find(({ entry }) => entry === producer.entry);
  assert.ok(step?.response);
  const { status, headers, text } = step.response;
  const body = new TextEncoder().encode(text);
  const answer = { status, statusText: '', httpVersion: '1.1', headers, body, wireSize: body.length };
  const outcome = extractNow({ variable, ...producer.rule }, viewResponse(answer, step.url), {
    effort: 'full',
    search: await loadSearch(producer.rule.select),
  });
  assert.equal(outcome.kind, 'found', `${variable} of ${step.url}`);
  return outcome.value;
}

describe('mappings of recorded applications', () => {
  const applications = readdirSync(FOLDER).filter((name) => !name.endsWith('.md'));
  for (const application of applications) {
    for (const session of ['a', 'b']) {
      it(`change no byte of session ${session} of ${application}`, async () => {
        const har = await readFile(path.join(FOLDER, application, `${session}.har`), 'utf8');
        const collection = await readImport('session.har', har);
        const composed = composeImport([{ source: 'session.har', collection }], {
          folders: 'tags',
          responses: true,
        });
        const [file] = composed.files;
        const [recording] = composed.recordings;
        assert.ok(file !== undefined && recording !== undefined);
        const steps = sessionOfResult(await recordedResult(recording, file.path, rulesHere));
        const suggestions = suggestMappings(steps).map((suggestion) => ({
          ...suggestion,
          consumers: suggestion.consumers.filter(({ evidence, autoApply }) => {
            const isAnnounced = evidence.some(({ code }) => code === 'retyped' || code === 'respelled');
            assert.ok(!(isAnnounced && autoApply));
            return !isAnnounced;
          }),
        }));
        const { edits, places, missed } = applyMappings(file.text, suggestions, (entry) => entry);
        assert.ok(places > 0);
        assert.deepEqual(missed, []);
        const values = suggestions.map(({ variable, consumers }) => ({
          variable,
          entries: consumers.map(({ entry }) => entry),
        }));
        const found = await Promise.all(suggestions.map((suggestion) => extracted(suggestion, steps)));
        const valuesAt = (index: number): Values =>
          new Map(
            values.flatMap(({ variable, entries }, at) =>
              entries.includes(index) ? [[variable, found[at] ?? null] as const] : [],
            ),
          );
        const mapped = await sent(chainOf(applyEdits(file.text, edits)), composed.secrets, valuesAt);
        const recorded = await sent(chainOf(file.text), composed.secrets, () => new Map());
        mapped.forEach((request, index) => {
          assert.equal(request, recorded[index]);
        });
      });
    }
  }
});
