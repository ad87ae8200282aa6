/** A specification as what chains are held against: what each of its operations has, and where that is written. */
import { defined } from '../../../../core/defined';
import { isObject } from '../../../../core/json/json';
import { nameRangeOf, parseDocument, placeAt } from '../../../../core/json/jsonDocument';
import {
  ITEMS,
  type ApiListing,
  type DescribedOperation,
  type MemberSteps,
} from '../../../../core/openapi/apiListing';
import { parameterKey } from '../../../../core/openapi/requestUse';
import { isTrue, memberOf, scalarText } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';
import { createYamlLines } from '../../shape/yamlText';
import { bestMediaType } from './describedBody';
import { listOperations, type Operation } from './operations';
import { operationBody } from './requestBody';
import { documentedSuccess } from './responseExample';
import { serverUrls } from './servers';
import type { Place, Spec } from './spec';
import { targetOf } from './specFiles';

/** Lists the operations of a specification under a name. */
export function listApi(name: string, spec: Spec): ApiListing<Operation> {
  return { name, servers: serverUrls(spec), operations: listOperations(spec) };
}

/** Describes the operations of a specification; `source` is its file. */
export async function listWithMembers(
  name: string,
  spec: Spec,
  source: Pick<ImportSource, 'text' | 'path' | 'files'>,
): Promise<ApiListing<DescribedOperation>> {
  const lineOf = createLines(source);
  const listed = listApi(name, spec);
  const folder = name.slice(0, name.length - source.path.length);
  const operations: DescribedOperation[] = [];
  for (const operation of listed.operations) {
    const { file, path } = writtenAt(operation);
    const line = await lineOf(file, path);
    operations.push({
      ...described(spec, operation),
      place: { file: `${folder}${file}`, ...defined({ line }) },
    });
  }
  return { ...listed, operations };
}

function described(spec: Spec, operation: Operation): Omit<DescribedOperation, 'place'> {
  const { method, path, operationId } = operation;
  const responses = spec.members(spec.at(operation.operation, 'responses'));
  return {
    method,
    path,
    ...defined({ operationId }),
    statuses: responses.map(([status]) => status).filter((status) => !status.startsWith('x-')),
    parameters: operation.parameters.flatMap(parameterOf),
    body: membersOf(spec, operationBody(spec, operation)?.schema, 'readOnly'),
    response: unique(
      documentedSuccess(spec, operation).responses.flatMap((response) =>
        membersOf(spec, responseSchema(spec, response), 'writeOnly'),
      ),
    ),
  };
}

function parameterOf({ value }: Place): readonly string[] {
  const [name = '', place = ''] = ['name', 'in'].map((member) => scalarText(memberOf(value, member)));
  const isIgnored = place === 'header' && NO_PARAMETERS.test(name);
  return /^(?:path|query|header|cookie)$/.test(place) && !isIgnored ? [parameterKey(place, name)] : [];
}

/** Headers that are no parameters, because the description has other places for them (OpenAPI 3.1, "Fixed Fields"). */
const NO_PARAMETERS = /^(?:accept|content-type|authorization)$/i;

function responseSchema(spec: Spec, response: Place): Place {
  const content = spec.members(spec.at(response, 'content'));
  const best = bestMediaType(content.map(([type]) => type));
  const media = content.find(([type]) => type === best)?.[1];
  return media === undefined ? spec.at(response, 'schema') : spec.at(media, 'schema');
}

/** Members in members that count: what is deeper is mostly another object that is shown along. */
const MAX_DEPTH = 3;

/** Members of one body that count. */
const MAX_MEMBERS = 500;

interface Level {
  readonly schema: Place;
  readonly steps: MemberSteps;
  readonly within: ReadonlySet<unknown>;
}

/** The members that a schema names, the outermost first, whatever it is put together from; those with `hidden` left out. */
function membersOf(spec: Spec, schema: Place | undefined, hidden: string): readonly MemberSteps[] {
  const found = new Map<string, MemberSteps>();
  const levels: Level[] = schema === undefined ? [] : [{ schema, steps: [], within: new Set() }];
  // A list is walked on into what is added to it meanwhile.
  for (const { schema: written, steps, within } of levels) {
    const whole = spec.resolve(written);
    const { value } = whole;
    if (value === undefined || !isObject(value) || within.has(value) || found.size >= MAX_MEMBERS) {
      continue;
    }
    const inside = new Set([...within, value]);
    const add = (part: Place, further: MemberSteps): void => {
      levels.push({ schema: part, steps: further, within: inside });
    };
    for (const [name, member] of spec.members(spec.at(whole, 'properties'))) {
      const further = [...steps, name];
      if (!isTrue(member.value, hidden)) {
        found.set(JSON.stringify(further), further);
        if (further.filter((step) => step !== ITEMS).length < MAX_DEPTH) {
          add(member, further);
        }
      }
    }
    for (const word of ['allOf', 'oneOf', 'anyOf']) {
      spec.items(spec.at(whole, word)).forEach((part) => add(part, steps));
    }
    if (memberOf(value, 'items') !== undefined) {
      add(spec.at(whole, 'items'), [...steps, ITEMS]);
    }
  }
  return [...found.values()];
}

function unique(members: readonly MemberSteps[]): readonly MemberSteps[] {
  return [...new Map(members.map((steps) => [JSON.stringify(steps), steps])).values()];
}

/** The file of an operation, and the names that lead to it there. */
function writtenAt({ method, path, item }: Operation): {
  readonly file: string;
  readonly path: readonly string[];
} {
  const own = method.toLowerCase();
  if (item.reference === undefined) {
    return { file: item.file, path: ['paths', path, own] };
  }
  const steps = targetOf(item.reference, item.file).fragment.split('/').slice(1);
  return {
    file: item.file,
    path: [...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')), own],
  };
}

/** Finds the lines of operations in the files of a specification; the line of the path where the method has none. */
function createLines({
  text,
  path: main,
  files,
}: Pick<ImportSource, 'text' | 'path' | 'files'>): (
  file: string,
  path: readonly string[],
) => Promise<number | undefined> {
  const known = new Map<string, Promise<(path: readonly string[]) => number | undefined>>();
  return async (file, path) => {
    const found = known.get(file) ?? Promise.resolve(file === main ? text : files.text(file)).then(linesOf);
    known.set(file, found);
    const lineOf = await found;
    return lineOf(path) ?? lineOf(path.slice(0, -1));
  };
}

function linesOf(text: string): (path: readonly string[]) => number | undefined {
  if (!/^\s*[[{]/.test(text)) {
    return createYamlLines(text);
  }
  const document = parseDocument(text, '');
  return (path) => {
    const range = nameRangeOf(document, path);
    return range === undefined ? undefined : placeAt(document, range.start).line;
  };
}
