"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef } from "react";
import { TextField } from "../ui/text-field";

type SessionSearchProps = { search: string; hrefWithout: string };

/** Finds sessions by title, number, branch or person. Works with Enter; the words stand in the address. */
export function SessionSearch({ search, hrefWithout }: SessionSearchProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = field.current?.value.trim() ?? "";
    const joint = hrefWithout.includes("?") ? "&" : "?";
    router.push(words === "" ? hrefWithout : `${hrefWithout}${joint}q=${encodeURIComponent(words)}`, { scroll: false });
  };
  return (
    <search className="block border-b border-line px-3.5 py-2.5 md:px-4">
      <form onSubmit={submit}>
        <TextField
          key={search}
          ref={field}
          label="Find a session by title, number, branch or person"
          hideLabel
          placeholder="Title, S-12, branch or person"
          type="search"
          maxLength={200}
          defaultValue={search}
          className="max-w-[320px]"
          icon={<Search aria-hidden />}
        />
      </form>
    </search>
  );
}
