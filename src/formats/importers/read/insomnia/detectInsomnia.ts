/** Whether a file was exported by Insomnia: version 4 or 5, sound or not. */
import { memberOf, textOf } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';

/** Whether a file says that it is an export; YAML is not read for that. */
export function isInsomnia({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return json === undefined
    ? /^(?:type:\s*["']?\w+\.insomnia\.rest\/|__export_format:|_type:\s*["']?export\b)/m.test(text)
    : memberOf(json, '__export_format') !== undefined ||
        memberOf(json, '_type') === 'export' ||
        /^\w+\.insomnia\.rest\//.test(textOf(memberOf(json, 'type')) ?? '');
}
