/**
 * The skills of the demo's project and how their bodies grew: long ones that few sessions use, and one that the team
 * trimmed. What a body says first is the script that a session runs if it follows the skill.
 */
interface SkillBody {
  /** It was the skill's body up to so many days ago. */
  readonly untilDaysAgo: number;
  readonly steps: number;
  /** Share of the loads after which the session runs its script. */
  readonly used: number;
}

export type DemoSkill = "code-review" | "frontend-design" | "postgres-migrations" | "test-writer";

const BODIES: Readonly<Record<DemoSkill, readonly [SkillBody, ...SkillBody[]]>> = {
  "code-review": [
    { untilDaysAgo: 17, steps: 64, used: 0.15 },
    { untilDaysAgo: 7, steps: 88, used: 0.08 },
    { untilDaysAgo: 0, steps: 26, used: 0.7 },
  ],
  "frontend-design": [{ untilDaysAgo: 0, steps: 58, used: 0 }],
  "postgres-migrations": [
    { untilDaysAgo: 12, steps: 36, used: 0.6 },
    { untilDaysAgo: 0, steps: 41, used: 0.65 },
  ],
  "test-writer": [{ untilDaysAgo: 0, steps: 33, used: 0.4 }],
};

export function bodyOf(skill: DemoSkill, daysAgo: number): SkillBody {
  const [first, ...later] = BODIES[skill];
  return [first, ...later].find(({ untilDaysAgo }) => daysAgo > untilDaysAgo) ?? later.at(-1) ?? first;
}

export function scriptOf(skill: DemoSkill): string {
  return `scripts/skills/${skill}.sh`;
}

export function skillText(skill: DemoSkill, steps: number): string {
  const one =
    "Look at the change as its next reader will. Name what you saw, where, and what would be simpler; quote the line. Leave style to the formatter.";
  return [
    `Base directory for this skill: /home/dev/.claude/skills/${skill}`,
    "",
    `# ${skill}`,
    `Start with ${scriptOf(skill)} and go on with what it lists.`,
    ...Array.from(
      { length: steps },
      (_, index) => `## Step ${index + 1}\n${one} When the step does not apply, say so in one line and go on.`,
    ),
  ].join("\n");
}
