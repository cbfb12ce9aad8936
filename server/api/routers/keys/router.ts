import { router } from "../../trpc";
import { create } from "./create";
import { list } from "./list";
import { restore } from "./restore";
import { revoke } from "./revoke";
import { whoami } from "./whoami";

export const keysRouter = router({ create, list, revoke, restore, whoami });
