/**
 * The style of the HTML report. It is a constant, so the page's policy can name it by its digest and
 * forbid any other; the test of the report computes the digest and says when it has to be changed.
 */

/** The style sheet. Widths of bars are attributes of SVG, because the policy forbids `style` attributes. */
export const style = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --fore: #3b3b3b; --strong: #1f1f1f; --quiet: #616161; --line: #e5e5e5; --pane: #f8f8f8;
  --passed: #287a2e; --failed: #c4310f; --blocked: #7a5d00; --skipped: #616161; --link: #005fb8;
  --text: #9c2f1b; --number: #096b50; --member: #0550a0;
  --one: #8fb7de; --two: #b9a3d6; --three: #d9b27c; --four: #7fb88a; --five: #6aa5c9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #1f1f1f; --fore: #cccccc; --strong: #ffffff; --quiet: #a0a0a0; --line: #333333; --pane: #181818;
    --passed: #73c991; --failed: #f97066; --blocked: #cca700; --skipped: #a0a0a0; --link: #5cb0ff;
    --text: #e0a48f; --number: #b5cea8; --member: #9cdcfe;
    --one: #4f7ea8; --two: #7d6a9c; --three: #9c7a45; --four: #4d8a5a; --five: #3d7494;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 20px 24px 48px; max-width: 1160px; background: var(--back); color: var(--fore); overflow-wrap: anywhere;
  font: 13px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1, h2, h3, h4 { margin: 0; font-size: 13px; font-weight: 600; color: var(--strong); }
h1 { font-size: 18px; line-height: 1.3; }
h2 { font-size: 15px; }
h1, h2, h3, .name, .why, td, li, p { unicode-bidi: isolate; }
p { margin: 0; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
code, pre, .method { font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { unicode-bidi: isolate; }
.quiet { color: var(--quiet); }
.passed > .sign, .passed > summary .sign, .words .passed { color: var(--passed); }
.failed > .sign, .failed > summary .sign, .failed > summary .answer, .failed > summary .why, .words .failed { color: var(--failed); }
.blocked > .sign, .blocked > summary .sign, .blocked > summary .answer, .blocked > summary .why, .words .blocked { color: var(--blocked); }
.skipped > .sign, .skipped > summary, .words .skipped { color: var(--quiet); }
.words > span { margin-right: 14px; white-space: nowrap; }
.words b { font-weight: 600; }
.share { display: block; width: 100%; height: 4px; margin: 10px 0 0; border-radius: 2px; }
.share .passed { fill: var(--passed); } .share .failed { fill: var(--failed); }
.share .blocked { fill: var(--blocked); } .share .skipped { fill: var(--line); }
.tools { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin: 14px 0 0; padding: 8px 0; border: solid var(--line); border-width: 1px 0; }
.tools fieldset { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0; padding: 0; border: 0; }
.tools label { display: inline-flex; gap: 5px; align-items: center; min-height: 26px; cursor: pointer; }
.tools input[type=radio] { margin: 0; accent-color: var(--link); }
.tools input[type=search], .tools button { height: 26px; padding: 0 8px; border: 1px solid var(--quiet); border-radius: 3px; background: var(--back); color: var(--fore); font: inherit; }
.tools input[type=search] { flex: 1 1 180px; min-width: 0; max-width: 320px; }
.tools button { cursor: pointer; }
[hidden], .unmatched { display: none !important; }
body:has(#show-passed:checked) .request:not(.passed), body:has(#show-failed:checked) .request:not(.failed),
body:has(#show-blocked:checked) .request:not(.blocked), body:has(#show-skipped:checked) .request:not(.skipped) { display: none; }
.chain { margin: 28px 0 0; }
.chain > header { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; }
.overview { display: grid; grid-template-columns: repeat(auto-fill, minmax(128px, 1fr)); gap: 1px; margin: 10px 0 0; padding: 1px; list-style: none; background: var(--line); }
.overview li { padding: 6px 10px; background: var(--back); }
.overview b { display: block; font-size: 16px; font-weight: 600; line-height: 1.3; color: var(--strong); font-variant-numeric: tabular-nums; }
.overview .bad b { color: var(--failed); } .overview .stopped b { color: var(--blocked); }
.overview a { color: inherit; text-decoration: none; } .overview a:hover { text-decoration: underline; }
.part { margin: 18px 0 0; }
.part > h3, .part > summary { margin-bottom: 4px; }
.part > .part { margin-left: 18px; }
.part > summary { cursor: pointer; font-weight: 600; color: var(--strong); }
.reasons { margin: 0; padding: 0; list-style: none; }
.reasons li { padding: 4px 0 4px 10px; border-left: 3px solid var(--failed); margin: 4px 0; }
.reasons .blocked { border-color: var(--blocked); } .reasons .skipped { border-color: var(--line); }
.request { border-bottom: 1px solid var(--line); }
.request > summary { display: grid; grid-template-columns: 10px 14px 56px minmax(0, 1fr) minmax(90px, auto) 64px; gap: 0 8px; align-items: baseline; min-height: 30px; padding: 5px 4px; cursor: pointer; list-style: none; }
.request > summary::-webkit-details-marker { display: none; }
.request > summary:hover { background: var(--pane); }
.request > summary .answer, .request > summary .time { text-align: right; font-variant-numeric: tabular-nums; }
.request > summary .why { grid-column: 4 / -1; }
.request > summary::before { content: "›"; color: var(--quiet); } .request[open] > summary::before { transform: rotate(90deg); }
.request[open] > summary { background: var(--pane); }
.request[open] > summary .why { display: none; }
.method { color: var(--quiet); }
.address { margin-left: 8px; }
.inside { padding: 6px 4px 18px 46px; }
.inside > * { margin-top: 12px; }
.panes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px 24px; }
.panes h4, .inside h4 { margin-bottom: 4px; font-size: 11px; letter-spacing: .05em; text-transform: uppercase; color: var(--quiet); }
.panes .line { margin-bottom: 6px; color: var(--strong); }
table { width: 100%; border-collapse: collapse; }
table.rows { width: auto; margin-bottom: 16px; }
.rows td { text-align: center; }
th, td { padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 400; color: var(--quiet); }
tr.failed .sign { color: var(--failed); } tr.passed .sign { color: var(--passed); }
.headers td:first-child { width: 34%; color: var(--quiet); }
pre { margin: 6px 0 0; padding: 8px 10px; max-height: 420px; overflow: auto; background: var(--pane); border: 1px solid var(--line); white-space: pre-wrap; unicode-bidi: plaintext; }
pre .m { color: var(--member); } pre .s { color: var(--text); } pre .n { color: var(--number); }
.note { margin-top: 4px; color: var(--quiet); }
.bar { display: block; width: 100%; height: 8px; margin: 4px 0; background: var(--pane); }
.bar .one, .key .one { fill: var(--one); } .bar .two, .key .two { fill: var(--two); } .bar .three, .key .three { fill: var(--three); }
.bar .four, .key .four { fill: var(--four); } .bar .five, .key .five { fill: var(--five); }
.key { display: inline-block; width: 8px; height: 8px; margin-right: 4px; }
.phases > span { margin-right: 14px; } .phases > span:not(.quiet) { white-space: nowrap; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
footer { margin: 32px 0 0; color: var(--quiet); }
@media (max-width: 640px) {
  body { padding: 14px 14px 40px; }
  .request > summary { grid-template-columns: 8px 14px 46px minmax(0, 1fr) auto; gap: 0 6px; }
  .request > summary .time { display: none; }
  .request > summary .why { grid-column: 3 / -1; }
  .address { display: block; margin: 0; }
  .inside { padding-left: 8px; }
  .panes { grid-template-columns: minmax(0, 1fr); }
  .wide, .wide tbody, .wide tr, .wide td { display: block; width: auto; }
  .wide thead { display: none; }
  .wide tr { padding: 5px 0; border-bottom: 1px solid var(--line); }
  .wide td { padding: 0; border: 0; }
  .wide td:empty { display: none; }
  .wide td[data-title]::before { content: attr(data-title) " "; color: var(--quiet); }
}
@media print { .tools { display: none; } pre { max-height: none; } }
`;

/** Of the style sheet, as a content security policy writes it. */
export const styleDigest = 'sha256-tBeI4bz10q07r6dr+hR/c/bZLGCPd7scxkTh/WOMpuM=';
