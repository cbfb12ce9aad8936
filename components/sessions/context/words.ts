type Acted = { readonly actorKind: "member" | "key" | "system"; readonly actor: string; readonly run: number | null };

/**
 * Who changed what the model sees: a person by name, a key as that person's agent, a run by its number and who asked for
 * it. A client that did not apply a run takes its changes back under its own name.
 */
export function actorWords({ actorKind, actor, run }: Acted): string {
  if (actorKind === "system") return run === null ? "the pipeline" : `run ${run}, asked for by ${actor}`;
  const by = actorKind === "key" ? `an agent of ${actor}` : actor;
  return run === null ? by : `${by}, after run ${run}`;
}
