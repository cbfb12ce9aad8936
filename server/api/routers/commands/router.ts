import { router } from "../../trpc";
import { list } from "./list";
import { run } from "./run";

export const commandsRouter = router({ list, run });
