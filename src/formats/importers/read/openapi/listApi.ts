/** A specification as what chains are held against: what each of its operations has, and where that is written. */
import { defined } from '../../../../core/defined';
import { isObject } from '../../../../core/json/json';
import {
  ITEMS,
  type ApiListing,
  type DescribedOperation,
  type MemberSteps,
} from '../../../../core/openapi/apiListing';
import { relativePath } from '../../../../core/language/chainPaths';
import { parameterKey } from '../../../../core/openapi/requestUse';
import { isTrue, memberOf, scalarText } from '../../shape/externalJson';
import { bestMediaType } from './describedBody';
import { listOperations, type Operation } from './operations';
import { operationBody } from './requestBody';
import { documentedSuccess } from './responseExample';
import { serverUrls } from './servers';
import { createSourceLines } from './sourceLines';
import type { Place, Spec } from './spec';
import type { SpecFiles } from './specFiles';

/** Lists the operations of a specification under a name. */
export function listApi(name: string, spec: Spec): ApiListing<Operation> {
  return { name, servers: serverUrls(spec), operations: listOperations(spec) };
}

/** Describes the operations of a specification, which was read from `files`. */
export function listWithMembers(
  name: string,
  { spec, files }: { readonly spec: Spec; readonly files: SpecFiles },
): ApiListing<DescribedOperation> {
  const lineOf = createSourceLines(files);
  const listed = listApi(name, spec);
  const folder = name.replace(/[^/\\]*$/, '');
  const shown = (file: string): string => withoutDetours(folder + relativePath(files.main, file));
  const operations = listed.operations.map((operation) => ({
    ...describeOperation(spec, operation),
    place: { file: shown(operation.operation.file), line: lineOf(operation.operation) },
  }));
  return { ...listed, operations };
}

/** Leaves out folders that a path leads into and out of again. */
function withoutDetours(path: string): string {
  const shorter = path.replace(/(^|\/)(?!\.\.?\/)[^/]+\/\.\.\//, '$1');
  return shorter === path ? path : withoutDetours(shorter);
}

/** Lists what an operation has. */
export function describeOperation(spec: Spec, operation: Operation): Omit<DescribedOperation, 'place'> {
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
export const MAX_MEMBERS = 500;

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
