import { router } from "../../trpc";
import { get } from "./get";
import { list } from "./list";
import { previewConstraints } from "./preview-constraints";
import { put } from "./put";
import { remove } from "./remove";
import { restore } from "./restore";
import { takeOver } from "./take-over";

export const documentsRouter = router({ list, get, put, remove, restore, previewConstraints, takeOver });
