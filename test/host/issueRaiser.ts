/** A person who raises issues: what they answer, what they were asked and shown, and what VS Code keeps for them. */
import * as vscode from 'vscode';
import { EgressReview } from '../../src/host/sharing/egressReview';
import type { IssuePorts } from '../../src/host/sharing/issues/raiseIssue';
import type { Machine } from '../../src/host/settings';
import type { EgressView } from '../../src/protocol/egressContract';

/** What a person answers, one after the other: positions, lines, and how they word the fields of what leaves. */
export interface Person {
  readonly chooses?: readonly (number | undefined)[];
  readonly enters?: readonly (string | undefined)[];
  readonly words?: Readonly<Record<string, string>>;
  /** Buttons that they choose in messages. */
  readonly presses?: readonly (string | undefined)[];
  readonly approves?: boolean;
  /** Cancels what is being sent. */
  readonly cancel?: AbortController;
  /** What happens while they read. */
  readonly meanwhile?: () => void;
}

/** What they saw. */
export interface Seen {
  readonly asked: string[];
  readonly offered: string[][];
  readonly views: EgressView[];
  readonly opened: string[];
  readonly messages: string[];
  /** What was said to be done. */
  readonly shown: string[];
}

/** What VS Code keeps, by name. */
export interface Memory {
  readonly secrets: Map<string, string>;
  readonly state: Map<string, unknown>;
}

/** Nothing yet. */
export function emptyMemory(): Memory {
  return { secrets: new Map(), state: new Map() };
}

/** The ports of a person who knows no runs; `stored` are the secrets of the workspace. */
export function raiser(
  person: Person,
  memory: Memory,
  stored: Readonly<Record<string, string>> = {},
): { readonly ports: Omit<IssuePorts, 'history'>; readonly seen: Seen } {
  const seen: Seen = { asked: [], offered: [], views: [], opened: [], messages: [], shown: [] };
  const ports = {
    version: '1.2.3',
    memory: memoryPort(memory),
    machine: () => Promise.resolve(machineWith(stored)),
    review: reviewer(person, seen),
    ask: answers(person, seen),
    shown: { runOf: () => undefined },
    recall: () => Promise.resolve(undefined),
  };
  return { ports, seen };
}

/** Sets where trackers are, in the person's own settings. */
export async function setTrackerServers(servers: object | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('chainwright');
  await settings.update('issues.servers', servers, vscode.ConfigurationTarget.Global);
}

function machineWith(stored: Readonly<Record<string, string>>): Machine {
  const secrets = Object.entries(stored).map(([name, value]) => [name, { value, origins: [] }] as const);
  return {
    maskingKey: new Uint8Array(32),
    stored: new Map(secrets),
    userAgent: 'chainwright/test',
    approval: 'all',
  } as unknown as Machine;
}

function memoryPort({ secrets, state }: Memory): IssuePorts['memory'] {
  return {
    secrets: {
      get: (name: string) => Promise.resolve(secrets.get(name)),
      store: (name: string, value: string) => Promise.resolve(void secrets.set(name, value)),
      delete: (name: string) => Promise.resolve(void secrets.delete(name)),
    },
    workspaceState: {
      get: (name: string) => state.get(name),
      update: (name: string, value: unknown) => Promise.resolve(void state.set(name, value)),
    },
  } as unknown as IssuePorts['memory'];
}

function reviewer({ words = {}, approves = true, meanwhile }: Person, seen: Seen): IssuePorts['review'] {
  return async (egress) => {
    const review = new EgressReview(egress);
    const { choice } = await review.view();
    const values = choice.values.map(({ id, value }) => ({ id, value: words[id] ?? value }));
    const view = await review.choose({ ...choice, values });
    seen.views.push(view);
    meanwhile?.();
    return approves ? review.approved(view.revision) : undefined;
  };
}

function answers(
  { chooses = [0], enters = [], presses = [], cancel }: Person,
  seen: Seen,
): IssuePorts['ask'] {
  const [choices, lines, buttons] = [[...chooses], [...enters], [...presses]];
  return {
    choose: (question, offered) => {
      seen.asked.push(question);
      seen.offered.push(offered.map(({ label }) => label));
      return Promise.resolve(choices.shift());
    },
    enter: ({ prompt }) => {
      seen.asked.push(prompt);
      return Promise.resolve(lines.shift());
    },
    signIn: () => Promise.resolve(undefined),
    inform: (message) => {
      seen.messages.push(message);
      return Promise.resolve(buttons.shift());
    },
    during: (title, work) => {
      seen.shown.push(title);
      const isSending = title.startsWith('Sending');
      return work((isSending ? cancel : undefined)?.signal ?? new AbortController().signal);
    },
    open: (url) => Promise.resolve(void seen.opened.push(url)),
  };
}
