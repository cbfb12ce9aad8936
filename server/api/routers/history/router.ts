import { router } from "../../trpc";
import { get } from "./get";
import { search } from "./search";

export const historyRouter = router({ search, get });
