/** The head of a page of ours, whose policy allows only its own constant styles and script, and nothing to be sent. */
import { scriptDigest } from './htmlScript';
import { style, styleDigest } from './htmlStyle';
import { html, ownMarkup, type Html } from './htmlText';

/** A style sheet, with its digest as a content security policy writes it. */
interface PageStyle {
  readonly style: string;
  readonly digest: string;
}

/** What a page has besides its title. */
interface PageParts {
  /** Besides the style of all pages. */
  readonly styles?: readonly PageStyle[];
  readonly hasScript: boolean;
}

/** The head of a page. */
export function pageHead(title: string, { styles = [], hasScript }: PageParts): Html {
  const all = [{ style, digest: styleDigest }, ...styles];
  const policy = [
    "default-src 'none'",
    ...(hasScript ? [`script-src '${scriptDigest}'`] : []),
    `style-src ${all.map(({ digest }) => `'${digest}'`).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  // Kept apart from the template: formatting must not add whitespace, or the digests would no longer match.
  const sheets = ownMarkup(all.map((one) => `<style>${one.style}</style>`).join(''));
  return html`<head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${ownMarkup(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}</title>
    ${sheets}
  </head>`;
}
