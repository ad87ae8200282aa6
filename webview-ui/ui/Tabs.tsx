/** Tabs of the control library, driven from outside. */
import '@vscode-elements/elements/dist/vscode-tab-header/index.js';
import '@vscode-elements/elements/dist/vscode-tab-panel/index.js';
import '@vscode-elements/elements/dist/vscode-tabs/index.js';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './Tabs.css';

/** One tab: its title, a count next to it, and what is under it, made only while it is shown. */
export interface Tab {
  readonly title: string;
  readonly count?: number;
  readonly content: () => ComponentChildren;
}

/** The library has its tabs in one line, and those that have no room there out of sight. */
const WRAPPING = new CSSStyleSheet();
WRAPPING.replaceSync('.tablist { flex-wrap: wrap; }');

/** A row of tabs with the content of the selected one. */
export function Tabs(props: {
  readonly tabs: readonly Tab[];
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}) {
  const { tabs, selected, onSelect } = props;
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => void element.current?.shadowRoot?.adoptedStyleSheets.push(WRAPPING), []);
  return (
    <vscode-tabs
      ref={element}
      selected-index={selected}
      onvsc-tabs-select={(event) => onSelect(event.detail.selectedIndex)}
    >
      {tabs.map(({ title, count }) => (
        <vscode-tab-header slot="header" key={title}>
          {title}
          {count !== undefined && count > 0 && <span class="tab-count"> {count}</span>}
        </vscode-tab-header>
      ))}
      {tabs.map(({ title, content }, index) => (
        <vscode-tab-panel key={title}>{index === selected && content()}</vscode-tab-panel>
      ))}
    </vscode-tabs>
  );
}
