/** The frame of every HTML page of the sample. */
import { escapeMarkup } from './reply';

/** A page; `content` is markup, the title and the CSRF token are text. */
export function page(title: string, content: string, csrfToken?: string): string {
  const meta =
    csrfToken === undefined ? '' : `<meta name="csrf-token" content="${escapeMarkup(csrfToken)}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${meta}<title>${escapeMarkup(title)}</title>
</head>
<body>
<h1>${escapeMarkup(title)}</h1>
${content}
</body>
</html>
`;
}
