import { router } from "../../trpc";
import { get } from "./get";
import { preview } from "./preview";
import { save } from "./save";
import { testPattern } from "./test-pattern";
import { versions } from "./versions";

export const policyRouter = router({ get, versions, preview, testPattern, save });
