import { type RefObject, useCallback } from "react";
import type { EarlyInput } from "./early-script";

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** Made by the script of early-script.ts. */
    earlyInput?: EarlyInput;
  }
}

/**
 * The `ref` of a form field: what a person did in it before React was alive becomes its first change, and a form that
 * was sent meanwhile is sent then. A field that comes later has nothing to hand over.
 */
export function settleEarly(field: FormField | null): void {
  const early = window.earlyInput;
  if (!field || !early || early.alive.has(field)) return;
  early.alive.add(field);
  const typed = early.typed.get(field);
  if (typed !== undefined) {
    early.typed.delete(field);
    // Read at once: the first field's change already renders the others.
    const replay = changeOf(field, typed);
    queueMicrotask(replay);
  }
  const { form } = field;
  if (form && early.sent.has(form)) {
    const submitter = early.sent.get(form);
    early.sent.delete(form);
    // After the fields of the form have told their changes and are drawn with them.
    setTimeout(() => sendAgain(form, submitter ?? null));
  }
}

/** `settleEarly` for a field that has a ref of its own. */
export function useEarlyRef<Field extends FormField>(own: RefObject<Field | null> | undefined) {
  return useCallback(
    (field: Field | null) => {
      if (own) own.current = field;
      settleEarly(field);
    },
    [own],
  );
}

function changeOf(field: FormField, typed: string): () => void {
  if (field instanceof HTMLSelectElement) return () => choose(field, typed);
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    const { checked } = field;
    return () => check(field, checked);
  }
  return () => type(field, typed);
}

/**
 * React remembers what it last saw in a field and hears of a change only when the field differs. So the field is first
 * set through React to something else, then past it to what was typed.
 */
function type(field: HTMLInputElement | HTMLTextAreaElement, typed: string): void {
  const caret = field === document.activeElement ? field.selectionStart : null;
  const setPastReact = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  field.value = `${typed} `;
  setPastReact?.call(field, typed);
  if (caret !== null) field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A press is the change that React listens to. Another radio button of the group was pressed later when it is off. */
function check(field: HTMLInputElement, checked: boolean): void {
  if (field.type === "radio" && !checked) return;
  field.checked = !checked;
  field.click();
}

function choose(field: HTMLSelectElement, typed: string): void {
  field.value = typed;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** By its button, which refuses while something is missing. */
function sendAgain(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter?.isConnected) submitter.click();
  else if (form.isConnected) form.requestSubmit();
}
