/** A codicon, as text of the icon font: the library's own icon element needs an inline style. */
import '@vscode/codicons/dist/codicon.css';

/** An icon that only decorates; its meaning is in words next to it. */
export function Icon({ name, spin = false }: { readonly name: string; readonly spin?: boolean }) {
  const classes = `codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''}`;
  return <span class={classes} aria-hidden="true" />;
}
