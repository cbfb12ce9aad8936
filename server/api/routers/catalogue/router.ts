import { router } from "../../trpc";
import { list } from "./list";
import { setCategory } from "./set-category";

export const catalogueRouter = router({ list, setCategory });
