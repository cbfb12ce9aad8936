import { router } from "../../trpc";
import { compare } from "./compare";
import { compose } from "./compose";
import { edit } from "./edit";
import { get } from "./get";
import { list } from "./list";
import { version } from "./version";

export const summariesRouter = router({ list, get, version, compare, edit, compose });
