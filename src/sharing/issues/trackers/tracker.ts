/**
 * What an issue tracker is to us: plain requests, and how its answers are read. Nothing is sent here, and no
 * address is taken from an answer: the page of an issue follows from the server that a person named.
 */
import { defined } from '../../../core/defined';
import type { HeaderLine, HttpRequest } from '../../../core/model';
import type { IssueDraft } from '../issueDraft';

/** A service that keeps issues. */
export interface Tracker {
  /** In options and settings. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Where it is unless somebody says otherwise; absent when everybody has a server of their own. */
  readonly server?: string;
  /** How a project is written: `owner/name`. */
  readonly projectForm: string;
  readonly isProject: (project: string) => boolean;
  /** Environment variable of the command line that holds the token. */
  readonly tokenVariable: string;
  /** The one that says whose token it is, for those that want to know. */
  readonly userVariable?: string;
  /** Where a token is made, and what it has to be allowed. A sentence. */
  readonly setUp: string;
  /** Labels that it takes of those. */
  readonly labels: (labels: readonly string[]) => readonly string[];
  /** Whether it takes a body of this length. */
  readonly fits: (body: string) => boolean;
  /** Asks for issues that have the fingerprint. */
  readonly search: (access: TrackerAccess, fingerprint: string) => HttpRequest;
  /** Absent when the answer is not one that the tracker gives. */
  readonly readSearch: (answer: unknown, fingerprint: string) => readonly FoundIssue[] | undefined;
  readonly create: (access: TrackerAccess, draft: IssueDraft) => HttpRequest;
  /** The key of the new issue; absent when the answer is not one that the tracker gives. */
  readonly readCreated: (answer: unknown) => string | undefined;
  readonly comment: (access: TrackerAccess, key: string, body: string) => HttpRequest;
  /** What the tracker says against a request, in its own words, one by one. */
  readonly complaints: (answer: unknown) => readonly string[];
  /** The page of an issue. */
  readonly issueUrl: (place: TrackerPlace, key: string) => string;
  /** How people call an issue: `#12`, `SHOP-12`. */
  readonly issueName: (key: string) => string;
  /** The page on which a person makes an issue. */
  readonly newIssue: (place: TrackerPlace, draft: IssueDraft) => NewIssuePage;
  /** What to do about a status, where that differs from tracker to tracker. */
  readonly remedies: Readonly<Record<number, string>>;
}

/** A project of a tracker. */
export interface TrackerPlace {
  /** Address without a slash at the end: `https://github.com`. */
  readonly server: string;
  readonly project: string;
  /** Kind of issue, for trackers that have several. */
  readonly issueType?: string;
}

/** A project, and the right to change it. */
export interface TrackerAccess extends TrackerPlace {
  readonly token: string;
  /** Whose token it is. */
  readonly user?: string;
  readonly userAgent: string;
}

/** An issue that is there already. */
export interface FoundIssue {
  readonly key: string;
  readonly title: string;
  /** As the tracker keeps it, in its own markup or without any. */
  readonly text: string;
  readonly isOpen: boolean;
}

/** A page for making an issue by hand. */
export interface NewIssuePage {
  readonly url: string;
  /** The page already contains the text; otherwise the user pastes it. */
  readonly isFilled: boolean;
}

/** A request for JSON to the interface of a tracker. */
export function apiRequest(
  { userAgent }: Pick<TrackerAccess, 'userAgent'>,
  {
    method = 'GET',
    url,
    headers,
    json,
  }: {
    readonly method?: 'GET' | 'POST';
    readonly url: string;
    readonly headers: readonly HeaderLine[];
    readonly json?: object;
  },
): HttpRequest {
  const body = json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(json));
  return {
    method,
    url,
    headers: [
      { name: 'Host', value: new URL(url).host },
      { name: 'User-Agent', value: userAgent },
      ...headers,
      ...(body === undefined
        ? []
        : [
            { name: 'Content-Type', value: 'application/json' },
            { name: 'Content-Length', value: String(body.length) },
          ]),
    ],
    ...defined({ body }),
  };
}

/** A URL with parameters, percent-encoded. */
export function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`);
  return `${url}?${pairs.join('&')}`;
}

/** Halves of surrogate pairs have no UTF-8 form. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

/** UTF-16 code units of an address that every browser and server takes. */
export const MAX_URL = 8_000;

/** A member of an answer; absent when there is none of its own. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** A member that is a text. */
export function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

/** A member that is a whole number from 1, as a text. */
export function numberOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'number' && Number.isSafeInteger(member) && member > 0
    ? String(member)
    : undefined;
}

/** The items of a member that is a list. */
export function listOf(value: unknown, name: string): readonly unknown[] | undefined {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : undefined;
}

/** All texts in an answer's member, however deep; for complaints, which have many shapes. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  if (Array.isArray(value)) {
    return value.slice(0, MAX_TEXTS).flatMap(textsIn);
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .slice(0, MAX_TEXTS)
        .flatMap(([name, item]) => textsIn(item).map((text) => `${name}: ${text}`))
    : [];
}

const MAX_TEXTS = 10;
