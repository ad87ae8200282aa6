/** What the interfaces of the trackers have in common in tests. */
import type { IncomingHttpHeaders } from 'node:http';

/** A request as a tracker sees it. */
export interface Asked {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Absent without a body. */
  readonly json?: unknown;
}

/** What it answers. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
}

/** An issue that a tracker keeps. */
export interface KeptIssue {
  readonly number: number;
  readonly title: string;
  readonly body: unknown;
  readonly labels: readonly string[];
  readonly comments: unknown[];
  isOpen: boolean;
}

/** An interface; it answers from the issues that it keeps. */
export type IssueApi = (asked: Asked, issues: KeptIssue[], origin: string) => Answer;

/** The token that they take; Jira Cloud wants it with the address of its owner. */
export const TOKEN = 'good-token-5d41402abc4b';
export const USER = 'ann@example.com';
