/** Descriptions of APIs in OpenAPI 3 and Swagger 2, as chains are held against them. */
import type { ApiDescription } from '../../core/openapi/apiDescription';
import { openSpec } from '../importers/read/openapi/readOpenapi';
import type { ImportSource } from '../importers/shape/imported';

/** Reads a description with the files that it refers to. Rejects with UserError when it is none that can be used. */
export async function describeApi(source: ImportSource): Promise<ApiDescription> {
  const { files, spec } = await openSpec(source);
  return { file: files.main, remarks: [...files.remarks, ...spec.remarks()] };
}
