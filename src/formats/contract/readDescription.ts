/** Descriptions of APIs in OpenAPI 3 and Swagger 2, as chains are held against them. */
import type { ApiDescription } from '../../core/openapi/namedDescription';
import { createOperationMatcher } from '../../core/openapi/matchOperation';
import { listOperations } from '../importers/read/openapi/operations';
import { openSpec } from '../importers/read/openapi/readOpenapi';
import { serverUrls } from '../importers/read/openapi/servers';
import { createSourceLines } from '../importers/read/openapi/sourceLines';
import type { ImportSource } from '../importers/shape/imported';
import { responsesOf } from './describedResponse';
import { comparisonWith } from './requestDifferences';
import { wordsOf } from './requestWords';

/** Reads a description with the files that it refers to. Rejects with UserError when it is none that can be used. */
export async function readDescription(source: ImportSource): Promise<ApiDescription> {
  const { files, spec } = await openSpec(source);
  const lineOf = createSourceLines(files);
  const operations = listOperations(spec);
  const match = createOperationMatcher(operations, serverUrls(spec));
  const opened = { spec, match, lineOf };
  return {
    file: files.main,
    remarks: [...files.remarks, ...spec.remarks()],
    compare: (requests) => Promise.resolve(requests.map(comparisonWith(opened, operations))),
    ...responsesOf(opened),
    wordsFor: wordsOf(opened, operations),
  };
}
