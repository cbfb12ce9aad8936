import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { EARLY_SCRIPT, type EarlyInput } from "./early-script";

/** A page as far as the script sees one: events come to the document, then to the window. */
class Page {
  readonly window: EventTarget & { earlyInput?: EarlyInput } = new EventTarget();
  readonly document = new EventTarget();
  readonly early: EarlyInput;

  constructor() {
    const { window, document } = this;
    runInNewContext(EARLY_SCRIPT, { window, document });
    if (!window.earlyInput) throw new Error("The script made no record.");
    this.early = window.earlyInput;
  }

  happens(type: string, target: EventTarget, more: object = {}): Event {
    const event = Object.assign(new Event(type, { cancelable: true }), more);
    Object.defineProperty(event, "target", { value: target });
    this.document.dispatchEvent(event);
    this.window.dispatchEvent(event);
    return event;
  }
}

const field = (value: string) => Object.assign(new EventTarget(), { value });
const form = (attributes: readonly string[] = []) =>
  Object.assign(new EventTarget(), { hasAttribute: (name: string) => attributes.includes(name) });

describe("before the page is alive", () => {
  let page: Page;
  beforeEach(() => {
    page = new Page();
  });

  it("keeps what was typed last, until the field is alive", () => {
    const title = field("Use");
    page.happens("input", title);
    title.value = "Use Postgres";
    page.happens("input", title);
    expect(page.early.typed.get(title)).toBe("Use Postgres");

    const later = field("x");
    page.early.alive.add(later);
    page.happens("change", later);
    expect(page.early.typed.has(later)).toBe(false);
  });

  it("sends no form to the address of the page, and remembers by which button it was sent", () => {
    const signIn = form(["method"]);
    const button = new EventTarget();
    expect(page.happens("submit", signIn, { submitter: button }).defaultPrevented).toBe(true);
    expect(page.early.sent.get(signIn)).toBe(button);
  });

  it("leaves alone a form that the page took, and one with an address of its own", () => {
    const taken = form();
    page.document.addEventListener("submit", (event) => event.preventDefault(), { once: true });
    page.happens("submit", taken);
    expect(page.early.sent.has(taken)).toBe(false);

    const native = form(["action"]);
    expect(page.happens("submit", native).defaultPrevented).toBe(false);
  });
});
