/** OpenAPI descriptions that options name. */
import path from 'node:path';
import type { DescribedAnswers } from '../../core/authz/model/describedAnswers';
import { UserError } from '../../core/errors';
import { describeAnswers } from '../../formats/importers/read/openapi/describedAnswers';
import { openSpec } from '../../formats/importers/read/openapi/readOpenapi';
import type { Spec } from '../../formats/importers/read/openapi/spec';
import { openSource } from '../../node/files/openSource';

/** Opens a description. Rejects with UserError when it is none. */
export async function openDescription(name: string, folder: string): Promise<Spec> {
  const source = await openSource(path.resolve(folder, name), name);
  if (source.kind === 'folder') {
    throw new UserError(`${name} is a folder.`, 'Name the OpenAPI file in it.');
  }
  try {
    return (await openSpec({ ...source, text: source.text.replace(/^\ufeff/, '') })).spec;
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${name}: ${error.what}`, error.todo) : error;
  }
}

/** What a description says of answers. Rejects with UserError when it is none. */
export async function answersIn(name: string, folder: string): Promise<DescribedAnswers> {
  return describeAnswers(name, await openDescription(name, folder));
}
