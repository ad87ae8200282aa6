/** Tabs of the control library, driven from outside, on one line: those that have no room are in a menu. */
import '@vscode-elements/elements/dist/vscode-tab-header/index.js';
import '@vscode-elements/elements/dist/vscode-tab-panel/index.js';
import '@vscode-elements/elements/dist/vscode-tabs/index.js';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from './l10n';
import { fittingTabs } from './fittingTabs';
import { IconButton } from './IconButton';
import { Menu, placeBelow, type MenuPlace } from './Menu';
import './Tabs.css';

/** One tab: its title, a count next to it, and what is under it, made only while it is shown. */
export interface Tab {
  readonly title: string;
  readonly count?: number;
  readonly content: () => ComponentChildren;
}

/** A row of tabs, the least important last, with the content of the selected one. */
export function Tabs(props: {
  readonly tabs: readonly Tab[];
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}) {
  const { tabs, selected, onSelect } = props;
  const ruler = useRef<HTMLDivElement>(null);
  const { widths, room } = useWidths(ruler, tabs.length);
  const shown = fittingTabs(
    tabs.map((_, at) => widths[at] ?? 0),
    room,
    selected,
  );
  const entries = [...tabs.entries()];
  const visible = entries.filter(([at]) => shown.includes(at));
  const hidden = entries.filter(([at]) => !shown.includes(at));
  return (
    <vscode-tabs
      selected-index={shown.indexOf(selected)}
      onvsc-tabs-select={({ detail }) => onSelect(shown[detail.selectedIndex] ?? selected)}
    >
      <div class="tabs-ruler" aria-hidden="true" ref={ruler}>
        {tabs.map((tab) => (
          <span key={tab.title} data-text={labelOf(tab)} />
        ))}
      </div>
      {visible.map(([, { title, count }]) => (
        <vscode-tab-header slot="header" key={title}>
          {title}
          {count !== undefined && count > 0 && <span class="tab-count"> {count}</span>}
        </vscode-tab-header>
      ))}
      {hidden.length > 0 && (
        <MoreTabs tabs={hidden.map(([at, tab]) => ({ title: labelOf(tab), onPress: () => onSelect(at) }))} />
      )}
      {visible.map(([at, { title, content }]) => (
        <vscode-tab-panel key={title}>{at === selected && content()}</vscode-tab-panel>
      ))}
    </vscode-tabs>
  );
}

function MoreTabs({ tabs }: { readonly tabs: Parameters<typeof Menu>[0]['items'] }) {
  const [menu, setMenu] = useState<MenuPlace>();
  return (
    <span slot="addons" onKeyDown={keepFromTabs}>
      <IconButton
        icon="ellipsis"
        name={t('More tabs')}
        hasMenu
        onPress={(button) => setMenu(placeBelow(button))}
      />
      {menu !== undefined && (
        <Menu label={t('More tabs')} place={menu} items={tabs} onClose={() => setMenu(undefined)} />
      )}
    </span>
  );
}

/** Keys that select a tab in the row would do so again; all others are for the editor, too. */
function keepFromTabs(event: KeyboardEvent): void {
  if (['Enter', 'ArrowLeft', 'ArrowRight'].includes(event.key)) {
    event.stopPropagation();
  }
}

function labelOf({ title, count = 0 }: Tab): string {
  return count > 0 ? `${title} ${count}` : title;
}

/** The widths of what a ruler holds, and its own; all have room until they are known. */
function useWidths(
  ruler: RefObject<HTMLElement | null>,
  count: number,
): {
  readonly widths: readonly number[];
  readonly room: number;
} {
  const [known, setKnown] = useState({ widths: [] as readonly number[], room: 0 });
  useLayoutEffect(() => {
    const { current } = ruler;
    if (current === null) {
      return undefined;
    }
    const measure = (): void =>
      setKnown({
        widths: [...current.children].map((child) => child.getBoundingClientRect().width),
        room: current.clientWidth,
      });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    for (const child of current.children) {
      observer.observe(child);
    }
    measure();
    return () => observer.disconnect();
  }, [count]);
  return known;
}
