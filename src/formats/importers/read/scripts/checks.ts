/**
 * What a script checks, as the expectation of a request: `pm.response.to.have.status(201)`,
 * `pm.expect(jsonData.state).to.eql('open')`, and the old `tests['…'] = responseCode.code === 200`.
 *
 * Only checks that say the same in a chain are taken; what is computed is left to the reader.
 */
import type {
  WrittenBodyCheck,
  WrittenExpectation,
  WrittenExtraction,
  WrittenHeaderCheck,
  WrittenOperators,
} from '../../../../core/files/writtenChain';
import type { Expression } from 'acorn';
import { defined } from '../../../../core/defined';
import { isArray, type JsonValue } from '../../../../core/json/json';
import { jsonTexts, referencedVariables } from '../../../../core/prepare/references';
import { choiceOf, operandOf, operatorsOf, readSentence, type CheckWord } from './checkSentence';
import type { Evaluator } from './evaluateExpression';
import type { ResponsePart, ScriptValue } from './scriptValue';

/** The extraction that a script has made of a variable so far. */
export type ExtractedSoFar = (variable: string) => WrittenExtraction | undefined;

/** The checks of a script, one after the other. */
export class ScriptChecks {
  private status: WrittenExpectation['status'];
  private readonly headers: WrittenHeaderCheck[] = [];
  private readonly body: WrittenBodyCheck[] = [];
  private readonly durations: number[] = [];

  constructor(private readonly extracted: ExtractedSoFar) {}

  /** Takes `pm.expect(…)…` or `pm.response.to…`; false when it cannot be said in a chain. */
  takeAssertion(node: Expression, evaluate: Evaluator): boolean {
    const sentence = readSentence(node, evaluate);
    if (sentence === undefined) {
      return false;
    }
    const { subject, word } = sentence;
    return subject === undefined ? this.takeOfResponse(word) : this.takeOfValue(subject, word);
  }

  /** Takes `a === b`, likewise. */
  takeComparison(node: Expression, evaluate: Evaluator): boolean {
    if (node.type !== 'BinaryExpression' || !/^={2,3}$/.test(node.operator)) {
      return false;
    }
    if (node.left.type === 'PrivateIdentifier') {
      return false;
    }
    const left = evaluate.expression(node.left);
    const right = operandOf(evaluate.expression(node.right));
    return left.kind === 'part' && right !== undefined && this.takeOfPart(left.part, { equals: right });
  }

  /** Member `expect` of a request; absent without checks. */
  expectation(): WrittenExpectation | undefined {
    const { status, headers, body, durations } = this;
    const parts = {
      ...defined({ status }),
      ...(headers.length === 0 ? {} : { headers }),
      ...(body.length === 0 ? {} : { body }),
      ...(durations.length === 0 ? {} : { maxDurationMs: Math.min(...durations) }),
    };
    return Object.keys(parts).length === 0 ? undefined : parts;
  }

  private takeOfResponse({ name, args = [] }: CheckWord): boolean {
    const [first, second] = args.map(operandOf);
    switch (name) {
      case 'status':
        return this.takeStatus(first ?? null);
      case 'ok':
      case 'success':
        return this.takeStatus('2xx');
      case 'header':
        return (
          typeof first === 'string' &&
          args.length <= 2 &&
          this.takeOfPart(
            { from: 'header', name: first },
            second === undefined ? { exists: true } : { equals: second },
          )
        );
      default:
        return false;
    }
  }

  private takeOfValue(subject: ScriptValue, word: CheckWord): boolean {
    if (subject.kind === 'api') {
      return /responseTime$/.test(subject.path) && this.takeDuration(word);
    }
    if (subject.kind !== 'part') {
      return false;
    }
    const choice = choiceOf(word);
    if (choice !== undefined) {
      return subject.part.from === 'status' && this.takeStatus(choice);
    }
    const operators = operatorsOf(word);
    return operators !== undefined && this.takeOfPart(subject.part, operators);
  }

  private takeDuration(word: CheckWord): boolean {
    const limit = operatorsOf(word)?.lessThan;
    const isLimit = typeof limit === 'number' && limit > 0;
    this.durations.push(...(isLimit ? [limit] : []));
    return isLimit;
  }

  private takeOfPart(part: ResponsePart, operators: WrittenOperators): boolean {
    const names = jsonTexts(operators).flatMap(({ text }) => referencedVariables(text));
    const rules = names.map(this.extracted).filter((rule) => rule !== undefined);
    if (rules.length > 0) {
      // A value compared with itself needs no check; with another one of this response, a chain cannot compare it.
      return rules.every((rule) => rule.from === part.from && rule.path === part.path);
    }
    switch (part.from) {
      case 'status':
        return this.takeStatus(operators.equals ?? null);
      case 'header':
        return part.regex === undefined && this.takeOfHeader(part.name ?? '', operators);
      case 'body':
        return part.regex === undefined && this.takeOfBody(part.path, operators);
      default:
        return false;
    }
  }

  private takeOfHeader(name: string, operators: WrittenOperators): boolean {
    this.headers.push({ name, ...operators });
    return true;
  }

  private takeOfBody(path: string | undefined, operators: WrittenOperators): boolean {
    this.body.push({ ...(path === undefined || path === '$' ? {} : { path }), ...operators });
    return true;
  }

  private takeStatus(status: JsonValue): boolean {
    const isList = isArray(status) && status.length > 0 && status.every(isHttpStatus);
    if (status !== '2xx' && !isHttpStatus(status) && !isList) {
      return false;
    }
    this.status = status;
    return true;
  }
}

function isHttpStatus(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 999;
}
