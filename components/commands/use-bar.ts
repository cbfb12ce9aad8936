"use client";

import { type KeyboardEvent, useMemo, useState } from "react";
import { readHistory } from "./history";
import { type BarOption, barOptions } from "./options";

const NONE = -1;

/** The phrase, what is listed under it, and what keys do with both. Nothing is chosen until an arrow key chooses. */
export function useBar(run: (phrase: string) => void) {
  const [phrase, setPhrase] = useState("");
  const [active, setActive] = useState(NONE);
  const [isOpen, setOpen] = useState(true);
  const listed = useMemo(() => barOptions(phrase, readHistory()), [phrase]);
  const options = isOpen ? listed.options : [];

  const write = (text: string) => {
    setPhrase(text);
    setActive(NONE);
    setOpen(true);
  };
  const send = (text: string) => {
    if (text.trim() === "") return;
    setPhrase(text);
    setActive(NONE);
    setOpen(false);
    run(text.trim());
  };
  const choose = (option: BarOption) => (option.isWhole ? send(option.text) : write(option.text));

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = options[active];
    if (event.key === "Enter") {
      event.preventDefault();
      if (chosen) choose(chosen);
      else send(phrase);
      return;
    }
    const completion = chosen ?? options[0];
    if (event.key === "Tab" && !event.shiftKey && completion && phrase.trim() !== "" && completion.text !== phrase) {
      event.preventDefault();
      write(completion.text);
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setOpen(true);
    setActive(nextPlace(active, step, listed.options.length));
  };

  return { phrase, options, active, usage: listed.usage, summary: listed.summary, write, send, choose, onKeyDown };
}

/** The field itself lies between the end of the list and its beginning. */
function nextPlace(at: number, step: number, count: number): number {
  if (count === 0) return NONE;
  const places = count + 1;
  return ((at + 1 + step + places) % places) - 1;
}
