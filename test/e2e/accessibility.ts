/** What axe-core says of a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** The findings of axe in the current page, a line each. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    const axe = createRequire(path.resolve('package.json')).resolve('axe-core/axe.min.js');
    await page.evaluate(await readFile(axe, 'utf8'));
  }
  return page.evaluate(findViolations);
}

/** Runs in the page. */
async function findViolations(): Promise<string[]> {
  interface Finding {
    id: string;
    nodes: { html: string; failureSummary: string }[];
  }
  const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
  const { violations } = await axe.run();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}
