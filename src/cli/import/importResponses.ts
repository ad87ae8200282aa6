/** Responses that an import brought, kept as recorded results where `map` and the editor look for them. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { plural } from '../../core/words';
import {
  countResponses,
  recordedResult,
  type ChainRecording,
} from '../../formats/importers/write/recordedResult';
import type { RecordedRules } from '../../formats/importers/shape/recordedResponses';
import { keepRecordings } from '../../node/results/keepRecordings';
import { workspacePath } from '../../node/files/workspaceText';
import { workspaceOf } from '../../node/files/workspaceOf';

/** Where the chains of an import were written, and what their requests extract with. */
export interface WrittenImport {
  /** As the user named it. */
  readonly output: string;
  /** Where the command runs. */
  readonly folder: string;
  readonly rules: RecordedRules;
}

/**
 * Keeps recordings, masked; resolves to a sentence for the user. The chains are written by then: when the disk
 * refuses, the import is still kept.
 *
 * @param secrets values that became secrets
 */
export async function keepResponses(
  recordings: readonly ChainRecording[],
  secrets: readonly string[],
  { output, folder, rules }: WrittenImport,
): Promise<string> {
  const count = countResponses(recordings);
  const results = recordings.map(async (recording) => {
    const file = path.resolve(folder, output, recording.path);
    const workspace = await workspaceOf(file, folder);
    return { workspace, result: await recordedResult(recording, workspacePath(file, workspace), rules) };
  });
  try {
    await keepRecordings(await Promise.all(results), {
      secrets,
      maskingKey: randomBytes(32),
      keep: Number.MAX_SAFE_INTEGER,
    });
  } catch (error) {
    return `Responses were not kept. ${error instanceof Error ? error.message : String(error)}`;
  }
  return `${plural(count, 'response is', 'responses are')} kept, secrets masked; --no-responses leaves them out.`;
}
