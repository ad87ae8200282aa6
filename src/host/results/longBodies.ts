/**
 * Long bodies that somebody looks at: of the one that is asked about a thread of its own holds the value, so that
 * neither the page nor the editor ever waits for 50 MB to be read. It ends when nothing was asked for a while.
 */
import type { FoundPart } from '../../core/extraction/foundPart';
import type { ResponsePart } from '../../core/extraction/responsePart';
import type { SelectableAnswer } from '../../core/extraction/selectedValue';
import type { RecordedBody } from '../../core/result/result';
import { ThreadCalls } from '../../node/threadCalls';
import type { PlainTreeView, TreeWanted } from '../../protocol/bodyTree';

/** What the thread can be called for. */
export interface BodyCalls {
  /** Holds a body from now on, in place of another one. */
  readonly open: (content: string) => void;
  readonly view: (wanted: TreeWanted) => PlainTreeView;
  readonly find: (wanted: { readonly part: ResponsePart; readonly answer: SelectableAnswer }) => FoundPart;
}

/** A body whose beginning is in a result, and how the whole of it is had. */
export interface LongBody {
  readonly body: RecordedBody;
  readonly wholeBody: (body: RecordedBody) => Promise<RecordedBody>;
}

/** How long the value of a body stays in memory that nobody asks about. */
const IDLE_MS = 120_000;

/** The long bodies of this window; one at a time is held. */
export class LongBodies {
  #open: { readonly body: RecordedBody; readonly calls: Promise<ThreadCalls<BodyCalls>> } | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly script: string) {}

  /** The tree of a body. Rejects with a UserError when the body is gone or no JSON. */
  async view(long: LongBody, wanted: TreeWanted): Promise<PlainTreeView> {
    return (await this.#threadOf(long)).call('view', wanted);
  }

  /** A part of a body, by an answer without it. Rejects with a UserError when there is no such part. */
  async find(long: LongBody, part: ResponsePart, answer: SelectableAnswer): Promise<FoundPart> {
    return (await this.#threadOf(long)).call('find', { part, answer });
  }

  /** Lets go of the body that is held. */
  close(): void {
    clearTimeout(this.#idle);
    // What could not be opened has no thread.
    this.#open?.calls.then(
      (calls) => calls.end(),
      () => undefined,
    );
    this.#open = undefined;
  }

  #threadOf(long: LongBody): Promise<ThreadCalls<BodyCalls>> {
    if (this.#open?.body !== long.body) {
      this.close();
      this.#open = { body: long.body, calls: this.#start(long) };
    }
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), IDLE_MS);
    this.#idle.unref();
    return this.#open.calls;
  }

  async #start({ body, wholeBody }: LongBody): Promise<ThreadCalls<BodyCalls>> {
    try {
      const { content } = await wholeBody(body);
      const calls = new ThreadCalls<BodyCalls>(this.script, new Error('Another body is looked at now.'));
      await calls.call('open', content);
      return calls;
    } catch (error) {
      this.#open = undefined;
      throw error;
    }
  }
}
