/**
 * An Arazzo document and the documents that it names as its sources: OpenAPI is read as when it is imported itself, other
 * Arazzo documents for their workflows.
 *
 * Only files of the folder are read. Of an address on the net the file of that name next to the document is taken, which
 * is where people keep it.
 */
import { UserError } from '../../../../core/errors';
import { itemsOf, memberAt, memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';
import { openSpecification, type OpenedSpecification } from '../openapi/readOpenapi';
import type { SpecSecrets } from '../openapi/security';
import { baseUrlName } from '../openapi/servers';
import { createSpec, type Place, type Spec } from '../openapi/spec';
import { readSpecFiles, targetOf, unreadPath } from '../openapi/specFiles';

/** A document. */
export interface ArazzoDocument {
  readonly file: string;
  readonly spec: Spec;
  /** `1.0`, `1.1` */
  readonly version: string;
  readonly workflows: readonly Workflow[];
  /** By their names, in the order of the document. */
  readonly sources: Map<string, ArazzoSource>;
  /** What could not be read so far, a sentence each. */
  readonly remarks: () => readonly string[];
}

/** A workflow of a document. */
export interface Workflow {
  readonly id: string;
  readonly document: ArazzoDocument;
  readonly place: Place;
}

/** A source description. */
export type ArazzoSource =
  | { readonly kind: 'openapi'; readonly specification: OpenedSpecification }
  | { readonly kind: 'arazzo'; readonly document: ArazzoDocument }
  /** It cannot be read, or describes no HTTP. */
  | { readonly kind: 'missing'; readonly isMessages: boolean };

/** What documents are opened with. */
interface DocumentContext {
  readonly nameOf: (variable: string) => string;
  readonly secrets: SpecSecrets;
  readonly remark: (sentence: string) => void;
}

/** Documents in one import; more are no description that a person wrote. */
const MAX_DOCUMENTS = 200;

/** Opens a document and its sources. Rejects with UserError when it is none that can be used. */
export function openDocuments(source: ImportSource, context: DocumentContext): Promise<ArazzoDocument> {
  return new DocumentReader(source, context).open(source);
}

class DocumentReader {
  private readonly documents = new Map<string, ArazzoDocument>();
  private readonly specifications = new Map<string, OpenedSpecification>();

  constructor(
    private readonly main: ImportSource,
    private readonly context: DocumentContext,
  ) {}

  async open(source: ImportSource): Promise<ArazzoDocument> {
    const files = await readSpecFiles(source);
    const spec = createSpec(files);
    const workflows: Workflow[] = [];
    const document: ArazzoDocument = {
      file: source.path,
      spec,
      version: versionOf(spec),
      workflows,
      sources: new Map(),
      remarks: () => [...files.remarks, ...spec.remarks()],
    };
    this.documents.set(source.path, document);
    if (this.documents.size > MAX_DOCUMENTS) {
      throw new UserError(`It leads to more than ${MAX_DOCUMENTS} documents.`, 'Import a part of it.');
    }
    for (const place of spec.items(spec.at(spec.root, 'workflows'))) {
      workflows.push({ id: scalarText(memberOf(place.value, 'workflowId')) ?? '', document, place });
    }
    for (const { value } of spec.items(spec.at(spec.root, 'sourceDescriptions'))) {
      const name = scalarText(memberOf(value, 'name')) ?? '';
      const url = textOf(memberOf(value, 'url')) ?? '';
      const type = textOf(memberOf(value, 'type'))?.toLowerCase();
      const server = textOf(memberOf(value, 'x-serverUrl'));
      if (server !== undefined) {
        this.context.remark(
          `The server ${server} of the source description ${JSON.stringify(name)} is not carried over.`,
        );
      }
      document.sources.set(name, await this.sourceOf(document, { name, url, type }));
    }
    return document;
  }

  private async sourceOf(
    document: ArazzoDocument,
    { name, url, type }: { readonly name: string; readonly url: string; readonly type: string | undefined },
  ): Promise<ArazzoSource> {
    if (type === 'asyncapi') {
      return { kind: 'missing', isMessages: true };
    }
    const shown = `The source description ${JSON.stringify(name)}`;
    try {
      const file = await this.find(url, document.file, shown);
      const known = this.documents.get(file.path);
      if (known !== undefined) {
        return { kind: 'arazzo', document: known };
      }
      return type === 'arazzo'
        ? { kind: 'arazzo', document: await this.open(file) }
        : { kind: 'openapi', specification: await this.specification(file, name) };
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      this.context.remark(`${shown} is missing. ${error.what} Import the folder that has both.`);
      return { kind: 'missing', isMessages: false };
    }
  }

  private async specification(file: ImportSource, name: string): Promise<OpenedSpecification> {
    const known = this.specifications.get(file.path);
    if (known !== undefined) {
      return known;
    }
    const { nameOf, secrets } = this.context;
    const baseUrl = this.specifications.size === 0 ? baseUrlName : nameOf(`${name}_${baseUrlName}`);
    const opened = await openSpecification(file, { baseUrl, nameOf, secrets });
    this.specifications.set(file.path, opened);
    return opened;
  }

  /** The file of a source description. */
  private async find(url: string, from: string, shown: string): Promise<ImportSource> {
    const { file: path } = targetOf(url, from);
    const unread = unreadPath(path);
    if (unread === undefined) {
      return this.read(path);
    }
    const [, last] = /^https?:\/\/[^?#]*\/([^/?#]+)(?:[?#].*)?$/i.exec(url) ?? [];
    if (last === undefined) {
      throw new UserError(unread, 'Put it next to the document.');
    }
    const near = targetOf(`./${last}`, from).file;
    const found = unreadPath(near) === undefined ? await this.read(near).catch(onlyMissing) : undefined;
    if (found === undefined) {
      throw new UserError(unread, 'Put it next to the document.');
    }
    this.context.remark(`${shown} is at ${url}, which is not fetched; the file ${near} is read instead.`);
    return found;
  }

  private async read(path: string): Promise<ImportSource> {
    const { files } = this.main;
    return { name: path.slice(path.lastIndexOf('/') + 1), path, files, text: await files.text(path) };
  }
}

function onlyMissing(error: unknown): undefined {
  if (!(error instanceof UserError)) {
    throw error;
  }
}

function versionOf({ root }: Spec): string {
  const version = scalarText(memberOf(root.value, 'arazzo')) ?? '';
  const [, short] = /^(1\.[01])(?:\.|$)/.exec(version) ?? [];
  if (short === undefined) {
    throw new UserError(
      `This version of Arazzo is not known: ${JSON.stringify(version)}.`,
      'Known are 1.0 and 1.1.',
    );
  }
  if (itemsOf(memberAt(root.value, 'workflows')).length === 0) {
    throw new UserError('This Arazzo document has no `workflows`.', 'Import the document that lists them.');
  }
  return short;
}
