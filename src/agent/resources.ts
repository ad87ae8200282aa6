/** What a model may read by address: chains as they are written, what is known of them, and how files are written. */
import { readFile } from 'node:fs/promises';
import { UserError } from '../core/errors';
import { findFiles } from '../node/files/findFiles';
import { workspacePath } from '../node/files/workspaceText';
import { fitAnswer, MOST_BYTES } from './answer';
import { analyzeTool, listTool } from './chainTools';
import { listPages, PAGES, readPage } from './pages';
import { lastResult } from './resultTools';
import { outcomeOf } from './runTool';
import type { ToolContext } from './tool';
import { chainAt, type Workbench } from './workbench';

const SCHEME = 'chainwright://';
const ENVIRONMENTS = `${SCHEME}environments`;
const SCHEMAS = ['chain', 'environment', 'authz'];
const mimeType = 'application/json';

/** A resource in the list. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType: string;
}

/** Resources of which each chain has one. */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly mimeType: string;
}

/** What can be read of a chain, by the first part of the address. */
const OF_CHAIN: Readonly<Record<string, (name: string, workbench: Workbench) => Promise<string>>> = {
  chain: async (name, workbench) => (await chainAt(name, workbench)).text,
  problems: async (chain, workbench) =>
    JSON.stringify(await analyzeTool.call({ chain, maxBytes: MOST_BYTES }, contextOf(workbench))),
  result: async (chain, workbench) => {
    const { name } = await chainAt(chain, workbench);
    return JSON.stringify(fitAnswer(outcomeOf(await lastResult(name, workbench)), MOST_BYTES));
  },
};

/** The templates as they are listed. */
export const resourceTemplates: readonly ResourceTemplate[] = Object.keys(OF_CHAIN).map((name) => ({
  uriTemplate: `${SCHEME}${name}/{+chain}`,
  name,
  mimeType,
}));

/** The chains of the workspace, its environments, and the schemas and pages about the files that a model may write. */
export async function listResources({ workspace }: Workbench): Promise<readonly ListedResource[]> {
  const { files } = await findFiles('**/*.chain.json', workspace);
  const chains = files.map((file) => {
    const name = workspacePath(file, workspace);
    return { uri: `${SCHEME}chain/${name.split('/').map(encodeURIComponent).join('/')}`, name, mimeType };
  });
  const schemas = SCHEMAS.map((name) => ({
    uri: `${SCHEME}schemas/${name}`,
    name: `JSON Schema of *.${name}.json`,
    mimeType,
  }));
  const environments = { uri: ENVIRONMENTS, name: 'Environments', mimeType };
  return [...chains, environments, ...schemas, ...(await listPages())];
}

/** The text of a resource. Rejects with UserError when there is none. */
export async function readResource(
  uri: string,
  workbench: Workbench,
): Promise<{ readonly mimeType: string; readonly text: string }> {
  const page = uri.startsWith(PAGES) ? await readPage(uri.slice(PAGES.length)) : undefined;
  return page ?? { mimeType, text: await textOf(uri, workbench) };
}

async function textOf(uri: string, workbench: Workbench): Promise<string> {
  if (uri === ENVIRONMENTS) {
    const { environments = [] } = await listTool.call({ maxBytes: MOST_BYTES }, contextOf(workbench));
    return JSON.stringify({ environments });
  }
  const { kind = '', name = '' } = /^chainwright:\/\/(?<kind>[a-z]+)\/(?<name>.+)$/.exec(uri)?.groups ?? {};
  if (kind === 'schemas' && SCHEMAS.includes(name)) {
    return readFile(new URL(`../media/schemas/${name}.schema.json`, import.meta.url), 'utf8');
  }
  const read = Object.hasOwn(OF_CHAIN, kind) ? OF_CHAIN[kind] : undefined;
  const chain = decoded(name);
  if (read === undefined || chain === undefined) {
    throw new UserError(`There is no resource ${JSON.stringify(uri)}.`, 'List the resources.');
  }
  return read(chain, workbench);
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function contextOf(workbench: Workbench): ToolContext {
  return { workbench, signal: new AbortController().signal, progress: () => undefined };
}
