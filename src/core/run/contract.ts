/**
 * Holding a response against the description of its API: its status and content type have to be described, and its JSON
 * body has to be what the schema says. Each difference is a check that failed.
 */
import { isArray, isObject, type JsonValue } from '../json/json';
import { memberPath } from '../language/memberPath';
import { phrase, type Message } from '../message';
import type { ApiDescription, SentCall } from '../openapi/namedDescription';
import type { ExpectationResult } from '../result/result';
import type { AnswerRules } from './answerRules';
import type { ResponseView } from './responseView';

/** Checks a response; without a description it cannot pass. */
export async function checkContract(
  description: ApiDescription | undefined,
  request: SentCall,
  view: ResponseView,
  rules: AnswerRules,
): Promise<readonly ExpectationResult<Message>[]> {
  if (description === undefined) {
    return [failed(phrase`response matches its OpenAPI description`, NO_DESCRIPTION)];
  }
  const { status, mediaType } = view;
  const hasBody = view.response.body.length > 0 || (request.method !== 'HEAD' && mediaType !== '');
  const answered = { status, mediaType, hasBody };
  const found = await description.responseTo(request, answered);
  const placeOf = (rule?: string): Promise<string> => description.placeOf(request, answered, rule);
  switch (found.kind) {
    case 'no-operation':
      return [
        failed(phrase`${description.file} describes ${request.method} ${pathOf(request.url)}`, NO_OPERATION),
      ];
    case 'no-status':
      return [
        failed(
          phrase`status is ${listed(found.known)} (${found.operation}, ${await placeOf()})`,
          phrase`${status}`,
        ),
      ];
    case 'no-type':
      return [
        failed(
          phrase`content type is ${listed(found.known)} (${found.operation}, ${await placeOf()})`,
          mediaType === '' ? phrase`absent` : phrase`${mediaType}`,
        ),
      ];
    case 'described': {
      const whole = (at: string): Message => phrase`response matches ${at} (${found.operation})`;
      const passed = [{ condition: whole(description.file), passed: true }];
      const { schema } = found;
      if (schema === undefined) {
        return passed;
      }
      if (!view.json.ok) {
        return [failed(whole(await placeOf()), phrase`not: the body ${view.json.reason}`)];
      }
      const body = view.json.value;
      const differences = await rules.differences(schema);
      const failures = differences.map(async ({ pointer, rule, actual }) => {
        const place = await placeOf(pointer === undefined ? undefined : rule);
        return pointer === undefined || rule === undefined
          ? failed(whole(place), actual)
          : failed(phrase`${pathTo(body, pointer)} matches ${place}`, actual);
      });
      return failures.length === 0 ? passed : Promise.all(failures);
    }
  }
}

const NO_DESCRIPTION = phrase`unknown, because neither the chain nor its environment names one with "openapi"`;
const NO_OPERATION = phrase`not: correct the request, or add the operation to the description`;

function failed(condition: Message, actual: Message): ExpectationResult<Message> {
  return { condition, passed: false, actual };
}

function listed(known: readonly string[]): string {
  return known.length === 0 ? 'described' : known.join(' or ');
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** JSONPath of what a JSON pointer leads to. */
function pathTo(body: JsonValue, pointer: string): string {
  let value: JsonValue | undefined = body;
  const steps = pointer
    .split('/')
    .slice(1)
    .map((escaped): string | number => {
      const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      if (value !== undefined && isArray(value)) {
        value = value[Number(step)];
        return Number(step);
      }
      value = value !== undefined && isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
      return step;
    });
  return memberPath(steps);
}
