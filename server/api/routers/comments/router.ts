import { router } from "../../trpc";
import { add } from "./add";
import { edit } from "./edit";
import { list } from "./list";
import { remove } from "./remove";

export const commentsRouter = router({ list, add, edit, remove });
