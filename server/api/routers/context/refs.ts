import { z } from "zod";

/** A ref as it came; whether it can be one is answered with a reason code and not with an error of the form. */
export const RawRef = z.string().max(2_000);
/** Counted before anything is read; the answer names the number that is allowed. */
export const RawRefs = z.array(RawRef).max(10_000);
