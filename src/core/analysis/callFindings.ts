/** What is wrong with the steps of a chain that run another one. */
import { similarNames } from '../language/names';
import type { TextRange } from '../problem';
import { list } from '../words';
import type { Surroundings } from './analysis';
import { calledChain, decidingIn, givenTo, lackingIn, takenFrom, type ReadCalled } from './calledChain';
import type { CallMark, ChainSource, NameMark, RequestSource } from './chainSource';
import type { Finding } from './finding';
import { isSecretReference } from './flowSecrets';
import type { Needs } from './needs';

/** The problems of all calls, at their places in the file. */
export function callFindings(
  { requests }: ChainSource,
  surroundings: Surroundings,
  needs: Needs,
): readonly Finding[] {
  return surroundings.called === undefined
    ? []
    : requests.flatMap((request) => findingsOf(request, surroundings, needs));
}

function findingsOf(request: RequestSource, surroundings: Surroundings, needs: Needs): readonly Finding[] {
  const { id, start: base, disabled, marks } = request;
  const { call } = marks;
  if (call === undefined) {
    return [];
  }
  const fault = surroundings.called?.get(call.name)?.fault;
  const called = calledChain(surroundings, call.name);
  const findings =
    fault !== undefined
      ? [{ code: 'called-chain', severity: 'error', message: fault, range: call } as const]
      : called === undefined || disabled
        ? []
        : [
            ...lacking(call, called, surroundings),
            ...unusedGiven(call, called, surroundings),
            ...unknownTaken(marks.extractions, called),
            ...decidingSecrets(request, call, { called, needs }),
          ];
  return findings.map(({ range: { start, end }, ...finding }) => ({
    ...finding,
    range: { start: start + base, end: end + base },
    ...(id === '' ? {} : { request: id }),
  }));
}

/** What the chain cannot run without, and the step does not give it. */
function lacking(call: CallMark, called: ReadCalled, surroundings: Surroundings): readonly Finding[] {
  const { file } = called.source;
  return lackingOnce(call, called, surroundings).map((name) => ({
    code: 'missing-with',
    severity: 'error',
    message: `${file} needs ${name}. Give it in "with", or give it a default in the variables of that chain.`,
    variable: name,
    range: call,
  }));
}

/** What a chain lacks is the same until the files around or the names that are given change. */
function lackingOnce(
  { name, given }: CallMark,
  called: ReadCalled,
  surroundings: Surroundings,
): readonly string[] {
  const known = remembered.get(surroundings) ?? new Map<string, readonly string[]>();
  remembered.set(surroundings, known);
  const names = given.map((mark) => mark.name);
  const key = JSON.stringify([name, ...names]);
  const lacks = known.get(key) ?? lackingIn(called, names, surroundings);
  known.set(key, lacks);
  return lacks;
}

const remembered = new WeakMap<Surroundings, Map<string, readonly string[]>>();

function unusedGiven(
  { given }: CallMark,
  called: ReadCalled,
  surroundings: Surroundings,
): readonly Finding[] {
  const used = given.length === 0 ? new Set<string>() : givenTo(called, surroundings);
  return given
    .filter(({ name }) => !used.has(name))
    .map((mark) => {
      const remedy = didYouMean(mark, used) ?? 'Remove it, or use it there.';
      return {
        code: 'unused-with',
        severity: 'warning',
        message: `${called.source.file} does not use ${mark.name}. ${remedy}`,
        variable: mark.name,
        range: rangeOf(mark),
      };
    });
}

function unknownTaken(taken: readonly NameMark[], { source }: ReadCalled): readonly Finding[] {
  const extracted = takenFrom(source);
  return taken
    .filter(({ name }) => !extracted.includes(name))
    .map((mark) => {
      const named = extracted.slice(0, MOST_NAMED);
      const others = extracted.length > named.length ? ' and others' : '';
      const gives =
        extracted.length === 0
          ? 'It extracts nothing. Extract it there, or remove it here.'
          : `It extracts ${others === '' ? list(named) : `${named.join(', ')}${others}`}. Take one of these, or extract it there.`;
      return {
        code: 'unknown-take',
        severity: 'error',
        message: `${source.file} does not extract ${mark.name}. ${didYouMean(mark, extracted) ?? gives}`,
        variable: mark.name,
        range: rangeOf(mark),
      };
    });
}

/** Secrets that would decide about requests of the chain. */
function decidingSecrets(
  { index, marks }: RequestSource,
  { given }: CallMark,
  { called, needs }: { readonly called: ReadCalled; readonly needs: Needs },
): readonly Finding[] {
  const secrets = marks.references.filter(
    (mark) => isSecretReference(mark) || (!mark.name.startsWith('$') && needs.isSecret(mark.name, index)),
  );
  const names = new Set(
    secrets.flatMap(({ location }) => (location.in === 'variables' ? [location.name] : [])),
  );
  const deciding = names.size === 0 ? new Set<string>() : decidingIn(called);
  return given
    .filter(({ name }) => names.has(name) && deciding.has(name))
    .map((mark) => ({
      code: 'secret-in-flow',
      severity: 'error',
      message: `${mark.name} is a secret, and decides whether or when ${called.source.file} sends a request. That would tell something about it. Use a value that is not secret.`,
      range: rangeOf(mark),
    }));
}

/** Names in one sentence; more would drown it. */
const MOST_NAMED = 10;

function didYouMean({ name }: NameMark, known: Iterable<string>): string | undefined {
  const similar = similarNames(name, known);
  return similar.length === 0 ? undefined : `Did you mean ${similar.join(', ')}?`;
}

function rangeOf({ start, end }: TextRange): TextRange {
  return { start, end };
}
