/** What runs in the page of the form while it is measured. */

/** Types characters into the URL, each after the preview of the one before; milliseconds from each key to its preview. */
export function typeIntoUrl(count) {
  const url = document.querySelector('[aria-label=URL]');
  const shown = document.querySelector('.url-preview');
  const { preview } = window.answers;
  // The editor shows what was typed, so that each preview is another one.
  window.answers.preview = (_target, { edits: [{ value }] }) => {
    const typed = JSON.parse(value).url;
    return { ...preview, url: [{ text: typed, kind: 'written' }] };
  };
  const times = [];
  return new Promise((resolve) => {
    const next = () => {
      if (times.length === count) {
        resolve(times);
        return;
      }
      const began = performance.now();
      const observer = new MutationObserver(() => {
        if (shown.textContent.includes(url.value)) {
          observer.disconnect();
          times.push(performance.now() - began);
          requestAnimationFrame(() => setTimeout(next));
        }
      });
      observer.observe(shown, { subtree: true, childList: true, characterData: true });
      url.setRangeText('x', url.value.length, url.value.length, 'end');
      url.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    next();
  });
}
