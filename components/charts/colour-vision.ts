/**
 * Colour arithmetic for the palette's test: what a colour looks like to each kind of sight, how far two are apart,
 * and their contrast. Colours are "#rrggbb".
 */

export const SIGHTS = ["normal", "protan", "deutan", "tritan"] as const;
export type Sight = (typeof SIGHTS)[number];

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes 2009, table of severity 1.0, for linear RGB. */
const SIMULATION: Record<Sight, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Ottosson 2020: linear sRGB to cone response, and its cube root to OKLab. */
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function multiply(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

function map([x, y, z]: Triple, change: (value: number) => number): Triple {
  return [change(x), change(y), change(z)];
}

/** Linear RGB, 0 to 1 (the sRGB transfer function of IEC 61966-2-1). */
function linear(hex: string): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function oklab(hex: string, sight: Sight): Triple {
  const seen = map(multiply(SIMULATION[sight], linear(hex)), (value) => Math.min(1, Math.max(0, value)));
  return multiply(TO_OKLAB, map(multiply(TO_CONES, seen), Math.cbrt));
}

/** The distance of two colours in OKLab as one kind of sight sees them. */
export function distance(first: string, second: string, sight: Sight): number {
  const [l1, a1, b1] = oklab(first, sight);
  const [l2, a2, b2] = oklab(second, sight);
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

/** OKLab lightness, 0 to 1. */
export function lightness(hex: string): number {
  return oklab(hex, "normal")[0];
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(first: string, second: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = linear(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
