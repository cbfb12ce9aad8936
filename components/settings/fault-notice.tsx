import type { ShownFault } from "../setup/fault";
import { Notice } from "../ui/notice";

/** What was refused and why; nothing while there is nothing to say. Faults of shown fields are said there. */
export function FaultNotice({ fault, fields = [] }: { fault: ShownFault | null; fields?: readonly string[] }) {
  if (!fault || (fault.field !== null && fields.includes(fault.field))) return null;
  return (
    <Notice tone="danger" live="alert">
      {fault.message}
    </Notice>
  );
}
