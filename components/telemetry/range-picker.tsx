"use client";

import { Clock } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button";
import { Popover } from "../ui/popover";
import { TextField } from "../ui/text-field";

type RangePickerProps = {
  words: string;
  compared: string | null;
  from: string;
  to: string;
  timeZone: string;
  hrefWithoutRange: string;
};

/** The range in words; opens two dates. Days are the project's, wherever the reader sits. */
export function RangePicker({ words, compared, from, to, timeZone, hrefWithoutRange }: RangePickerProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [first, last] = [String(form.get("from")), String(form.get("to"))];
    if (first > last) {
      setProblem("The range ends before it begins.");
      return;
    }
    const joint = hrefWithoutRange.includes("?") ? "&" : "?";
    setOpen(false);
    setProblem(null);
    router.push(`${hrefWithoutRange}${joint}from=${first}&to=${last}`, { scroll: false });
  };

  return (
    <Popover
      label="Date range"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon={<Clock aria-hidden />}>
          {words}
          {compared ? <span className="font-normal text-ink-3 max-lg:sr-only">{compared}</span> : null}
        </Button>
      }
    >
      <form onSubmit={submit} className="grid gap-3">
        <TextField label="First day" name="from" type="date" defaultValue={from} required />
        <TextField label="Last day" name="to" type="date" defaultValue={to} required error={problem} />
        <p className="text-xs text-ink-3">Days in {timeZone}.</p>
        <Button type="submit" variant="primary">
          Show this range
        </Button>
      </form>
    </Popover>
  );
}
