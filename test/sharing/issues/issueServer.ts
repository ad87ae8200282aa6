/** Issue trackers on this machine that speak the documented interfaces, and fail when asked to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { githubApi } from './githubApi';
import { gitlabApi } from './gitlabApi';
import type { Asked, IssueApi, KeptIssue, Answer } from './issueApi';
import { jiraApi } from './jiraApi';

/** The interfaces by the names of their trackers. */
const apis: Readonly<Record<string, IssueApi>> = {
  github: githubApi,
  gitlab: gitlabApi,
  jira: jiraApi(3),
  'jira-data-center': jiraApi(2),
};

/** What goes wrong with an answer. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'silence'
  /** It is done, and the answer is lost. */
  | 'unheard'
  | 'truncated'
  | 'broken-json'
  /** A page that says what it was sent, as frameworks do. */
  | 'echo';

/** A tracker that runs. */
export interface IssueServer {
  readonly origin: string;
  readonly issues: KeptIssue[];
  readonly asked: Asked[];
  /** The next answers, one after the other; all is well after them. */
  readonly faults: Fault[];
  /** What was wrong with requests, by the description of the interface. */
  readonly faulty: readonly string[];
  close(): Promise<void>;
}

/** Starts a tracker. */
export async function startIssueServer(name: string): Promise<IssueServer> {
  const api = apis[name];
  if (api === undefined) {
    throw new Error(`no interface of ${name}`);
  }
  const issues: KeptIssue[] = [];
  const asked: Asked[] = [];
  const faults: Fault[] = [];
  const faulty: string[] = [];
  const server = createServer((request, response) => {
    void readAsked(request, origin()).then((one) => {
      asked.push(one);
      const fault = faults.shift();
      if (fault === undefined || fault === 'truncated' || fault === 'broken-json') {
        const { status, json } = judged(() => api(one, issues, origin()));
        tell(response, status, JSON.stringify(json ?? null), fault);
      } else if (fault === 'unheard') {
        judged(() => api(one, issues, origin()));
      } else if (fault === 'echo') {
        response.writeHead(500, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ message: `${JSON.stringify(one.headers)} ${one.text}` }));
      } else if (fault !== 'silence') {
        response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers });
        response.end(fault.body ?? '{}');
      }
    });
  });
  /** A request that the description does not allow must fail the test, not the server. */
  const judged = (answer: () => Answer): Answer => {
    try {
      return answer();
    } catch (error) {
      faulty.push(error instanceof Error ? error.message : String(error));
      return { status: 501 };
    }
  };
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: origin(),
    issues,
    asked,
    faults,
    faulty,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function tell(
  response: ServerResponse,
  status: number,
  text: string,
  fault: 'truncated' | 'broken-json' | undefined,
): void {
  const sent = fault === undefined ? text : text.slice(0, text.length / 2);
  const length = fault === 'truncated' ? text : sent;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(length)),
  });
  response.write(sent, () => {
    if (fault === 'truncated') {
      response.destroy();
    } else {
      response.end();
    }
  });
}

async function readAsked(request: IncomingMessage, origin: string): Promise<Asked> {
  const pieces: Buffer[] = [];
  for await (const piece of request) {
    pieces.push(piece as Buffer);
  }
  const text = Buffer.concat(pieces).toString();
  const { method = '', url = '', headers } = request;
  return {
    method,
    target: url,
    url: new URL(url, origin),
    headers,
    text,
    ...(text === '' ? {} : { json: JSON.parse(text) as unknown }),
  };
}
