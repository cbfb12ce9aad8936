import { router } from "../../trpc";
import { status } from "./status";
import { tiers } from "./tiers";

export const budgetRouter = router({ status, tiers });
