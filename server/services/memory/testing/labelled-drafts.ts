/**
 * Decisions of real sessions by their native id and the entry that asked or proposed, as a reader found them: no words of
 * the sessions. `tool` ones were asked or planned with a tool of the client, `talk` ones in plain words.
 */
export interface LabelledDraft {
  readonly session: string;
  readonly ref: string;
  readonly source: "answered-question" | "approved-plan";
  readonly way: "tool" | "talk";
}

const answered = (session: string, way: LabelledDraft["way"], refs: readonly string[]): LabelledDraft[] =>
  refs.map((ref) => ({ session, ref, source: "answered-question", way }));

export const LABELLED_DRAFTS: readonly LabelledDraft[] = [
  ...answered("a56d7560-693a-40d7-88d6-a7188719ef76", "tool", ["f6a24e29-2108-4743-b2a8-3873ce166fbf"]),
  ...answered("a56d7560-693a-40d7-88d6-a7188719ef76", "talk", ["60a02b1b-e641-4d74-8336-1bf6b5def605"]),
  ...answered("2b5d3a6b-24f4-4765-b0e8-1be1fb869d4a", "tool", [
    "58fda64e-ac5d-452d-bb12-84db6fa3518a",
    "e8a16176-d624-4367-9b9a-38fd14e228bd",
    "e936d398-8043-42de-91b8-a79152771c37",
    "d20f7d85-7fac-4d18-b0df-a1a60a24db93",
  ]),
  ...answered("2b5d3a6b-24f4-4765-b0e8-1be1fb869d4a", "talk", ["d7037ac1-8e44-4e20-b5bb-b40ebfa08702"]),
  ...answered("4b3ddf27-d7f7-4773-b4f2-b94b999c661d", "talk", [
    "f801f149-34f9-44ab-81dd-be315ea5748e",
    "4b08fcce-333d-42e3-850f-a1524e5e5878",
  ]),
  ...answered("1e0816ef-6f89-4f05-b331-dab09bb14485", "talk", [
    "d849d5ca-2c99-4c91-b4f7-cdab2fd7258e",
    "1808a0e9-56ff-43ce-bf63-c3eac8824db3",
    "a51ba637-4276-4945-8e54-5c17e738c506",
    "a0915886-852e-42da-8975-118445b238bc",
    "833ead51-673e-475d-9567-56d70ddc2db1",
    "5b2c9184-6673-454f-a565-b8b1613ac080",
    "20a0f737-425f-4890-ba21-bcda0a035996",
    "fd820ade-836d-4196-ad61-ee681a83efb2",
    "98c412b8-aedb-4357-93b0-53a54b0ba531",
    "fe4aca72-b584-4609-af78-3e3e5101da44",
  ]),
  ...answered("b82405ba-a054-4152-bc86-e9b0d4832b68", "talk", [
    "936f8834-4991-4818-ba9a-444cf0d447a8",
    "3fe1ad22-b2c1-4b55-aca3-c381f7550bf2",
    "979e34cf-5f7c-41d0-9c2b-606f7d5cc3d1",
    "315edc0e-8989-4902-a8d6-e309ad88622c",
  ]),
  ...answered("3a782158-6c7c-4d4d-9c73-eae031da5b18", "talk", ["2608af20-fd30-4f07-aae7-04e63c1d6fd1"]),
  ...answered("4d5611e5-241a-462a-8d15-5122611a9569", "tool", ["7da35099-7d25-4b79-9c6b-c887b45f03f7"]),
  {
    session: "8463c716-a2ea-4c14-9efa-87158ebd9f20",
    ref: "23a2bd24-be79-42b0-b0ef-293e58c65b9d",
    source: "approved-plan",
    way: "tool",
  },
  ...answered("ses_09378d3bdffeIqDp0LVYxymvPW", "tool", ["prt_f6c880e4e001gxk7KUgcFvKzua"]),
  ...answered("ses_336ebe11bffePlPIwBobiYzDoC", "talk", ["msg_cc92859ab002fZu4b8t0qFphZ2/2"]),
];

/** Sessions in which a reader found no answered question and no approved plan: a refused plan, closing questions. */
export const SESSIONS_WITHOUT: readonly string[] = [
  "4931d45a-d447-44b4-8475-1e6fcfcc28bf",
  "28eb10d9-17e3-446f-bf86-aad5f9c1ad5d",
  "019eef3d-abd1-72e1-ab99-dcdb259027c5",
];
