/**
 * The variables of an `.http` file. One that holds an answer is extracted where the answer comes. What is written apart
 * from requests counts for all of them, wherever it is; what is written at a request counts from there on or, where it
 * is also written apart, for that request alone. That is how httpYac does it; REST Client takes the last value for all.
 */
import { escapeReferences } from '../../../../core/prepare/template';
import type { ImportedVariable } from '../../shape/imported';
import type { SetText } from '../../shape/placedConstants';
import type { HttpRegion } from './httpRegion';
import type { HttpTexts } from './httpTexts';
import { documentation, type Remark } from '../../shape/remark';

/** The variables of one file, region by region. */
export interface FileVariables {
  /** Takes what a region sets, and gives what counts from its request on. */
  readonly take: (region: HttpRegion) => readonly SetText[];
  /** What counts for all requests. */
  readonly declared: () => readonly ImportedVariable[];
}

/** Begins without variables; `regions` are all of the file. */
export function createFileVariables(
  regions: readonly HttpRegion[],
  texts: HttpTexts,
  remark: (remark: Remark) => void,
): FileVariables {
  const values = new Map<string, string>();
  const declared = new Map<string, string>();
  const reader = texts.reader(remark);
  const ofAll = new Set(
    regions
      .filter(isApart)
      .flatMap(({ variables }) => variables.map(({ name }) => texts.names.nameFor(name))),
  );
  const isChanging = changingNames(regions, texts);
  const define = (written: string, value: string, isOfAll: boolean): readonly SetText[] => {
    const name = texts.names.nameFor(written);
    // What it is made of counts now, not when it is used.
    const text = reader
      .read(value)
      .replace(/\{\{([\w.-]+)\}\}/g, (whole, inner: string) =>
        isChanging.has(inner) ? (values.get(inner) ?? whole) : whole,
      );
    if ((values.get(name) ?? text) !== text) {
      remark(
        documentation(
          `The variable ${name} has several values. Each request has the one that httpYac gives it; REST Client gives all the last.`,
        ),
      );
    }
    values.set(name, text);
    texts.replace(written, `{{${name}}}`);
    if (isOfAll) {
      declared.set(name, text);
      return [];
    }
    return [{ name, text, isDeclared: true, ...(ofAll.has(name) ? { isOwn: true } : {}) }];
  };
  return {
    take(region) {
      for (const { value } of region.meta.filter(({ name }) => name === 'prompt')) {
        remark(`The variable ${value.split(/\s/)[0] ?? ''} is asked for in each run there. Give it a value.`);
      }
      return region.variables.flatMap(({ name, value, isComputed }) => {
        if (isComputed) {
          remark(`Nothing computes the variable ${name} here: ${value}. Give it a value.`);
        } else if (BRACES.test(value)) {
          texts.replace(name, escapeReferences(value.replaceAll('\\', '')));
        } else if (holdsAnswer(value)) {
          takeAnswer(name, value, texts, reader.read);
        } else {
          return define(name, value, isApart(region));
        }
        return [];
      });
    },
    declared: () => [...declared].map(([name, value]) => ({ name, value, isSecret: false })),
  };
}

/** Whether a region has no request. */
export function isApart({ request, command }: HttpRegion): boolean {
  return request === undefined && command === undefined;
}

/** Names of variables that have several values. */
function changingNames(regions: readonly HttpRegion[], texts: HttpTexts): ReadonlySet<string> {
  const values = new Map<string, string>();
  const all = regions.flatMap(({ variables }) => variables);
  return new Set(
    all.flatMap(({ name: written, value }) => {
      const name = texts.names.nameFor(written);
      const isOther = (values.get(name) ?? value) !== value;
      values.set(name, value);
      return isOther ? [name] : [];
    }),
  );
}

/** A brace, or two with the backslashes that REST Client and httpYac take away, as exports write them. */
const BRACES = /^(?:\{|\\\{\\\{|\\\}\\\})$/;

/** Whether a value is known only once another request has been answered. */
function holdsAnswer(value: string): boolean {
  return /\{\{\s*[A-Za-z_][\w-]*\.response\./.test(value);
}

/** A variable that is an answer is extracted under its own name; what is made with answers is written out. */
function takeAnswer(name: string, value: string, texts: HttpTexts, read: (text: string) => string): void {
  if (!texts.nameAnswer(name, value)) {
    texts.replace(name, read(value));
  }
}
