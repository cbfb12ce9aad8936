import { router } from "../../trpc";
import { ofSession } from "./of-session";

export const memoryRouter = router({ ofSession });
