/** Descriptions of APIs in OpenAPI 3 and Swagger 2, as chains are held against them. */
import type { ApiDescription } from '../../core/openapi/apiDescription';
import { listOperations } from '../importers/read/openapi/operations';
import { openSpec } from '../importers/read/openapi/readOpenapi';
import type { ImportSource } from '../importers/shape/imported';
import { responsesOf } from './describedResponse';
import { createSourceLines } from './sourceLines';

/** Reads a description with the files that it refers to. Rejects with UserError when it is none that can be used. */
export async function describeApi(source: ImportSource): Promise<ApiDescription> {
  const texts = new Map([[source.path, source.text]]);
  const text = async (file: string): Promise<string> => {
    const read = await source.files.text(file);
    texts.set(file, read);
    return read;
  };
  const { files, spec } = await openSpec({ ...source, files: { ...source.files, text } });
  const lineOf = createSourceLines(files, texts);
  const operations = listOperations(spec);
  return {
    file: files.main,
    remarks: [...files.remarks, ...spec.remarks()],
    responseTo: responsesOf({ spec, operations, lineOf }),
  };
}
