import { router } from "../../trpc";
import { get } from "./get";
import { list } from "./list";
import { resolve } from "./resolve";

export const failuresRouter = router({ list, get, resolve });
