import { router } from "../../trpc";
import { get } from "./get";
import { resetLink } from "./reset-link";

export const accountRouter = router({ get, resetLink });
