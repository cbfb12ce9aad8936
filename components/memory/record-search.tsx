"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef } from "react";
import { Kbd } from "../ui/chip";
import { TextField } from "../ui/text-field";

type RecordSearchProps = { label: string; search: string; hrefWithout: string };

/** Finds records by their words. Enter searches, the frame's `/` goes to the field; the words stand in the address. */
export function RecordSearch({ label, search, hrefWithout }: RecordSearchProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
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
          className="w-[200px] max-md:w-[240px]"
          icon={<Search aria-hidden />}
          suffix={
            <span className="pointer-coarse:hidden max-md:hidden">
              <Kbd>/</Kbd>
            </span>
          }
        />
      </form>
    </search>
  );
}
