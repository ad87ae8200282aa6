/** Chains that are held against descriptions, as tests write them. */
import { readChainOnly } from '../../../src/core/files/chainFile';
import { givenVariables } from '../../../src/core/prepare/references';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { openSpec, type OpenedSpec } from '../../../src/formats/importers/read/openapi/readOpenapi';
import type { ChainToSync } from '../../../src/formats/sync/chainText';
import { syncChains, type Sync } from '../../../src/formats/sync/syncChains';

/** No files beside the description. */
export const files = { paths: () => Promise.resolve([]), text: () => Promise.resolve('') };

/** A description of one file. */
export function open(text: string): Promise<OpenedSpec> {
  return openSpec({ name: 'api.yaml', path: 'api.yaml', text, files });
}

/** A chain of a text. */
export function chainOf(text: string, ...variables: readonly string[]): ChainToSync {
  const { chain } = readChainOnly(text, 'a.chain.json');
  if (chain === undefined) {
    throw new Error('The chain of the test is not sound.');
  }
  return {
    file: 'a.chain.json',
    text,
    chain,
    variables: new Set([...givenVariables(chain), ...variables]),
  };
}

/** The text of the only chain after a sync. */
export function afterSync(text: string, { chains }: Sync): string {
  return applyEdits(
    text,
    chains.flatMap(({ edits }) => edits.flatMap((one) => one.edits)),
  );
}

/** What is said, a line each: `GET /orders (changed) list: Adds …`. */
export function said({ operations }: Sync): readonly string[] {
  return operations.flatMap(({ operation, change, from, requests }) => {
    const head = `${operation} (${from === undefined ? change : `was ${from}`})`;
    const lines = requests.flatMap(({ id, points }) =>
      points.map(({ kind, text }) => `${head} ${id} ${kind}: ${text}`),
    );
    return lines.length === 0 ? [head] : [...new Set(lines)];
  });
}

/** Holds the text of a chain against descriptions. */
export async function sync(text: string, newer: string, older?: string): Promise<Sync> {
  return syncChains([chainOf(text, 'baseUrl')], {
    newer: await open(newer),
    ...(older === undefined ? {} : { older: await open(older) }),
  });
}
