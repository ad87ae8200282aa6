/**
 * What to do about a reference that nothing gives a value: correct its name, extract the value from a
 * response that has it, or give the variable a value in the chain or its environment.
 */
import { environmentNames } from '../analysis/environmentSource';
import type { ChainAnalysis } from '../analysis/analysis';
import type { ChainSource, ReferenceMark, RequestSource } from '../analysis/chainSource';
import { nameOfRequest } from '../analysis/missingFindings';
import { textAt } from '../analysis/locationOf';
import { requestAt } from '../analysis/siteAt';
import { similarBuiltIns } from '../prepare/builtIns';
import { addExtraction } from '../edit/chainEdit';
import { ruleText } from '../extraction/extractionRules';
import { CHAIN, below } from '../files/writtenPath';
import type { Extraction } from '../model';
import { setMember } from '../edit/jsonEdit';
import { setInOrder } from '../edit/memberOrder';
import type { Problem, TextRange } from '../problem';
import type { TextEdit } from '../edit/textEdit';
import { isHttpClientFile } from './environmentSources';
import { editChain, preferred, type Fix, type FixContext } from './fix';
import { similarNames } from './names';
import { findVariable, type Match } from './responseSearch';
import { touches } from './subject';

/** The fixes for a variable that nothing defines. */
export function unresolvedFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const { variable } = problem;
  if (variable === undefined) {
    return [];
  }
  const extractions = extractionFixes(variable, problem.range, context);
  const [best, ...others] = extractions;
  return [
    ...(best === undefined ? [] : [preferred(best), ...others]),
    ...spellingFixes(variable, problem.range, context, similarNames(variable, knownNames(context.analysis))),
    editChain(context, context.say('Add {0} to the variables of this chain', variable), (text) =>
      setInOrder(text, below(CHAIN, 'variables', variable), ''),
    ),
    ...environmentFixes(variable, context),
  ];
}

/** The fixes for a built-in that does not exist: those that may be meant. */
export function builtInFixes({ range }: Problem, context: FixContext): readonly Fix[] {
  const { source } = context.analysis;
  const written = /\$[A-Za-z]\w*/.exec(source.text.slice(range.start, range.end))?.[0];
  return written === undefined ? [] : spellingFixes(written, range, context, similarBuiltIns(written));
}

const MAX_PRODUCERS = 3;

/** Characters of bodies that are searched for one variable: fixes are asked for whenever the cursor moves. */
const MAX_SEARCHED = 2_000_000;

function extractionFixes(variable: string, range: TextRange, context: FixContext): readonly Fix[] {
  return extractionsBefore(variable, range, context).map(({ request, title, extraction }) =>
    editChain(context, title, (text) => addExtraction(text, request.id, extraction)),
  );
}

/** An extraction that a request could have. */
export interface PossibleExtraction {
  readonly request: RequestSource;
  readonly extraction: Extraction;
  /** Says what adding it does. */
  readonly title: string;
}

/** The extractions that earlier requests could have for a variable, by their last responses, best first. */
export function extractionsBefore(
  variable: string,
  range: TextRange,
  context: FixContext,
): readonly PossibleExtraction[] {
  return matchesBefore(variable, range, context)
    .toSorted((one, other) => one.match.rank - other.match.rank)
    .slice(0, MAX_PRODUCERS)
    .map(({ request, match: { extraction } }) => ({
      request,
      extraction,
      title: context.say(
        'Extract {0} from {1} ({2})',
        variable,
        nameOfRequest(request),
        ruleText(extraction),
      ),
    }));
}

interface ProducerMatch {
  readonly request: RequestSource;
  readonly match: Match;
}

/** What the last responses of earlier requests have of a variable, nearest first. */
function matchesBefore(
  variable: string,
  range: TextRange,
  { analysis, lastResponse }: FixContext,
): readonly ProducerMatch[] {
  let left = MAX_SEARCHED;
  return producersBefore(analysis.source, range).flatMap((request) => {
    const response = lastResponse(request.id);
    const length = response?.body?.content.length ?? 0;
    if (response === undefined || length > left) {
      return [];
    }
    left -= length;
    const subject = `${request.id} ${request.name} ${textAt(request.tree, ['url']) ?? ''}`;
    const match = findVariable(variable, response, subject);
    return match === undefined ? [] : [{ request, match }];
  });
}

/** The requests that run before a place, nearest first; all of them before a place outside requests. */
function producersBefore(source: ChainSource, range: TextRange): readonly RequestSource[] {
  const index = requestAt(source, range.start)?.index ?? Infinity;
  return source.requests
    .filter((request) => request.index < index && !request.disabled && request.id !== '')
    .toReversed();
}

function spellingFixes(
  variable: string,
  range: TextRange,
  context: FixContext,
  similar: readonly string[],
): readonly Fix[] {
  const nameRange = referenceRange(context.analysis.source, variable, range);
  if (nameRange === undefined) {
    return [];
  }
  const edit = (text: string): TextEdit => ({
    offset: nameRange.start,
    length: nameRange.end - nameRange.start,
    text,
  });
  return similar.map((name) => editChain(context, context.say('Change to {0}', name), () => [edit(name)]));
}

/** The range of the reference's name that a problem is about. */
function referenceRange(source: ChainSource, variable: string, range: TextRange): TextRange | undefined {
  const request = requestAt(source, range.start);
  const start = request?.start ?? 0;
  const marks: readonly ReferenceMark[] = request?.marks.references ?? source.marks.references;
  const found = marks.find(
    (mark) => mark.name === variable && touches({ start: mark.start + start, end: mark.end + start }, range),
  );
  return found === undefined
    ? undefined
    : { start: found.nameRange.start + start, end: found.nameRange.end + start };
}

/** Names that have a definition somewhere the chain sees. */
function knownNames({ source, surroundings }: ChainAnalysis): readonly string[] {
  const marks = [source, ...surroundings.required].flatMap((chain) => [
    ...chain.marks.constants,
    ...chain.requests.flatMap((request) => request.marks.extractions),
  ]);
  return [...marks.map(({ name }) => name), ...environmentNames(surroundings.environment)];
}

function environmentFixes(variable: string, { analysis, environmentText, say }: FixContext): readonly Fix[] {
  const { environment } = analysis.surroundings;
  if (environment === undefined || environmentText === undefined) {
    return [];
  }
  const path = [isHttpClientFile(environment.file) ? environment.name : 'variables', variable];
  return [
    {
      title: say('Add {0} to the environment {1}', variable, environment.name),
      change: {
        kind: 'edit',
        file: environment.file,
        edits: () => setMember(environmentText, path, ''),
      },
      isPreferred: false,
    },
  ];
}
