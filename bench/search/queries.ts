import type { ScaleQuery } from "../scale/queries";

type Base = { readonly team: string; readonly project: string; readonly otherProject: string };
type Input = Omit<Parameters<Parameters<ScaleQuery["ask"]>[0]["search"]["everything"]>[0], "team" | "project">;

/** Searches of each sort, as people and agents ask them; `round` varies the rare words. */
export function searchQueries({ otherProject, ...base }: Base): ScaleQuery[] {
  const of = (name: string, input: (round: number) => Input): ScaleQuery => ({
    name,
    ask: (api, round) => api.search.everything({ ...base, ...input(round) }),
  });
  return [
    of("a rare word", (round) => ({ query: `rare${(round * 7_919) % 50_000}` })),
    of("a usual word", (round) => ({ query: `usual${(round * 37) % 300}` })),
    of("a word of most events", () => ({ query: "test" })),
    of("two words of most events", () => ({ query: "test error" })),
    of("a usual and a frequent word", (round) => ({ query: `usual${(round * 37) % 300} test` })),
    of("a phrase", () => ({ query: '"webhook retry"' })),
    of("a frequent word, one tool", () => ({ query: "test tool:bash" })),
    of("a frequent word, decisions only", () => ({ query: "webhook kind:decision" })),
    of("a word, one kind chosen, counts of all", () => ({ query: "webhook", kind: "decision" })),
    of("a word in one session", (round) => ({ query: `test session:${1 + ((round * 13) % 90)}` })),
    of("a word under a path", () => ({ query: "test path:src" })),
    of("a word without another", () => ({ query: "test -error" })),
    of("a misspelt word", () => ({ query: "webhok" })),
    of("a word that nothing has", (round) => ({ query: `zzqx${round}` })),
    of("a question in other words", () => ({ query: "why do customers get charged two times" })),
    of("another question", () => ({ query: "flaky test after login was changed" })),
    of("a word of old sessions", () => ({ query: `test error before:${daysAgo(OLD_DAYS)}` })),
    {
      name: "a frequent word in a small project among large ones",
      ask: (api) => api.search.everything({ ...base, project: otherProject, query: "test" }),
    },
    {
      name: "a question in a small project among large ones",
      ask: (api) => api.search.everything({ ...base, project: otherProject, query: "charged two times" }),
    },
    of("a field only", () => ({ query: "tool:bash status:error" })),
    laterPage(base),
  ];
}

/** Most of their texts left the context of their sessions long ago. */
const OLD_DAYS = 60;

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** The second page; where the first one ended is asked in the round that warms up. */
function laterPage(base: Omit<Base, "otherProject">): ScaleQuery {
  let end: string | null = null;
  return {
    name: "a word, second page",
    async ask(api) {
      end ??= (await api.search.everything({ ...base, query: "test" })).nextCursor;
      return api.search.everything({ ...base, query: "test", cursor: end });
    },
  };
}
