/** What a page costs in a browser, whatever else the machine does. */

/** Tells, when it is asked, how many milliseconds the page has kept a processor busy. */
export async function processorTime(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}
