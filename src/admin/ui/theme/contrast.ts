// Colours as numbers: how well one reads on another (WCAG 2.2, 1.4.3), mixtures, and the nearest colour that can be read.

/** Least contrast of text on its background (AA). */
export const readableContrast = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function colourOf(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** Whether a text is a colour as this file takes it: `#rrggbb`. */
export function isColour(text: unknown): text is string {
  return typeof text === "string" && /^#[0-9a-f]{6}$/i.test(text);
}

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // map keeps the length
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 (the same) to 21 (black and white). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]; // two go in, two come out
  return (light + 0.05) / (dark + 0.05);
}

/** A mixture of two colours that holds the given share of the second. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const between = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
  return colourOf([between(0), between(1), between(2)]);
}

const steps = 50;

/** The colour itself where it is readable on all backgrounds, else the nearest towards black or white that is. */
export function readableOn(colour: string, backgrounds: readonly string[]): string {
  const isLight = backgrounds.every((background) => contrast("#000000", background) > contrast("#ffffff", background));
  const end = isLight ? "#000000" : "#ffffff";
  for (let step = 0; step < steps; step += 1) {
    const candidate = mix(colour, end, step / steps);
    if (backgrounds.every((background) => contrast(candidate, background) >= readableContrast)) return candidate;
  }
  return end;
}

/** Whichever of two inks reads better on a background. */
export function textColourOn(background: string, light: string, dark: string): string {
  return contrast(light, background) >= contrast(dark, background) ? light : dark;
}
