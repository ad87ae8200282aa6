/** The colours of VS Code's theme as a canvas needs them: worked out, and again when the theme changes. */

/** Colours and font of a drawing. */
export interface Theme {
  readonly text: string;
  readonly quiet: string;
  readonly paper: string;
  readonly box: string;
  readonly line: string;
  readonly good: string;
  readonly bad: string;
  readonly doubtful: string;
  readonly data: string;
  readonly focus: string;
  readonly font: string;
}

const VARIABLES = {
  text: '--vscode-foreground',
  quiet: '--vscode-descriptionForeground',
  paper: '--vscode-editor-background',
  box: '--node',
  line: '--vscode-descriptionForeground',
  good: '--good',
  bad: '--bad',
  doubtful: '--doubtful',
  data: '--vscode-textLink-foreground',
  focus: '--vscode-focusBorder',
} as const satisfies Record<Exclude<keyof Theme, 'font'>, string>;

/** The current theme of the page. */
export function readTheme(): Theme {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colours = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => {
      probe.style.color = `var(${variable})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Record<keyof typeof VARIABLES, string>;
  const font = getComputedStyle(document.body).fontFamily;
  probe.remove();
  return { ...colours, font };
}

/** Tells when the theme becomes another one, until the function it returns is called. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}
