/**
 * GitHub's interface: requests and answers are checked against GitHub's own OpenAPI description, of
 * which `test/fixtures/issues` has the three operations.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { TOKEN, type Asked, type IssueApi, type KeptIssue, type Answer } from './issueApi';

interface Operation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

const description = nullableTypes(
  JSON.parse(readFileSync(path.resolve('test/fixtures/issues/github-openapi.json'), 'utf8')),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'github', components: description.components });

const ISSUES = '/repos/{owner}/{repo}/issues';
const COMMENTS = '/repos/{owner}/{repo}/issues/{issue_number}/comments';

/** The interface of GitHub Enterprise Server, which is below a path. */
export const githubApi: IssueApi = (asked, issues, origin) => {
  assert.match(
    asked.headers['user-agent'] ?? '',
    /./,
    'GitHub refuses requests that do not say who sends them',
  );
  assert.equal(asked.headers['x-github-api-version'], '2022-11-28');
  assert.equal(asked.headers.accept, 'application/vnd.github+json');
  if (asked.headers.authorization !== `Bearer ${TOKEN}`) {
    return {
      status: 401,
      json: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest' },
    };
  }
  const route = asked.url.pathname.replace(/^\/api\/v3/, '');
  if (route === '/search/issues') {
    return answered('/search/issues', 'get', search(asked, issues, origin));
  }
  const [, repository = '', number, rest] =
    /^\/repos\/([^/]+\/[^/]+)\/issues(?:\/(\d+)(\/comments))?$/.exec(route) ?? [];
  if (repository !== 'acme/shop' || asked.method !== 'POST') {
    return { status: 404, json: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' } };
  }
  return rest === undefined
    ? answered(ISSUES, 'post', create(asked, issues, origin))
    : answered(COMMENTS, 'post', comment(asked, issues, { number: Number(number), origin }));
};

function search({ url }: Asked, issues: readonly KeptIssue[], origin: string): Answer {
  const query = url.searchParams.get('q') ?? '';
  const [, phrase = ''] = /^"([^"]+)" repo:acme\/shop is:issue in:body$/.exec(query) ?? [];
  assert.ok(Number(url.searchParams.get('per_page')) <= 100);
  // GitHub finds words, so that others may come with those that were meant.
  const words = phrase.split(/\W+/);
  const items = issues
    .filter(({ body }) => words.some((word) => String(body).includes(word)))
    .map((issue) => ({ ...issueJson(issue, origin), score: 1 }));
  return {
    status: 200,
    json: { total_count: items.length, incomplete_results: false, search_type: 'lexical', items },
  };
}

function create({ json }: Asked, issues: KeptIssue[], origin: string): Answer {
  checkBody(ISSUES, json);
  const { title, body, labels } = json as { title: string; body: string; labels: string[] };
  const issue = { number: issues.length + 1, title, body, labels, comments: [], isOpen: true };
  issues.push(issue);
  return { status: 201, json: issueJson(issue, origin) };
}

function comment(
  { json }: Asked,
  issues: readonly KeptIssue[],
  { number, origin }: { readonly number: number; readonly origin: string },
): Answer {
  checkBody(COMMENTS, json);
  const { body } = json as { body: string };
  issues.find((issue) => issue.number === number)?.comments.push(body);
  const url = `${origin}/acme/shop/issues/${number}`;
  return {
    status: 201,
    json: {
      ...{ id: 7, node_id: 'C_7', url, html_url: `${url}#7`, issue_url: url, user: null, body },
      ...{ created_at: TIME, updated_at: TIME, author_association: 'NONE' },
    },
  };
}

const TIME = '2026-01-02T03:04:05Z';

function issueJson({ number, title, body, labels, isOpen }: KeptIssue, origin: string): object {
  const url = `${origin}/api/v3/repos/acme/shop/issues/${number}`;
  return {
    ...{ id: number, node_id: `I_${number}`, number, title, body, url, state: isOpen ? 'open' : 'closed' },
    ...{ repository_url: `${origin}/api/v3/repos/acme/shop`, labels_url: `${url}/labels{/name}` },
    ...{ comments_url: `${url}/comments`, events_url: `${url}/events` },
    // A hostile server may lead anywhere; nobody is to follow.
    html_url: 'https://evil.example.com/issues/1',
    ...{ user: null, assignee: null, milestone: null, closed_at: null, locked: false, comments: 0 },
    ...{ author_association: 'NONE', created_at: TIME, updated_at: TIME },
    labels: labels.map((name) => ({ name })),
  };
}

function checkBody(route: string, json: unknown): void {
  const schema = description.paths[route]?.['post']?.requestBody?.content['application/json']?.schema;
  check(schema, json, `request of ${route}`);
}

/** Our own answers have to be GitHub's, too, or the test would prove nothing. */
function answered(route: string, method: string, answer: Answer): Answer {
  const response = description.paths[route]?.[method]?.responses[String(answer.status)];
  const content = (response as { readonly content?: Record<string, { readonly schema: object }> } | undefined)
    ?.content;
  check(content?.['application/json']?.schema, answer.json, `answer of ${route}`);
  return answer;
}

function check(schema: object | undefined, value: unknown, what: string): void {
  assert.ok(schema, `${what} is not described`);
  const validate = ajv.compile(inDescription(schema) as object);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
}

/** References of the description, from outside. */
function inDescription(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/'));
}

/** OpenAPI 3.0 writes `nullable`, JSON Schema a type. */
function nullableTypes(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(nullableTypes);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, nullableTypes(item)]),
  );
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}
