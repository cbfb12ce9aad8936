import { router } from "../../trpc";
import { accept } from "./accept";
import { get } from "./get";
import { list } from "./list";
import { reject } from "./reject";

export const decisionsRouter = router({ list, get, accept, reject });
