/** The variables that a part of a chain refers to: where each has its value from, or why it has none. */
import type { ChainAnalysis } from '../analysis/analysis';
import type { ReferenceMark } from '../analysis/chainSource';
import { variablesAt, type AvailableVariable, type KnownValues } from '../language/available';
import { describeBuiltIn } from '../language/builtInHelp';
import { producerWords } from '../language/referenceSuggestions';
import { inEnglish, type Say } from '../say';
import { oneLine, shorten } from '../shownText';
import { problemsOf, type Part } from './partProblems';

/** What a reference leads to. */
export interface ReferredVariable {
  /** As the reference names it, its arguments included. */
  readonly name: string;
  readonly state: 'resolved' | 'unresolved' | 'secret' | 'builtIn';
  /** Where its value comes from, in a few words; or why it has none. */
  readonly explanation: string;
  /** Its last value: JSON text, masked and shortened. */
  readonly shown?: string;
  /** Position of the request of this chain that gives it its value. */
  readonly producer?: number;
}

/** UTF-16 code units of a value: what a line can hold. */
const MAX_VALUE = 200;

/** A last value on one line: JSON text, masked and shortened. */
export function shownValue({ value }: Pick<AvailableVariable, 'value'>): { readonly shown?: string } {
  return value === undefined ? {} : { shown: shorten(oneLine(value.shown), MAX_VALUE) };
}

/** The variables of a part, each once, in the order in which it refers to them. `say` also gets whole messages. */
export function referredVariables(
  analysis: ChainAnalysis,
  part: Part,
  known: KnownValues,
  say: Say = inEnglish,
): readonly ReferredVariable[] {
  const { references } = part?.marks ?? analysis.source.marks;
  const all = [...(part?.marks.ownReferences ?? []), ...references];
  const marks = new Map(all.map((mark) => [nameOf(mark), mark]));
  const find = variablesAt(analysis, part?.index ?? analysis.source.requests.length, known);
  const faults = new Map(
    problemsOf(analysis, part).map(({ problem }) => [problem.variable, problem.message] as const),
  );
  return [...marks].map(([name, mark]): ReferredVariable => {
    if (mark.name.startsWith('$')) {
      return builtIn(mark, analysis, say);
    }
    const variable = find(name);
    return variable === undefined ? unresolved(name, faults.get(name), say) : resolved(variable, say);
  });
}

function unresolved(name: string, fault: string | undefined, say: Say): ReferredVariable {
  const explanation = fault === undefined ? say('It has no value here.') : say(fault);
  return { name, state: 'unresolved', explanation };
}

function nameOf({ name, args }: ReferenceMark): string {
  return [name, ...args].join(' ');
}

function builtIn(mark: ReferenceMark, { surroundings }: ChainAnalysis, say: Say): ReferredVariable {
  const name = nameOf(mark);
  const [secret = ''] = mark.args;
  if (mark.name === '$secret') {
    const { environment } = surroundings;
    const explanation =
      environment?.secrets.includes(secret) === true
        ? say('secret of the environment {0}', environment.name)
        : say('secret');
    return { name, state: 'secret', explanation };
  }
  const explanation = describeBuiltIn(mark.name);
  return explanation === undefined
    ? { name, state: 'unresolved', explanation: say('The built-in {0} does not exist.', mark.name) }
    : { name, state: 'builtIn', explanation: say(explanation) };
}

function resolved(variable: AvailableVariable, say: Say): ReferredVariable {
  const { name, definition } = variable;
  return {
    name,
    state: 'resolved',
    explanation: producerWords(variable, say),
    ...shownValue(variable),
    ...(definition.kind === 'extraction' ? { producer: definition.requestIndex } : {}),
  };
}
