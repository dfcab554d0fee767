// Renders the characters of a captcha: outlines of a font, each bent, rotated and shifted, with lines and dots through them, as a PNG.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { renderAsync } from "@resvg/resvg-js";
import opentype, { type Font, type PathCommand } from "opentype.js";

const width = 150;
const height = 50;
/** Dark on light: each has at least 5:1 against the ground. */
const colours = ["#1d39c4", "#006d75", "#531dab", "#873800", "#a8071a", "#135200"] as const;
const ground = "#f5f5f5";

let font: Font | undefined;

function loadFont(): Font {
  if (font === undefined) {
    const file = readFileSync(createRequire(import.meta.url).resolve("@fontsource/patua-one/files/patua-one-latin-400-normal.woff"));
    font = opentype.parse(new Uint8Array(file).buffer);
  }
  return font;
}

const between = (low: number, high: number): number => low + ((high - low) * randomInt(10_000)) / 10_000;
const anyColour = (): string => colours[randomInt(colours.length)] ?? colours[0];

type Bend = (x: number, y: number) => readonly [x: number, y: number];

/** Waves over the whole picture, different in every one. */
function waves(): Bend {
  const [phaseX, phaseY] = [between(0, 6.28), between(0, 6.28)];
  const [strengthX, strengthY] = [between(1.5, 2.5), between(2, 3.2)];
  const [lengthX, lengthY] = [between(7, 10), between(14, 20)];
  return (x, y) => [x + strengthX * Math.sin(y / lengthX + phaseX), y + strengthY * Math.sin(x / lengthY + phaseY)];
}

function rotated(angle: number, centreX: number, centreY: number): Bend {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return (x, y) => [centreX + (x - centreX) * cosine - (y - centreY) * sine, centreY + (x - centreX) * sine + (y - centreY) * cosine];
}

function outline(commands: readonly PathCommand[], bend: Bend): string {
  const at = (x: number, y: number) =>
    bend(x, y)
      .map((value) => value.toFixed(1))
      .join(" ");
  const parts = commands.map((command) => {
    switch (command.type) {
      case "M":
      case "L":
        return command.type + at(command.x, command.y);
      case "Q":
        return `Q${at(command.x1, command.y1)} ${at(command.x, command.y)}`;
      case "C":
        return `C${at(command.x1, command.y1)} ${at(command.x2, command.y2)} ${at(command.x, command.y)}`;
      case "Z":
        return "Z";
    }
  });
  return parts.join("");
}

function letters(characters: string): string {
  const bend = waves();
  const room = (width - 20) / characters.length;
  return [...characters]
    .map((character, index) => {
      const size = between(33, 39);
      const glyph = loadFont().charToGlyph(character);
      const glyphWidth = ((glyph.advanceWidth ?? 0) * size) / loadFont().unitsPerEm;
      const left = 10 + index * room + (room - glyphWidth) / 2 + between(-1.5, 1.5);
      const base = 38 + between(-3, 3);
      const turn = rotated(between(-0.28, 0.28), left + glyphWidth / 2, base - size / 3);
      const path = outline(glyph.getPath(left, base, size).commands, (x, y) => bend(...turn(x, y)));
      return `<path d="${path}" fill="${anyColour()}"/>`;
    })
    .join("");
}

/** A line from edge to edge, through the letters. */
function line(): string {
  const [start, end] = [between(8, height - 8), between(8, height - 8)];
  const bends = `${between(30, 60).toFixed(0)} ${between(0, height).toFixed(0)} ${between(90, 120).toFixed(0)} ${between(0, height).toFixed(0)}`;
  return `<path d="M0 ${start.toFixed(0)}C${bends} ${width} ${end.toFixed(0)}" fill="none" stroke="${anyColour()}" stroke-width="${between(0.9, 1.6).toFixed(1)}"/>`;
}

function dot(): string {
  return `<circle cx="${between(0, width).toFixed(0)}" cy="${between(0, height).toFixed(0)}" r="${between(0.5, 1.2).toFixed(1)}" fill="${anyColour()}"/>`;
}

/** The characters as a picture of 150 × 50, at twice that resolution for sharp screens. The characters are in it as shapes only. */
export async function drawCaptcha(characters: string): Promise<Buffer> {
  const noise = [...Array.from({ length: 3 }, line), ...Array.from({ length: 40 }, dot)].join("");
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${letters(characters)}${noise}</svg>`;
  const rendered = await renderAsync(picture, { fitTo: { mode: "zoom", value: 2 }, font: { loadSystemFonts: false } });
  return rendered.asPng();
}
