import { layOut } from "../charts/context-bar-model";
import { CONTEXT, type ContextKind } from "../charts/palette";

const LINES = 22;
const KINDS: readonly ContextKind[] = [
  "rules",
  "skills",
  "talk",
  "results",
  "duplicate",
  "resolved-error",
  "superseded",
  "idle",
];

/** Widths by line and kind: irregular to the eye, equal on every render. Noise thins out towards the last line. */
function widthOf(line: number, kind: number): number {
  const wave = Math.abs(Math.sin(line * 12.9898 + kind * 78.233) * 43758.5453) % 1;
  const [low, high] = RANGE[kind] ?? [0, 0];
  const fade = kind < 4 ? 1 : Math.max(0, 1 - (line / (LINES - 1)) ** 2);
  return (low + wave * (high - low)) * fade;
}

const RANGE: readonly (readonly [number, number])[] = [
  [13, 17],
  [6, 13],
  [11, 20],
  [20, 36],
  [10, 30],
  [3, 16],
  [2, 12],
  [5, 20],
];

/** Windows of a team, one a line: what the product shows, before one is in. */
export function AuthArt() {
  return (
    <aside
      aria-label="About"
      className="grid content-center overflow-hidden bg-canvas max-[900px]:border-b max-[900px]:border-line max-[900px]:py-5 max-[900px]:pl-5 min-[901px]:border-l min-[901px]:border-line min-[901px]:py-[6vh] min-[901px]:pl-16"
    >
      <div aria-hidden className="grid gap-2.5 max-[900px]:gap-[5px]">
        {Array.from({ length: LINES }, (_, line) => line).map((line) => (
          <Line key={line} line={line} />
        ))}
      </div>
      <p className="mt-7 pr-5 text-xl leading-[1.35] font-medium tracking-[-0.015em] max-[900px]:mt-3.5 max-[900px]:text-md">
        Each line is one agent’s window. <br className="max-[900px]:hidden" />
        Green is work. The rest is noise.
      </p>
    </aside>
  );
}

function Line({ line }: { line: number }) {
  const segments = KINDS.map((kind, index) => ({ kind, tokens: widthOf(line, index) }));
  return (
    <span className={`data-fill flex h-4 gap-0.5 max-[900px]:h-[7px] ${line % 2 ? "max-[900px]:hidden" : ""}`}>
      {layOut(segments, 190).map((part) => (
        <i
          key={part.kind}
          className={`block h-full ${CONTEXT[part.kind].fillClass}`}
          style={{ flex: `${part.share} 1 0` }}
        />
      ))}
    </span>
  );
}
