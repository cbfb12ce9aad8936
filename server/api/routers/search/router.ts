import { router } from "../../trpc";
import { everything } from "./everything";
import { find } from "./find";

export const searchRouter = router({ find, everything });
