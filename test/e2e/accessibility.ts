/** What axe-core says of a page that it was loaded into. */

/** Runs in the page: the findings of axe, a line each. */
export async function findViolations(): Promise<string[]> {
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
