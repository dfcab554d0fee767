// `npm run backup` and `npm run restore`: reads the parameters, shows how far the work is, and tells how it ended.
import { parseArgs } from "node:util";
import type { Model } from "#schema/model";
import { readConfiguration } from "../config.ts";
import { operatorText } from "../operator-language.ts";
import { formatError } from "../format-error.ts";
import { checkBackup, openBackup } from "./folder.ts";
import { makeBackup, removeOld } from "./make.ts";
import { counted, sizeOf, type Progress, type Watcher } from "./progress.ts";
import { backupCommand, restoreCommand } from "./parameters.ts";
import { restoreBackup } from "./restore.ts";
import type { Manifest } from "./manifest.ts";

export const commands = ["backup", "restore"] as const;
type Command = (typeof commands)[number];

const described = { backup: backupCommand, restore: restoreCommand } as const;

/** How a command is called. */
function usageOf(command: Command): string {
  const { words, about, more, parameters } = described[command];
  const options: readonly (readonly [string, { readonly value?: string; readonly about: string }])[] = Object.entries(parameters);
  return [
    `${command} ${words}${options.map(([name, { value }]) => ` [--${name}${value === undefined ? "" : ` ${value}`}]`).join("")}`,
    `${about.slice(0, 1).toUpperCase()}${about.slice(1)}, with the settings of the server. ${more}`,
    options.map(([name, { about: meaning }]) => `  --${name}  ${meaning}`).join("\n"),
  ].join("\n\n");
}

class UsageError extends Error {}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Without a terminal a line is written so often. */
const lineEveryMs = 10_000;
const redrawEveryMs = 100;

/** Shows progress: on a terminal one line that changes, elsewhere a line now and then. */
function progressShown(): { readonly show: (progress: Progress) => void; readonly clear: () => void } {
  const isTerminal = process.stdout.isTTY;
  let last = isTerminal ? 0 : performance.now();
  const clear = (): void => {
    if (isTerminal) process.stdout.write("\r\u001b[K");
  };
  return {
    clear,
    show: ({ part, done, total, at }) => {
      const now = performance.now();
      if (now - last < (isTerminal ? redrawEveryMs : lineEveryMs)) return;
      last = now;
      const line = `${part}  ${counted(done)} of ${counted(total)}${at === undefined ? "" : `  ${at}`}`;
      if (!isTerminal) return say(line);
      const width = Math.max((process.stdout.columns ?? 80) - 1, 20);
      process.stdout.write(`\r\u001b[K${line.slice(0, width)}`);
    },
  };
}

function parse(command: Command, parameters: readonly string[]) {
  let given;
  try {
    given = parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h", default: false }, ...backupCommand.parameters, ...restoreCommand.parameters },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const own: object = described[command].parameters;
  for (const name of Object.keys(given.values))
    if (name !== "help" && !(name in own)) throw new UsageError(`--${name} is no option of this command.`);
  return given;
}

/** Runs a command with its parameters; what keeps it from its work is told, and the exit code set. */
export async function runCommand(command: Command, parameters: readonly string[], model: () => Model): Promise<void> {
  const stopping = new AbortController();
  const { show, clear } = progressShown();
  const stop = (): void => stopping.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const watcher: Watcher = {
    onProgress: show,
    note: (sentence) => {
      clear();
      say(`  note: ${sentence}`);
    },
    signal: stopping.signal,
  };
  try {
    const lines = await outcomeOf(command, parameters, { model, watcher });
    clear();
    for (const line of lines) say(line);
  } catch (error) {
    clear();
    process.exitCode = 1;
    if (stopping.signal.aborted) {
      process.exitCode = 130;
      complain(command === "backup" ? "Stopped; what was written of the backup is removed." : "Stopped; nothing was restored.");
    } else if (error instanceof UsageError) complain(`${error.message}\n\n${usageOf(command)}`);
    else complain(formatError(error));
  } finally {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, stop);
  }
}

interface Given {
  readonly model: () => Model;
  readonly watcher: Watcher;
}

async function outcomeOf(command: Command, parameters: readonly string[], given: Given): Promise<readonly string[]> {
  const { values, positionals } = parse(command, parameters);
  if (values.help) return [usageOf(command)];
  const [place, ...others] = positionals;
  if (place === undefined || others.length > 0)
    throw new UsageError(command === "backup" ? "Name one directory for backups." : "Name the folder of one backup.");
  if (command === "restore") return values.check === true ? check(place, given) : restore(place, given);
  const { keep } = values;
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new UsageError(`--keep must be a whole number of 1 at least, not "${keep}".`);
  return backup(place, { keep: keep === undefined ? undefined : Number(keep), isWithoutSecret: values["without-secret"] === true }, given);
}

const totalRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const contentOf = (manifest: Manifest): string =>
  `${counted(manifest.tables.length)} tables with ${counted(totalRows(manifest))} rows, ${counted(manifest.uploads.files)} uploaded files (${sizeOf(manifest.uploads.bytes)})`;

async function backup(
  directory: string,
  { keep, isWithoutSecret }: { readonly keep: number | undefined; readonly isWithoutSecret: boolean },
  { model, watcher }: Given,
): Promise<readonly string[]> {
  const began = performance.now();
  const installation = readConfiguration(process.env);
  const { folder, manifest } = await makeBackup({ installation, model: model(), directory, isWithoutSecret, watcher });
  const removed = keep === undefined ? [] : await removeOld(directory, keep);
  return [
    folder,
    `  ${contentOf(manifest)}, read back and whole, in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    manifest.hasSecret
      ? "  it has the secret of this installation: keep it where nobody else can read it"
      : "  it is without the secret: keep TRACEMARK_SECRET elsewhere, or the backup cannot be used",
    ...removed.map((name) => `  removed ${name}`),
  ];
}

async function check(folder: string, { watcher }: Given): Promise<readonly string[]> {
  const manifest = await openBackup(folder);
  await checkBackup(folder, manifest, watcher);
  return [`${folder} is whole: ${contentOf(manifest)}, as of ${manifest.time}, version ${manifest.version}`];
}

async function restore(folder: string, { model, watcher }: Given): Promise<readonly string[]> {
  const began = performance.now();
  const installation = readConfiguration(process.env);
  const { manifest, secretFile, migration } = await restoreBackup({ installation, model: model(), folder, watcher });
  return [
    `${contentOf(manifest)} are restored as of ${manifest.time}, in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    ...(secretFile === undefined ? [] : [`  the secret is in ${secretFile}`]),
    ...(migration === undefined
      ? []
      : [
          `  the definitions have changed since: the next start brings the tables to them with ${counted(migration.statements)} statements`,
          ...migration.refused.map((reason) => operatorText(`  启动时会先询问：${reason}`, `  it will ask first, because ${reason}`)),
        ]),
    "  start the server: npm start",
  ];
}
