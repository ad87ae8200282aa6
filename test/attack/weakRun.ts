/**
 * Secrets that are too short to be recognised in answers, such as `123`. Where they were written into a request
 * they must be masked all the same, and the console has to say that they are not recognised anywhere else.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ended, start } from '../cli/program';
import { chainOf, createWorkspace } from '../node/workspace';
import { filesBelow, filesWritten, streamsOf } from './outputs';

/** What a run with a weak secret showed. */
export interface WeakOutcome {
  /** Requests that reached the server: all of them have to. */
  readonly arrived: number;
  /** Where the value was shown: the request and the output. */
  readonly leaks: readonly string[];
  /** Whether the console warned of the secret by its name. */
  readonly warned: boolean;
}

const NAME = 'WEAK';
const REF = `{{$secret ${NAME}}}`;
const OAUTH1 = { type: 'oauth1', consumerKey: 'a', consumerSecret: 'b', signatureMethod: 'PLAINTEXT' };
const REPORTS = ['json', 'junit', 'html', 'markdown', 'har'] as const;

/** Requests that write the secret into one place each; `shown` says what that place is called in outputs. */
export const weakRequests: readonly { readonly id: string; readonly request: object }[] = [
  { id: 'in-path', request: { url: `{{baseUrl}}/in-path/${REF}` } },
  { id: 'in-path-part', request: { url: `{{baseUrl}}/in-path-part/a${REF}b` } },
  { id: 'in-query', request: { url: '{{baseUrl}}/in-query', query: [{ name: 'at', value: REF }] } },
  { id: 'in-query-of-url', request: { url: `{{baseUrl}}/in-query-of-url?at=${REF}&n=1` } },
  { id: 'in-header', request: { headers: [{ name: 'X-At', value: REF }] } },
  { id: 'in-header-part', request: { headers: [{ name: 'X-At', value: `key ${REF} end` }] } },
  { id: 'in-bearer', request: { auth: { type: 'bearer', token: REF } } },
  { id: 'in-basic', request: { auth: { type: 'basic', username: 'ann', password: REF } } },
  { id: 'in-api-key', request: { auth: { type: 'apiKey', in: 'query', name: 'at', value: REF } } },
  { id: 'in-plaintext', request: { auth: { ...OAUTH1, consumerSecret: REF } } },
  { id: 'in-plaintext-query', request: { auth: { ...OAUTH1, consumerSecret: REF, in: 'query' } } },
  { id: 'in-consumer-key', request: { auth: { ...OAUTH1, consumerKey: REF, in: 'query' } } },
  { id: 'in-callback', request: { auth: { ...OAUTH1, callback: REF, in: 'query' } } },
  {
    id: 'in-signed-path',
    request: { url: `{{baseUrl}}/in-signed-path/${REF}`, auth: { ...OAUTH1, in: 'query' } },
  },
  { id: 'in-cookie', request: { headers: [{ name: 'Cookie', value: `at=${REF}` }] } },
  { id: 'in-json', request: { method: 'POST', body: { json: { at: REF, n: 1 } } } },
  { id: 'in-text', request: { method: 'POST', body: { text: `at ${REF} end` } } },
  { id: 'in-form', request: { method: 'POST', body: { form: [{ name: 'at', value: REF }] } } },
  { id: 'in-multipart', request: { method: 'POST', body: { multipart: [{ name: 'at', value: REF }] } } },
  {
    id: 'in-graphql',
    request: { method: 'POST', body: { graphql: { query: '{ a }', variables: { at: REF } } } },
  },
  { id: 'in-variable', request: { headers: [{ name: 'X-At', value: '{{copy}}' }] } },
];

/**
 * Sends every request with a weak secret and searches all outputs for it.
 *
 * @param sent another secret to send instead: then nothing must be found, which tries the search itself
 */
export async function runWeak(value: string, sent = value): Promise<WeakOutcome> {
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    request.resume().on('end', () => response.end('fine'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const workspace = await createWorkspace();
  try {
    await workspace.write(weakFiles(`http://127.0.0.1:${port}`));
    const before = new Set(await filesBelow(workspace.folder));
    const args = [
      'run',
      'weak.chain.json',
      ...REPORTS.flatMap((name) => ['--reporter', `${name}=report.${name}`]),
    ];
    const end = await ended(
      start([...args, '--reporter', 'console'], workspace.folder, { [`CHAINWRIGHT_SECRET_${NAME}`]: sent }),
    );
    const outputs = [...streamsOf(end, 'run'), ...(await filesWritten(workspace.folder, before))];
    const leaks = outputs.flatMap(({ name, text }) => shownIn(text, value).map((id) => `${id} in ${name}`));
    return { arrived, leaks, warned: isWarning(`${end.stdout}\n${end.stderr}`) };
  } finally {
    await workspace.dispose();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}

function weakFiles(origin: string): Record<string, object> {
  const requests = weakRequests.map(({ id, request }) => ({
    id,
    method: 'GET',
    url: `{{baseUrl}}/${id}`,
    expect: { status: 418 },
    ...request,
  }));
  const more = { status: 'active', environment: 'local', variables: { copy: REF } };
  return {
    'weak.chain.json': chainOf(requests, more),
    'local.environment.json': { formatVersion: 1, name: 'local', variables: { baseUrl: origin } },
  };
}

/** The requests in whose part of a text the value is, raw or as Basic sends it. */
function shownIn(text: string, value: string): readonly string[] {
  const basic = Buffer.from(`ann:${value}`).toString('base64');
  // Numbers of a report, such as durations and sizes, are not the secret.
  const raw = new RegExp(`${PLACE}${value}(?![\\w.:-])(?! (?:ms|s|B)\\b)`);
  const marks = new RegExp(`\\bin-(?:${weakRequests.map(({ id }) => id.slice(3)).join('|')})\\b(?!-)`, 'g');
  const begins = [...text.matchAll(marks)];
  const shown = begins.flatMap(({ index, 0: id }, at) => {
    const piece = text.slice(index, begins[at + 1]?.index ?? text.length);
    const inParts = raw.test(piece) || piece.includes(`a${value}b`) || piece.includes(basic);
    return inParts ? [id] : [];
  });
  return [...new Set(shown)];
}

/** The text before a request's value in any report: a quote, a tag, `=`, `/`, or words of the request. */
const PLACE = String.raw`(?<=(?:["'>=/]|&quot;|&#39;|Bearer |key |at |at: |At: |X-At\W{1,40}|\`))`;

function isWarning(text: string): boolean {
  return text.split('\n').some((line) => line.includes(NAME) && /weak|short|recogni[sz]e/i.test(line));
}
