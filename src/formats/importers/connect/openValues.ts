/** Values that a description leaves open: what is assumed for them, and the questions about it. */
import { answerTo, inExtraction, type Asking, type Question } from '../../../core/authz/generate/questions';
import { wordsOf } from '../../../core/authz/matrix/splitWords';
import { camelCase } from '../../../core/language/nameWords';
import type { ImportedCollection, ImportedVariable } from '../shape/imported';
import { titleOf, type DescribedOperation } from './describedApi';
import type { Identifier } from './identifiers';

/** Values of variables, and what has to be asked for them. */
export class OpenValues {
  readonly questions: Question[] = [];

  constructor(
    private readonly collection: ImportedCollection,
    private readonly asking: Asking,
  ) {}

  /** Where the answer to a creation has the identifier, which the description does not say. */
  pathOf(variable: string, operation: DescribedOperation): string {
    return this.ask({
      id: `id.${variable}`,
      text: this.asking.say(
        'Where is the identifier in the answer to {0}? Give a JSONPath.',
        titleOf(operation),
      ),
      proposed: '$.id',
      decides: [inExtraction(variable)],
    });
  }

  /** The constants of the chain: those of the description, and those that the connections need. */
  all(
    identifiers: readonly Identifier[],
    credentials: ReadonlyMap<string, ImportedVariable>,
  ): readonly ImportedVariable[] {
    const stated = new Map(this.collection.variables.map((one) => [one.name, one]));
    for (const { variable, source, collection } of identifiers) {
      if (source.kind === 'answered' || source.kind === 'user') {
        stated.delete(variable);
      } else if (source.kind === 'chosen') {
        const value = `${camelCase(wordsOf(variable).slice(0, 1))}-{{$uuid}}`;
        stated.set(variable, { name: variable, value, isSecret: false });
      } else if (!stated.has(variable)) {
        const value = this.ask({
          id: `value.${variable}`,
          text: this.asking.say(
            'Which {0} exists at {1}? Give a value that all users may know.',
            variable,
            collection.replace(/\{\{([^{}]+)\}\}/g, '{$1}'),
          ),
          proposed: '1',
          decides: [{ in: 'chain', path: ['variables', variable] }],
        });
        stated.set(variable, { name: variable, value, isSecret: false });
      }
    }
    return [...new Map([...stated, ...credentials]).values()];
  }

  private ask(asked: Pick<Question, 'id' | 'text' | 'proposed' | 'decides'>): string {
    const question: Question = { ...asked, kind: 'text', choices: [] };
    this.questions.push(question);
    return answerTo(question, this.asking.answers);
  }
}
