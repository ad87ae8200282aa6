/** What shells have for the built-ins of chains (`{{$uuid}}`), by tools that every machine has. */
import type { Reference } from '../../../core/prepare/template';
import type { Remark } from '../exportLog';

/** The line that makes a value, once for the script; for others one that says who has to. */
export function madeLine(variable: string, made: Reference, remark: Remark): string {
  const value = madeValue(made);
  if (value === undefined) {
    remark(`Bash has nothing like {{${[made.name, ...made.args].join(' ')}}}: set ${variable} before.`);
    return `# ${variable} has to be set before.`;
  }
  return `${variable}=${value}`;
}

/** The expansion that makes a value; absent when no common tool does. */
export function madeValue({ name, args }: Reference): string | undefined {
  switch (name) {
    case '$guid':
    case '$uuid':
      return '$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)';
    case '$timestamp':
      return args.length === 0 ? '$(date +%s)' : undefined;
    case '$isoTimestamp':
      return args.length === 0 ? '$(date -u +%Y-%m-%dT%H:%M:%SZ)' : undefined;
    case '$randomInt':
      return randomValue(args);
    default:
      return undefined;
  }
}

function randomValue([min = '0', max = '1000']: readonly string[]): string | undefined {
  const isRange = /^\d{1,9}$/.test(min) && /^\d{1,9}$/.test(max) && Number(min) <= Number(max);
  return isRange
    ? `$((${Number(min)} + $(od -An -N4 -tu4 /dev/urandom) % ${Number(max) - Number(min) + 1}))`
    : undefined;
}
