/** Exports as tests ask for them. */
import assert from 'node:assert/strict';
import type { Environment } from '../../../src/core/model';
import { exportChain, exporters, type ExportedText } from '../../../src/formats/exporters/exporters';

/** What a chain runs with. */
export interface Surroundings {
  /** Texts of required chains by file, in the order in which they run. */
  readonly required?: Readonly<Record<string, string>>;
  /** Texts of chains that are run as steps, by file. */
  readonly called?: Readonly<Record<string, string>>;
  readonly variables?: Environment['variables'];
  /** Columns of a file of rows. */
  readonly columns?: readonly string[];
}

/** Exports the text of a chain. */
export async function exported(
  format: string,
  text: string,
  { required = {}, called = {}, variables, columns }: Surroundings = {},
): Promise<ExportedText> {
  const exporter = exporters.find(({ name }) => name === format);
  assert.ok(exporter, `there is no format ${format}`);
  const filesOf = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([file, content]) => ({ file, text: content }));
  return exportChain(
    {
      chains: [...filesOf(required), { file: 'orders.chain.json', text }],
      called: filesOf(called),
      ...(variables === undefined ? {} : { environment: environmentOf(variables) }),
      ...(columns === undefined ? {} : { columns }),
      pathTo: (_chainFile, path) => path,
      target: `orders.${exporter.extension}`,
    },
    exporter,
  );
}

function environmentOf(variables: Environment['variables']): Environment {
  return {
    name: 'local',
    variables,
    secrets: [],
    secretOrigins: new Map(),
    protected: false,
    allowHosts: [],
    http2: false,
  };
}
