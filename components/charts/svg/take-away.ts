import { fileName } from "../chart-table";
import { chartSvg } from "./chart-svg";
import type { ChartPicture, SvgTheme } from "./picture";

/** Saves a chart as a file, in the browser and in the theme that is shown. Loaded when somebody asks for it. */

/** PNG has this many pixels for each of the SVG, so that it is sharp in a document. */
const PNG_SCALE = 2;

export async function saveSvg(picture: ChartPicture): Promise<void> {
  const svg = chartSvg(picture, await readTheme());
  save(new Blob([svg], { type: "image/svg+xml;charset=utf-8" }), fileName(picture.title, "svg"));
}

/** Throws when the browser cannot draw the picture; the caller says so. */
export async function savePng(picture: ChartPicture): Promise<void> {
  const svg = chartSvg(picture, await readTheme());
  const image = new Image();
  // A data address and not a blob's: Safari calls a canvas tainted that has drawn an SVG from a blob.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * PNG_SCALE;
  canvas.height = image.naturalHeight * PNG_SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser has no canvas.");
  context.scale(PNG_SCALE, PNG_SCALE);
  context.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture is too large for this browser.");
  save(blob, fileName(picture.title, "png"));
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** `light-dark()` is only resolved on an element, so a hidden one is asked for each colour. */
async function readTheme(): Promise<SvgTheme> {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const colours = new Map<string, string>();
  const colour = (name: string) => {
    const known = colours.get(name);
    if (known) return known;
    probe.style.color = `var(--color-${name})`;
    const resolved = getComputedStyle(probe).color;
    colours.set(name, resolved);
    return resolved;
  };
  // All are read before the element goes; `colour` is asked while the picture is written.
  for (const name of COLOURS) colour(name);
  const font = getComputedStyle(document.body).fontFamily;
  probe.remove();
  return { colour: (name) => colours.get(name) ?? "currentColor", font, fontFaces: await fontFacesOf(font) };
}

const COLOURS = [
  ...["surface", "sunken", "free", "line", "control", "ink", "ink-2", "ink-3"],
  ...["duplicate", "resolved", "superseded", "idle", "dropped", "noise"],
  ...["rules", "skills", "talk", "results", "summary", "accent", "full"],
];

/** The page's own font, put into the file; without it the picture falls back to the system's. */
async function fontFacesOf(families: string): Promise<string> {
  const family = families.split(",")[0]?.replaceAll(/["']/g, "").trim() ?? "";
  const faces = [...document.styleSheets].flatMap(rulesOf).filter((rule) => {
    const own = rule.style.getPropertyValue("font-family").replaceAll(/["']/g, "");
    return own === family && /url\(/.test(rule.style.getPropertyValue("src"));
  });
  const texts = await Promise.all(faces.slice(0, 2).map(withFontInside));
  return texts.join("");
}

function rulesOf(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    // A sheet of another origin, such as an extension's, keeps its rules to itself.
    return [];
  }
}

async function withFontInside(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
  if (!address) return "";
  try {
    const response = await fetch(new URL(address, rule.parentStyleSheet?.href ?? document.baseURI));
    if (!response.ok) return "";
    const bytes = new Uint8Array(await response.arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    const family = rule.style.getPropertyValue("font-family");
    const weight = rule.style.getPropertyValue("font-weight") || "400";
    return `@font-face{font-family:${family};font-weight:${weight};src:url(data:font/woff2;base64,${btoa(binary)})}`;
  } catch {
    return "";
  }
}
