import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/root";

/** A refused call as a form shows it: the sentence, and the field that it is about. */
export interface ShownFault {
  message: string;
  field: string | null;
}

const UNREACHABLE = "The server does not answer. Check that it runs, then try again.";
const BROKEN = "The server could not do this. Try again; if it stays, an owner finds the reason in the log.";

export function toShownFault(error: unknown): ShownFault {
  if (!(error instanceof TRPCClientError)) return { message: UNREACHABLE, field: null };
  // The client of this app only ever calls this app's router.
  const { data, message } = error as TRPCClientError<AppRouter>;
  if (!data) return { message: UNREACHABLE, field: null };
  if (data.httpStatus >= 500) return { message: BROKEN, field: null };
  return { message, field: data.field };
}
