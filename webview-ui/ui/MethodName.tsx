/** An HTTP method, in a colour that tells reading from writing at a glance. */
import './MethodName.css';

const KINDS: Readonly<Record<string, string>> = {
  GET: 'reads',
  HEAD: 'reads',
  OPTIONS: 'reads',
  DELETE: 'deletes',
};

/** The method as sent. */
export function MethodName({ method }: { readonly method: string }) {
  return <span class={`method ${Object.hasOwn(KINDS, method) ? KINDS[method] : 'writes'}`}>{method}</span>;
}
