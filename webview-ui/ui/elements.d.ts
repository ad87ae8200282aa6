/** Types of the control library's elements, as far as this folder uses them. */
import type { HTMLAttributes } from 'preact';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes<HTMLElement> & { secondary?: boolean; disabled?: boolean };
      'vscode-tabs': HTMLAttributes<HTMLElement> & {
        'selected-index'?: number;
        'onvsc-tabs-select'?: (event: CustomEvent<{ readonly selectedIndex: number }>) => void;
      };
      'vscode-tab-header': HTMLAttributes<HTMLElement>;
      'vscode-tab-panel': HTMLAttributes<HTMLElement>;
    }
  }
}
