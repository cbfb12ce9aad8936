import { router } from "../../trpc";
import { address } from "./address";
import { create } from "./create";
import { discardDraft } from "./discard-draft";
import { edit } from "./edit";
import { get } from "./get";
import { list } from "./list";
import { move } from "./move";
import { publish } from "./publish";
import { revokeShare } from "./revoke-share";
import { saveDraft } from "./save-draft";
import { share } from "./share";
import { shared } from "./shared";
import { shares } from "./shares";
import { version } from "./version";

export const handoffsRouter = router({
  list,
  get,
  version,
  create,
  edit,
  saveDraft,
  discardDraft,
  publish,
  address,
  move,
  share,
  shares,
  revokeShare,
  shared,
});
