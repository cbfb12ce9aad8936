"use client";

import { type ComponentProps, useState } from "react";
import { TextField } from "./text-field";

/** A password that can be shown; the form still sends it under its name. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "suffix">) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      aria-pressed={shown}
      aria-label={shown ? "Hide password" : "Show password"}
      onClick={() => setShown(!shown)}
      className="h-[26px] min-w-6 rounded-sm px-1 text-xs font-medium text-ink-2 hover:text-ink"
    >
      {shown ? "Hide" : "Show"}
    </button>
  );
  return <TextField {...props} type={shown ? "text" : "password"} suffix={toggle} />;
}
