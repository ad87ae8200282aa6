/** What the command line runs in. */
export interface CommandContext {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  readonly signal: AbortSignal;
}
