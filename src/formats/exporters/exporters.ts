/**
 * The formats that a chain can be exported to: an exporter is a file or folder of its own and a line here.
 *
 * What writes a format is loaded when it is used. A result is exported as HAR by the reporter of that name.
 */
import { inEnglish } from '../../core/say';
import {
  isVariableLoop,
  readExport,
  type ExportedChain,
  type ExportSource,
  type Repeats,
} from './exportedChain';
import { createExportLog, type ExportLog } from './exportLog';
import type { dialects } from './http/dialects';
import { standAlone } from './outgoingRows';
import type { ExportReport } from './exportReport';

/** A format. */
export interface Exporter extends Repeats {
  /** The value for `--to`, with the option that chooses a variant. */
  readonly name: string;
  readonly title: string;
  /** Of files, without the first dot. */
  readonly extension: string;
  /** Writes a chain; the log gets everything that cannot be carried over. */
  readonly write: (chain: ExportedChain, log: ExportLog) => Promise<string | WrittenFiles>;
}

/** A format that is more than one file. */
export interface WrittenFiles {
  readonly text: string;
  /** Files in the same folder, to which the text refers by their names. */
  readonly others: readonly { readonly name: string; readonly text: string }[];
}

/** In the order in which people are offered them. */
export const exporters: readonly Exporter[] = [
  {
    name: 'postman',
    title: inEnglish('Postman collection 2.1'),
    extension: 'postman_collection.json',
    write: async (chain, log) => (await import('./postman/writePostman')).writePostman(chain, log),
  },
  {
    name: 'curl',
    title: inEnglish('cURL commands'),
    extension: 'sh',
    write: async (chain, log) => (await import('./curlScript/writeCurl')).writeCurl(chain, log),
  },
  {
    name: 'curl --script',
    title: inEnglish('Shell script with cURL and jq'),
    extension: 'sh',
    sendsItems: () => true,
    runsRows: standAlone,
    write: async (chain, log) =>
      (await import('./shellScript/writeShellScript')).writeShellScript(chain, log),
  },
  {
    name: 'http',
    title: inEnglish('.http file'),
    extension: 'http',
    write: async (chain, log) => (await import('./http/writeHttp')).writeHttp(chain, log),
  },
  httpExporter('rest-client', inEnglish('.http file for REST Client')),
  httpExporter('httpyac', inEnglish('.http file for httpYac')),
  httpExporter('jetbrains', inEnglish(".http file for JetBrains' HTTP Client")),
  {
    name: 'markdown',
    title: inEnglish('Markdown documentation'),
    extension: 'md',
    write: async (chain, log) => (await import('./markdown/writeMarkdown')).writeMarkdown(chain, log),
  },
  {
    name: 'artillery',
    title: inEnglish('Artillery load test'),
    extension: 'artillery.json',
    sendsItems: (request) =>
      isVariableLoop(request) && (request.extract.length === 0 || request.when === undefined),
    runsRows: (data) => typeof data === 'string' && /\.csv$/i.test(data),
    write: async (chain, log) => (await import('./artillery/writeArtillery')).writeArtillery(chain, log),
  },
  {
    name: 'k6',
    title: inEnglish('k6 load test'),
    extension: 'k6.js',
    sendsItems: () => true,
    runsRows: () => true,
    write: async (chain, log) => (await import('./k6/writeK6')).writeK6(chain, log),
  },
  {
    name: 'arazzo',
    title: inEnglish('Arazzo document with its OpenAPI'),
    extension: 'arazzo.json',
    write: async (chain, log) => (await import('./arazzo/writeArazzo')).writeArazzo(chain, log),
  },
];

function httpExporter(dialect: keyof typeof dialects, title: string): Exporter {
  return {
    name: `http --dialect ${dialect}`,
    title,
    extension: 'http',
    write: async (chain, log) => {
      const [{ writeHttp }, { dialects }] = await Promise.all([
        import('./http/writeHttp'),
        import('./http/dialects'),
      ]);
      return writeHttp(chain, log, dialects[dialect]);
    },
  };
}

/** A chain in another format. */
export interface ExportedText extends WrittenFiles {
  readonly report: ExportReport;
}

/** Exports a chain. Rejects with InvalidFileError for a chain with errors. */
export async function exportChain(
  source: ExportSource,
  { title, write, ...repeats }: Exporter,
): Promise<ExportedText> {
  const chain = readExport(source, repeats);
  const log = createExportLog(chain);
  remarkOnVariables(chain, log);
  const written = await write(chain, log);
  const files = typeof written === 'string' ? { text: written, others: [] } : written;
  return { ...files, report: log.report(title) };
}

/** No format has variables that are computed for a request as it is sent. */
function remarkOnVariables({ parts }: ExportedChain, log: ExportLog): void {
  for (const request of parts.flatMap(({ requests }) => requests)) {
    const names = Object.keys(request.variables ?? {});
    if (names.length > 0 && !request.disabled) {
      log.of(request)(
        `Its variables are computed each time it is sent, which cannot be carried over: give ${names.join(', ')} a value.`,
      );
    }
  }
}
