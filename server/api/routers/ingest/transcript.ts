import { appendTranscript } from "../../../services/ingest/append-transcript";
import { unwrap } from "../../errors";
import { keyProcedure } from "../../trpc";
import { sessionUrl } from "./session-url";
import { TranscriptInput, TranscriptOutput } from "./transcript.schema";

/** Takes a native transcript and parses it here. Idempotent, like `ingest.append`. */
export const transcript = keyProcedure("ingest:write")
  .input(TranscriptInput)
  .output(TranscriptOutput)
  .mutation(async ({ ctx, input: { text, base64, ...upload } }) => {
    const bytes = base64 === undefined ? Buffer.from(text ?? "", "utf8") : Buffer.from(base64, "base64");
    const answer = await unwrap(appendTranscript(ctx.deps, ctx.key, { ...upload, bytes }));
    return { ...answer, sessions: answer.sessions.map(({ path, ...tally }) => ({ ...tally, url: sessionUrl(path) })) };
  });
