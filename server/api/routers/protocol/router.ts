import { router } from "../../trpc";
import { during } from "./during";
import { end } from "./end";
import { start } from "./start";

export const protocolRouter = router({ start, during, end });
