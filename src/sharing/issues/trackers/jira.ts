/**
 * Jira: Cloud speaks version 3 of the interface, whose texts are documents, Data Center version 2, whose texts are
 * wiki markup (developer.atlassian.com/cloud/jira/platform/rest/v3, docs.atlassian.com/software/jira/docs/api/REST).
 */
import type { HeaderLine } from '../../../core/model';
import { base64OfText } from '../../../core/base64';
import type { IssueDraft } from '../issueDraft';
import { adfDocument, adfText } from './adf';
import {
  apiRequest,
  listOf,
  memberOf,
  textOf,
  textsIn,
  withQuery,
  type FoundIssue,
  type Tracker,
  type TrackerAccess,
  type TrackerPlace,
} from './tracker';
import { wikiText } from './wiki';

/** Characters of a text that Jira takes. */
const MAX_TEXT = 32_767;

const REMEDIES: Tracker['remedies'] = {
  400: 'Give what the project asks for: another kind of issue, or leave out labels that its form does not have.',
  404: 'Check the server and the key of the project, and that the account may see it.',
};

/** How the two differ. */
interface JiraKind extends Pick<Tracker, 'name' | 'title' | 'userVariable' | 'setUp'> {
  readonly version: 2 | 3;
  /** Path of the search below the interface. */
  readonly search: string;
  readonly text: (markdown: string) => unknown;
  readonly plain: (text: unknown) => string;
  readonly credentials: (access: TrackerAccess) => string;
}

/** Jira Cloud. */
export const jiraCloud: Tracker = jira({
  name: 'jira',
  title: 'Jira',
  userVariable: 'JIRA_EMAIL',
  setUp:
    'Make an API token (id.atlassian.com, Security); the account of its e-mail address needs "Browse projects", "Create issues" and "Add comments".',
  version: 3,
  search: 'search/jql',
  text: adfDocument,
  plain: adfText,
  credentials: ({ user = '', token }) => `Basic ${base64OfText(`${user}:${token}`)}`,
});

/** Jira Data Center. */
export const jiraDataCenter: Tracker = jira({
  name: 'jira-data-center',
  title: 'Jira Data Center',
  setUp:
    'Make a personal access token in your profile; you need "Browse projects", "Create issues" and "Add comments".',
  version: 2,
  search: 'search',
  text: wikiText,
  plain: (text) => (typeof text === 'string' ? text : ''),
  credentials: ({ token }) => `Bearer ${token}`,
});

function jira({ version, search, text, plain, credentials, ...own }: JiraKind): Tracker {
  const apiOf = ({ server }: TrackerPlace): string => `${server}/rest/api/${version}`;
  const headersOf = (access: TrackerAccess): readonly HeaderLine[] => [
    { name: 'Accept', value: 'application/json' },
    { name: 'Authorization', value: credentials(access) },
    // Without it Data Center takes a request of another program for one of a browser.
    { name: 'X-Atlassian-Token', value: 'no-check' },
  ];
  return {
    ...own,
    projectForm: 'SHOP',
    isProject: (project) => /^[A-Z][A-Z0-9_]*$/.test(project),
    tokenVariable: 'JIRA_TOKEN',
    labels: (labels) => labels.map((label) => label.replace(/\s+/g, '-')),
    fits: (body) => JSON.stringify(text(body)).length <= MAX_TEXT,
    search: (access, fingerprint) => {
      const jql = `project = "${access.project}" AND text ~ "\\"${fingerprint}\\"" ORDER BY created DESC`;
      const url = withQuery(`${apiOf(access)}/${search}`, {
        jql,
        fields: 'summary,status,description',
        maxResults: '10',
      });
      return apiRequest(access, { url, headers: headersOf(access) });
    },
    readSearch: (answer, fingerprint) =>
      listOf(answer, 'issues')
        ?.flatMap((issue) => foundIssue(issue, plain))
        .filter(({ text: found }) => found.includes(fingerprint)),
    create: (access, draft) =>
      apiRequest(access, {
        method: 'POST',
        url: `${apiOf(access)}/issue`,
        headers: headersOf(access),
        json: { fields: fieldsOf(access, draft, text) },
      }),
    readCreated: (answer) => keyOf(answer),
    comment: (access, key, body) =>
      apiRequest(access, {
        method: 'POST',
        url: `${apiOf(access)}/issue/${key}/comment`,
        headers: headersOf(access),
        json: { body: text(body) },
      }),
    complaints: (answer) => [
      ...textsIn(memberOf(answer, 'errorMessages')),
      ...textsIn(memberOf(answer, 'errors')),
    ],
    issueUrl: ({ server }, key) => `${server}/browse/${key}`,
    issueName: (key) => key,
    // Its page takes a text only together with internal numbers of the project and the kind of issue.
    newIssue: ({ server }) => ({ url: `${server}/secure/CreateIssue!default.jspa`, isFilled: false }),
    remedies: REMEDIES,
  };
}

function fieldsOf(
  { project, issueType = 'Bug' }: TrackerPlace,
  { title, body, labels }: IssueDraft,
  text: JiraKind['text'],
): object {
  return {
    project: { key: project },
    issuetype: { name: issueType },
    summary: title,
    description: text(body),
    labels,
  };
}

/** Keys become part of an address. */
function keyOf(issue: unknown): string | undefined {
  const key = textOf(issue, 'key');
  return key !== undefined && /^[A-Z][A-Z0-9_]*-\d+$/.test(key) ? key : undefined;
}

function foundIssue(issue: unknown, plain: JiraKind['plain']): readonly FoundIssue[] {
  const fields = memberOf(issue, 'fields');
  const category = textOf(memberOf(memberOf(fields, 'status'), 'statusCategory'), 'key');
  const key = keyOf(issue);
  return key === undefined
    ? []
    : [
        {
          key,
          title: textOf(fields, 'summary') ?? '',
          text: plain(memberOf(fields, 'description')),
          isOpen: category !== 'done',
        },
      ];
}
