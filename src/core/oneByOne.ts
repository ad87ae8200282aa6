/**
 * Work that must not overlap: each piece begins when the one before has ended, well or not. Two keys pressed
 * in a row are two changes of a text, and the second needs the text that the first left.
 */

/** Creates a queue. */
export function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
