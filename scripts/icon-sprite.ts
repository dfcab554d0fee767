// Renders the product's icons into one file: `npx tsx scripts/icon-sprite.ts`. Pages reference it, so no script carries a path.
import { realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AbstractNode, IconDefinition } from "@ant-design/icons-svg/es/types.js";
import { iconNames } from "../src/admin/icons/names.ts";
import { onGrid } from "./svg-path.ts";

export const spritePath = "src/admin/icons/icons.svg";

/** Units of the drawings that make one of ours: a fifteenth of a pixel where icons are as large as letters. */
const grid = 4;

// The package's ES modules lack file extensions, which Node needs; its CommonJS half has names that Node's import does not see.
const drawings: unknown = createRequire(import.meta.url)("@ant-design/icons-svg");

function isDrawing(value: unknown): value is IconDefinition {
  return typeof value === "object" && value !== null && "icon" in value && typeof value.icon === "object";
}

function exportName(name: string): string {
  return `${name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}Outlined`;
}

function markup(node: AbstractNode): string {
  // Empty styles, which the policy of the page refuses.
  if (node.tag === "defs") return "";
  const attributes = Object.entries(node.attrs)
    .filter(([name]) => name !== "fill" && name !== "focusable")
    .map(([name, value]) => ` ${name}="${name === "d" ? onGrid(String(value), grid) : String(value)}"`)
    .join("");
  const children = (node.children ?? []).map(markup).join("");
  return children === "" ? `<${node.tag}${attributes}/>` : `<${node.tag}${attributes}>${children}</${node.tag}>`;
}

/** The file with all icons, each a symbol named like the icon. Throws for a name that the set does not have. */
export function iconSprite(): string {
  const all: ReadonlyMap<string, unknown> = new Map(Object.entries(drawings ?? {}));
  const symbols = iconNames.map((name) => {
    const drawing = all.get(exportName(name));
    if (!isDrawing(drawing) || typeof drawing.icon === "function") throw new Error(`the outlined set of Ant Design has no icon "${name}"`);
    const viewBox = String(drawing.icon.attrs["viewBox"] ?? "64 64 896 896")
      .split(" ")
      .map((unit) => Number(unit) / grid)
      .join(" ");
    return `<symbol id="${name}" viewBox="${viewBox}">${(drawing.icon.children ?? []).map(markup).join("")}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const sprite = iconSprite();
  await writeFile(path.join(root, spritePath), sprite);
  process.stdout.write(`${spritePath}: ${iconNames.length} icons, ${sprite.length} characters\n`);
}
