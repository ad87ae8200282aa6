/**
 * The variables of an `.http` file. A file may set one again between two requests, which a chain cannot: from
 * there on the requests use a second variable. One that holds an answer is extracted where the answer comes.
 */
import { escapeReferences } from '../../../../core/prepare/template';
import { isReservedName } from '../../shape/chainNames';
import type { ImportedVariable } from '../../shape/imported';
import type { ScriptConstant } from '../scripts/scriptAccount';
import type { HttpRegion } from './httpRegion';
import type { HttpTexts } from './httpTexts';
import { documentation, type Remark } from '../../shape/remark';

/** The variables of one file, region by region. */
export interface FileVariables {
  /** Takes what a region sets in front of its request. */
  readonly take: (region: HttpRegion) => void;
  /** All constants, with those that scripts set. */
  readonly settled: (
    fromScripts: readonly ScriptConstant[],
    remark: (sentence: string) => void,
  ) => readonly ImportedVariable[];
}

/** Begins without variables. */
export function createFileVariables(texts: HttpTexts, remark: (remark: Remark) => void): FileVariables {
  const values = new Map<string, string>();
  const reader = texts.reader(remark);
  const define = (written: string, text: string): void => {
    const name = texts.names.nameFor(written);
    const known = values.get(name);
    if (known === undefined || known === text) {
      values.set(name, text);
      texts.replace(written, `{{${name}}}`);
      return;
    }
    const next = freeName(name, values);
    values.set(next, text);
    texts.replace(written, `{{${next}}}`);
    remark(documentation(`The variable ${name} is set again; from there on it is ${next}.`));
  };
  return {
    take({ variables, meta }) {
      for (const { name, value, isComputed } of variables) {
        if (isComputed) {
          remark(`Nothing computes the variable ${name} here: ${value}. Give it a value.`);
        } else if (BRACES.test(value)) {
          texts.replace(name, escapeReferences(value.replaceAll('\\', '')));
        } else if (holdsAnswer(value)) {
          takeAnswer(name, value, texts, reader.read);
        } else {
          define(name, reader.read(value));
        }
      }
      for (const { value } of meta.filter(({ name }) => name === 'prompt')) {
        remark(`The variable ${value.split(/\s/)[0] ?? ''} is asked for in each run there. Give it a value.`);
      }
    },
    settled(fromScripts, remarkOnScript) {
      for (const { name, text } of fromScripts) {
        const known = values.get(name);
        if (known !== undefined && known !== text) {
          remarkOnScript(`Scripts set ${name} to other values than its first, which is not carried over.`);
        } else if (!isReservedName(name)) {
          values.set(name, text);
        }
      }
      return [...values].map(([name, value]) => ({ name, value, isSecret: false }));
    },
  };
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

function freeName(name: string, values: ReadonlyMap<string, string>): string {
  let number = 2;
  while (values.has(`${name}_${number}`)) {
    number += 1;
  }
  return `${name}_${number}`;
}
