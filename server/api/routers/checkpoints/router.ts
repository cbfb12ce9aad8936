import { router } from "../../trpc";
import { create } from "./create";
import { get } from "./get";
import { list } from "./list";
import { resume } from "./resume";

export const checkpointsRouter = router({ create, list, get, resume });
