/**
 * Insomnia's exports, version 4 (JSON or YAML) and 5 (YAML): requests in the order in which Insomnia shows them,
 * environments with what they have of their base, and what requests take of each other's responses as
 * extractions.
 */
import { defined } from '../../../../core/defined';
import { parseYaml } from '../../shape/yamlText';
import { memberOf, type Foreign } from '../../shape/externalJson';
import type { ImportedCollection, ImportSource } from '../../shape/imported';
import { readExportV4 } from './exportV4';
import { readExportV5 } from './exportV5';
import type { InsomniaWorkspace } from './insomniaTree';
import { readWorkspaces } from './readWorkspaces';

/** Reads an export. Throws UserError when it is none that can be used. */
export function readInsomnia({ name, text, json }: ImportSource): ImportedCollection {
  const file: Foreign = json ?? parseYaml(text);
  const isOld = memberOf(file, '__export_format') !== undefined || memberOf(file, '_type') === 'export';
  const workspaces: readonly InsomniaWorkspace[] = isOld ? readExportV4(file) : [readExportV5(file)];
  const [first] = workspaces;
  const whole = workspaces.length === 1 && first !== undefined ? first : undefined;
  const description = whole?.description;
  return {
    format: `Insomnia export, version ${isOld ? '4' : '5'}`,
    name: whole?.name || name.replace(/\.[^.]*$/, ''),
    ...defined({ description }),
    ...readWorkspaces(workspaces),
  };
}
