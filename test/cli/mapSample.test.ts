/**
 * Auto Mapping against what people wrote: the sample's chains are run, recorded without a word about their
 * variables, and mapped. What their authors extracted and referred to is the truth.
 */
import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { isArray, isObject, parseJson, type JsonValue } from '../../src/core/json/json';
import { plainText } from '../../src/core/prepare/template';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, secrets, start } from './program';

let workspace: Workspace;
let api: OrdersApi;

/** `3 path`: index of the request that was sent, and its part that takes an extracted value. */
type Use = string;

const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value !== undefined && isObject(value) ? value[name] : undefined;
const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value !== undefined && isArray(value) ? value : [];
const textOf = (value: JsonValue | undefined): string => (value === undefined ? '' : plainText(value));
const readReport = async (name: string): Promise<JsonValue> =>
  parseJson(await readFile(path.join(workspace.folder, name), 'utf8'));

/** Where the requests of a result take values that earlier ones extracted. */
function writtenUses(result: JsonValue): readonly Use[] {
  const sent = listOf(memberOf(result, 'requests')).filter(
    (request) => memberOf(request, 'exchange') !== undefined,
  );
  return sent.flatMap((request, entry) =>
    listOf(memberOf(request, 'substitutions')).flatMap((substitution) => {
      const place = memberOf(memberOf(substitution, 'location'), 'in');
      const isExtracted = memberOf(substitution, 'source') === 'extracted';
      return isExtracted && typeof place === 'string' && place !== 'expect' ? [`${entry} ${place}`] : [];
    }),
  );
}

function suggestedUses(suggestions: JsonValue): readonly Use[] {
  return listOf(memberOf(suggestions, 'suggestions'))
    .flatMap((suggestion) => listOf(memberOf(suggestion, 'consumers')))
    .map((consumer) => `${textOf(memberOf(consumer, 'entry'))} ${textOf(memberOf(consumer, 'location'))}`);
}

describe("mapping recordings of the sample's chains", () => {
  before(async () => {
    workspace = await createWorkspace();
    await cp('examples/workspace', workspace.folder, { recursive: true });
    api = await startOrdersApi({ flaws: [] });
  });
  after(async () => {
    await api.close();
    await workspace.dispose();
  });

  for (const name of ['orders', 'checkout', 'admin', 'addresses', 'addresses-nested', 'session']) {
    it(`finds every value that ${name} passes on, and no other`, async () => {
      const chainwright = (...args: readonly string[]) => ended(start(args, workspace.folder, secrets));
      const reports = ['--reporter', `har=${name}.har`, '--reporter', `json=${name}.json`];
      const run = await chainwright(
        'run',
        `${name}.chain.json`,
        '--var',
        `baseUrl=${api.origin}`,
        ...reports,
      );
      assert.equal(run.code, 0, run.stdout);
      const { stdout } = await chainwright('map', `${name}.har`, '--json');
      const [result = null] = listOf(memberOf(await readReport(`${name}.json`), 'results'));
      const written = new Set(writtenUses(result));
      const suggested = new Set(suggestedUses(parseJson(stdout)));
      assert.ok(written.size > 0);
      assert.deepEqual(
        [...written].filter((use) => !suggested.has(use)),
        [],
      );
      // A chain states its authentication once, for all requests.
      const others = [...suggested].filter((use) => !written.has(use) && !use.endsWith(' auth'));
      assert.deepEqual(others, []);
    });
  }
});
