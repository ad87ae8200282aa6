/**
 * A chain as an Arazzo document: it and the chains that it requires are workflows, requests are steps. The operations
 * that steps call are described by OpenAPI documents next to it, one for each server.
 *
 * It is Arazzo 1.0, which every tool reads, and 1.1 where a value is found by more than names and positions.
 */
import { writeJson } from '../../../core/edit/jsonText';
import type { JsonObject, JsonValue } from '../../../core/json/json';
import { pathFrom } from '../../../core/language/filePath';
import { plainText, resolveTemplate, splitUrl, type Reference } from '../../../core/prepare/template';
import { oneLine } from '../../../core/shownText';
import type { ExportedChain, ExportedPart } from '../exportedChain';
import type { ExportLog } from '../exportLog';
import type { WrittenFiles } from '../exporters';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { createOperations, isDescribable, type OperationList } from './arazzoOperations';
import { writeStep } from './arazzoStep';
import { workflowValues } from './arazzoValues';

/** Writes a document; the log gets what it cannot express. */
export function writeArazzo(chain: ExportedChain, log: ExportLog): WrittenFiles {
  const placeholders = createPlaceholders(chain, log.secret);
  const sources = new Map<string, Source>();
  const requests = withTokenRequests(outgoingRequests(chain, log), chain, log);
  const ids = workflowIds(chain.parts);
  const earlier = new Map<string, string>();
  const workflows = chain.parts.flatMap((part): readonly JsonObject[] => {
    const id = ids.get(part.file) ?? '';
    const values = workflowValues(chain, placeholders, new Map(earlier));
    const taken = new Set<string>();
    const steps = requests
      .filter((one) => one.part === part)
      .flatMap((outgoing): readonly JsonObject[] => {
        const source = sourceOf(outgoing, chain, { sources, log });
        if (source === undefined) {
          return [];
        }
        const stepId = freeId(outgoing.request.id, taken);
        const { step, variables } = writeStep(outgoing, {
          ...{ stepId, values, operations: source.operations, description: source.name },
          remark: log.of(outgoing.source),
          whole: log.whole,
        });
        variables.forEach((variable) => {
          values.extracted(variable, stepId);
        });
        return [step];
      });
    if (steps.length === 0) {
      ids.delete(part.file);
      return [];
    }
    const inputs = values.inputs();
    const outputs = values.outputs();
    outputs.forEach((_expression, variable) => earlier.set(variable, id));
    const required = part.requires.flatMap((name) => ids.get(pathFrom(part.file, name) ?? '') ?? []);
    const dependsOn = [...new Set([...required, ...values.uses()])];
    return [
      {
        workflowId: id,
        summary: oneLine(part.name),
        ...(part.description === undefined ? {} : { description: part.description }),
        ...(inputs === undefined ? {} : { inputs }),
        ...(dependsOn.length === 0 ? {} : { dependsOn }),
        steps,
        ...(outputs.size === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
      },
    ];
  });
  const needsSelectors = JSON.stringify(workflows).includes('"selector":');
  if (needsSelectors) {
    log.whole(
      'It is Arazzo 1.1, because values are found by more than names and positions; not every tool reads that.',
    );
  }
  const document: JsonObject = {
    arazzo: needsSelectors ? '1.1.0' : '1.0.1',
    info: { title: oneLine(chain.name), version: '1.0.0' },
    sourceDescriptions: [...sources.values()].map(({ name }) => ({
      name,
      url: `./${encodeURIComponent(fileOf(chain, name))}`,
      type: 'openapi',
    })),
    workflows,
  };
  return {
    text: written(document),
    others: [...sources.values()].map(({ name, operations }) => ({
      name: fileOf(chain, name),
      text: written(operations.document(oneLine(chain.name))),
    })),
  };
}

/** A server and its operations. */
interface Source {
  readonly name: string;
  readonly operations: OperationList;
}

function written(document: JsonValue): string {
  return `${writeJson(document, { unit: '  ', lineBreak: '\n' }, { indent: '', column: 0 })}\n`;
}

/** Name of an OpenAPI document next to the exported file. */
function fileOf({ target }: ExportedChain, source: string): string {
  const stem = target.replace(/\.[^.]*$/, '');
  return source === FIRST_SOURCE ? `${stem}.openapi.json` : `${stem}.${source}.openapi.json`;
}

const FIRST_SOURCE = 'api';

/** The description of the server that a request is sent to; absent when it is left out. */
function sourceOf(
  { request, source }: OutgoingRequest,
  chain: ExportedChain,
  { sources, log }: { readonly sources: Map<string, Source>; readonly log: ExportLog },
): Source | undefined {
  if (!isDescribable(request.method)) {
    log.leaveOut(source, `OpenAPI describes no operation with the method ${request.method}.`);
    return undefined;
  }
  const base = request.url.slice(0, splitUrl(request.url).pathStart);
  const server = serverOf(base, chain);
  if (server === undefined) {
    log.leaveOut(source, 'Its server is only known while the chain runs, and OpenAPI names servers.');
    return undefined;
  }
  if (server === UNKNOWN_SERVER && !base.startsWith(UNKNOWN_SERVER)) {
    log.whole(`The server ${base} is not known here: write its address into the OpenAPI document.`);
  }
  const known = sources.get(server);
  const number = sources.size + 1;
  const made = known ?? {
    name: number === 1 ? FIRST_SOURCE : `${FIRST_SOURCE}${number}`,
    operations: createOperations(server),
  };
  sources.set(server, made);
  return made;
}

const UNKNOWN_SERVER = 'http://localhost';

function serverOf(base: string, { constants, extracted }: ExportedChain): string | undefined {
  const valueOf =
    (seen: readonly string[]) =>
    ({ name }: Reference): JsonValue | undefined => {
      const value = seen.includes(name) ? undefined : constants.get(name);
      return typeof value === 'string'
        ? resolveTemplate(value, valueOf([...seen, name]), plainText).text
        : value;
    };
  const { text, missing } = resolveTemplate(base, valueOf([]), plainText);
  if (missing.some(({ name }) => extracted.has(name))) {
    return undefined;
  }
  return missing.length === 0 && /^https?:\/\//i.test(text) && !text.includes('{{')
    ? text.replace(/\/$/, '')
    : UNKNOWN_SERVER;
}

/** Ids of workflows by the files of their chains. */
function workflowIds(parts: readonly ExportedPart[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    parts.map(({ file }) => [
      file,
      freeId((file.split('/').at(-1) ?? '').replace(/(?:\.chain)?\.json$/, ''), taken),
    ]),
  );
}

/** An id as the standard recommends it, which no other one has. */
function freeId(wanted: string, taken: Set<string>): string {
  const name = wanted.replace(/[^\w-]+/g, '-') || 'workflow';
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!taken.has(candidate)) {
      taken.add(candidate);
      return candidate;
    }
  }
}
