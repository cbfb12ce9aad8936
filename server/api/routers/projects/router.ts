import { router } from "../../trpc";
import { addSource } from "./add-source";
import { create } from "./create";
import { createByKey } from "./create-by-key";
import { get } from "./get";
import { list } from "./list";
import { removeSource } from "./remove-source";
import { update } from "./update";

export const projectsRouter = router({ create, createByKey, list, get, update, addSource, removeSource });
