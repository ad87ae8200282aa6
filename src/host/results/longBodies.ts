/**
 * Long bodies that somebody looks at: of the one that is asked about a thread of its own holds the value, so that
 * neither the page nor the editor ever waits for 50 MB to be read. It ends when nothing was asked for a while, or
 * when another body is asked about; what it was asked before that is answered, because both may be in sight.
 */
import { UserError } from '../../core/errors';
import type { FoundPart } from '../../core/extraction/foundPart';
import type { ResponsePart } from '../../core/extraction/responsePart';
import type { SelectableAnswer } from '../../core/extraction/selectedValue';
import type { TextBody } from '../../core/language/bodyJson';
import type { RecordedBody } from '../../core/result/result';
import type { PlainTreeView, TreeWanted } from '../../protocol/bodyTree';
import { startWorker, type OwnWorker } from '../ownWorker';

/** What the thread can be called for. */
export interface BodyCalls {
  /** Holds a body from now on, in place of another one. */
  readonly open: (text: TextBody) => void;
  readonly view: (wanted: TreeWanted) => PlainTreeView;
  readonly find: (wanted: { readonly part: ResponsePart; readonly answer: SelectableAnswer }) => FoundPart;
}

/** A body whose beginning is in a result, and how to get the whole body. */
export interface LongBody {
  readonly body: RecordedBody;
  readonly wholeBody: (body: RecordedBody) => Promise<RecordedBody>;
}

/** The body that is held. */
interface OpenBody {
  readonly body: RecordedBody;
  readonly worker: Promise<OwnWorker<BodyCalls>>;
  /** Fulfilled when all that was asked about it so far has come to an end. */
  answered: Promise<void>;
}

/** How long the value of a body stays in memory that nobody asks about. */
const IDLE_MS = 120_000;

/** The long bodies of this window; one at a time is held. */
export class LongBodies {
  #open: OpenBody | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly script: string) {}

  /** The tree of a body. Rejects with a UserError when the body is gone or no JSON. */
  async view(long: LongBody, wanted: TreeWanted): Promise<PlainTreeView> {
    return this.#ask(long, ({ view }) => view(wanted));
  }

  /** A part of a body, by an answer without it. Rejects with a UserError when the part does not exist. */
  async find(long: LongBody, part: ResponsePart, answer: SelectableAnswer): Promise<FoundPart> {
    return this.#ask(long, ({ find }) => find({ part, answer }));
  }

  /** Lets go of the body that is held, once what was asked about it is answered. */
  close(): void {
    clearTimeout(this.#idle);
    const open = this.#open;
    this.#open = undefined;
    // What could not be opened has no thread.
    open?.answered
      .then(() => open.worker)
      .then(
        ({ end }) => end(),
        () => undefined,
      );
  }

  #ask<Answer>(
    long: LongBody,
    question: (calls: OwnWorker<BodyCalls>['calls']) => Promise<Answer>,
  ): Promise<Answer> {
    const open = this.#openOf(long);
    const answer = open.worker.then(({ calls }) => question(calls));
    // Nothing of the answers is kept.
    open.answered = Promise.allSettled([open.answered, answer]).then(() => undefined);
    this.#waitForIdle();
    return answer;
  }

  #openOf(long: LongBody): OpenBody {
    const held = this.#open;
    if (held?.body === long.body) {
      return held;
    }
    this.close();
    const open = { body: long.body, worker: this.#start(long), answered: Promise.resolve() };
    this.#open = open;
    // The next who asks shall read it again; another one may be open by then.
    open.worker.catch(() => {
      this.#open = this.#open === open ? undefined : this.#open;
    });
    return open;
  }

  #waitForIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), IDLE_MS);
    this.#idle.unref();
  }

  async #start({ body, wholeBody }: LongBody): Promise<OwnWorker<BodyCalls>> {
    const { content } = await wholeBody(body);
    const { mediaType } = body;
    const worker = startWorker<BodyCalls>({
      script: this.script,
      // eslint-disable-next-line host/text -- translated where it is shown, for a worker knows no language
      whenEnded: new UserError('This body is not held any more.', 'Look at it again.'),
    });
    try {
      await worker.calls.open({ content, mediaType });
      return worker;
    } catch (error) {
      worker.end();
      throw error;
    }
  }
}
