/**
 * What to do about an id that is written out: refer to the variable of its name, or extract it from an earlier
 * request whose last response has something of that name. Each is a candidate that a person chooses.
 */
import type { AnalyzedVariable } from '../analysis/analysis';
import { requestAt } from '../analysis/siteAt';
import { writtenIds } from '../analysis/writtenIds';
import { addExtraction } from '../edit/chainEdit';
import { inOrder, type TextEdit } from '../edit/textEdit';
import type { Problem } from '../problem';
import { editChain, preferred, type Fix, type FixContext } from './fix';
import { extractionsBefore } from './unresolvedFixes';

/** The candidates for an id that is written out. */
export function missingMappingFixes({ range }: Problem, context: FixContext): readonly Fix[] {
  const { analysis } = context;
  const request = requestAt(analysis.source, range.start);
  const written =
    request === undefined
      ? undefined
      : writtenIds(analysis.source.text, request).asked.find(
          (id) => id.range.start + request.start === range.start,
        );
  if (request === undefined || written === undefined) {
    return [];
  }
  const { variable } = written;
  const refer: TextEdit = {
    offset: range.start,
    length: range.end - range.start,
    text: `{{${variable}}}`,
  };
  const known = analysis.byName.get(variable);
  if (known !== undefined) {
    return hasValueBefore(known, request.index)
      ? [preferred(editChain(context, context.say('Refer to {0}', variable), () => [refer]))]
      : [];
  }
  return extractionsBefore(variable, range, context).map((found) =>
    editChain(context, context.say('{0}, and refer to it', found.title), (text) =>
      inOrder([...addExtraction(text, found.request.id, found.extraction), refer]),
    ),
  );
}

/** Whether a variable can have a value when a request is sent. */
function hasValueBefore({ definitions }: AnalyzedVariable, index: number): boolean {
  return definitions.some(
    (definition) =>
      definition.kind !== 'extraction' || (!definition.disabled && definition.requestIndex < index),
  );
}
