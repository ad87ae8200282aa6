/**
 * Operations that read by their method and sound as if they changed something, such as `GET /createdb`. Nothing is sent for
 * them until somebody says what they do.
 */
import { pathTemplate } from '../model/cellId';
import type { ChainOperation } from './generateOperations';
import { answerTo, inMatrix, valuesOf, type Asking, type Question } from './questions';

/** Operations with what was said about them, and what has to be asked. */
export interface DeclaredChanges {
  readonly operations: readonly ChainOperation[];
  readonly questions: readonly Question[];
}

/**
 * Declares which operations change something, once somebody has answered. What does is tried only when a person names it:
 * it could reset everything.
 */
export function declareChanges(
  operations: readonly ChainOperation[],
  { answers, say }: Asking,
): DeclaredChanges {
  const open = operations.filter(({ changingWord }) => changingWord !== undefined);
  if (open.length === 0) {
    return { operations, questions: [] };
  }
  const question: Question = {
    id: 'changes',
    text: say('Which of these change something, as they sound? They are sent only when a run names them.'),
    kind: 'several',
    choices: open.map(({ name, request }) => ({
      value: name,
      title: `${request.method} ${pathTemplate(request)}`,
    })),
    proposed: open.map(({ name }) => name).join(','),
    decides: open.map(({ name }) => inMatrix('operations', name, 'mutates')),
  };
  if (!answers.has(question.id)) {
    return { operations, questions: [question] };
  }
  const changing = new Set(valuesOf(answerTo(question, answers)));
  return {
    operations: operations.map((operation) => {
      const mutates = changing.has(operation.name);
      return operation.changingWord === undefined
        ? operation
        : {
            ...operation,
            mutates,
            effect: mutates ? operation.effect : 'read',
            irreversible: operation.irreversible || mutates,
          };
    }),
    questions: [question],
  };
}
