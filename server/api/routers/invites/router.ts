import { router } from "../../trpc";
import { accept } from "./accept";
import { create } from "./create";
import { list } from "./list";
import { open } from "./open";
import { restore } from "./restore";
import { revoke } from "./revoke";

export const invitesRouter = router({ create, list, revoke, restore, open, accept });
