/** GitHub and GitHub Enterprise: REST, version 2022-11-28 (docs.github.com/rest/issues). */
import type { HeaderLine } from '../../../core/model';
import { fitText } from '../fitText';
import type { IssueDraft } from '../issueDraft';
import {
  apiRequest,
  listOf,
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

/** Characters of a body that GitHub takes. */
const MAX_BODY = 65_536;

/** The tracker. */
export const github: Tracker = {
  name: 'github',
  title: 'GitHub',
  server: 'https://github.com',
  projectForm: 'owner/name',
  isProject: (project) =>
    /^[A-Za-z0-9_-][\w.-]*\/[\w.-]+$/.test(project) && !/(?:^|\/)\.{1,2}$/.test(project),
  tokenVariable: 'GITHUB_TOKEN',
  setUp:
    'Make a fine-grained token for the repository with the permission "Issues: read and write" (github.com/settings/tokens).',
  labels: (labels) => labels,
  fits: (body) => body.length <= MAX_BODY,
  search: (access, fingerprint) => {
    const query = `"${fingerprint}" repo:${access.project} is:issue in:body`;
    const url = withQuery(`${apiOf(access)}/search/issues`, { q: query, per_page: '10' });
    return apiRequest(access, { url, headers: headersOf(access) });
  },
  readSearch: (answer, fingerprint) =>
    listOf(answer, 'items')
      ?.filter((item) => textOf(item, 'body')?.includes(fingerprint) === true)
      .flatMap(foundIssue),
  create: (access, { title, body, labels }) =>
    apiRequest(access, {
      method: 'POST',
      url: `${apiOf(access)}/repos/${access.project}/issues`,
      headers: headersOf(access),
      json: { title, body, labels },
    }),
  readCreated: (answer) => numberOf(answer, 'number'),
  comment: (access, key, body) =>
    apiRequest(access, {
      method: 'POST',
      url: `${apiOf(access)}/repos/${access.project}/issues/${key}/comments`,
      headers: headersOf(access),
      json: { body },
    }),
  complaints: (answer) => [
    ...textsIn(memberOf(answer, 'message')),
    ...(listOf(answer, 'errors') ?? []).flatMap((error) =>
      typeof error === 'string' ? [error] : textsIn(memberOf(error, 'message') ?? memberOf(error, 'field')),
    ),
  ],
  issueUrl: ({ server, project }, key) => `${server}/${project}/issues/${key}`,
  issueName: (key) => `#${key}`,
  newIssue,
  remedies: {
    403: 'Let the token have the permission "Issues: read and write" of this repository; an organization with single sign-on has to authorize it, too.',
    404: 'Check the owner and name of the repository; GitHub says the same to a token that must not see it.',
    410: 'Issues are switched off in this repository; switch them on in its settings, or name another one.',
    422: 'Check the title and the labels; a search fails this way when the token must not see the repository.',
  },
};

/** github.com and hosts of GitHub Enterprise Cloud have a host of their own for it, GitHub Enterprise Server a path. */
function apiOf({ server }: TrackerPlace): string {
  const { protocol, host } = new URL(server);
  return host === 'github.com' || host.endsWith('.ghe.com') ? `${protocol}//api.${host}` : `${server}/api/v3`;
}

function headersOf({ token }: TrackerAccess): readonly HeaderLine[] {
  return [
    { name: 'Accept', value: 'application/vnd.github+json' },
    { name: 'Authorization', value: `Bearer ${token}` },
    { name: 'X-GitHub-Api-Version', value: '2022-11-28' },
  ];
}

function foundIssue(item: unknown): readonly FoundIssue[] {
  const key = numberOf(item, 'number');
  return key === undefined
    ? []
    : [
        {
          key,
          title: textOf(item, 'title') ?? '',
          text: textOf(item, 'body') ?? '',
          isOpen: textOf(item, 'state') === 'open',
        },
      ];
}

function newIssue(
  { server, project }: TrackerPlace,
  { title, body, labels, fingerprint }: IssueDraft,
): NewIssuePage {
  const pageOf = (text: string): string =>
    withQuery(`${server}/${project}/issues/new`, { title, body: text, labels: labels.join(',') });
  const text = fitText(
    body,
    (shorter) => pageOf(shorter).length <= MAX_URL,
    (kept) => kept.includes(fingerprint),
  );
  return { url: pageOf(text), isFilled: true };
}
