/**
 * The chains that others run as steps, read for the analyzer: each with what it requires and with the steps behind it,
 * as a run would load them.
 */
import path from 'node:path';
import { callsOf, namedChains, type ChainSource } from '../../core/analysis/chainSource';
import type { ReadChainSource } from '../../core/analysis/readSource';
import { callCircle } from '../../core/run/callCircle';
import { callCircleError, excessError, readNamed, type Hint } from './loadChain';
import { createRequireWalk, type RequireStep } from './requireWalk';
import { refuseBroken, refuseRows } from './surroundingFaults';
import { workspacePath, type ReadText } from './workspaceText';

/** Reads chains that are run as steps. */
export interface StepReader {
  /**
   * Reads the chain that a step calls: those that it requires, in the order they run, and at the end itself.
   *
   * @param name as the step of `from` names it
   * @throws UserError when it, or a chain behind it, cannot be run
   */
  read(name: string, from: ChainSource): Promise<readonly ChainSource[]>;
  /** Reads what is behind the steps of chains. Throws UserError as `read` does. */
  readBehind(sources: readonly ChainSource[]): Promise<void>;
  /** The chain that a step calls, as far as it was read. */
  known(name: string, from: ChainSource): ChainSource | undefined;
  /** Workspace paths of all that was read, or looked for. */
  readonly files: ReadonlySet<string>;
}

/** Starts to read what a chain runs as steps. */
export function createStepReader(
  caller: ChainSource,
  workspace: string,
  readers: { readonly text: ReadText; readonly chain: ReadChainSource },
): StepReader {
  const known = new Map([[caller.file, caller]]);
  const files = new Set<string>();
  const load = async ({ file, name }: RequireStep, hint: Hint): Promise<ChainSource> => {
    files.add(name);
    const source =
      known.get(name) ?? readers.chain(await readNamed(file, workspace, hint, readers.text), name);
    known.set(name, source);
    return source;
  };
  const fileOf = (name: string, { file }: ChainSource): string =>
    path.resolve(workspace, path.dirname(file), name);
  const inOrder = async (file: string, from: string): Promise<readonly ChainSource[]> => {
    const walk = createRequireWalk(workspace, async (step) => {
      const hint: Hint =
        step.from === undefined ? { from, member: 'chain' } : { from: step.from, member: 'requires' };
      const source = await load(step, hint);
      return { source, requires: source.marks.requires.map((required) => required.name) };
    });
    await walk.visit(file, []);
    return [...walk.visited.values()].map(({ source }) => source);
  };
  const visitSteps = async (sources: readonly ChainSource[], seen: Set<string>): Promise<void> => {
    for (const source of sources) {
      for (const { name } of callsOf(source)) {
        await visit(fileOf(name, source), source, seen);
      }
    }
  };
  const visit = async (
    file: string,
    from: ChainSource,
    seen: Set<string>,
  ): Promise<readonly ChainSource[]> => {
    const name = workspacePath(file, workspace);
    if (name === caller.file || seen.has(name)) {
      return [];
    }
    seen.add(name);
    const sources = await inOrder(file, from.file);
    const others = sources.filter((source) => source !== caller);
    refuseBroken(others);
    refuseRows(others, 'run as a step');
    await visitSteps(sources, seen);
    return sources;
  };
  const circleOf = (file: string): readonly string[] | undefined =>
    callCircle(file, (at) => {
      const source = known.get(at);
      return source === undefined ? [] : namedChains(source);
    });
  const refuseCircles = (sources: readonly string[]): void => {
    for (const file of sources) {
      const circle = circleOf(file);
      if (circle !== undefined) {
        throw callCircleError(circle);
      }
    }
  };
  const excessive = new Set<string>();
  /** Says it once, of the step that leads beyond the limit. */
  const refuseExcess = (sources: readonly ChainSource[]): void => {
    const inDoubt = sources.filter(({ file }) => !excessive.has(file) && circleOf(file) === undefined);
    for (const { file } of inDoubt) {
      const excess = excessError(file, (at) => {
        const source = known.get(at);
        return (
          source && { requests: source.requests.length, called: callsOf(source).map(({ name }) => name) }
        );
      });
      if (excess !== undefined) {
        excessive.add(file);
        throw excess;
      }
    }
  };
  return {
    async read(name, from) {
      const file = fileOf(name, from);
      const sources = await visit(file, from, new Set());
      refuseCircles([workspacePath(file, workspace)]);
      refuseExcess([...sources.slice(0, -1), caller]);
      return sources;
    },
    async readBehind(sources) {
      sources.forEach((source) => known.set(source.file, source));
      await visitSteps(sources, new Set());
      refuseCircles(sources.map(({ file }) => file));
      refuseExcess(sources);
    },
    known: (name, from) => known.get(workspacePath(fileOf(name, from), workspace)),
    files,
  };
}
