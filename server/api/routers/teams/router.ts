import { router } from "../../trpc";
import { create } from "./create";
import { get } from "./get";
import { members } from "./members";
import { mine } from "./mine";
import { update } from "./update";

export const teamsRouter = router({ create, mine, get, members, update });
