/**
 * Until React is alive on a page nobody listens to its form fields: what is typed then is unknown to the state that
 * the fields show, and the next render would put back what the server sent. This script stands at the beginning of
 * every page and remembers what a person did meanwhile; `settleEarly` hands it over when a field comes alive.
 *
 * It is text and no function, so that no compiler rewrites what runs outside the bundle.
 */
export const EARLY_SCRIPT = `(() => {
  const early = (window.earlyInput = { alive: new WeakSet(), typed: new WeakMap(), sent: new WeakMap() });
  const remember = ({ target }) => {
    if ("value" in target && !early.alive.has(target)) early.typed.set(target, target.value);
  };
  document.addEventListener("input", remember, true);
  document.addEventListener("change", remember, true);
  // Behind every handler of the page. One that was alive has taken the event; else the browser would load the page
  // anew, with all that was typed in its address.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.hasAttribute("action")) return;
    event.preventDefault();
    early.sent.set(form, event.submitter);
  });
})()`;

/** What the script keeps, by element, so that nothing outlives its page. */
export type EarlyInput = {
  /** Fields that React listens to. */
  readonly alive: WeakSet<EventTarget>;
  /** What stood in a field that a person changed. */
  readonly typed: WeakMap<EventTarget, string>;
  /** Forms that were sent, with the button that did it. */
  readonly sent: WeakMap<EventTarget, HTMLElement | null>;
};
