/** The responses that tools write below a request, as what the request was answered. */
import {
  exampleExchange,
  keepExamples,
  type ExampleAnswer,
  type KeptExamples,
} from '../../shape/recordedResponses';
import { headerLine, type RequestLine } from './httpLines';

/** Reads responses, each from its status line on. */
export function readAnswers(
  answers: readonly (readonly string[])[],
  { method, url }: RequestLine,
): KeptExamples {
  const request = { method, url: url.trim(), headers: [] };
  return keepExamples(answers.map((lines) => exampleExchange(request, answerOf(lines))));
}

/** Its headers end with the first line that is not one; empty lines around its body are those of the file. */
function answerOf([first = '', ...lines]: readonly string[]): ExampleAnswer {
  const end = lines.findIndex((line) => headerLine(line) === undefined);
  const head = end === -1 ? lines : lines.slice(0, end);
  const body = end === -1 ? [] : lines.slice(end);
  return {
    status: Number(/\s(\d{3})\b/.exec(first)?.[1]),
    headers: head.flatMap((line) => headerLine(line) ?? []),
    body: body
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd(),
  };
}
