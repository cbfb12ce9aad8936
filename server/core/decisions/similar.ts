import type { SimilarDecision } from "./attention";
import { type DriftDecision, profileOf } from "./drift-profile";
import { likeness, weightsOf } from "./subject-words";

/** Less than this is chance. */
const MIN_LIKENESS = 0.05;

/** Other decisions that say something like this one, the likeliest first; those that hold before those that may. */
export function similarTo(one: DriftDecision, decisions: readonly DriftDecision[]): SimilarDecision[] {
  const profiles = decisions.map(profileOf);
  const weight = weightsOf(profiles.map(({ said }) => said));
  const own = profileOf(one);
  return profiles
    .filter(({ of }) => of.number !== one.number)
    .map(({ of: { number, title, status }, said, asked }) => {
      const sure = Math.max(likeness(own.said, said, weight), likeness(own.asked, asked, weight));
      return { number, title, status, likeness: Math.round(sure * 100) / 100 };
    })
    .filter((found) => found.likeness >= MIN_LIKENESS)
    .sort(
      (a, b) =>
        b.likeness - a.likeness ||
        Number(b.status === "accepted") - Number(a.status === "accepted") ||
        b.number - a.number,
    );
}
