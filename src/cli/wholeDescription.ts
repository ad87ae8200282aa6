/** OpenAPI descriptions for what would be wrong without a part of one. */
import { refusePart, type OpenedSpec } from '../formats/importers/read/openapi/readOpenapi';
import { printable } from './paint';

/** The same description; says on the error output what is strange. Throws UserError where a file is missing or broken. */
export function whole(opened: OpenedSpec): OpenedSpec {
  refusePart(opened).files.remarks.forEach((remark) => {
    console.error(printable(remark));
  });
  return opened;
}
