/** Offers of one kind for a chain, each with what it changes and a button that carries it out. */
import type { ComponentChildren } from 'preact';
import { useGrowingCount } from '../ui/useGrowingCount';
import './OfferList.css';

/** The offers under a headline; nothing when there is none. */
export function OfferList<Offer extends { readonly key: string }>(props: {
  readonly title: string;
  /** What carrying one out means. */
  readonly about: string;
  readonly offers: readonly Offer[];
  /** The content of a list item. */
  readonly entry: (offer: Offer) => ComponentChildren;
  /** What is said of all of them. */
  readonly children?: ComponentChildren;
}) {
  const { title, about, offers, entry, children } = props;
  const shown = useGrowingCount(offers.length);
  if (offers.length === 0) {
    return null;
  }
  return (
    <section class="offers" aria-label={title}>
      <h2>{title}</h2>
      <p class="quiet">{about}</p>
      {children}
      <ul>
        {offers.slice(0, shown).map((offer) => (
          <li key={offer.key}>{entry(offer)}</li>
        ))}
      </ul>
    </section>
  );
}
