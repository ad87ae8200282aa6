/** A client of the server for models: the official one, over standard input and output. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { isRecord, itemsOf } from '../../src/core/json/unknownJson';
import { cli } from './program';

/** What a tool answered. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  /** Its structured content; empty for an error. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The person in front of a client: what they do with a question. */
export type Person = (question: string) => Promise<ElicitResult>;

/**
 * Starts the server in a folder, as a client does.
 *
 * @param options of `chainwright mcp`
 * @param environment variables of the server, besides the path
 * @param person whom the server can ask; without one the client says that it cannot
 */
export async function startClient(
  folder: string,
  {
    options = [],
    environment,
    person,
  }: {
    readonly options?: readonly string[];
    readonly environment: Record<string, string>;
    readonly person?: Person;
  },
): Promise<Client> {
  const capabilities = person === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message));
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', '--folder', folder, ...options],
      env: { PATH: process.env['PATH'] ?? '', ...environment },
    }),
  );
  await client.listTools();
  return client;
}

/** Calls a tool. */
export async function callTool(client: Client, name: string, args: object = {}): Promise<Answer> {
  const answer = await client.callTool({ name, arguments: { ...args } });
  const [first] = itemsOf(answer['content']);
  const text = isRecord(first) && typeof first['text'] === 'string' ? first['text'] : '';
  const data = answer['structuredContent'];
  return { isError: answer['isError'] === true, text, data: isRecord(data) ? data : {} };
}
