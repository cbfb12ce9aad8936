import { router } from "../../trpc";
import { create } from "./create";
import { list } from "./list";
import { revoke } from "./revoke";
import { whoami } from "./whoami";

export const keysRouter = router({ create, list, revoke, whoami });
