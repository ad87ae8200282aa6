/** Tools that read: which chains there are, what is wrong with one, what a request would send. */
import path from 'node:path';
import { defined } from '../core/defined';
import { formatPlace, unlessFaulty, UserError } from '../core/errors';
import { readChainOnly } from '../core/files/chainFile';
import { variableFlows } from '../core/analysis/variableFlows';
import type { JsonObject } from '../core/json/json';
import { analyzeFile } from '../node/analyzeFile';
import { summarizeEnvironments } from '../node/files/environmentList';
import { findFiles } from '../node/files/findFiles';
import { workspacePath } from '../node/files/workspaceText';
import { previewRequest } from '../node/preview/previewRequest';
import { fitAnswer, shown } from './answer';
import { CHAIN, ENVIRONMENT, MAX_BYTES, SHORTENED, VARIABLES } from './commonFields';
import { optional, rows, text, texts } from './fields';
import { defineTool } from './tool';
import { chainAt, trustFor, type Workbench } from './workbench';

/** Lists the chains of the workspace. */
export const listTool = defineTool({
  name: 'list_chains',
  title: 'List chains',
  description:
    'Lists the request chains of the workspace with their requests, and the environments they can run in. Call it first.',
  effect: 'reads',
  takes: { maxBytes: MAX_BYTES },
  gives: {
    chains: rows(
      'Each chain: file, name, status, environment, requires, requests (id and method), or the problem that keeps it from being read.',
    ),
    environments: rows(
      'Each environment: name, file, protected, origins, and its secrets by name with whether they have a value.',
    ),
    shortened: SHORTENED,
  },
  work: async ({ maxBytes }, { workbench }) => {
    const { files } = await findFiles('**/*.chain.json', workbench.workspace);
    const chains = await Promise.all(files.map((file) => chainRow(file, workbench)));
    return fitAnswer({ chains, environments: await environmentRows(files, workbench) }, maxBytes);
  },
});

async function chainRow(absolute: string, { workspace, text: read }: Workbench): Promise<JsonObject> {
  const file = workspacePath(absolute, workspace);
  const text = await unlessFaulty(read(absolute, workspace));
  if (text === undefined) {
    return { file, problem: 'It cannot be read.' };
  }
  try {
    const { chain, problems } = readChainOnly(text, file);
    return chain === undefined
      ? { file, problem: shown(problems.map(({ message }) => message).join(' ')) }
      : {
          file,
          name: shown(chain.name, 80),
          status: chain.status,
          ...defined({ environment: chain.environment }),
          ...(chain.requires.length === 0 ? {} : { requires: chain.requires }),
          requests: chain.requests.map(({ id, method }) => `${method} ${id}`),
        };
  } catch (error) {
    return { file, problem: shown(error instanceof Error ? error.message : String(error)) };
  }
}

/** The environments of all folders with chains, each once. */
async function environmentRows(
  chains: readonly string[],
  workbench: Workbench,
): Promise<readonly JsonObject[]> {
  const { workspace, settings } = workbench;
  const folders = new Map(chains.map((file) => [path.dirname(file), file]));
  const found = new Map<string, JsonObject>();
  for (const file of folders.values()) {
    for (const environment of (await unlessFaulty(summarizeEnvironments({ file, workspace }, settings))) ??
      []) {
      const { name, secrets, origins } = environment;
      found.set(`${environment.file} ${name}`, {
        name,
        file: workspacePath(environment.file, workspace),
        protected: environment.protected,
        origins: [...origins],
        secrets: secrets.map((secret) => ({ ...secret })),
      });
    }
  }
  return [...found.values()];
}

/** Says what is wrong with a chain. */
export const analyzeTool = defineTool({
  name: 'analyze_chain',
  title: 'Analyze a chain',
  description:
    'Checks a chain without sending anything: faults in the file, variables without a value, wrong order, credentials in the text. Call it after every edit of a chain.',
  effect: 'reads',
  takes: { chain: CHAIN, environment: ENVIRONMENT, maxBytes: MAX_BYTES },
  gives: {
    problems: rows('Each problem: code, severity, message, place (file:line:column), request, variable.'),
    variables: rows('Each variable: name, producer (the request that extracts it), consumers.'),
    shortened: SHORTENED,
  },
  work: async ({ chain, environment, maxBytes }, { workbench }) => {
    const { file, workspace } = await chainAt(chain, workbench);
    const analysis = await analyzeFile(
      { file, workspace, ...defined({ environment }) },
      workbench.text,
      workbench.describe,
    );
    const problems = analysis.problems.map(({ code, severity, message, place: at, request, variable }) => ({
      code,
      severity,
      message: shown(message),
      place: formatPlace(at),
      ...(request === undefined ? {} : { request }),
      ...(variable === undefined ? {} : { variable }),
    }));
    const variables = variableFlows(analysis).map(({ consumers, ...flow }) => ({
      ...flow,
      consumers: [...consumers],
    }));
    return fitAnswer({ problems, variables }, maxBytes);
  },
});

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Shows a request as it would be sent. */
export const previewTool = defineTool({
  name: 'preview_request',
  title: 'Preview a request',
  description:
    'Shows a request as it would be sent, with the values of the last run and secrets masked. Sends nothing.',
  effect: 'reads',
  takes: {
    chain: CHAIN,
    request: text('Id of the request.'),
    environment: ENVIRONMENT,
    variables: VARIABLES,
    maxBytes: MAX_BYTES,
  },
  gives: {
    method: text('HTTP method, or CALL for a chain that is a step.'),
    url: text('Absolute URL; references without a value stay as they are written.'),
    headers: texts('Header lines.'),
    body: optional(text('The body as text.')),
    remarks: texts('What is missing, and what is added only while the request is sent.'),
    shortened: SHORTENED,
  },
  work: async ({ chain, request: requestId, environment, variables, maxBytes }, { workbench }) => {
    const { name, ...place } = await chainAt(chain, workbench);
    const changed = await workbench.watch.pin().changed([name]);
    const { withheld, settings } = trustFor(changed, variables ?? {}, workbench);
    const trusted = withheld === undefined;
    const known = trusted ? workbench.runs.last(name)?.memory : undefined;
    const job = { ...place, requestId, shown: NO_VALUES, trusted, ...defined({ environment, known }) };
    const { request, remarks } = await previewRequest(job, settings);
    if (request === undefined) {
      throw new UserError(remarks.join(' '), 'Call analyze_chain.');
    }
    return fitAnswer(
      {
        method: request.method,
        url: request.url,
        headers: request.headers.map(({ name, value }) => `${name}: ${value}`),
        ...defined({ body: request.body?.content }),
        remarks: [...remarks],
      },
      maxBytes,
    );
  },
});
