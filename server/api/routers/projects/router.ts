import { router } from "../../trpc";
import { addSource } from "./add-source";
import { create } from "./create";
import { createByKey } from "./create-by-key";
import { get } from "./get";
import { list } from "./list";
import { removals } from "./removals";
import { remove } from "./remove";
import { removeSource } from "./remove-source";
import { update } from "./update";

export const projectsRouter = router({
  create,
  createByKey,
  list,
  get,
  update,
  remove,
  removals,
  addSource,
  removeSource,
});
