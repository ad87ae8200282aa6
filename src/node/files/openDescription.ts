/** OpenAPI descriptions that options name. */
import path from 'node:path';
import type { DescribedAnswers } from '../../core/authz/model/describedAnswers';
import { UserError } from '../../core/errors';
import { describeAnswers } from '../../formats/importers/read/openapi/describedAnswers';
import { openSpec, type OpenedSpec } from '../../formats/importers/read/openapi/readOpenapi';
import { createSourceFiles, openSource } from './openSource';
import { workspaceOf } from './workspaceOf';
import { workspacePath } from './workspaceText';

/** Opens a description with the files of its workspace. Rejects with UserError when it is none. */
export async function openDescription(name: string, folder: string): Promise<OpenedSpec> {
  const file = path.resolve(folder, name);
  const opened = await openSource(file, name);
  if (opened.kind === 'folder') {
    throw new UserError(`${name} is a folder.`, 'Name the OpenAPI file in it.');
  }
  const workspace = await workspaceOf(file, folder);
  const source = {
    ...opened,
    path: workspacePath(file, workspace),
    text: opened.text.replace(/^\ufeff/, ''),
    files: createSourceFiles(workspace, 'the workspace'),
  };
  if (!MARK.test(source.text)) {
    throw new UserError(`${name} is no OpenAPI description.`, 'Name the file that lists the operations.');
  }
  try {
    return await openSpec(source);
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${name}: ${error.what}`, error.todo) : error;
  }
}

/** The member with the version, which is in every description, sound or not. */
const MARK = /\b(?:openapi|swagger(?:Version)?)["']?\s*:\s*["']?\d/;

/** What a description says of answers. Rejects with UserError when it is none. */
export async function answersIn(name: string, folder: string): Promise<DescribedAnswers> {
  return describeAnswers(name, (await openDescription(name, folder)).spec);
}
