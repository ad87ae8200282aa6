/**
 * What each request needs to be sent: for every variable that it uses, in its own texts, through its
 * chain's authentication or through constants, the request that gives it or the reason why none does.
 */
import type { Location } from '../model';
import type { TextRange } from '../problem';
import { isCredentialPlace } from '../masking/credentialPlaces';
import type { Dependency } from './analysis';
import type { ChainSource, ReferenceMark, RequestMarks, RequestSource } from './chainSource';
import type { ExtractionDefinition } from './definitions';
import type { Needs } from './needs';

/** A variable that a request uses, and the first place where it does. */
export interface RequestUse {
  readonly request: RequestSource;
  readonly variable: string;
  readonly kind: Dependency['kind'];
  /** The reference, or the request's id when the authentication of the chain brings it in. */
  readonly range: TextRange;
  readonly inherited: boolean;
  /** Conditions only ask whether it has a value. */
  readonly mayLack: boolean;
}

/** The value of a variable for a request comes from an extraction of an earlier one. */
interface ProducerUse {
  readonly use: RequestUse;
  readonly definition: ExtractionDefinition;
  /** What is extracted: the variable itself, or one that it needs. */
  readonly extracted: string;
}

/** A variable that has no value for a request. */
export interface MissingUse extends RequestUse {
  /** The variable itself, or one that it needs. */
  readonly missing: string;
}

/** What the requests of a chain need, in the order of the file. */
export interface RequestNeeds {
  readonly produced: readonly ProducerUse[];
  readonly missing: readonly MissingUse[];
}

/** Finds out what each request needs; requests that are switched off need nothing. */
export function requestNeeds(source: ChainSource, needs: Needs): RequestNeeds {
  const produced: ProducerUse[] = [];
  const missing: MissingUse[] = [];
  const inherited = source.marks.references.filter(isInherited);
  for (const request of source.requests) {
    for (const use of request.disabled ? [] : usesOf(request, inherited)) {
      const need = needs.of(use.variable, request.index);
      for (const { variable, definition } of need.extractions) {
        produced.push({ use, definition, extracted: variable });
      }
      if (!use.mayLack) {
        missing.push(...need.missing.map((variable) => ({ ...use, missing: variable })));
      }
    }
  }
  return { produced, missing };
}

function isInherited({ constant, name }: { readonly constant?: string; readonly name: string }): boolean {
  return constant === undefined && !name.startsWith('$');
}

function usesOf(request: RequestSource, inherited: readonly ReferenceMark[]): readonly RequestUse[] {
  const own = ownUses(request.marks).map(({ variable, kind, mayLack, start, end }) => ({
    request,
    variable,
    kind,
    mayLack,
    range: { start: start + request.start, end: end + request.start },
    inherited: false,
  }));
  if (!request.marks.inheritsAuth || inherited.length === 0) {
    return own;
  }
  const range = idRange(request);
  const known = new Set([
    ...own.filter(({ kind }) => kind === 'authentication').map(({ variable }) => variable),
    ...request.marks.variables.map(({ name }) => name),
  ]);
  const names = new Set(inherited.map(({ name }) => name).filter((name) => !known.has(name)));
  return [
    ...own,
    ...[...names].map((variable) => ({
      ...{ request, variable, kind: AUTHENTICATION, range },
      ...{ inherited: true, mayLack: false },
    })),
  ];
}

const AUTHENTICATION: Dependency['kind'] = 'authentication';

/** A variable that a request uses in its own texts; offsets count from the start of the request. */
interface OwnUse extends TextRange {
  readonly variable: string;
  readonly kind: Dependency['kind'];
  readonly mayLack: boolean;
}

/** Each variable once for data and once for authentication; cached, because it depends on the text alone. */
function ownUses(marks: RequestMarks): readonly OwnUse[] {
  const known = remembered.get(marks);
  if (known !== undefined) {
    return known;
  }
  const uses = new Map<string, OwnUse>();
  for (const { name, location, start, end, disabled, mayLack = false } of marks.references) {
    const kind = kindOf(location);
    const key = `${kind} ${name}`;
    // Where the value is needed counts more than where somebody asks for it.
    if (!disabled && !name.startsWith('$') && (uses.get(key)?.mayLack ?? true)) {
      uses.set(key, { variable: name, kind, mayLack, start, end });
    }
  }
  const found = [...uses.values()];
  remembered.set(marks, found);
  return found;
}

/** By the marks, which every reading of the same text shares. */
const remembered = new WeakMap<RequestMarks, readonly OwnUse[]>();

/** What a reference at this place is needed for: to prove who is asking, or as data. */
export function kindOf(location: Location): Dependency['kind'] {
  const carriesCredentials = location.in === 'header' || location.in === 'cookie';
  return location.in === 'auth' || (carriesCredentials && isCredentialPlace(location))
    ? AUTHENTICATION
    : 'data';
}

/** The id of a request, or its opening brace while it has none. */
function idRange({ start, marks: { id } }: RequestSource): TextRange {
  return id === undefined ? { start, end: start + 1 } : { start: id.start + start, end: id.end + start };
}
