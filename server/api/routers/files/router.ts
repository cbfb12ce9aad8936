import { router } from "../../trpc";
import { indexFinish } from "./index-finish";
import { indexPart } from "./index-part";
import { indexStart } from "./index-start";
import { outline } from "./outline";
import { pin } from "./pin";
import { priorities } from "./priorities";
import { unpin } from "./unpin";

export const filesRouter = router({ indexStart, indexPart, indexFinish, priorities, pin, unpin, outline });
