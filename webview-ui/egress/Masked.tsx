/** A text in which masks are marked. */
export function Masked({ text }: { readonly text: string }) {
  const pieces = text.split(/(‹secret:[0-9a-f]{4}›)/);
  return <>{pieces.map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}</>;
}
