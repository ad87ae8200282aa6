/**
 * The rules that a person writes into the setting `chainwright.notifications`: which runs are reported to which chat.
 * A setting is a text that people type: every entry is checked by itself, and one that is wrong is named and reported to
 * nobody, while the others still apply.
 */
import { isRecord } from '../core/json/unknownJson';
import { defined } from '../core/defined';
import type { Mention } from './notifiers/mention';
import { notifiers, type Notifier } from './notifiers/notifiers';
import {
  everyFailure,
  notifyOccasions,
  type NotifyOccasion,
  type NotifyThreshold,
  type NotifyTiming,
} from './notifyRules';
import { matchesGlob } from './pathGlob';
import { readQuietHours } from './quietHours';

/** A rule. */
export interface NotifyRule extends NotifyTiming {
  readonly notifier: Notifier;
  /** Name under which the address is stored. */
  readonly secret: string;
  /** Globs of paths of chains and matrices; empty is all. */
  readonly chains: readonly string[];
  /** Names of environments; empty is all, and runs without one. */
  readonly environments: readonly string[];
  /** Whether runs of only some requests or cells are reported, too. */
  readonly partialRuns: boolean;
  /** Notified when a run failed. */
  readonly mentions: readonly Mention[];
}

/** What a setting holds: rules, and a sentence about each entry that is none. */
export interface NotifySettings {
  readonly rules: readonly NotifyRule[];
  readonly faults: readonly string[];
}

/** Names of stored addresses: as environment variables are called. */
export const WEBHOOK_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Reads the setting, whatever it holds. */
export function readNotifySettings(value: unknown): NotifySettings {
  if (value === undefined) {
    return { rules: [], faults: [] };
  }
  if (!Array.isArray(value)) {
    return { rules: [], faults: ['chainwright.notifications must be a list.'] };
  }
  const entries = value.map((entry, index) => readEntry(entry, index));
  return {
    rules: entries.flatMap((entry) => (typeof entry === 'string' ? [] : [entry])),
    faults: entries.filter((entry) => typeof entry === 'string'),
  };
}

/** What a run is, as far as rules choose by it. */
export interface RunPlace {
  /** Path in the workspace folder, with `/`. */
  readonly path: string;
  readonly environment?: string;
  readonly isPart: boolean;
}

/** Whether a rule is about a run. */
export function concerns(rule: NotifyRule, { path, environment, isPart }: RunPlace): boolean {
  const isChain = rule.chains.length === 0 || rule.chains.some((glob) => matchesGlob(glob, path));
  const isEnvironment =
    rule.environments.length === 0 || (environment !== undefined && rule.environments.includes(environment));
  return isChain && isEnvironment && (rule.partialRuns || !isPart);
}

type Members = Readonly<Record<string, unknown>>;

const KNOWN: ReadonlySet<string> = new Set([
  'service',
  'secret',
  'chains',
  'environments',
  'when',
  'threshold',
  'quietHours',
  'partialRuns',
  'mention',
]);

function readEntry(entry: unknown, index: number): NotifyRule | string {
  const rule = isRecord(entry)
    ? ruleOf(entry)
    : 'an entry is an object such as { "service": "slack", "secret": "TEAM_CHANNEL" }.';
  return typeof rule === 'string' ? `chainwright.notifications, entry ${index + 1}: ${rule}` : rule;
}

/** The rule, or what is wrong with it. */
function ruleOf(entry: Members): NotifyRule | string {
  const notifier = notifiers.find(({ name }) => name === entry['service']);
  const mentions = notifier === undefined ? undefined : readMentions(entry['mention'], notifier);
  const { secret, quietHours: hours, partialRuns = false } = entry;
  const chains = readTexts(entry['chains']);
  const environments = readTexts(entry['environments']);
  const when = readOccasions(entry['when']);
  const threshold = readThreshold(entry['threshold']);
  const quietHours = typeof hours === 'string' ? readQuietHours(hours) : undefined;
  const unknown = Object.keys(entry).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    return `"${unknown.slice(0, 50)}" is not known.`;
  }
  if (notifier === undefined) {
    return `"service" must be one of ${notifiers.map(({ name }) => `"${name}"`).join(', ')}.`;
  }
  if (typeof secret !== 'string' || !WEBHOOK_NAME.test(secret)) {
    return '"secret" must be the name of a stored webhook, never the address itself.';
  }
  if (chains === undefined || environments === undefined) {
    return '"chains" and "environments" must be lists of texts.';
  }
  if (when === undefined) {
    return `"when" must be one or several of ${notifyOccasions.join(', ')}.`;
  }
  if (threshold === undefined) {
    return '"threshold" must be an object with whole numbers from 1 on: "failures", "runs".';
  }
  if (hours !== undefined && quietHours === undefined) {
    return '"quietHours" must be two local times, such as "22:00-07:00".';
  }
  if (typeof partialRuns !== 'boolean') {
    return '"partialRuns" must be true or false.';
  }
  if (mentions === undefined) {
    return `"mention" must be a list of those that ${notifier.title} knows. ${notifier.mentionForm}`;
  }
  const timing = { when, threshold, ...defined({ quietHours }) };
  return { notifier, secret, chains, environments, partialRuns, mentions, ...timing };
}

function readOccasions(value: unknown): readonly NotifyOccasion[] | undefined {
  if (value === undefined) {
    return ['change', 'flaw'];
  }
  const names = typeof value === 'string' ? [value] : readTexts(value);
  const occasions = notifyOccasions.filter((occasion) => names?.includes(occasion));
  return names !== undefined && names.length > 0 && names.every(isOccasion) ? occasions : undefined;
}

function isOccasion(name: string): name is NotifyOccasion {
  return notifyOccasions.some((occasion) => occasion === name);
}

function readThreshold(value: unknown): NotifyThreshold | undefined {
  if (value === undefined) {
    return everyFailure;
  }
  if (!isRecord(value) || Object.keys(value).some((name) => name !== 'failures' && name !== 'runs')) {
    return undefined;
  }
  const { failures = 1, runs = 1 } = value;
  return isCount(failures) && isCount(runs) ? { failures, runs } : undefined;
}

/** `ann@example.com|Ann`: who, and the name that Teams shows. */
function readMentions(value: unknown, notifier: Notifier): readonly Mention[] | undefined {
  const mentions = readTexts(value)?.map((text): Mention => {
    const [id = '', name] = text.split('|', 2);
    return { id, ...defined({ name }) };
  });
  return mentions?.every((mention) => notifier.isMention(mention)) === true ? mentions : undefined;
}

/** A list of texts; none when absent. */
function readTexts(value: unknown = []): readonly string[] | undefined {
  return Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1;
}
