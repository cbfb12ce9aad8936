import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECTION_FORMATS } from "../../../core/projection/formats";
import { validate } from "../../../core/projection/validate/validate";
import { aNoisySession } from "../../../services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../../../services/ingest/testing/uploader";
import { createCaller } from "../../root";

let uploader: Uploader;
let session: { team: string; project: string; number: number };
beforeAll(async () => {
  uploader = await anUploader();
  const { number } = (await uploader.append(aNoisySession("noisy"))).session;
  session = { team: uploader.team.slug, project: uploader.team.project.slug, number };
});
afterAll(() => uploader.close());

describe("context.project", () => {
  it.each(PROJECTION_FORMATS)("gives a valid context as %s, whole through the API", async (format) => {
    const { deps, team } = uploader;
    const api = createCaller({ deps, principal: team.people.viewer });
    for (const residencies of ["current", "planned"] as const) {
      const { projection, thread, ...rest } = await api.context.project({ ...session, format, residencies });
      const body =
        projection.format === "events"
          ? projection.events
          : projection.format === "markdown"
            ? projection.markdown
            : projection.messages;
      expect(validate(body, format)).toEqual([]);
      expect({ thread, ...rest }).toMatchObject({ thread: "main", residencies, omittedEvents: 0 });
      expect(JSON.stringify(body)).toContain("Fix the login");
      if (residencies === "current") expect(JSON.stringify(body)).not.toContain("context archived");
    }
  });

  it("names the field that is wrong", async () => {
    const api = createCaller({ deps: uploader.deps, principal: uploader.team.people.viewer });
    const wrong = { ...session, format: "yaml" as "events" };
    await expect(api.context.project(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
