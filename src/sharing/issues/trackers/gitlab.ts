/** GitLab, its own server or another one: REST, version 4 (docs.gitlab.com/api/issues). */
import type { HeaderLine } from '../../../core/model';
import { fitText } from '../fitText';
import type { IssueDraft } from '../issueDraft';
import {
  apiRequest,
  MAX_URL,
  memberOf,
  numberOf,
  textOf,
  textsIn,
  withQuery,
  type FoundIssue,
  type NewIssuePage,
  type Tracker,
  type TrackerAccess,
  type TrackerPlace,
} from './tracker';

/** Characters of a description that GitLab takes. */
const MAX_BODY = 1_048_576;

/** The tracker. */
export const gitlab: Tracker = {
  name: 'gitlab',
  title: 'GitLab',
  server: 'https://gitlab.com',
  projectForm: 'group/name',
  isProject: (project) => /^[\w.-]+(?:\/[\w.-]+)+$/.test(project) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(project),
  tokenVariable: 'GITLAB_TOKEN',
  setUp: 'Make a project access token with the role Reporter and the scope "api" (Settings, Access tokens).',
  labels: (labels) => labels.map((label) => label.replaceAll(',', ' ')),
  fits: (body) => body.length <= MAX_BODY,
  search: (access, fingerprint) => {
    const query = { search: fingerprint, in: 'description', scope: 'all', per_page: '10' };
    return apiRequest(access, { url: withQuery(issuesOf(access), query), headers: headersOf(access) });
  },
  readSearch: (answer, fingerprint) =>
    Array.isArray(answer)
      ? answer
          .filter((item) => textOf(item, 'description')?.includes(fingerprint) === true)
          .flatMap(foundIssue)
      : undefined,
  create: (access, { title, body, labels }) =>
    apiRequest(access, {
      method: 'POST',
      url: issuesOf(access),
      headers: headersOf(access),
      json: { title, description: body, labels: labels.join(',') },
    }),
  readCreated: (answer) => numberOf(answer, 'iid'),
  comment: (access, key, body) =>
    apiRequest(access, {
      method: 'POST',
      url: `${issuesOf(access)}/${key}/notes`,
      headers: headersOf(access),
      json: { body },
    }),
  complaints: (answer) => [
    ...textsIn(memberOf(answer, 'message')),
    ...textsIn(memberOf(answer, 'error_description') ?? memberOf(answer, 'error')),
  ],
  issueUrl: ({ server, project }, key) => `${server}/${project}/-/issues/${key}`,
  issueName: (key) => `#${key}`,
  newIssue,
  remedies: {
    403: 'Let the token have the scope "api" and at least the role Reporter; issues may also be switched off.',
    404: 'Check the path of the project; GitLab says the same to a token that must not see it.',
  },
};

function issuesOf({ server, project }: TrackerPlace): string {
  return `${server}/api/v4/projects/${encodeURIComponent(project)}/issues`;
}

function headersOf({ token }: TrackerAccess): readonly HeaderLine[] {
  return [
    { name: 'Accept', value: 'application/json' },
    { name: 'PRIVATE-TOKEN', value: token },
  ];
}

function foundIssue(item: unknown): readonly FoundIssue[] {
  const key = numberOf(item, 'iid');
  return key === undefined
    ? []
    : [
        {
          key,
          title: textOf(item, 'title') ?? '',
          text: textOf(item, 'description') ?? '',
          isOpen: textOf(item, 'state') === 'opened',
        },
      ];
}

function newIssue({ server, project }: TrackerPlace, { title, body, fingerprint }: IssueDraft): NewIssuePage {
  const pageOf = (text: string): string =>
    withQuery(`${server}/${project}/-/issues/new`, { 'issue[title]': title, 'issue[description]': text });
  const text = fitText(
    body,
    (shorter) => pageOf(shorter).length <= MAX_URL,
    (kept) => kept.includes(fingerprint),
  );
  return { url: pageOf(text), isFilled: true };
}
