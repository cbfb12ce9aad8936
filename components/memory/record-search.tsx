"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef } from "react";
import { Kbd } from "../ui/chip";
import { TextField } from "../ui/text-field";

type RecordSearchProps = { label: string; search: string; hrefWithout: string };

/** Finds records by their words. Enter searches, `/` goes to the field; the words stand in the address. */
export function RecordSearch({ label, search, hrefWithout }: RecordSearchProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = field.current?.value.trim() ?? "";
    const joint = hrefWithout.includes("?") ? "&" : "?";
    router.push(words === "" ? hrefWithout : `${hrefWithout}${joint}q=${encodeURIComponent(words)}`, { scroll: false });
  };
  return (
    <search>
      <form onSubmit={submit}>
        <TextField
          key={search}
          ref={field}
          label={label}
          hideLabel
          placeholder={label}
          type="search"
          maxLength={200}
          defaultValue={search}
          className="w-[240px]"
          icon={<Search aria-hidden />}
          suffix={<Kbd>/</Kbd>}
        />
      </form>
    </search>
  );
}

export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
