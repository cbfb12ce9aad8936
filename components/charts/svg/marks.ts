import type { ChartPart, SvgTheme } from "./picture";

/** The few marks that pictures are made of, as text. */

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Names come from strangers' transcripts; control characters are not allowed in XML at all. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids.
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll(/\p{Cs}/gu, "")
      .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
  );
}

type TextLook = { size?: number; colour?: string; weight?: number; anchor?: "start" | "middle" | "end" };

export function svgText(x: number, y: number, text: string, theme: SvgTheme, look: TextLook = {}): string {
  const { size = 12, colour = "ink", weight = 400, anchor = "start" } = look;
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${theme.colour(colour)}">${escapeXml(text)}</text>`;
}

type Box = { x: number; y: number; width: number; height: number };

/** A box with its words for those who point at it or read the file. */
export function svgBox(box: Box, fill: string, title?: string): string {
  const place = `x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}"`;
  const words = title === undefined ? "" : `<title>${escapeXml(title)}</title>`;
  return `<rect ${place} fill="${fill}">${words}</rect>`;
}

export function svgLine(x1: number, y1: number, x2: number, y2: number, stroke: string, dashes = ""): string {
  const dashed = dashes === "" ? "" : ` stroke-dasharray="${dashes}"`;
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}"${dashed}/>`;
}

export function fillOf(part: ChartPart, theme: SvgTheme): string {
  return part.hatched ? `url(#hatch-${part.colour})` : theme.colour(part.colour);
}

/** One pattern for each part that is told apart by a hatch. */
export function hatches(parts: readonly ChartPart[], theme: SvgTheme): string {
  return parts
    .filter((part) => part.hatched)
    .map(
      ({ colour }) =>
        `<pattern id="hatch-${colour}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
        `<rect width="5" height="5" fill="${theme.colour(colour)}"/>` +
        `<rect width="1" height="5" fill="${theme.colour("surface")}" opacity="0.26"/></pattern>`,
    )
    .join("");
}

/** Cuts what has no room; about 0.6 em a character, and the whole text is in the mark's title. */
export function cut(text: string, widthPx: number, size = 12): string {
  const most = Math.max(1, Math.floor(widthPx / (size * 0.56)));
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
