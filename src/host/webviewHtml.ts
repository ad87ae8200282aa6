/**
 * The page of a webview: a frame around its bundle, under a content security policy that lets nothing
 * else run or load. Data is never in the page; it arrives as messages when the bundle asks.
 */
import { escapeHtml } from '../core/markup/escapeHtml';

/** What a page is made of; every text is escaped here. */
export interface WebviewPage {
  readonly title: string;
  /** Language of the page's text, as in BCP 47; one in any other than `en` asks for its texts. */
  readonly language: string;
  /** Where the webview's own files come from: `webview.cspSource`. */
  readonly source: string;
  /** Address of the bundle. */
  readonly script: string;
  /** Address of its style sheet. */
  readonly style: string;
  /** Fresh random text of at least 128 bits; the only script that runs bears it. */
  readonly nonce: string;
  /** Digest of the one style sheet that the bundle itself may put into the page, as in a policy. */
  readonly styleDigest?: string;
  /** Names the conversation between this page and the editor. */
  readonly session: string;
}

/** The HTML of a page. */
export function webviewHtml(page: WebviewPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.source}${page.styleDigest === undefined ? '' : ` '${page.styleDigest}'`}`,
    `font-src ${page.source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="chainwright-session" content="${escapeHtml(page.session)}">
<link rel="stylesheet" href="${escapeHtml(page.style)}">
<title>${escapeHtml(page.title)}</title>
</head>
<body>
<div id="root"></div>
<script nonce="${escapeHtml(page.nonce)}" src="${escapeHtml(page.script)}"></script>
</body>
</html>
`;
}
