/**
 * Receives the runs that have ended: asks the rules, notifies each chat once, and remembers how runs ended, so
 * that a change can be seen. What it remembers are names, times and outcomes; no result and no address.
 */
import type { Mention } from './notifiers/mention';
import type { Notifier } from './notifiers/notifiers';
import type { RunNews } from './notifiers/runNews';
import { decideNotification, type NewsChange, type RuledRun } from './notifyRules';
import { concerns, type NotifyRule, type RunPlace } from './notifySettings';
import type { MinuteOfDay } from './quietHours';

/** A chat: the service, and the name under which its address is stored. */
export interface Destination {
  readonly notifier: Notifier;
  readonly secret: string;
}

/** A run of a chain or a matrix that chats can be notified of. */
export interface NotifiableRun extends RunPlace {
  /** Names the chain or the matrix. */
  readonly subject: string;
  /** ISO 8601; identifies its runs. */
  readonly startedAt: string;
  readonly ruled: RuledRun;
  /** Flaws of a matrix that were not known. */
  readonly newFlaws?: number;
  /** The contents of the message, given the change from the run before. */
  readonly news: (change: NewsChange) => RunNews;
}

/** What becomes of a message: it left (or may have), or it did not. */
export type SendOutcome = 'sent' | 'not-sent';

/** What the desk works with. */
export interface DeskPorts {
  /** What is remembered of this workspace, as JSON. */
  readonly memory: {
    get(key: string): unknown;
    update(key: string, value: unknown): PromiseLike<void>;
  };
  readonly rules: () => readonly NotifyRule[];
  readonly minuteOfDay: MinuteOfDay;
  /** Posts, and says so itself when that does not work. Never rejects. */
  readonly notify: (destination: Destination, message: DeskMessage) => Promise<SendOutcome>;
}

/** A message to a chat. */
export interface DeskMessage {
  readonly news: RunNews;
  /** Those to mention if it went wrong. */
  readonly mentions: readonly Mention[];
  /** Whether a person wants it, who has seen it. */
  readonly byPerson?: true;
  /** Sends it again: always if it may have arrived, else unless the chat was notified since. */
  readonly retry: () => Promise<void>;
}

/** Runs of a series that are remembered: enough for a weekend of quiet hours. */
const MAX_RUNS = 100;

/** Messages that are remembered. */
const MAX_NOTIFIED = 500;

const RUNS = 'notify.runs';
const NOTIFIED = 'notify.told';

/** The desk of one workspace. */
export class NotifyDesk {
  readonly #underWay = new Set<string>();

  constructor(private readonly ports: DeskPorts) {}

  /** Takes a run that has just ended, and notifies the chats that the rules name; resolves when that is done. */
  async ended(run: NotifiableRun): Promise<void> {
    const rules = this.ports.rules();
    if (rules.length === 0) {
      return;
    }
    const earlier = this.#earlier(run);
    if (!run.isPart) {
      await this.#remember(run, earlier);
    }
    const messages = messagesFor(run, { rules, earlier, minuteOfDay: this.ports.minuteOfDay });
    await Promise.all(
      messages.map(({ destination, change, mentions }) =>
        this.notify(run, destination, { news: run.news(change), mentions }),
      ),
    );
  }

  /** Whether a chat was or is being notified of a run. */
  wasNotified(run: Pick<NotifiableRun, 'subject' | 'startedAt'>, destination: Destination): boolean {
    const key = messageKey(run, destination);
    return this.#underWay.has(key) || this.#notified().includes(key);
  }

  /** Notifies one chat of a run, unless it was already; `again` does so anyway. */
  async notify(
    run: Pick<NotifiableRun, 'subject' | 'startedAt'>,
    destination: Destination,
    message: Omit<DeskMessage, 'retry'> & { readonly again?: true },
  ): Promise<void> {
    const key = messageKey(run, destination);
    if (message.again === undefined && this.wasNotified(run, destination)) {
      return;
    }
    const retry = async (): Promise<void> => {
      const mayHaveArrived = (await sending) === 'sent';
      await this.notify(run, destination, mayHaveArrived ? { ...message, again: true } : message);
    };
    const sending = this.#notifyNow(key, destination, { ...message, retry });
    await sending;
  }

  async #notifyNow(key: string, destination: Destination, message: DeskMessage): Promise<SendOutcome> {
    this.#underWay.add(key);
    try {
      const outcome = await this.ports.notify(destination, message);
      if (outcome === 'sent') {
        await this.ports.memory.update(NOTIFIED, [...this.#notified(), key].slice(-MAX_NOTIFIED));
      }
      return outcome;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #earlier(run: NotifiableRun): readonly RuledRun[] {
    return this.#series()[seriesKey(run)] ?? [];
  }

  async #remember(run: NotifiableRun, earlier: readonly RuledRun[]): Promise<void> {
    const series = { ...this.#series(), [seriesKey(run)]: [run.ruled, ...earlier].slice(0, MAX_RUNS) };
    await this.ports.memory.update(RUNS, series);
  }

  /** What this class wrote; newest first in each series. */
  #series(): Readonly<Record<string, readonly RuledRun[]>> {
    const known = this.ports.memory.get(RUNS);
    return (known ?? {}) as Readonly<Record<string, readonly RuledRun[]>>;
  }

  #notified(): readonly string[] {
    const known = this.ports.memory.get(NOTIFIED);
    return (known ?? []) as readonly string[];
  }
}

interface Message {
  readonly destination: Destination;
  readonly change: NewsChange;
  readonly mentions: readonly Mention[];
}

/** One message for each chat, whatever number of rules name it; those to mention are of all of them. */
function messagesFor(
  run: NotifiableRun,
  known: {
    readonly rules: readonly NotifyRule[];
    readonly earlier: readonly RuledRun[];
    readonly minuteOfDay: MinuteOfDay;
  },
): readonly Message[] {
  const { rules, earlier, minuteOfDay } = known;
  const messages = new Map<string, Message>();
  for (const rule of rules.filter((one) => concerns(one, run))) {
    const history = { run: run.ruled, earlier };
    const decision = decideNotification(
      rule,
      run.newFlaws === undefined ? history : { ...history, newFlaws: run.newFlaws },
      minuteOfDay,
    );
    if (decision.isDue) {
      const key = destinationKey(rule);
      const others = messages.get(key)?.mentions ?? [];
      messages.set(key, {
        destination: { notifier: rule.notifier, secret: rule.secret },
        change: decision.change,
        mentions: [...others, ...rule.mentions.filter(({ id }) => !others.some((other) => other.id === id))],
      });
    }
  }
  return [...messages.values()];
}

/** Names a destination. */
function destinationKey({ notifier, secret }: Destination): string {
  return `${notifier.name} ${secret}`;
}

function seriesKey({ subject, environment }: Pick<NotifiableRun, 'subject' | 'environment'>): string {
  return JSON.stringify([subject, environment ?? null]);
}

function messageKey(
  { subject, startedAt }: Pick<NotifiableRun, 'subject' | 'startedAt'>,
  destination: Destination,
): string {
  return JSON.stringify([subject, startedAt, destinationKey(destination)]);
}
