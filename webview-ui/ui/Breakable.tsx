/** A name that a narrow column breaks where its parts meet, before it breaks them. */
import { Fragment } from 'preact';

/** The name; it reads the same. */
export function Breakable({ name }: { readonly name: string }) {
  return (
    <>
      {name.split(/(?<=[._/-])/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}
