/** The quick fixes of a chain: the ways to fix each problem. */
import type { Definition } from '../analysis/analysis';
import { requestByIndex, type ChainSource, type RequestSource } from '../analysis/chainSource';
import { nameOfRequest } from '../analysis/missingFindings';
import { reorderFor } from '../analysis/reorder';
import { requestAt } from '../analysis/siteAt';
import { moveRequest } from '../edit/chainEdit';
import type { Move } from '../edit/itemMove';
import { newEnvironmentText } from '../edit/environmentEdit';
import { removeMember, setMember } from '../edit/jsonEdit';
import { CHAIN, below } from '../files/writtenPath';
import type { Problem } from '../problem';
import type { Say } from '../say';
import { fileStem } from '../edit/plainNames';
import { applyEdits, editBetween, type TextEdit } from '../edit/textEdit';
import { missingWithFixes, unknownTakeFixes, unusedWithFixes } from './callFixes';
import { duplicateFixes, unusedFixes } from './definitionFixes';
import { pathFrom } from './filePath';
import { editChain, preferred, type Fix, type FixContext } from './fix';
import { missingMappingFixes } from './missingMappingFixes';
import { similarNames } from './names';
import { addMissingIds, missingIdFixes, unusableIdFixes } from './requestFixes';
import { builtInFixes, unresolvedFixes } from './unresolvedFixes';

/** The ways to fix a problem, best first; none when there is nothing to propose. */
export function fixesFor(problem: Problem, context: FixContext): readonly Fix[] {
  return FIXES.get(problem.code)?.(problem, context) ?? [];
}

/** The edits that fix every problem of a chain that has only one fix. */
export function safeEdits(source: ChainSource): readonly TextEdit[] {
  const isReadable = source.problems.every(({ code }) => code !== 'syntax' && code !== 'nesting');
  return isReadable ? addMissingIds(source) : [];
}

/** Fixes by the code of the problem. */
const FIXES: ReadonlyMap<string, (problem: Problem, context: FixContext) => readonly Fix[]> = new Map([
  ['unresolved', unresolvedFixes],
  ['missing-mapping', missingMappingFixes],
  ['unknown-built-in', builtInFixes],
  ['used-before-produced', orderFixes],
  ['broken-producer', disabledFixes],
  ['unused', unusedFixes],
  ['duplicate-extraction', duplicateFixes],
  ['hard-coded-credential', (problem, { say }) => [storeAsSecret(problem, say)]],
  ['missing-member', missingIdFixes],
  ['duplicate-id', unusableIdFixes],
  ['invalid-value', unusableIdFixes],
  ['environment', (_problem, context) => environmentFixes(context)],
  ['missing-with', missingWithFixes],
  ['unused-with', unusedWithFixes],
  ['unknown-take', unknownTakeFixes],
  ['later-feature', (_problem, context) => [versionFix(context)]],
]);

function orderFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const { analysis } = context;
  const consumer = requestAt(analysis.source, problem.range.start);
  const producer = producerOf(
    problem,
    context,
    ({ requestIndex, disabled }) => !disabled && requestIndex > (consumer?.index ?? Infinity),
  );
  if (consumer === undefined || producer === undefined) {
    return [];
  }
  const moves = reorderFor(analysis, { from: producer.id, to: consumer.id });
  if (moves === undefined || moves.length === 0) {
    return [];
  }
  const title = moveTitle(moves, producer, consumer, context.say);
  return [preferred(editChain(context, title, (text) => moveEdits(text, moves)))];
}

function moveTitle(
  moves: readonly Move[],
  producer: RequestSource,
  consumer: RequestSource,
  say: Say,
): string {
  const [early, late] = [nameOfRequest(producer), nameOfRequest(consumer)];
  if (moves.length > 1) {
    return say('Move {0} requests so that {1} comes before {2}', moves.length, early, late);
  }
  return moves[0]?.from === consumer.index
    ? say('Move {0} after {1}', late, early)
    : say('Move {0} before {1}', early, late);
}

/** Moves are made one after the other, each in the text that the one before left. */
function moveEdits(text: string, moves: readonly Move[]): readonly TextEdit[] {
  const [first, ...others] = moves;
  if (first !== undefined && others.length === 0) {
    return moveRequest(text, first);
  }
  const after = moves.reduce((current, move) => applyEdits(current, moveRequest(current, move)), text);
  return editBetween(text, after);
}

function disabledFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const producer = producerOf(problem, context, ({ disabled }) => disabled);
  const isInProducer =
    producer !== undefined && requestAt(context.analysis.source, problem.range.start) === producer;
  return producer === undefined || isInProducer
    ? []
    : [
        preferred(
          editChain(context, context.say('Switch {0} on', nameOfRequest(producer)), (text) =>
            removeMember(text, below(CHAIN, 'requests', producer.index, 'disabled')),
          ),
        ),
      ];
}

type ExtractionDefinition = Extract<Definition, { kind: 'extraction' }>;

/** The first request that could give the variable a problem is about. */
function producerOf(
  { variable = '' }: Problem,
  { analysis }: FixContext,
  accept: (definition: ExtractionDefinition) => boolean,
): RequestSource | undefined {
  const definition = analysis.byName
    .get(variable)
    ?.definitions.filter((candidate) => candidate.kind === 'extraction')
    .find(accept);
  return definition === undefined ? undefined : requestByIndex(analysis.source, definition.requestIndex);
}

function versionFix(context: FixContext): Fix {
  const title = context.say('Use format version 2');
  return preferred(editChain(context, title, (text) => setMember(text, below(CHAIN, 'formatVersion'), 2)));
}

function storeAsSecret({ range }: Problem, say: Say): Fix {
  return { title: say('Store as secret…'), change: { kind: 'storeAsSecret', range }, isPreferred: true };
}

const MAX_ENVIRONMENTS = 5;

function environmentFixes(context: FixContext): readonly Fix[] {
  const { source } = context.analysis;
  const mark = source.marks.environment;
  if (mark === undefined || context.environments.includes(mark.name)) {
    return [];
  }
  const similar = similarNames(mark.name, context.environments);
  const names = [...new Set([...similar, ...context.environments])].slice(0, MAX_ENVIRONMENTS);
  const uses = names.map((name) =>
    editChain(context, context.say('Use the environment {0}', name), () => [
      { offset: mark.start, length: mark.end - mark.start, text: JSON.stringify(name).slice(1, -1) },
    ]),
  );
  const file = pathFrom(source.file, `${fileStem(mark.name, 'new')}.environment.json`);
  return file === undefined ? uses : [...uses, createEnvironment(mark.name, file, context.say)];
}

function createEnvironment(name: string, file: string, say: Say): Fix {
  return {
    title: say('Create the environment {0}', name),
    change: { kind: 'create', file, content: newEnvironmentText(name) },
    isPreferred: false,
  };
}
