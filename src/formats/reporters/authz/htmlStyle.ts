/**
 * What the HTML report of an authorization run adds to the style of the HTML report. A constant, named by its digest
 * in the page's policy; the test of the report computes the digest and says when it has to be changed.
 */

/** The further style sheet. */
export const authzStyle = `
.denied > .sign, .denied > summary .sign, .words .denied { color: var(--strong); }
.share .denied { fill: var(--quiet); }
.restricted > .sign, .restricted > summary .sign, .words .restricted { color: var(--failed); }
.share .restricted { fill: var(--failed); }
body:has(#show-denied:checked) .request:not(.denied), body:has(#show-restricted:checked) .request:not(.restricted) { display: none; }
body:has(#show-failed:checked) .grid td:not(.failed) > *, body:has(#show-blocked:checked) .grid td:not(.blocked) > *,
body:has(#show-denied:checked) .grid td:not(.denied) > *, body:has(#show-restricted:checked) .grid td:not(.restricted) > *,
body:has(#show-passed:checked) .grid td:not(.passed) > *,
body:has(#show-skipped:checked) .grid td:not(.skipped) > * { opacity: .25; }
.scroll { overflow-x: auto; margin: 16px 0 0; }
.grid { width: auto; min-width: 60%; }
.grid caption { padding: 0 0 6px; text-align: left; font-weight: 600; color: var(--strong); }
.grid th, .grid td { padding: 5px 12px 5px 8px; }
.grid thead th { vertical-align: bottom; white-space: nowrap; }
.grid th span, .grid td span { display: block; }
.grid th[scope=row] { min-width: 150px; }
.grid thead td { border-width: 0 0 1px; }
.grid td .sign { display: inline; }
.grid td { min-width: 104px; border: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.grid td a { display: block; color: inherit; text-decoration: none; }
.grid td a:hover { text-decoration: underline; }
.grid td b { font-weight: 600; } .grid td > span { color: var(--quiet); }
.grid .passed { color: var(--passed); } .grid .failed, .grid .restricted { color: var(--failed); } .grid .blocked { color: var(--blocked); }
.grid .own { color: var(--quiet); }
.grid .denied { color: var(--strong); } .grid .skipped { color: var(--quiet); }
.grid .failed { background: color-mix(in srgb, var(--failed) 10%, var(--back)); }
.grid .blocked { background: color-mix(in srgb, var(--blocked) 10%, var(--back)); }
.scope { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 12px; margin: 6px 0 10px; }
.scope dt { color: var(--quiet); } .scope dd { margin: 0; overflow-wrap: anywhere; }
.words .quiet { white-space: normal; }
.finding td { vertical-align: top; } #findings th { white-space: nowrap; overflow-wrap: normal; } .finding b { color: var(--strong); font-weight: 600; } .finding code { overflow-wrap: anywhere; }
.finding td:first-child { color: var(--failed); white-space: nowrap; }
.inside h4 + * { margin-top: 0; }
.facts { color: var(--quiet); }
.reasons.passed li, .reasons.skipped li { border-color: var(--line); } .reasons.blocked li { border-color: var(--blocked); }
.request:has(:target) { display: block !important; }
.steps { padding: 0 0 0 22px; }
.steps li { margin: 2px 0; } .steps summary { padding: 2px 0; cursor: pointer; } .steps b { color: var(--strong); font-weight: 600; }
.steps details > pre:not(h4 + pre) { display: inline-block; width: calc(50% - 4px); max-height: none; vertical-align: top; }
.steps h4 { margin-top: 8px; } .steps small, .steps i { font-size: inherit; font-style: normal; color: var(--quiet); }
#common-headers pre { margin: 6px 0; max-height: none; }
@media (max-width: 640px) { .steps details > pre:not(h4 + pre) { width: 100%; } }
.request > summary { grid-template-columns: 10px 14px 42px minmax(0, 1fr) minmax(90px, auto) minmax(48px, auto); }
`;

/** Of the style sheet, as a content security policy writes it. */
export const authzStyleDigest = 'sha256-V+qdfYYLJb+5dD5HP+DmmTqa7NK7rLHGOZZnhJIKyYI=';
