/**
 * What functions make of a secret, or of a token that a login gave: each is sent, repeated by the server, and must be
 * masked in everything that is written.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { executionLog } from '../../src/core/run/executionLog';
import type { ExecutionResult } from '../../src/core/result/result';
import { ended, start } from '../cli/program';
import { chainOf, createWorkspace } from '../node/workspace';
import { filesBelow, filesWritten, streamsOf } from './outputs';

/** What a run showed of computed values. */
export interface ComputedOutcome {
  /** Names of the requests that reached the server with a computed value. */
  readonly arrived: readonly string[];
  /** Where such a value was shown: the request and the output. */
  readonly leaks: readonly string[];
}

const SECRET = 'QkpTd3Bo-4711abcdEFGH-zYxWvUtS-0987';
const TOKEN = 'tOkEn-77fgh-AbCdEfGh-5544332211';
const REPORTS = ['json', 'junit', 'html', 'markdown', 'har'] as const;

/** Each function, given the variable `v`. */
const CALLS: Readonly<Record<string, string>> = {
  'hmac-key': "{{$hmac 'sha256' v 'text'}}",
  'hmac-text': "{{$hmac 'sha256' 'key' v 'base64'}}",
  hash: "{{$hash 'sha256' v}}",
  jwt: "{{$jwt 'HS256' v claims}}",
  base64: '{{$base64 v}}',
  base64url: '{{$base64url v}}',
  decoded: '{{$base64Decode coded}}',
  hex: '{{$hex v}}',
  'url-encode': '{{$urlEncode v}}',
  json: '{{$json list}}',
  concat: "{{$concat v '-' v}}",
  upper: '{{$upper v}}',
  lower: '{{$lower v}}',
  trim: '{{$trim v}}',
  totp: "{{$totp v 10 3600 'sha1' 'utf8'}}",
  // Two digits cannot be found by themselves: the text around them shows whether they are masked where they were put.
  length: 'length-{{$length v}}-length',
};

/** A result that is too short to be recognised in what a server says. */
const UNRECOGNISED = 'at-length-';

/** How a request uses a call. */
const WAYS: Readonly<Record<string, (call: string) => object>> = {
  direct: (call) => ({ headers: [{ name: 'X-At', value: call }] }),
  variable: (call) => ({
    headers: [{ name: 'X-At', value: '{{w}}' }],
    variables: { w: '{{inner}}', inner: call },
  }),
  part: (call) => ({ headers: [{ name: 'X-At', value: `v1 {{w}}` }], variables: { w: call } }),
};

/** The requests of a run, by their names. */
export const computedRequests: readonly { readonly id: string; readonly request: object }[] = Object.entries(
  CALLS,
).flatMap(([name, call]) =>
  Object.entries(WAYS).map(([way, use]) => ({ id: `at-${name}-${way}`, request: use(call) })),
);

/** Runs all of them with the secret, or with a token that was extracted, and searches the outputs. */
export async function runComputed(from: 'secret' | 'token'): Promise<ComputedOutcome> {
  const sent = new Map<string, string>();
  const server = createServer((request, response) => {
    const at = request.headers['x-at'];
    if (typeof at === 'string') {
      sent.set(request.url?.slice(1) ?? '', at);
    }
    response.setHeader('Content-Type', 'application/json');
    const repeated = request.url?.includes(UNRECOGNISED) === true ? undefined : at;
    request.resume().on('end', () => response.end(JSON.stringify({ token: TOKEN, at: repeated })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const workspace = await createWorkspace();
  try {
    await workspace.write(computedFiles(`http://127.0.0.1:${port}`, from));
    const before = new Set(await filesBelow(workspace.folder));
    const reports = REPORTS.flatMap((name) => ['--reporter', `${name}=report.${name}`]);
    const args = ['run', 'computed.chain.json', ...reports, '--reporter', 'console'];
    const end = await ended(start(args, workspace.folder, { CHAINWRIGHT_SECRET_KEY: SECRET }));
    const report = JSON.parse(await readFile(path.join(workspace.folder, 'report.json'), 'utf8')) as {
      readonly results: readonly [ExecutionResult];
    };
    const outputs = [
      ...streamsOf(end, 'run'),
      ...(await filesWritten(workspace.folder, before)),
      { name: 'execution log', text: executionLog(report.results[0]) },
    ];
    const leaks = [...sent].flatMap(([id, value]) => {
      const bare = value.replace(/^v1 /, '');
      const spellings = [bare, encodeURIComponent(bare), JSON.stringify(bare).slice(1, -1)];
      return outputs
        .filter(({ text }) => spellings.some((spelling) => text.includes(spelling)))
        .map(({ name }) => `${id} in ${name}`);
    });
    return { arrived: [...sent.keys()], leaks };
  } finally {
    await workspace.dispose();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}

function computedFiles(origin: string, from: 'secret' | 'token'): Record<string, object> {
  const extract = [{ variable: 'token', from: 'body', path: '$.token' }];
  const login = { id: 'login', method: 'POST', url: '{{baseUrl}}/login', extract };
  const requests = computedRequests.map(({ id, request }) => ({
    id,
    method: 'GET',
    url: `{{baseUrl}}/${id}`,
    expect: { status: 418 },
    ...request,
  }));
  const variables = {
    v: from === 'secret' ? '{{$secret KEY}}' : '{{token}}',
    coded: '{{$base64 v}}',
    claims: { sub: 'ann' },
    list: ['{{v}}', 1],
  };
  return {
    'computed.chain.json': chainOf([login, ...requests], {
      formatVersion: 2,
      status: 'active',
      environment: 'local',
      variables,
    }),
    'local.environment.json': {
      formatVersion: 1,
      name: 'local',
      variables: { baseUrl: origin },
      secrets: ['KEY'],
    },
  };
}
