/** The evidence of a cell for its panel: what the result says, and where the workspace's files say it. */
import { defined } from '../../core/defined';
import { parsedUrl } from '../../core/prepare/url';
import type { AuthzExchange, AuthzResult, CellResult, CellStep } from '../../core/authz/model/authzResult';
import { brokenRule, standardEntries } from '../../core/authz/report/brokenRule';
import { readableBody, statusText } from '../../core/result/resultViews';
import type { RecordedBody, RecordedExchange } from '../../core/result/result';
import type { AttackExchange, AttackMessage, CellEvidence, EvidenceStep } from '../../protocol/authzPanel';

/** The sources of evidence. */
export interface EvidenceSource {
  /** With its reasons in the language of VS Code. */
  readonly cell: CellResult;
  /** It and its verdict in a sentence, in the language of VS Code. */
  readonly title: string;
  /** Verdicts of the whole run: some weaknesses show only in comparison with others. */
  readonly cells: readonly CellResult[];
  /** The whole result; absent during the run. */
  readonly result?: AuthzResult;
  /** Whether the run before did not have this flaw. */
  readonly isNew: boolean;
  /** Texts of the places that it is about. */
  readonly links: readonly string[];
  /** What the issue about it is called. */
  readonly issue?: string;
}

/** The evidence of a cell. */
export function cellEvidence({ cell, cells, result, isNew, ...known }: EvidenceSource): CellEvidence {
  const broken = brokenRule(cell, cells);
  const attack = result === undefined ? undefined : attackOf(cell, result);
  return {
    facts: [cell.class, ...(broken === undefined ? [] : standardEntries(broken)), ...(isNew ? ['new'] : [])],
    result: cell,
    ...(result === undefined ? {} : { steps: cell.steps.flatMap((step) => stepOf(step, result)) }),
    ...(attack?.exchange === undefined ? {} : { attack: attackExchange(attack.exchange) }),
    ...known,
  };
}

/** The request that was the attack: the last one, when it had to be sent again; absent when there was none. */
export function attackOf({ steps }: CellResult, { exchanges }: AuthzResult): AuthzExchange | undefined {
  const last = steps.findLast(({ step }) => step === 'attack');
  return last === undefined ? undefined : exchanges[last.exchange];
}

function stepOf({ step, exchange: index }: CellStep, { exchanges }: AuthzResult): readonly EvidenceStep[] {
  const sent = exchanges[index];
  if (sent === undefined) {
    return [];
  }
  const { user, request, exchange, failure } = sent;
  const status = exchange?.response?.status;
  return [
    {
      step,
      user,
      method: exchange?.request.method ?? '',
      target: exchange === undefined ? request.id : targetOf(exchange.request.url),
      ...defined({ status, failure }),
    },
  ];
}

/** Path and query of a URL; all of a text that is none. */
function targetOf(url: string): string {
  const parsed = parsedUrl(url);
  return parsed === undefined ? url : `${parsed.pathname}${parsed.search}`;
}

function attackExchange({ request, response }: RecordedExchange): AttackExchange {
  return {
    request: messageOf(`${request.method} ${request.url}`, request.headers, request.body),
    ...(response === undefined
      ? {}
      : {
          response: messageOf(
            `HTTP/${response.httpVersion} ${statusText(response)}`,
            response.headers,
            response.body,
          ),
        }),
  };
}

function messageOf(
  line: string,
  headers: AttackMessage['headers'],
  body: RecordedBody | undefined,
): AttackMessage {
  const text = body === undefined || body.content === '' ? undefined : readableBody(body);
  return { line, headers, ...defined({ body: text }) };
}
