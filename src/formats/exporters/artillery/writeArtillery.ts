/**
 * A chain as a load test for Artillery: one scenario, in which each virtual user goes through the requests with
 * variables and cookies of its own. Required chains come first.
 *
 * It is written as JSON, which Artillery reads as well as YAML and which leaves nothing to guess: its reader is one
 * of YAML 1.1, where `no` and `010` are not what they seem.
 */
import { writeJson } from '../../../core/edit/jsonText';
import { ExactNumber, isArray, isObject, type JsonObject, type JsonValue } from '../../../core/json/json';
import { oneLine } from '../../../core/shownText';
import {
  findReferences,
  plainText,
  resolveTemplate,
  splitUrl,
  wholeReference,
} from '../../../core/prepare/template';
import { isVariableLoop, type ExportedChain } from '../exportedChain';
import type { WrittenFiles } from '../exporters';
import type { ExportLog, Remark } from '../exportLog';
import { remarkOnHidden, skippableVariables } from '../outgoingFlow';
import { firstPage } from '../outgoingPages';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders, type Placeholders } from '../placeholders';
import { withFlow } from './artilleryFlow';
import { artilleryProcessor } from './artilleryProcessor';
import { methodFault, writeStep } from './artilleryRequest';
import { artilleryTexts, type ArtilleryTexts } from './artilleryTexts';

/** A small load, so that nobody strains a server by accident. */
const PHASES: JsonValue = [{ name: 'Change this to the load that you want', duration: 10, arrivalRate: 1 }];

/** What the `expect` plugin does: a user whose request failed goes no further, as a chain does. */
const PLUGINS: JsonValue = { expect: { formatter: 'prettyError', reportFailuresAsErrors: true } };

/** Writes a script; the log gets what it cannot express. */
export function writeArtillery(chain: ExportedChain, log: ExportLog): WrittenFiles {
  const placeholders = createPlaceholders(chain, log.secret);
  const texts = artilleryTexts(chain, placeholders);
  const requests = withTokenRequests(outgoingRequests(chain, log, 'is said'), chain, log).filter(
    ({ request, source }) => {
      const fault = methodFault(request.method);
      if (fault !== undefined) {
        log.leaveOut(source, fault);
      }
      return fault === undefined;
    },
  );
  const values = expandedConstants(chain, placeholders, log.whole);
  const { target, base } = targetOf(requests, chain, values, log.whole);
  const { pathTo } = chain;
  const processor = artilleryProcessor(texts);
  const guards = skippableVariables(requests, chain);
  const rules = requests.flatMap(({ request }) => request.extract);
  const optional = new Set(rules.flatMap((rule) => (rule.optional ? [rule.variable] : [])));
  const flow = requests.flatMap((outgoing) => {
    const { request, source } = outgoing;
    const remark = log.of(source);
    const needs = guards.get(request) ?? [];
    const scripted = processor.add(request, needs, remark);
    const answer = scripted === undefined ? {} : { answer: `answer${scripted.id}` };
    const context = { texts, remark, target: base, pathTo, ...answer };
    const paged = scripted?.loop?.kind === 'pages' ? firstPage(outgoing, scripted.loop) : undefined;
    return withFlow(
      request,
      { needs, optional, texts, remark, scripted },
      {
        step: (more) => writeStep(outgoing, context, more),
        first: paged && ((more) => writeStep(paged, context, more)),
      },
    );
  });
  const functions = processor.text();
  if (processor.sendsAgain()) {
    log.whole('Where nobody answers, Artillery does not send again.');
  }
  const file = `${chain.target.replace(/\.[^.]*$/, '')}.processor.cjs`;
  remarkOnDifferences(requests, chain, log.whole);
  const variables = [
    ...[...values].map(([name, value]): [string, JsonValue] => [texts.nameOf(name), variableOf(value)]),
    ...texts.helpers,
  ];
  const script: JsonObject = {
    config: {
      target,
      phases: PHASES,
      plugins: PLUGINS,
      ...(functions === undefined ? {} : { processor: `./${file}` }),
      ...payloadOf(chain, texts),
      ...(variables.length === 0 ? {} : { variables: Object.fromEntries(variables) }),
    },
    scenarios: [{ name: oneLine(chain.name), flow }],
  };
  return {
    text: `${readable(writeJson(script, LAYOUT, { indent: '', column: 0 }))}\n`,
    others: functions === undefined ? [] : [{ name: file, text: functions }],
  };
}

/** A file of rows: each user takes the next one. */
function payloadOf(
  { data, columns, parts, pathTo }: ExportedChain,
  { nameOf }: Pick<ArtilleryTexts, 'nameOf'>,
): JsonObject {
  const file = parts.at(-1)?.file;
  return typeof data !== 'string' || columns.size === 0 || file === undefined
    ? {}
    : {
        payload: {
          path: pathTo(file, data),
          fields: [...columns].map(nameOf),
          order: 'sequence',
          skipHeader: true,
          // Cells of a CSV file are texts.
          cast: false,
        },
      };
}

const LAYOUT = { unit: '  ', lineBreak: '\n' } as const;

/** Artillery's reader of YAML refuses characters that JSON allows. */
function readable(json: string): string {
  return json.replace(
    /[\u007f-\u009f\ufeff\ufffe\uffff\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Of a list Artillery takes any one item for each user: a list that is a value is the only item of another one. */
function variableOf(value: JsonValue): JsonValue {
  return isArray(value) ? [value] : value;
}

/**
 * The constants with those that they refer to in them, for Artillery fills in variables once: those of the machine
 * when it starts, all others in requests.
 */
function expandedConstants(
  { constants }: ExportedChain,
  placeholders: Placeholders,
  remark: Remark,
): ReadonlyMap<string, JsonValue> {
  const expand = (value: JsonValue, path: readonly string[]): JsonValue => {
    if (typeof value === 'string') {
      return expandText(value, path);
    }
    if (value instanceof ExactNumber) {
      remark(`Artillery reads numbers as JavaScript does: ${value.text} loses digits.`);
      return value;
    }
    if (isArray(value)) {
      return value.map((item) => expand(item, path));
    }
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expand(member, path)]))
      : value;
  };
  const expandText = (text: string, path: readonly string[]): JsonValue => {
    const valueOf = ({
      name,
      args,
      start,
      end,
    }: ReturnType<typeof findReferences>[number]): JsonValue | undefined => {
      const placeholder = placeholders.nameFor({ name, args, start, end });
      if (placeholder !== undefined) {
        return `{{ $env.${placeholder} }}`;
      }
      const inner = path.includes(name) ? undefined : constants.get(name);
      if (inner === undefined) {
        remark(`The constant ${path[0] ?? ''} holds ${name}, which is not known when Artillery starts.`);
      }
      return inner === undefined ? undefined : expand(inner, [...path, name]);
    };
    const whole = wholeReference(text);
    return (
      (whole === undefined ? undefined : valueOf(whole)) ?? resolveTemplate(text, valueOf, plainText).text
    );
  };
  return new Map([...constants].map(([name, value]) => [name, expand(value, [name])]));
}

/** Where users send to, and the part of URLs before the path that refers to it. */
interface Target {
  readonly target: string;
  readonly base: string | undefined;
}

/** What most URLs of chains begin with: `{{baseUrl}}`, or an origin. */
function targetOf(
  requests: readonly OutgoingRequest[],
  { constants, undefinedVariables }: ExportedChain,
  values: ReadonlyMap<string, JsonValue>,
  remark: Remark,
): Target {
  const bases = requests.map(({ request: { url } }) => url.slice(0, splitUrl(url).pathStart));
  for (const base of new Set(bases)) {
    const { text, missing } = resolveTemplate(base, ({ name }) =>
      constants.has(name) ? values.get(name) : undefined,
    );
    if (missing.length === 0 && /^(?:https?:\/\/|\{\{ \$env\.)/i.test(text)) {
      return { target: text, base };
    }
    const [only] = missing;
    if (only !== undefined && undefinedVariables.includes(only.name) && wholeReference(base) !== undefined) {
      remark(`The address is not known here: give the environment variable ${only.name}, or --target.`);
      return { target: `{{ $env.${only.name} }}`, base };
    }
  }
  return { target: 'http://localhost', base: undefined };
}

function remarkOnDifferences(
  requests: readonly OutgoingRequest[],
  chain: ExportedChain,
  remark: Remark,
): void {
  const inPath = requests.some(({ request: { url } }) =>
    findReferences(url).some(({ start }) => start >= splitUrl(url).pathStart),
  );
  if (inPath) {
    remark('Artillery writes values into URLs as they are: one with / ? & or # changes the address.');
  }
  const takesJson = requests.some(({ request: { extract } }) =>
    extract.some(({ select }) => select?.kind === 'path'),
  );
  if (takesJson) {
    remark('Artillery reads numbers as JavaScript does: beyond 2^53 they lose digits.');
  }
  const loops = requests.filter(({ request }) => isVariableLoop(request));
  if (loops.length > 0) {
    remark('Artillery goes on where a loop has no list, or too many items.');
  }
  remarkOnHidden(loops, chain, remark);
}
