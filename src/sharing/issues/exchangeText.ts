/** An exchange as an issue shows it: the messages, and the command that sends the request again. */
import { defined } from '../../core/defined';
import type { HeaderLine } from '../../core/model';
import { humanSize, readableBody, statusText } from '../../core/result/resultViews';
import type { RecordedBody, RecordedExchange } from '../../core/result/result';
import { curlCommand } from '../../formats/exporters/curl';
import { shortListing, type IssueSection } from './issueDraft';

/** The sections that an exchange gives. */
export function exchangeSections(exchange: RecordedExchange): readonly IssueSection[] {
  const { request, response, failure } = exchange;
  const command = curlText(request);
  const variables = [...new Set([...command.matchAll(VARIABLE)].map(([, name = '']) => name))];
  return [
    {
      title: 'Request',
      language: 'http',
      text: message(`${request.method} ${request.url}`, request.headers, request.body),
    },
    response === undefined
      ? { title: 'Answer', language: 'text', text: failure?.message ?? '' }
      : {
          title: 'Answer',
          language: 'http',
          text: message(
            `HTTP/${response.httpVersion} ${statusText(response)}`,
            response.headers,
            response.body,
          ),
        },
    {
      title: 'Send it again',
      ...(variables.length === 0
        ? {}
        : {
            words: `Set these variables of the shell first: ${variables.map((name) => `\`${name}\``).join(', ')}.`,
          }),
      language: 'bash',
      text: command,
    },
  ];
}

/** Variables as the exporter of commands writes them, outside of quotes. */
const VARIABLE = /"\$([A-Z0-9_]+)"/g;

/** UTF-16 code units of a body that a command holds; a longer one is a file that the command names. */
const MAX_COMMAND_BODY = 2_000;

function curlText({ body, ...request }: RecordedExchange['request']): string {
  if (body === undefined || body.content.length <= MAX_COMMAND_BODY) {
    return curlCommand({ ...request, ...defined({ body }) });
  }
  return curlCommand({ ...request, body: { ...body, content: '' } });
}

function message(first: string, headers: readonly HeaderLine[], body: RecordedBody | undefined): string {
  const lines = [first, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  const text = body === undefined || body.size === 0 ? '' : bodyText(body);
  return text === '' ? lines : `${lines}\n\n${text}`;
}

function bodyText(body: RecordedBody): string {
  const text = readableBody(body);
  return text === undefined || text === ''
    ? `(${humanSize(body.size)}${body.mediaType === '' ? '' : ` of ${body.mediaType}`})`
    : shortListing(text);
}
