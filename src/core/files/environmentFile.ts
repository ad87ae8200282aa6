/**
 * Environment files: the text of a `*.environment.json` as an environment, or what is wrong with it.
 *
 * Origins come out in their one comparable form (see origin.ts); one that has none is refused here,
 * because a list that silently allows nothing, or something else than it says, helps nobody.
 */
import { defined } from '../defined';
import { checkFile, sinceVersion2, versionProblems, type FileFormat } from './fileFormat';
import { laterInEnvironment } from './laterFeatures';
import { nameRangeOf, parseDocument, problemAt, type JsonDocument } from '../json/jsonDocument';
import type { Environment } from '../model';
import { originOf } from '../permission/origin';
import { originFaults } from '../permission/originFaults';
import { hasErrors, type Problem } from '../problem';
import { schemaErrors } from '../validators/environment';
import type { WrittenEnvironment } from './writtenEnvironment';

const ENVIRONMENT_FORMAT: FileFormat = { migrations: sinceVersion2, schemaErrors };

/** An environment file that was read. */
export interface EnvironmentDocument {
  /** Present when no problem is an error. */
  readonly environment?: Environment;
  /** In the order of the file. */
  readonly problems: readonly Problem[];
}

/** Reads an environment file. `file` names it in problems. */
export function readEnvironment(text: string, file: string): EnvironmentDocument {
  const document = parseDocument(text, file);
  const { content, problems } = checkFile(document, ENVIRONMENT_FORMAT);
  if (content === undefined) {
    return { problems };
  }
  // The schema has checked the shape.
  const shape = content as unknown as WrittenEnvironment;
  const environment = environmentFrom(shape);
  const all = [
    ...problems,
    ...versionProblems(document, laterInEnvironment(environment)),
    ...originProblems(document, shape),
    ...unknownSecrets(document, shape),
  ].sort((one, other) => one.range.start - other.range.start);
  return hasErrors(all) ? { problems: all } : { environment, problems: all };
}

function environmentFrom(shape: WrittenEnvironment): Environment {
  const secretOrigins = Object.entries(shape.secretOrigins ?? {});
  return {
    name: shape.name,
    variables: shape.variables ?? {},
    secrets: shape.secrets ?? [],
    secretOrigins: new Map(secretOrigins.map(([secret, origins]) => [secret, origins.map(comparable)])),
    protected: shape.protected ?? false,
    allowHosts: (shape.allowHosts ?? []).map(comparable),
    ...defined({ tls: shape.tls, proxy: shape.proxy, openapi: shape.openapi }),
    http2: shape.http2 ?? false,
  };
}

function comparable(origin: string): string {
  return originOf(origin) ?? origin;
}

function originProblems(document: JsonDocument, shape: WrittenEnvironment): readonly Problem[] {
  const secretOrigins = Object.entries(shape.secretOrigins ?? {});
  return [
    ...originFaults(document, ['allowHosts'], shape.allowHosts ?? []),
    ...secretOrigins.flatMap(([secret, origins]) =>
      originFaults(document, ['secretOrigins', secret], origins),
    ),
  ];
}

/** A restriction that restricts nothing is a slip of the pen that would go unnoticed. */
function unknownSecrets(
  document: JsonDocument,
  { secrets = [], secretOrigins = {} }: WrittenEnvironment,
): readonly Problem[] {
  return Object.keys(secretOrigins)
    .filter((secret) => !secrets.includes(secret))
    .map((secret) =>
      problemAt(document, nameRangeOf(document, ['secretOrigins', secret]) ?? { start: 0, end: 0 }, {
        code: 'unknown-secret',
        severity: 'warning',
        message: `${JSON.stringify(secret)} is not in \`secrets\`. Add it there, or correct the name.`,
        variable: secret,
      }),
    );
}
