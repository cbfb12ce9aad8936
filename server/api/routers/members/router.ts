import { router } from "../../trpc";
import { leave } from "./leave";
import { remove } from "./remove";
import { restore } from "./restore";
import { setProjectRole } from "./set-project-role";
import { setRole } from "./set-role";

export const membersRouter = router({ setRole, setProjectRole, remove, restore, leave });
