/**
 * Format versions: files of older versions are brought up to date step by step while they are read.
 *
 * A format with n migrations is at version n + 1, so a new version cannot be forgotten in one of two
 * places. The file on disk stays unchanged until its next edit.
 */
import type { JsonObject } from '../json/json';

/** Brings a file from one version to the next; the `formatVersion` member is taken care of. */
export type Migration = (file: JsonObject) => JsonObject;

/** The file in the current version, or that it is from a later one than we know. */
export type Migrated =
  | { readonly ok: true; readonly file: JsonObject }
  | { readonly ok: false; readonly version: number; readonly current: number };

/**
 * Applies the migrations that a file lacks, the first of them leading from version 1 to 2.
 *
 * A file without a usable `formatVersion` is returned unchanged: the schema reports that.
 */
export function migrate(file: JsonObject, migrations: readonly Migration[]): Migrated {
  const current = migrations.length + 1;
  const version = Object.hasOwn(file, 'formatVersion') ? file['formatVersion'] : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { ok: true, file };
  }
  if (version > current) {
    return { ok: false, version, current };
  }
  const upToDate = migrations
    .slice(version - 1)
    .reduce((older, step, index) => ({ ...step(older), formatVersion: version + index + 1 }), file);
  return { ok: true, file: upToDate };
}
