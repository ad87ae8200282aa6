/** GitLab's interface (docs.gitlab.com/api/issues and /api/notes), as far as its pages describe it. */
import assert from 'node:assert/strict';
import { TOKEN, type Asked, type IssueApi, type KeptIssue, type Answer } from './issueApi';

/** The interface. */
export const gitlabApi: IssueApi = (asked, issues, origin) => {
  if (asked.headers['private-token'] !== TOKEN) {
    return { status: 401, json: { message: '401 Unauthorized' } };
  }
  const [, number, rest] =
    /^\/api\/v4\/projects\/acme%2Fshop\/issues(?:\/(\d+)(\/notes))?$/.exec(asked.url.pathname) ?? [];
  if (!asked.url.pathname.startsWith('/api/v4/projects/acme%2Fshop/issues')) {
    return { status: 404, json: { message: '404 Project Not Found' } };
  }
  if (asked.method === 'GET') {
    return search(asked, issues, origin);
  }
  return rest === undefined ? create(asked, issues, origin) : note(asked, issues, Number(number));
};

function search({ url }: Asked, issues: readonly KeptIssue[], origin: string): Answer {
  const search = url.searchParams.get('search') ?? '';
  assert.deepEqual([url.searchParams.get('in'), url.searchParams.get('scope')], ['description', 'all']);
  const found = issues.filter(({ body }) => String(body).toLowerCase().includes(search.toLowerCase()));
  return { status: 200, json: found.map((issue) => issueJson(issue, origin)) };
}

function create({ json }: Asked, issues: KeptIssue[], origin: string): Answer {
  const { title, description, labels, ...others } = json as Record<string, unknown>;
  assert.deepEqual(others, {});
  assert.ok(typeof title === 'string' && title.length > 0 && title.length <= 255);
  assert.ok(typeof description === 'string' && description.length <= 1_048_576);
  assert.ok(typeof labels === 'string');
  const issue = {
    ...{ number: issues.length + 1, title, body: description, labels: labels.split(',') },
    ...{ comments: [], isOpen: true },
  };
  issues.push(issue);
  return { status: 201, json: issueJson(issue, origin) };
}

function note({ json }: Asked, issues: readonly KeptIssue[], number: number): Answer {
  const { body } = json as { readonly body: unknown };
  assert.ok(typeof body === 'string' && body.length <= 1_000_000);
  issues.find((issue) => issue.number === number)?.comments.push(body);
  return { status: 201, json: { id: 301, body, noteable_type: 'Issue', noteable_iid: number } };
}

function issueJson({ number, title, body, labels, isOpen }: KeptIssue, origin: string): object {
  return {
    ...{ id: 9000 + number, iid: number, project_id: 4, title, description: body, labels },
    state: isOpen ? 'opened' : 'closed',
    web_url: `${origin}/acme/shop/-/issues/${number}`,
  };
}
