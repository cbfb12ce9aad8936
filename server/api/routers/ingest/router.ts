import { router } from "../../trpc";
import { append } from "./append";
import { cursor } from "./cursor";
import { project } from "./project";
import { setCursor } from "./set-cursor";
import { transcript } from "./transcript";

export const ingestRouter = router({ append, transcript, project, cursor, setCursor });
