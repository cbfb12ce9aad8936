import { router } from "../../trpc";
import { get } from "./get";
import { list } from "./list";

export const handoffsRouter = router({ list, get });
