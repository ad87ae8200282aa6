/** OpenAPI descriptions that options name. */
import path from 'node:path';
import type { DescribedAnswers } from '../../core/authz/model/describedAnswers';
import { UserError } from '../../core/errors';
import { describeAnswers } from '../../formats/importers/read/openapi/describedAnswers';
import { openSpec } from '../../formats/importers/read/openapi/readOpenapi';
import type { Spec } from '../../formats/importers/read/openapi/spec';
import type { SpecFiles } from '../../formats/importers/read/openapi/specFiles';
import { openSource } from '../../node/files/openSource';

/** A description. */
export interface OpenedDescription {
  readonly spec: Spec;
  /** The files that it consists of, and why others are missing. */
  readonly files: SpecFiles;
}

/** Opens a description. Rejects with UserError when it is none. */
export async function openDescription(name: string, folder: string): Promise<OpenedDescription> {
  const opened = await openSource(path.resolve(folder, name), name);
  if (opened.kind === 'folder') {
    throw new UserError(`${name} is a folder.`, 'Name the OpenAPI file in it.');
  }
  const source = { ...opened, text: opened.text.replace(/^\ufeff/, '') };
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
