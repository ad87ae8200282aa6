/**
 * Previewing a request in pieces that say where they come from, while somebody writes it.
 *
 * It is prepared by the code that sends, and that text is what is shown. Prepared once more with a placeholder for
 * every reference it tells where values begin and end. What cannot be sent is shown as far as it can be filled in.
 */
import { UserError, unlessFaulty } from '../../core/errors';
import { segmentsOf, type PlaceholderReader, type PreviewSegment } from '../../core/form/segments';
import type { HttpRequest } from '../../core/model';
import type { Files } from '../../core/ports';
import { fillRequest, prepareRequest, type PrepareContext } from '../../core/prepare/prepare';
import { readable, type PreviewedRequest } from '../../core/prepare/previewText';
import type { RecordedBody } from '../../core/result/result';
import { beginning } from '../../core/shownText';
import type { Placeholders } from './placeholders';
import { previewCall } from './previewCall';
import {
  previewContext,
  templateScope,
  type PreviewContext,
  type PreviewJob,
  type PreviewSettings,
} from './previewContext';
import { asWritten, authRemarks, maskRequest, masked, recorded } from './previewRequest';

/** A request as it will be sent. */
export interface SegmentedPreview {
  readonly method: string;
  readonly url: readonly PreviewSegment[];
  readonly headers: readonly NamedSegments[];
  /** What a chain that is a step is given; its file is the URL. Absent for requests. */
  readonly given?: readonly NamedSegments[];
  /** Absent when nothing is sent as body. */
  readonly body?: SegmentedBody;
  /** Whole sentences about what is missing or added only while it is sent. */
  readonly remarks: readonly string[];
  /** Names of secrets without a value; none in a workspace that is not trusted, where no secret is read. */
  readonly missingSecrets: readonly string[];
}

/** A header line, or a variable. */
interface NamedSegments {
  readonly name: string;
  readonly value: readonly PreviewSegment[];
}

/** The body: its text, laid out for reading, or what is known of bytes that are none. */
interface SegmentedBody {
  readonly mediaType: string;
  /** Bytes; absent while values are missing. */
  readonly size?: number;
  /** Empty when the bytes are no text. */
  readonly text: readonly PreviewSegment[];
  /** Whether only the beginning is shown. */
  readonly shortened: boolean;
}

/** UTF-16 code units of a body that is shown. */
const MAX_BODY = 200_000;

/**
 * Previews a request.
 *
 * @throws UserError when a file is missing or invalid, or the chain has no such request
 */
export async function previewSegments(job: PreviewJob, settings: PreviewSettings): Promise<SegmentedPreview> {
  const preview = await previewContext(job, settings);
  const { request, context, placeholders, redactor, filled, missingSecrets } = preview;
  const lacking = job.trusted ? missingSecrets : [];
  if (request.call !== undefined) {
    const shown = previewCall(request.call, preview);
    return { ...shown, missingSecrets: [...lacking] };
  }
  const { sent, template, reason } = await filledIn(preview);
  const { remarks } = placeholders;
  const shown = maskRequest(sent === undefined ? asWritten(request) : recorded(sent), redactor);
  const pattern = template === undefined ? undefined : masked(recorded(template), redactor);
  const reader = { ...placeholders.reader, filled: (reference: string) => filled.get(reference) };
  return {
    method: shown.method,
    url: segmentsOf(shown.url, pattern?.url, reader),
    headers: headersOf(shown, pattern, reader, placeholders),
    ...(shown.body === undefined ? {} : { body: bodyOf(shown.body, pattern?.body, reader, placeholders) }),
    remarks: [...remarks, ...reason, ...authRemarks(request.auth, context.chain.auth)],
    missingSecrets: [...lacking],
  };
}

interface FilledIn {
  /** Absent when it cannot be filled in. */
  readonly sent: HttpRequest | undefined;
  /** The same with placeholders for all references. */
  readonly template: HttpRequest | undefined;
  /** Why it cannot be sent, unless that may be its gaps. */
  readonly reason: readonly string[];
}

async function filledIn({ request, context, placeholders }: PreviewContext): Promise<FilledIn> {
  const random = sameBytes(context.random);
  const files = new KeptFiles(context.files, placeholders);
  const own: PrepareContext = { ...context, random, files };
  const preparation = await prepareRequest(request, own);
  files.rewind();
  const sent =
    preparation.kind === 'ready'
      ? preparation.prepared.request
      : await unlessFaulty(fillRequest(request, own));
  files.rewind();
  const template = await unlessFaulty(fillRequest(request, { ...own, scope: templateScope(placeholders) }));
  const isFault = preparation.kind === 'not-sendable' && placeholders.remarks.length === 0;
  return { sent, template, reason: isFault ? [preparation.message] : [] };
}

/** What separates the parts of a body has to be the same whenever it is prepared. */
function sameBytes(random: PrepareContext['random']): PrepareContext['random'] {
  const known = new Map<number, Uint8Array>();
  return {
    bytes(count) {
      const bytes = known.get(count) ?? random.bytes(count);
      known.set(count, bytes);
      return bytes;
    },
  };
}

/** Files that are read once, in the order of the body; one that cannot be read is replaced by its placeholder. */
class KeptFiles implements Files {
  readonly #kept: Promise<Uint8Array>[] = [];
  #next = 0;

  constructor(
    private readonly files: Files,
    private readonly placeholders: Placeholders,
  ) {}

  bytes(file: string, from: string): Promise<Uint8Array> {
    const bytes = this.#kept[this.#next] ?? this.#read(file, from);
    this.#kept[this.#next] = bytes;
    this.#next += 1;
    return bytes;
  }

  /** Begins again with the first file. */
  rewind(): void {
    this.#next = 0;
  }

  async #read(file: string, from: string): Promise<Uint8Array> {
    try {
      return await this.files.bytes(file, from);
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      const name = this.placeholders.restore(file);
      return new TextEncoder().encode(
        this.placeholders.unresolved(`‹contents of ${name}›`, this.placeholders.restore(error.message)),
      );
    }
  }
}

function headersOf(
  { headers }: PreviewedRequest,
  pattern: PreviewedRequest | undefined,
  reader: PlaceholderReader,
  { restore, remarks }: Placeholders,
): SegmentedPreview['headers'] {
  const left = [...(pattern?.headers ?? [])];
  return headers
    .filter(({ name }) => remarks.length === 0 || name.toLowerCase() !== 'content-length')
    .map(({ name, value }) => {
      const index = left.findIndex((line) => line.name === name);
      const [line] = index === -1 ? [] : left.splice(index, 1);
      return { name: restore(name), value: segmentsOf(value, line?.value, reader) };
    });
}

function bodyOf(
  body: RecordedBody,
  pattern: RecordedBody | undefined,
  reader: PlaceholderReader,
  { restore, remarks }: Placeholders,
): SegmentedBody {
  const { encoding, content, size } = body;
  const isText = encoding === 'utf8';
  const shortened = isText && content.length > MAX_BODY;
  const template = pattern?.encoding === 'utf8' && !shortened ? readable(pattern) : undefined;
  return {
    mediaType: restore(body.mediaType),
    ...(remarks.length === 0 ? { size } : {}),
    text: isText
      ? segmentsOf(shortened ? beginning(content, MAX_BODY) : readable(body), template, reader)
      : [],
    shortened,
  };
}
