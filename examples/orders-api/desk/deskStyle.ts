/** How the order desk looks. */
export const DESK_STYLE = `:root {
  color-scheme: light dark;
  --surface: #ffffff;
  --raised: #f3f6f9;
  --line: #d5dde4;
  --text: #16232f;
  --quiet: #536371;
  --accent: #16324f;
  --on-accent: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #121c26;
    --raised: #1b2935;
    --line: #33434f;
    --text: #e8eef3;
    --quiet: #a3b3c0;
    --accent: #39c6a5;
    --on-accent: #06241d;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; color: var(--text); background: var(--surface); font: 15px/1.5 system-ui, sans-serif; }
header { display: flex; align-items: center; gap: 16px; padding: 14px 24px; border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 18px; }
header p { flex: 1; margin: 0; color: var(--quiet); }
main { display: grid; gap: 20px; max-width: 640px; margin: 0 auto; padding: 24px; }
h2 { margin: 0; font-size: 16px; }
form, section { display: grid; gap: 12px; padding: 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
label { display: grid; gap: 4px; color: var(--quiet); font-size: 13px; }
input, select { padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; color: var(--text); background: var(--surface); font: inherit; font-size: 15px; }
button { justify-self: start; padding: 8px 16px; border: 0; border-radius: 6px; color: var(--on-accent); background: var(--accent); font: inherit; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#message:empty { display: none; }
#message { margin: 0; padding: 10px 14px; border-radius: 6px; background: var(--raised); }
#total { margin: 0; color: var(--quiet); }
#list { display: grid; gap: 6px; margin: 0; padding: 0; list-style: none; }
#list button { width: 100%; border: 1px solid var(--line); color: var(--text); background: var(--surface); text-align: left; }
`;
