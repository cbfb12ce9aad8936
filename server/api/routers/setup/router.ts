import { router } from "../../trpc";
import { progress } from "./progress";

export const setupRouter = router({ progress });
