/** A page that waits for what to show. It says so after a moment only: most answers come before anybody reads. */
import './Loading.css';

/** What is on its way, such as `Loading the chain…`; `heading` names the page for screen readers. */
export function Loading({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <div class="loading quiet" role="status">
      <h1 class="spoken">{heading}</h1>
      {text}
    </div>
  );
}
