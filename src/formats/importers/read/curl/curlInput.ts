/** What a command reads from its input (`-d @-`), as if it were in the command. */
import type { CurlOption } from './curlOptions';
import type { CommandInput } from './shellCommand';

/** The options with what is known about the input in place of `-`; `remark` gets what is not known. */
export function withInput(
  options: readonly CurlOption[],
  input: CommandInput | undefined,
  remark: (sentence: string) => void,
): readonly CurlOption[] {
  return options.flatMap((option) => {
    const [, before] = READS_INPUT.get(option.name)?.exec(option.value) ?? [];
    if (before === undefined) {
      return [option];
    }
    if (input?.kind === 'file') {
      return [{ ...option, value: `${before}${input.path}` }];
    }
    if (input?.kind === 'text') {
      return [asText(option, before, input.text)];
    }
    const source = input === undefined ? 'what is typed in' : `the output of ${input.source}`;
    remark(`Its data is ${source}, which is not known: --${option.name} ${option.value}.`);
    return [];
  });
}

/** The text before the `-`, by option. */
const READS_INPUT: ReadonlyMap<string, RegExp> = new Map([
  ...['data', 'data-ascii', 'data-binary', 'json'].map((name) => [name, /^(@)(?:-|\/dev\/stdin)$/] as const),
  ...['data-urlencode', 'url-query'].map((name) => [name, /^([^=@]*@)(?:-|\/dev\/stdin)$/] as const),
  ...['form'].map((name) => [name, /^([^=]+=[@<])(?:-|\/dev\/stdin)$/] as const),
  ['upload-file', /^()(?:[-.]|\/dev\/stdin)$/],
]);

/** curl's manual: `--data` takes line breaks out of what it reads, its relatives do not. */
function asText({ name }: CurlOption, before: string, text: string): CurlOption {
  switch (name) {
    case 'data':
    case 'data-ascii':
      return { name: 'data-raw', value: text.replace(/[\r\n]/g, '') };
    case 'data-binary':
      return { name: 'data-raw', value: text };
    case 'data-urlencode':
    case 'url-query':
      return { name, value: `${before.slice(0, -1)}=${text}` };
    case 'form':
      return { name: 'form-string', value: before.slice(0, -1) + text };
    case 'upload-file':
      return { name: 'upload-text', value: text };
    default:
      return { name, value: text };
  }
}
