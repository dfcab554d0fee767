// Renders the product's icons into files: `npx tsx scripts/icon-sprite.ts`. Pages reference them, so no script carries a path.
import { realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AbstractNode, IconDefinition } from "@ant-design/icons-svg/es/types.js";
import { iconFiles } from "../src/admin/ui/icons/names.ts";
import { onGrid } from "./svg-path.ts";

const folder = "src/admin/ui/icons";

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

function symbolsOf(names: readonly string[]): string {
  const all: ReadonlyMap<string, unknown> = new Map(Object.entries(drawings ?? {}));
  const symbols = names.map((name) => {
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

/** The files with the icons, each a symbol named like the icon, by their paths. Throws for a name that the set does not have. */
export function iconSprites(): ReadonlyMap<string, string> {
  return new Map(Object.entries(iconFiles).map(([file, names]) => [`${folder}/${file}.svg`, symbolsOf(names)]));
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  for (const [file, sprite] of iconSprites()) {
    await writeFile(path.join(root, file), sprite);
    process.stdout.write(`${file}: ${sprite.length} characters\n`);
  }
}
