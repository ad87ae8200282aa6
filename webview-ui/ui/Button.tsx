/** A button of the control library. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ComponentChildren } from 'preact';

/** A button; `quiet` when another one is the main action, off while it can do nothing. */
export function Button(props: {
  readonly onPress: () => void;
  readonly quiet?: boolean;
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <vscode-button secondary={props.quiet ?? false} disabled={props.isOff ?? false} onClick={props.onPress}>
      {props.children}
    </vscode-button>
  );
}
