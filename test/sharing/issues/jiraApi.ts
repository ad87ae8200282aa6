/**
 * Jira's interface: version 3 (Cloud), whose texts are held against Atlassian's own schema of documents
 * (`test/fixtures/issues`), and version 2 (Data Center).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { TOKEN, USER, type Asked, type IssueApi, type KeptIssue, type Answer } from './issueApi';

const schema = JSON.parse(
  readFileSync(path.resolve('test/fixtures/issues/adf.schema.json'), 'utf8'),
) as Record<string, unknown>;
// The schema names draft 4, of which it uses nothing that later ones changed.
const isDocument = new Ajv({ strict: false, allErrors: false }).compile(
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema')),
);

/** The interface of a version. */
export function jiraApi(version: 2 | 3): IssueApi {
  const credentials =
    version === 3 ? `Basic ${Buffer.from(`${USER}:${TOKEN}`).toString('base64')}` : `Bearer ${TOKEN}`;
  const api = `/rest/api/${version}`;
  return (asked, issues, origin) => {
    if (asked.headers.authorization !== credentials) {
      return { status: 401, json: { errorMessages: ['You are not authenticated.'], errors: {} } };
    }
    const { pathname } = asked.url;
    if (asked.method === 'GET' && pathname === `${api}/${version === 3 ? 'search/jql' : 'search'}`) {
      return search(asked, issues, origin);
    }
    if (asked.method === 'POST' && pathname === `${api}/issue`) {
      return create(asked, issues, { origin, version });
    }
    const number = /^SHOP-(\d+)\/comment$/.exec(pathname.replace(`${api}/issue/`, ''))?.[1];
    return asked.method === 'POST' && number !== undefined
      ? comment(asked, issues, { number: Number(number), version })
      : { status: 404, json: { errorMessages: ['Issue does not exist'], errors: {} } };
  };
}

function search({ url }: Asked, issues: readonly KeptIssue[], origin: string): Answer {
  const jql = url.searchParams.get('jql') ?? '';
  const [, phrase = ''] =
    /^project = "SHOP" AND text ~ "\\"([^"]+)\\"" ORDER BY created DESC$/.exec(jql) ?? [];
  assert.notEqual(phrase, '', jql);
  const words = phrase.split(/\W+/);
  const found = issues.filter(({ body }) => words.some((word) => JSON.stringify(body).includes(word)));
  return {
    status: 200,
    json: {
      isLast: true,
      issues: found.map(({ number, title, body, isOpen }) => ({
        ...{
          id: String(10_000 + number),
          key: `SHOP-${number}`,
          self: `${origin}/rest/api/3/issue/${number}`,
        },
        fields: {
          summary: title,
          description: body,
          status: { statusCategory: { key: isOpen ? 'new' : 'done' } },
        },
      })),
    },
  };
}

function create(
  { json }: Asked,
  issues: KeptIssue[],
  { origin, version }: { readonly origin: string; readonly version: 2 | 3 },
): Answer {
  const { fields } = json as { readonly fields: Readonly<Record<string, unknown>> };
  const { project, issuetype, summary, description, labels } = fields;
  assert.deepEqual(project, { key: 'SHOP' });
  if ((issuetype as { name?: string }).name !== 'Bug') {
    return {
      status: 400,
      json: { errorMessages: [], errors: { issuetype: 'The issue type selected is invalid.' } },
    };
  }
  assert.ok(typeof summary === 'string' && summary.length <= 255 && !summary.includes('\n'));
  checkText(description, version);
  const texts = labels as readonly string[];
  assert.ok(
    texts.every((label) => !/\s/.test(label)),
    'a label of Jira has no spaces',
  );
  const number = issues.length + 1;
  issues.push({ number, title: summary, body: description, labels: texts, comments: [], isOpen: true });
  return {
    status: 201,
    json: {
      id: String(10_000 + number),
      key: `SHOP-${number}`,
      self: `${origin}/rest/api/${version}/issue/${number}`,
    },
  };
}

function comment(
  { json }: Asked,
  issues: readonly KeptIssue[],
  { number, version }: { readonly number: number; readonly version: 2 | 3 },
): Answer {
  const { body } = json as { readonly body: unknown };
  checkText(body, version);
  issues.find((issue) => issue.number === number)?.comments.push(body);
  return { status: 201, json: { id: '10200', body } };
}

function checkText(text: unknown, version: 2 | 3): void {
  if (version === 2) {
    assert.ok(typeof text === 'string' && text.length <= 32_767);
  } else {
    assert.ok(isDocument(text), JSON.stringify(isDocument.errors?.slice(0, 3)));
  }
}
