/** An exfiltration attack: what a stranger puts into a workspace, and what the person who runs it does. */
import type { Stage } from './stage';

/** A workspace and a run in it. */
export interface Setup {
  /** Requests of `main.chain.json`. */
  readonly requests?: readonly object[];
  /** More members of that chain. */
  readonly chain?: object;
  /** Replaces members of `local.environment.json`, which names the shop. */
  readonly environment?: object;
  /** More files. */
  readonly files?: Readonly<Record<string, string | object>>;
  /** Symbolic and hard links to make: name to target. */
  readonly symbolicLinks?: Readonly<Record<string, string>>;
  readonly hardLinks?: Readonly<Record<string, string>>;
  /** The command instead of `run main.chain.json`. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  /** Environment variables besides the password. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** What has to come of an attack. */
type Verdict =
  /** Nothing arrives at the stranger. */
  | 'nothing-arrives'
  /** A chain may call the stranger, but nothing secret or derived from a secret arrives. */
  | 'nothing-secret-arrives'
  /** The run refuses with exit code 2 and names the option to add, before anything is sent to anybody. */
  | 'refused';

/** One attack. */
export interface Attack {
  /** What it tries. */
  readonly name: string;
  readonly verdict: Verdict;
  readonly setup: (stage: Stage) => Setup;
}

/** Attacks of one kind. */
export interface AttackGroup {
  readonly name: string;
  readonly attacks: readonly Attack[];
}

/** The reference to the password. */
export const PASSWORD = '{{$secret PASSWORD}}';

/** Signs in at the shop with the password; `token` is derived from it. */
export const login = {
  id: 'login',
  method: 'POST',
  url: '{{baseUrl}}/login',
  body: { json: { password: PASSWORD } },
  extract: [{ variable: 'token', from: 'body', path: '$.token' }],
};

/** A request that carries the password to the shop, whose answer a rule reads. */
export function learn(route: string, rule: object): object {
  return {
    id: 'learn',
    method: 'POST',
    url: `{{baseUrl}}/${route}`,
    body: { json: { password: PASSWORD } },
    extract: [{ variable: 'piece', from: 'body', ...rule }],
    expect: { status: ['2xx', '3xx'] },
  };
}

/** A request to the stranger. */
export function send(url: string, more: object = {}): object {
  return { id: 'send', method: 'POST', url, ...more };
}
