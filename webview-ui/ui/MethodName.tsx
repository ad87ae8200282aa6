/** An HTTP method, in a colour that tells reading from writing, and both from chains as steps, at a glance. */
import './MethodName.css';

const KINDS: Readonly<Record<string, string>> = {
  GET: 'reads',
  HEAD: 'reads',
  OPTIONS: 'reads',
  DELETE: 'deletes',
  CALL: 'calls',
};

/** The method as sent. */
export function MethodName({ method }: { readonly method: string }) {
  return <span class={`method ${Object.hasOwn(KINDS, method) ? KINDS[method] : 'writes'}`}>{method}</span>;
}
