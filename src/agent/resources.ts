/** Files that a model may read by address: chains, as they are written. */
import { UserError } from '../core/errors';
import { findFiles } from '../node/files/findFiles';
import { workspacePath } from '../node/files/workspaceText';
import { chainAt, type Workbench } from './workbench';

const CHAIN = 'chainwright://chain/';

/** A resource in the list. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** The chains of the workspace. */
export async function listResources({ workspace }: Workbench): Promise<readonly ListedResource[]> {
  const { files } = await findFiles('**/*.chain.json', workspace);
  return files.map((file) => {
    const name = workspacePath(file, workspace);
    return {
      uri: `${CHAIN}${name.split('/').map(encodeURIComponent).join('/')}`,
      name,
      mimeType: 'application/json',
    };
  });
}

/** The text of a resource. Rejects with UserError when there is none. */
export async function readResource(
  uri: string,
  workbench: Workbench,
): Promise<{ readonly mimeType: string; readonly text: string }> {
  if (!uri.startsWith(CHAIN)) {
    throw new UserError(`There is no resource ${JSON.stringify(uri)}.`, 'List the resources.');
  }
  const { text } = await chainAt(nameIn(uri), workbench);
  return { mimeType: 'application/json', text };
}

function nameIn(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(CHAIN.length));
  } catch {
    throw new UserError(`There is no resource ${JSON.stringify(uri)}.`, 'List the resources.');
  }
}
