/** A GraphQL request as other tools store it: variables are JSON, or a text with JSON and references. */
import type { WrittenBody } from '../../../core/files/writtenChain';
import { defined } from '../../../core/defined';
import { stringifyJson, type JsonValue } from '../../../core/json/json';
import { memberOf, textOf, type Foreign } from './externalJson';
import { readTemplateJson, type TemplateJson } from './templateJson';

/** A body, and the variables that are in it as JSON without quotes. */
export interface GraphqlBody {
  /** Absent when there is no query. */
  readonly body?: WrittenBody;
  readonly typed: readonly string[];
}

/** Reads the members `query`, `variables` and `operationName`; `read` makes texts those of a chain. */
export function graphqlBody(
  content: Foreign,
  read: (text: string) => string,
  remark: (sentence: string) => void,
): GraphqlBody {
  const query = read(textOf(memberOf(content, 'query')) ?? '');
  if (query.trim() === '') {
    remark('Its GraphQL query is empty; the body is left out.');
    return { typed: [] };
  }
  const variables = variablesOf(memberOf(content, 'variables') ?? '', read, remark);
  const operationName = textOf(memberOf(content, 'operationName')) ?? '';
  const graphql = {
    query,
    ...defined({ variables: variables?.value }),
    ...(operationName === '' ? {} : { operationName }),
  };
  return { body: { graphql }, typed: variables?.typed ?? [] };
}

function variablesOf(
  written: JsonValue,
  read: (text: string) => string,
  remark: (sentence: string) => void,
): TemplateJson | undefined {
  const text = read(textOf(written) ?? stringifyJson(written));
  if (text.trim() === '') {
    return undefined;
  }
  const variables = readTemplateJson(text);
  if (variables === undefined) {
    remark('Its GraphQL variables are no JSON and are left out.');
  }
  return variables;
}
