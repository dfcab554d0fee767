// A fault as the error log stores it: location and type, without the data that was processed.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { namesSecret } from "./redacted-value.ts";

interface Fault {
  readonly name: string;
  readonly message: string;
  readonly fileName: string;
  readonly lineNumber: number | null;
  readonly stack: string;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const maxFrames = 30;
const maxMessageLength = 1_000;
const maxFrameLength = 300;

function member(error: Error, name: string): string {
  const value: unknown = Object.entries(error).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : "";
}

/** A message without quoted data: names of properties, tables and constraints stay; values and long numbers are removed. */
export function withoutValues(message: string): string {
  return message
    .replace(/\((reading|setting) '([\w$]+)'\)/g, (_all, verb: string, name: string) => `(${verb} ${name})`)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, "…")
    .replace(/\b(bearer|basic)\s+\S+/gi, "$1 …")
    .replace(/\d{6,}/g, "…")
    .replace(/\b([\w-]+)\s*[=:]\s*\S+/g, (all, name: string) => (namesSecret(name) ? `${name}=…` : all))
    .slice(0, maxMessageLength);
}

/** PostgreSQL's details of an error without its message, which may quote a row: only the names. */
function databaseNames(error: Error): string {
  const named = ["code", "table", "column", "constraint", "routine"].flatMap((name) => {
    const value = member(error, name);
    return /^[\w.$-]{1,63}$/.test(value) ? [`${name} ${value}`] : [];
  });
  return named.length === 0 ? "" : ` (${named.join(", ")})`;
}

/** A frame of a stack with paths from the root of the product. */
function frameOf(line: string): string {
  return line.trim().replace("file://", "").replaceAll(root, "").slice(0, maxFrameLength);
}

/** The stored form of an error. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: "NotAnError", message: typeof error, fileName: "", lineNumber: null, stack: "" };
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, maxFrames)
    .map(frameOf);
  const own = frames.find((frame) => frame.includes(".ts:") && !frame.includes("node_modules")) ?? frames[0] ?? "";
  const [, file = "", line] = /\(?([^\s()]+):(\d+):\d+\)?$/.exec(own) ?? [];
  const message = `${withoutValues(error.message)}${databaseNames(error)}`;
  return {
    name: error.name.slice(0, 255),
    message,
    fileName: path.normalize(file).slice(0, 1_000),
    lineNumber: line === undefined ? null : Number(line),
    stack: [`${error.name}: ${message}`, ...frames].join("\n    "),
  };
}
