import { clientLetters } from "../ui/monogram-letters";

export interface AgentLook {
  readonly letters: string | undefined;
  readonly category: number;
  readonly sub: boolean;
}

/** Colour by first appearance in the project; `main` shows its client's letters, since every client has a `main`. */
export function agentLook(agentOrder: readonly string[], agent: string, client: string): AgentLook {
  const isMain = agent === "main";
  return {
    letters: isMain ? clientLetters(client) : undefined,
    category: agentOrder.indexOf(agent),
    sub: !isMain,
  };
}
