import { z } from "zod";

/** As `teams.members` gives it. */
export const MemberId = z.object({ id: z.uuid("Send the member's id, as the list of members gives it.") });
