import { router } from "../../trpc";
import { ack } from "./ack";
import { archive } from "./archive";
import { load } from "./load";
import { pin } from "./pin";
import { pins } from "./pins";
import { project } from "./project";
import { projectPage } from "./project-page";
import { repin } from "./repin";
import { restore } from "./restore";
import { suggest } from "./suggest";
import { transitions } from "./transitions";
import { unpin } from "./unpin";

export const contextRouter = router({
  project,
  projectPage,
  load,
  archive,
  restore,
  pin,
  unpin,
  repin,
  ack,
  transitions,
  pins,
  suggest,
});
