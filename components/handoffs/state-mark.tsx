import { AlertTriangle, Check, Minus } from "lucide-react";
import { Chip } from "../ui/chip";

/** Whether a section is told; only what is missing is loud. */
export function StateMark({ state }: { state: "filled" | "none" | "missing" }) {
  if (state === "missing") {
    return (
      <Chip tone="warn" icon={<AlertTriangle aria-hidden />}>
        Missing
      </Chip>
    );
  }
  return (
    <span className="inline-flex items-center gap-1">
      {state === "none" ? <Minus aria-hidden /> : <Check aria-hidden />}
      {state === "none" ? "None" : "Complete"}
    </span>
  );
}
