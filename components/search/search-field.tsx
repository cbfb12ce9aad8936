"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef } from "react";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { TextField } from "../ui/text-field";
import { searchHref } from "./place";

type SearchFieldProps = { base: Base; query: string };

/** One box over everything. Enter searches; the words stand in the address. The frame's `/` goes to the field. */
export function SearchField({ base, query }: SearchFieldProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    router.push(searchHref(base, { query: field.current?.value.trim() ?? "" }));
  };
  return (
    <search className="w-full max-w-[720px] min-w-0">
      <form onSubmit={submit} className="flex gap-2">
        <TextField
          key={query}
          ref={field}
          label="Search everything"
          hideLabel
          placeholder="Words, a “phrase”, kind:decision, path:src/…"
          type="search"
          size="lg"
          maxLength={400}
          defaultValue={query}
          autoFocus={query === ""}
          className="min-w-0 flex-1"
          icon={<Search aria-hidden />}
          suffix={
            <span className="pointer-coarse:hidden max-md:hidden">
              <Kbd>/</Kbd>
            </span>
          }
        />
        <Button variant="primary" type="submit" className="h-[38px]! pointer-coarse:h-11!">
          Search
        </Button>
      </form>
    </search>
  );
}
