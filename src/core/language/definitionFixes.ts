/** What to do about an extraction or a constant that is not needed, or gets in the way of another one. */
import { environmentNames } from '../analysis/environmentSource';
import type { ChainSource, ExtractionMark, RequestSource } from '../analysis/chainSource';
import { requestAt } from '../analysis/siteAt';
import { removeWithEmptyParent } from '../edit/jsonEdit';
import { CHAIN, below } from '../files/writtenPath';
import type { Problem, TextRange } from '../problem';
import { freeId } from '../edit/plainNames';
import type { TextEdit } from '../edit/textEdit';
import { editChain, preferred, type Fix, type FixContext } from './fix';
import { touches } from './subject';

/** The fix for an extraction or constant that nothing uses. */
export function unusedFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const { source } = context.analysis;
  const found = extractionAt(source, problem.range);
  if (found !== undefined) {
    return [removeExtraction(found, context)];
  }
  const constant = source.marks.constants.find((mark) => touches(mark, problem.range));
  return constant === undefined
    ? []
    : [
        editChain(context, context.say('Remove {0} from the variables', constant.name), (text) =>
          removeWithEmptyParent(text, below(CHAIN, 'variables', constant.name)),
        ),
      ];
}

/** The fixes for an extraction of a variable that something before it defines. */
export function duplicateFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const { source, byName, surroundings } = context.analysis;
  const found = extractionAt(source, problem.range);
  if (found === undefined) {
    return [];
  }
  const { request, mark } = found;
  const taken = [...byName.keys(), ...environmentNames(surroundings.environment)];
  const name = freeId(mark.name, taken);
  const edit: TextEdit = { offset: mark.start + request.start, length: mark.end - mark.start, text: name };
  const removal = preferred(removeExtraction(found, context));
  // What a step takes has the name that the other chain gave it.
  if (request.marks.call !== undefined) {
    return [removal];
  }
  return [removal, editChain(context, context.say('Extract it as {0}', name), () => [edit])];
}

interface FoundExtraction {
  readonly request: RequestSource;
  readonly mark: ExtractionMark;
}

function extractionAt(source: ChainSource, range: TextRange): FoundExtraction | undefined {
  const request = requestAt(source, range.start);
  const start = request?.start ?? 0;
  const mark = request?.marks.extractions.find((candidate) =>
    touches({ start: candidate.start + start, end: candidate.end + start }, range),
  );
  return request === undefined || mark === undefined ? undefined : { request, mark };
}

function removeExtraction({ request, mark }: FoundExtraction, context: FixContext): Fix {
  const isTaken = request.marks.call !== undefined;
  const path = below(CHAIN, 'requests', request.index);
  const item = isTaken ? below(path, 'take', mark.index) : below(path, 'extract', mark.index);
  const title = isTaken
    ? context.say('Remove {0}', mark.name)
    : context.say('Remove the extraction of {0}', mark.name);
  return editChain(context, title, (text) => removeWithEmptyParent(text, item));
}
