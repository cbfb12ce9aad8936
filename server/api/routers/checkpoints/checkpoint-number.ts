import { z } from "zod";

/** A checkpoint by its number in its session. */
export const CheckpointNumber = z.int().positive().max(2_147_483_647);
