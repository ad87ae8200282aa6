/**
 * The files that are compared on the wire: the shared corpus, the small cases of known faults, and the public files of
 * sources.json from a folder that is given. What is not there is skipped, and said to be.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SHARED = fileURLToPath(new URL('../../../shared', import.meta.url));
const CORPUS = path.join(SHARED, 'corpus');
const SMALL_CASES = path.join(SHARED, 'repro/imports');

/**
 * A file or, for Bruno, a folder. `handler` is a module whose default export answers requests of this case;
 * `environment` a Postman environment, or the name of one of Bruno's.
 *
 * @typedef {{
 *   readonly group: 'corpus' | 'small case' | 'public',
 *   readonly name: string,
 *   readonly kind: 'postman' | 'bruno' | 'http',
 *   readonly path: string,
 *   readonly environment?: string,
 *   readonly handler?: string,
 * }} Case
 */

/**
 * @param {string | undefined} sources folder with the public files, below `owner+name/`
 * @returns {{ readonly cases: readonly Case[], readonly skipped: readonly string[] }}
 */
export function wireCases(sources) {
  const found = [corpusCases(), smallCases(), publicCases(sources)];
  return { cases: found.flatMap(({ cases }) => cases), skipped: found.flatMap(({ skipped }) => skipped) };
}

function corpusCases() {
  if (!existsSync(CORPUS)) {
    return { cases: [], skipped: [`the shared corpus (${CORPUS})`] };
  }
  const inCorpus = (kind, names) =>
    names.map((name) => ({
      group: 'corpus',
      name: `${kind}/${name}`,
      kind,
      path: path.join(CORPUS, kind, name),
      ...handlerFor(name),
    }));
  const files = (kind, suffix) =>
    readdirSync(path.join(CORPUS, kind), { recursive: true })
      .filter((name) => name.endsWith(suffix) && !name.endsWith('.expected.json'))
      .sort();
  const folders = readdirSync(path.join(CORPUS, 'bruno'))
    .filter((name) => statSync(path.join(CORPUS, 'bruno', name)).isDirectory())
    .sort();
  return {
    cases: [
      ...inCorpus('postman', files('postman', '.json')),
      ...inCorpus('bruno', folders).map(withBrunoEnvironment),
      ...inCorpus('http', files('http', '.http')),
    ],
    skipped: [],
  };
}

/** Answers for files whose scripts look for something in texts. */
function handlerFor(name) {
  const handler = fileURLToPath(new URL(`handlers/${path.parse(name).name}.mjs`, import.meta.url));
  return existsSync(handler) ? { handler } : {};
}

function smallCases() {
  if (!existsSync(SMALL_CASES)) {
    return { cases: [], skipped: [`the small cases (${SMALL_CASES})`] };
  }
  const cases = readdirSync(SMALL_CASES, { recursive: true })
    .filter((name) => /\.(json|http)$/.test(name))
    .sort()
    .map((name) => ({ name, file: path.join(SMALL_CASES, name) }))
    .filter(({ name, file }) => name.endsWith('.http') || isCollection(file))
    .map(({ name, file }) => ({
      group: 'small case',
      name,
      kind: name.endsWith('.http') ? 'http' : 'postman',
      path: file,
      ...siblings(path.dirname(file)),
    }));
  return { cases, skipped: [] };
}

function siblings(folder) {
  const names = readdirSync(folder);
  const environment = names.find((name) => name.endsWith('.postman_environment.json'));
  return {
    ...(environment === undefined ? {} : { environment: path.join(folder, environment) }),
    ...(names.includes('h.mjs') ? { handler: path.join(folder, 'h.mjs') } : {}),
  };
}

function isCollection(file) {
  const value = JSON.parse(readFileSync(file, 'utf8'));
  return (value.collection ?? value).item !== undefined;
}

function publicCases(sources) {
  const listed = JSON.parse(readFileSync(new URL('sources.json', import.meta.url), 'utf8'));
  if (sources === undefined) {
    return { cases: [], skipped: ['the public files (give their folder with --sources)'] };
  }
  const all = Object.entries(listed).flatMap(([kind, files]) =>
    files.map(({ repository, path: file, environment }) => {
      const folder = path.resolve(sources, repository.replace('/', '+'));
      return {
        group: 'public',
        name: file === '.' ? repository : `${repository}/${file}`,
        kind,
        path: path.join(folder, file),
        ...(environment === undefined ? {} : { environment: path.join(folder, environment) }),
      };
    }),
  );
  return {
    cases: all
      .filter((one) => existsSync(one.path))
      .map((one) => (one.kind === 'bruno' ? withBrunoEnvironment(one) : one)),
    skipped: all.filter((one) => !existsSync(one.path)).map(({ name }) => name),
  };
}

/** With the first environment of the folder, as a person would choose one. */
function withBrunoEnvironment(one) {
  const folder = path.join(one.path, 'environments');
  const [first] = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.(bru|ya?ml)$/.test(name))
        .sort()
    : [];
  return first === undefined ? one : { ...one, environment: first.replace(/\.\w+$/, '') };
}
