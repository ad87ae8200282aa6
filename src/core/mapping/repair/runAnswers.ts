/** What the requests of a chain were answered so far, over several runs that each send a part of it. */
import { CALL } from '../../files/chainShape';
import { parseJson, type JsonValue } from '../../json/json';
import { plainText } from '../../prepare/template';
import type { ExecutionResult, RequestResult } from '../../result/result';
import { ParsedResponse } from '../read/parsedResponse';
import type { RecordedStep } from '../read/recordedSession';
import { sessionOfResult } from '../read/sessionFromResult';
import type { OpenChoice } from '../review/reviewMappings';
import type { CarriedPlace } from './carriedPlaces';

/** The latest answers; requests that were skipped keep the one from before. */
export class RunAnswers {
  readonly #results = new Map<string, RequestResult>();
  readonly #steps = new Map<string, RecordedStep>();
  readonly #parsed = new Map<string, ParsedResponse>();
  readonly #requiredMethods = new Set<string>();

  /** Takes the result of a request without its answer, as long as its run is not over. */
  note(result: RequestResult): void {
    this.#results.set(result.request.id, result);
  }

  /** Takes what a run was answered. */
  take(run: ExecutionResult): void {
    for (const step of sessionOfResult(run)) {
      const { entry, response } = step;
      const id = run.requests[entry]?.request.id;
      if (id !== undefined) {
        this.#steps.set(id, step);
      }
      if (id !== undefined && response !== undefined) {
        this.#parsed.set(id, new ParsedResponse(response));
      }
    }
    for (const result of run.requests) {
      if (wasSent(result) && result.request.chain !== run.chain.file) {
        this.#requiredMethods.add(result.exchange?.request.method ?? result.method);
      }
      if (result.outcome !== 'skipped' && result.request.chain === run.chain.file) {
        this.#results.set(result.request.id, result);
      }
    }
  }

  /** The latest result of a request of the chain; absent when it was not reached. */
  resultOf(id: string): RequestResult | undefined {
    return this.#results.get(id);
  }

  /** Ids of the requests that were sent. */
  sent(): readonly string[] {
    return [...this.#results].flatMap(([id, result]) => (wasSent(result) ? [id] : []));
  }

  /** Methods of what was sent for the chains that the chain requires: a run of everything sends it again. */
  requiredMethods(): readonly string[] {
    return [...this.#requiredMethods];
  }

  /** What the latest run sent for a request; absent when it was not sent. */
  stepOf(id: string): RecordedStep | undefined {
    return this.#steps.get(id);
  }

  /** The JSON of the latest answer of a request; absent when there is none. */
  jsonOf(id: string): JsonValue | undefined {
    return this.#parsed.get(id)?.json;
  }

  /** The text of the latest answer of a request; empty when there is none. */
  textOf(id: string): string {
    return this.#parsed.get(id)?.answer.text ?? '';
  }

  /**
   * The value that a source gave; absent when it gave none. What was extracted counts first: answers are masked here, so
   * that no claim of a token can be read in them.
   */
  valueOf(choice: OpenChoice): string | undefined {
    return this.extractedBy(choice) ?? this.#parsed.get(choice.source)?.valueOf(choice.producer.rule);
  }

  /** The value that a source's request extracted; absent when it extracted none by this name. */
  extractedBy({ source, variable }: OpenChoice): string | undefined {
    const value = this.resultOf(source)?.extractions.findLast(
      (one) => one.variable === variable && one.found,
    )?.value;
    return value === undefined ? undefined : plainText(parseJson(value));
  }

  /** The value that a place sends, as far as it is known. */
  valueAt({ mapping, variable, choice }: CarriedPlace): string | undefined {
    const chosen = mapping.choices[choice ?? -1];
    if (chosen !== undefined) {
      return this.valueOf(chosen);
    }
    if (variable === undefined) {
      return mapping.proposal.value;
    }
    const used = this.resultOf(mapping.request)?.substitutions.find((one) => one.variable === variable);
    return used === undefined ? undefined : plainText(parseJson(used.value));
  }
}

/** Whether something was sent for it: a chain that is run as a step has no exchange of its own. */
function wasSent({ exchange, method, attempts }: RequestResult): boolean {
  return exchange !== undefined || (method === CALL && attempts > 0);
}
