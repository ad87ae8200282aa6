/** Makes sessions in which a step is a line: `POST /orders`, what is sent, what comes back. */
import { defined } from '../../../src/core/defined';
import type { RecordedStep } from '../../../src/core/mapping/read/recordedSession';

/** A step without what tests do not care about. */
export interface StepSpec {
  /** `POST /orders?page=1`. */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** XML or a multipart body when it is a string that begins so, a form when it is another, else JSON. */
  readonly sent?: unknown;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** XML when it is a string that begins so, a page when it is another, else JSON. */
  readonly answer?: unknown;
  /** What a string is that is answered: a page by default. */
  readonly answerType?: string;
  readonly startedAt?: number;
  readonly endedAt?: number;
}

/** A session; `entry` is the index of the step. */
export function sessionOf(...steps: readonly StepSpec[]): readonly RecordedStep[] {
  return steps.map((step, entry) => {
    const [method = '', target = ''] = step.line.split(' ');
    return {
      entry,
      method,
      url: `http://api.test${target}`,
      headers: linesOf(step.headers),
      ...(step.sent === undefined ? {} : { body: textOf(step.sent, 'application/x-www-form-urlencoded') }),
      ...defined({ startedAt: step.startedAt, endedAt: step.endedAt }),
      response: {
        status: step.status ?? 200,
        headers: linesOf(step.answerHeaders),
        ...textOf(step.answer ?? '', step.answerType ?? 'text/html'),
      },
    };
  });
}

function linesOf(headers: Readonly<Record<string, string>> = {}) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function mediaTypeOf(content: string): string | undefined {
  return content.startsWith('<?xml')
    ? 'application/xml'
    : content.startsWith('--')
      ? 'multipart/form-data'
      : undefined;
}

function textOf(content: unknown, typeOfText: string) {
  return typeof content === 'string'
    ? { mediaType: mediaTypeOf(content) ?? typeOfText, text: content }
    : { mediaType: 'application/json', text: JSON.stringify(content) };
}
