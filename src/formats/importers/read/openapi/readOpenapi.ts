/**
 * Specifications in OpenAPI 3.0 and 3.1 and in Swagger 2: each operation is a request with an example in every
 * place, the servers are environments, and what links declare is extracted and referred to.
 */
import { defined } from '../../../../core/defined';
import { UserError } from '../../../../core/errors';
import { descriptionOf, memberAt, memberOf, objectOf, scalarText, textOf } from '../../shape/externalJson';
import type { ImportedCollection, ImportedRequest, ImportSource } from '../../shape/imported';
import { createVariableNames } from '../../shape/chainNames';
import type { DescribedApi } from '../../connect/describedApi';
import { readLinks } from './links';
import { listOperations, listWebhooks } from './operations';
import { readOperations, type OperationsContext } from './readOperations';
import { createSecurity, createSpecSecrets, type SpecSecrets } from './security';
import { sampleAnswer } from './responseExample';
import { baseUrlName, readServers, type ServerNames } from './servers';
import { createSpec, type Place, type Spec } from './spec';
import { readSpecFiles, type SpecFiles } from './specFiles';
import { documentation, type Remark } from '../../shape/remark';

/** Reads a specification. Rejects with UserError when it is none that can be used. */
export async function readOpenapi(source: ImportSource): Promise<ImportedCollection> {
  return collectionOf(await openSpec(source), source.name).collection;
}

/** Reads a specification with what its operations answer. Rejects with UserError when it is none that can be used. */
export async function readDescribedApi(source: ImportSource): Promise<DescribedApi> {
  const { collection, opened } = collectionOf(await openSpec(source), source.name);
  return { collection, answers: opened.operations.map((operation) => sampleAnswer(opened.spec, operation)) };
}

/** A specification that was read. */
interface ReadSpecification {
  readonly collection: ImportedCollection;
  /** Its operations are in the order of the requests. */
  readonly opened: OpenedSpecification;
}

/** Reads the requests of an opened specification, with the name of its file. */
export function collectionOf(specification: OpenedSpec, fileName: string): ReadSpecification {
  const names = createVariableNames([]);
  const nameOf = (variable: string): string => names.nameFor(variable);
  const secrets = createSpecSecrets();
  const opened = specificationOf(specification, { baseUrl: baseUrlName, nameOf, secrets });
  const { format, spec, operations, servers } = opened;
  const requests = readOperations({ ...opened, links: readLinks(spec, operations, nameOf) });
  const webhooks = listWebhooks(spec).map((hook): ImportedRequest => ({
    kind: 'left-out',
    folders: [],
    ...hook,
  }));
  const description = descriptionOf(memberAt(spec.root.value, 'info', 'description'));
  const collection: ImportedCollection = {
    format,
    name: textOf(memberAt(spec.root.value, 'info', 'title'))?.trim() || fileName.replace(/\.[^.]*$/, ''),
    ...defined({ description }),
    ...requests,
    secrets: secrets.names(),
    requests: [...requests.requests, ...webhooks],
    environments: operations.length === 0 ? [] : servers.environments,
    remarks: [...opened.remarks(), ...(operations.length === 0 ? [] : [NOT_CARRIED_OVER])],
    renamed: names.renamed(),
    typedVariables: [],
  };
  return { collection, opened };
}

/** What a specification is opened with. */
interface SpecificationNames extends ServerNames {
  readonly secrets: SpecSecrets;
}

/** A specification that can be used, its operations not read yet. */
export interface OpenedSpecification extends Omit<OperationsContext, 'links'> {
  /** `OpenAPI 3.1`. */
  readonly format: string;
  /** What could not be read so far. */
  readonly remarks: () => readonly Remark[];
}

/** Opens a specification and the files that it refers to. Rejects with UserError when it is none that can be used. */
export async function openSpecification(
  source: ImportSource,
  names: SpecificationNames,
): Promise<OpenedSpecification> {
  return specificationOf(await openSpec(source), names);
}

/** What an opened specification says to its readers. */
export function specificationOf(
  { files, spec, format }: OpenedSpec,
  names: SpecificationNames,
): OpenedSpecification {
  const operations = listOperations(spec);
  const servers = readServers(spec, names);
  const { secrets, nameOf } = names;
  const security = createSecurity({ spec, secrets, absolute: servers.absolute }, operations);
  return {
    ...{ format, spec, secrets, nameOf, servers, operations },
    securityOf: security.of,
    remarks: () => [...files.remarks, ...spec.remarks(), ...security.remarks()],
  };
}

/** A specification as its readers walk through it. */
export interface OpenedSpec {
  readonly spec: Spec;
  /** The files that it consists of, and why others are missing. */
  readonly files: SpecFiles;
  /** `OpenAPI 3.1`. */
  readonly format: string;
}

/** Opens a specification. Rejects with UserError when it is none that can be used. */
export async function openSpec(source: ImportSource): Promise<OpenedSpec> {
  const files = await readSpecFiles(source);
  const spec = createSpec(files);
  return { files, spec, format: formatOf(spec.root) };
}

/** The same, for what would be wrong without a part. Throws UserError where a file is missing or broken. */
export function refusePart(opened: OpenedSpec): OpenedSpec {
  const [fault] = opened.files.faults;
  if (fault !== undefined) {
    throw fault;
  }
  return opened;
}

/** What no chain has a place for, of every operation alike. */
const NOT_CARRIED_OVER = documentation(
  'Descriptions and limits of single parameters, and what answers look like, are not carried over.',
);

/** `OpenAPI 3.1`, or why the file cannot be read. */
function formatOf({ value }: Place): string {
  if (memberOf(value, 'swaggerVersion') !== undefined) {
    throw new UserError('This is Swagger 1.', 'Convert it to OpenAPI 3 and import that.');
  }
  const swagger = scalarText(memberOf(value, 'swagger'));
  const version = swagger ?? scalarText(memberOf(value, 'openapi')) ?? '';
  const [, short] = (swagger === undefined ? /^(3\.[0-2])(?:\.|$)/ : /^(2)(?:\.0)?$/).exec(version) ?? [];
  const kind = swagger === undefined ? 'OpenAPI' : 'Swagger';
  if (short === undefined) {
    throw new UserError(
      `This version of ${kind} is not known: ${JSON.stringify(version)}.`,
      'Known are Swagger 2.0 and OpenAPI 3.0 to 3.2.',
    );
  }
  const identifying = ['info', 'servers', 'host'];
  if (identifying.every((name) => memberOf(value, name) === undefined)) {
    throw new UserError(
      `This ${kind} file has no \`info\`, nor does it name a server.`,
      'Add the title and version of the API.',
    );
  }
  const parts = ['paths', 'x-ms-paths', 'webhooks', 'components'];
  if (parts.every((name) => objectOf(memberOf(value, name)) === undefined)) {
    throw new UserError(`This ${kind} file has no \`paths\`.`, 'Import the file that lists the operations.');
  }
  return `${kind} ${short}`;
}
