/** The options of `run`, as written on the command line and as the engine takes them. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import { groupPairs } from '../core/groupBy';
import { originOf } from '../core/permission/origin';
import type { RunSelection } from '../core/run/plan';
import type { ExecuteSettings } from '../node/run/executeSettings';
import { parseSecretHost } from '../node/secrets/secretValues';
import type { Shard } from './chainFiles';
import type { NotifyOptions } from './notify/notifyOptions';
import { addressVariables } from './notify/addressVariables';
import { remedies } from './remedies';
import type { ReporterOptions } from './reports';
import type { CommandContext } from './commandContext';
import { terminalQuestion } from './trust/terminalQuestion';
import { givenVariables, type VariableOptions } from './variableOptions';
import { createEnvironmentTrust, trustMemory } from './trust/trustedEnvironments';

/** What commander gives for the options of the network. */
export interface NetworkOptions extends VariableOptions {
  readonly allowHost: readonly string[];
  readonly allowEnv: readonly string[];
  readonly secretHost: readonly string[];
  readonly trustEnvironment: readonly string[];
  readonly timeout: number;
  readonly proxy?: string;
  readonly insecure: boolean;
}

/** What commander gives for `run`. */
export interface RunOptions extends NetworkOptions, ReporterOptions, NotifyOptions {
  readonly environment?: string;
  readonly only?: string;
  readonly from?: string;
  readonly to?: string;
  readonly bail: boolean;
  readonly includeDrafts: boolean;
  readonly parallel: number;
  readonly data?: string;
  readonly rows?: string;
  readonly shard?: Shard;
  readonly seed?: string;
}

/** The engine's settings for these options, for all chains together. */
export function executeSettings(
  options: NetworkOptions & Partial<Pick<RunOptions, 'bail' | 'seed'>>,
  { folder, environment, version, signal }: CommandContext,
): ExecuteSettings {
  const allowHosts = options.allowHost.map(parseOrigin);
  const ask = terminalQuestion(signal);
  return {
    overrides: givenVariables(options),
    allowHosts,
    vouchedHosts: allowHosts,
    ...(options.bail === true ? { bail: {} } : {}),
    ...defined({ seed: options.seed }),
    remedies,
    // Who starts a run on the command line wants what the chain says; where secrets go is another question.
    approval: 'all',
    trust: createEnvironmentTrust({
      files: [...options.trustEnvironment, ...trustedByVariable(environment)],
      folder,
      memory: trustMemory(environment),
      ...defined({ ask }),
    }),
    timeoutMs: options.timeout,
    network: {
      mode: 'direct',
      ...defined({ proxy: options.proxy }),
      proxyEnvironment: environment,
      verifyTls: !options.insecure,
    },
    secrets: {
      environment,
      withheld: addressVariables,
      granted: options.allowEnv,
      bindings: secretBindings(options.secretHost, environment),
    },
    maskingKey: randomBytes(32),
    userAgent: `chainwright/${version}`,
  };
}

/** Which requests of a chain the options select. */
export function selectionOf({ only, from, to }: RunOptions): RunSelection {
  const chosen = [
    ...(only === undefined ? [] : [{ kind: 'only', id: only } as const]),
    ...(from === undefined ? [] : [{ kind: 'from', id: from } as const]),
    ...(to === undefined ? [] : [{ kind: 'to', id: to } as const]),
  ];
  if (chosen.length > 1) {
    throw new UserError('--only, --from and --to exclude each other.', 'Give one of them.');
  }
  return chosen[0] ?? { kind: 'all' };
}

/** Reads `2/4`. */
export function parseShard(text: string): Shard {
  const [, index, of] = (/^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []).map(Number);
  if (index === undefined || of === undefined || index > of) {
    throw new InvalidArgumentError('Write it like 2/4, the second of four parts.');
  }
  return { index, of };
}

/** Reads a whole number from 1 on. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError('Write a whole number from 1 on.');
  }
  return Number(text);
}

/** How many cells at a time. Throws commander's error when it is not a number from 1 to 16. */
export function parseParallelCells(text: string): number {
  if (!/^(?:[1-9]|1[0-6])$/.test(text)) {
    throw new InvalidArgumentError('Write a whole number from 1 to 16.');
  }
  return Number(text);
}

/** A percentage. Throws commander's error when it is not a number from 0 to 100. */
export function parsePercent(text: string): number {
  if (!/^(?:\d{1,2}(?:\.\d{1,9})?|100)$/.test(text)) {
    throw new InvalidArgumentError('Write a number from 0 to 100, such as 80.');
  }
  return Number(text);
}

/** A port. Throws commander's error when it is not one. */
export function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError('Write a number from 0 (a free port) to 65535.');
  }
  return Number(text);
}

/** A confidence. Throws commander's error when it is not a number from 0 to 1. */
export function parseConfidence(text: string): number {
  if (!/^(?:0?\.\d{1,9}|[01](?:\.0+)?)$/.test(text)) {
    throw new InvalidArgumentError('Write a number from 0 to 1, such as 0.9.');
  }
  return Number(text);
}

function parseOrigin(text: string): string {
  const origin = originOf(text);
  if (origin === undefined) {
    throw new UserError(
      `--allow-host ${JSON.stringify(text)} is not an origin.`,
      'Write scheme and host, like --allow-host https://files.example.com.',
    );
  }
  return origin;
}

/** `CHAINWRIGHT_TRUST_ENVIRONMENT` lists files as `PATH` lists folders. */
function trustedByVariable(environment: NodeJS.ProcessEnv): readonly string[] {
  const listed = environment['CHAINWRIGHT_TRUST_ENVIRONMENT'] ?? '';
  return listed.split(path.delimiter).filter((file) => file !== '');
}

/** Origins by secret: those of `--secret-host`, and of variables such as `CHAINWRIGHT_ORIGINS_API_KEY`. */
function secretBindings(
  options: readonly string[],
  environment: NodeJS.ProcessEnv,
): ReadonlyMap<string, readonly string[]> {
  const bindings = [
    ...options.map((option) => parseSecretHost(option, '--secret-host')),
    ...boundByVariables(environment),
  ];
  return groupPairs(bindings.map(({ name, origin }) => [name, origin]));
}

function boundByVariables(environment: NodeJS.ProcessEnv): readonly ReturnType<typeof parseSecretHost>[] {
  return Object.entries(environment).flatMap(([variable, origins = '']) => {
    const name = variable.startsWith(ORIGINS) ? variable.slice(ORIGINS.length) : '';
    const listed = name === '' ? [] : origins.split(/[\s,]+/).filter((origin) => origin !== '');
    return listed.map((origin) => parseSecretHost(`${name}=${origin}`, variable));
  });
}

const ORIGINS = 'CHAINWRIGHT_ORIGINS_';
