/** A chain with the name of the description that counts for it, and the variables that have a value in it. */
import { unlessFaulty } from '../../core/errors';
import { descriptionOf, type NamedDescription } from '../../core/openapi/namedDescription';
import type { LoadedChain } from '../../core/run/plan';
import { givenVariables } from '../../core/prepare/references';
import { loadChains, loadEnvironment, type LoadedEnvironment } from './loadChain';
import { readWorkspaceText, type ReadText } from './workspaceText';

/** A chain without errors. */
export interface DescribedChain extends LoadedChain {
  /** What it was read from. */
  readonly text: string;
  readonly named?: NamedDescription;
  /** Of its own, of the chains that it requires, and of its environment. */
  readonly variables: ReadonlySet<string>;
}

/**
 * Loads a chain (absolute path). An environment that cannot be read counts as none.
 *
 * @param environment name; absent is the one that the chain names
 * @throws UserError when the chain, or one that it requires, is missing or invalid
 */
export async function loadDescribed(
  file: string,
  workspace: string,
  environment?: string,
  readText: ReadText = readWorkspaceText,
): Promise<DescribedChain> {
  const text = await readText(file, workspace);
  const { main, required } = await loadChains(file, workspace, text, readText);
  const name = environment ?? main.chain.environment;
  const found = await unlessFaulty(
    name === undefined ? undefined : loadEnvironment(name, file, workspace, readText),
  );
  const named = descriptionOf(main, found);
  return {
    ...main,
    text,
    ...(named === undefined ? {} : { named }),
    variables: new Set([
      ...[...required, main].flatMap(({ chain }) => givenVariables(chain)),
      ...variablesIn(found),
    ]),
  };
}

function variablesIn(found: LoadedEnvironment | undefined): readonly string[] {
  return found === undefined
    ? []
    : [...Object.keys(found.environment.variables), ...found.environment.secrets];
}
