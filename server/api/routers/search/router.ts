import { router } from "../../trpc";
import { find } from "./find";

export const searchRouter = router({ find });
