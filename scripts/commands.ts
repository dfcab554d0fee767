// The commands and their parameters in one place: `npm run <command> -- --help` prints what is here and does nothing else, and what is not
// here is refused before any work begins.
import { parseArgs } from "node:util";
import { backupCommand, restoreCommand } from "../src/server/backup/parameters.ts";

export interface Parameter {
  /** `boolean`: there or not. */
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly about: string;
  /** A word for its value in the help. */
  readonly value?: string;
  /** It is a whole number of this at least. */
  readonly least?: number;
  /** It is one of these, or several of them, comma-separated. */
  readonly among?: readonly string[];
}

type Parameters = Readonly<Record<string, Parameter>>;

export interface Command<P extends Parameters = Parameters> {
  /** How it is called: `npm run seed`. */
  readonly call: string;
  /** What it does, in one line that begins with a small letter. */
  readonly about: string;
  /** Paragraphs of the help, before the parameters. */
  readonly more?: string;
  readonly parameters: P;
  /** Words without dashes that it takes, for the help. */
  readonly words?: string;
  /** What only its own modules know, below the parameters. */
  readonly below?: () => Promise<string>;
}

export type Given<P extends Parameters> = ReturnType<typeof parseArgs<{ options: P }>>["values"];

/** A fault of a command line; the message is for the person who typed it. */
export class CommandLineError extends Error {
  override readonly name = "CommandLineError";
}

const command = <const P extends Parameters>(one: Command<P>): Command<P> => one;

const settings = async (): Promise<string> => (await import("../src/server/settings-help.ts")).settingsHelp();
const sameSettings = (): Promise<string> =>
  Promise.resolve(
    "It uses the database, the directories and the secret that npm start would use: npm start -- --help lists the variables.",
  );
const reader = (): Promise<string> => Promise.resolve("It reads the definitions in resources/, and no database.");
const built = { type: "boolean", about: "measures what was built before" } as const;

/** By the name of their script. */
export const commands = {
  start: command({ call: "npm start", about: "builds what has changed and starts the server", parameters: {}, below: settings }),
  dev: command({
    call: "npm run dev",
    about: "server and browser application with hot reload of definitions",
    parameters: {},
    below: settings,
  }),
  build: command({
    call: "npm run build",
    about: "builds generated files, the browser application and the server where their sources have changed",
    parameters: { force: { type: "boolean", about: "builds all of them" } },
  }),
  test: command({
    call: "npm test",
    about: "runs every check, or the named steps",
    words: "[step …]",
    parameters: {
      changed: { type: "boolean", about: "runs what the changes of the branch can break" },
      full: { type: "boolean", about: "every caller at every call, a larger world and more tenant-isolation probes" },
    },
    more: "Steps: install types lint boundaries check generated unit server screens browser",
  }),
  check: command({
    call: "npm run check",
    about: "validates all definitions together",
    parameters: { json: { type: "boolean", about: "prints the findings for programs" } },
    below: reader,
  }),
  generate: command({
    call: "npm run generate",
    about: "writes generated/ from the definitions",
    parameters: { check: { type: "boolean", about: "writes nothing; fails and lists what is stale" } },
    below: reader,
  }),
  seed: command({
    call: "npm run seed",
    about: "fills the database as a first start does, and makes a large tenant of it",
    more: `With a scale it copies the rows that daily business brings (orders, documents, scans, codes, members …) until the tenant has N for each
that it has now. With --world it builds a brand owner: a factory, products in packages, codes, documents to dealers in their regions, and what
consumers scan, among it goods that were diverted and codes that were copied. All of it goes through the effects of the product, so that
every figure of a report comes from rows. A world begins in an empty tenant; one that was stopped goes on where it was when its tenant is
named.`,
    parameters: {
      scale: { type: "string", value: "N", least: 1, about: "rows for each that there is; 1 unless given" },
      world: { type: "boolean", about: "builds a synthetic brand owner instead" },
      codes: { type: "string", value: "N", least: 1_000, about: "codes of a world, at least; 1000000 unless given" },
      scans: { type: "string", value: "N", least: 100, about: "look-ups of consumers in a world; 100000 unless given" },
      tenant: { type: "string", value: "T", about: "the tenant's six digits; of a scale 100001 unless given, of a world a new one" },
      seed: { type: "string", value: "S", least: 0, about: "a whole number: the same one gives the same rows; 1 unless given" },
    },
    below: sameSettings,
  }),
  backup: command({ ...backupCommand, below: sameSettings }),
  restore: command({ ...restoreCommand, below: sameSettings }),
  package: command({
    call: "npm run package",
    about: "builds an archive that runs with Node alone, and tries it",
    more: `It is written to dist/package: the server, the pages, the packages that the server loads, documents, and examples for nginx, systemd and
containers. Then it is unpacked in an empty folder and started there, signed in to, backed up and restored.`,
    parameters: { "no-trial": { type: "boolean", about: "does not try it" } },
  }),
  faults: command({
    call: "npm run faults",
    about: "kills the server while it works, and proves after each restart that nothing was lost",
    parameters: {
      times: { type: "string", value: "N", least: 1, about: "how often; 50 unless given" },
      seed: { type: "string", value: "S", about: "repeats the run that named it" },
    },
  }),
  fuzz: command({
    call: "npm run fuzz",
    about: "calls everything that the API's description has with values that nobody thought of",
    more: `It runs on a new database, half of the calls as the platform's administrator and half as a tenant's, and reports faults, and answers
that the description does not have. It needs Schemathesis 4:
  python3 -m venv .venv && .venv/bin/pip install schemathesis
  SCHEMATHESIS=.venv/bin/schemathesis npm run fuzz`,
    parameters: {
      examples: {
        type: "string",
        value: "N",
        least: 1,
        about: "calls of each operation by each of the two; 7 unless given, which are more than 10,000 calls",
      },
      seed: { type: "string", value: "S", least: 0, about: "a whole number: the same calls again" },
    },
  }),
  reconcile: command({
    call: "npm run reconcile",
    about: "proves from the rows that stock and figures agree",
    more: `Compares stock, locks, ledger, moves, current goods and finished documents with each other, and the figures of scans with the scans.
Prints what does not agree, and fails then.`,
    parameters: {
      tenant: { type: "string", value: "T", about: "the tenant's six digits; all tenants unless given" },
      rebuild: {
        type: "boolean",
        about: "makes the figures of scans anew before they are compared; look-ups of the tenant wait for seconds at a time meanwhile",
      },
    },
    below: sameSettings,
  }),
  docs: command({
    call: "npm run docs",
    about: "writes the data dictionary to dist/docs, in both languages",
    parameters: {},
    below: reader,
  }),
  "new-resource": command({
    call: "npm run new-resource",
    about: "writes the definition file of a new entity; asks for everything unless flags say it",
    parameters: {
      name: { type: "string", value: "sampling-plan", about: "its name" },
      area: { type: "string", value: "production", about: "folder below resources/" },
      "label-zh": { type: "string", value: "抽样方案", about: "its name in Chinese" },
      "label-en": { type: "string", value: '"Sampling plan"', about: "and in English" },
      field: { type: "string", multiple: true, value: '"code:code:编号:Code:required,max=32"', about: "a field, once for each" },
      action: { type: "string", multiple: true, value: '"close:关闭:Close:from=open,to=closed"', about: "an action, once for each" },
      path: { type: "string", value: "/digit-bind/sampling-plan", about: "below /api; that of its neighbours unless given" },
      title: { type: "string", value: "code", about: "the field by which rows are known; a name or the first text unless given" },
    },
    below: async () => (await import("./new-resource/help.ts")).newResourceHelp(),
  }),
  "new-handler": command({
    call: "npm run new-handler",
    about: "begins the server's code of an action, a read or a hook: typed, registered, with its test",
    words: "RESOURCE.NAME",
    more: `It is written to src/server/domain/<area>/<resource>.ts. NAME is one of the resource's actions or reads, or
  submit   before and after a row is written
  remove   before rows are removed
  answer   the last change to a row before it is answered: computed fields

The handler refuses with "notWritten" until you write it. See docs/effects.md.`,
    parameters: {},
  }),
  boundaries: command({
    call: "npm run boundaries",
    about: "checks that no import crosses a boundary between the directories",
    words: "[folder of another checkout]",
    parameters: {},
  }),
  "install-chromium": command({
    call: "npm run install:chromium",
    about: "installs Chromium and a Chinese font with the system's package manager, for the browser tests",
    parameters: {},
  }),
  "bench-server": command({
    call: "npm run bench:server",
    about: "measures requests per second beside a hand-written baseline",
    parameters: {},
  }),
  "bench-ui": command({
    call: "npm run bench:ui",
    about: "measures bytes and main-thread time of the list beside a hand-written one",
    parameters: {},
  }),
  "bench-codes": command({
    call: "npm run bench:codes",
    about: "measures codes made, imported, related, booked and looked up, beside PostgreSQL alone",
    parameters: {
      codes: { type: "string", value: "N", least: 1_000, about: "1000000 unless given" },
      lookup: {
        type: "string",
        value: "N",
        least: 1_000,
        about: "codes among which look-ups are measured; ten times as many unless given",
      },
      rounds: { type: "string", value: "N", least: 1, about: "how often codes are made; 2 unless given" },
      only: { type: "string", value: "generate,lookup", among: ["generate", "import", "relate", "finish", "lookup"], about: "some parts" },
      built,
    },
  }),
  "bench-reports": command({
    call: "npm run bench:reports",
    about: "measures the summaries of a year of scans, and making their figures anew",
    parameters: {
      scans: { type: "string", value: "N", least: 1_000, about: "10000000 unless given" },
      rebuild: { type: "string", value: "N", least: 1_000, about: "scans of the larger rebuild; 1000000 unless given" },
      only: { type: "string", value: "summaries", among: ["rebuild", "summaries"], about: "some parts" },
      built,
    },
  }),
  "bench-lists": command({
    call: "npm run bench:lists",
    about: "measures lists and searches of a million scans beside the same page and count written by hand in SQL",
    parameters: { scans: { type: "string", value: "N", least: 10_000, about: "990000 unless given" }, built },
  }),
  "bench-scale": command({
    call: "npm run bench:scale",
    about: "measures type check, check, build, bundle and start with 150 and with 1,500 definitions",
    parameters: {},
  }),
} as const;

const all: Readonly<Record<string, Command>> = commands;

/** Commands that are other programs, which have a help of their own. */
const others = [
  ["npm run types", "type check"],
  ["npm run lint", "lint and format check; npm run format formats"],
  ["npm run test:update", "writes the screen snapshots again"],
] as const;

function helpOf({ call, about, more, parameters, words }: Command): string {
  const isOfNpm = call === "npm start" || call === "npm test" || call.startsWith("npm run ");
  const shown = Object.entries(parameters).map(
    ([name, { value, multiple, about: meaning }]) =>
      [`--${name}${value === undefined ? "" : ` ${value}`}${multiple === true ? " …" : ""}`, meaning] as const,
  );
  const takes = [words, ...(shown.length === 0 ? [] : ["[parameters]"])].filter((word) => word !== undefined);
  const width = Math.max(0, ...shown.map(([left]) => left.length));
  return [
    `${call}${takes.length === 0 || !isOfNpm ? "" : ` -- ${takes.join(" ")}`}`,
    `${about.slice(0, 1).toUpperCase()}${about.slice(1)}.${more === undefined ? "" : `\n${more}`}`,
    ...(shown.length === 0 ? [] : [shown.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n")]),
  ].join("\n\n");
}

/** All commands, a line each. */
export function overview(): string {
  const lines = [...Object.values(all).map(({ call, about }) => [call, about] as const), ...others];
  const width = Math.max(...lines.map(([call]) => call.length));
  return `${lines.map(([call, about]) => `${call.padEnd(width)}  ${about}`).join("\n")}\n\nnpm run <command> -- --help tells what a command takes.`;
}

function checkValue(name: string, { least, among }: Parameter, value: unknown): void {
  if (typeof value !== "string") return;
  const number = Number(value);
  if (least !== undefined && (value.trim() === "" || !Number.isSafeInteger(number) || number < least))
    throw new CommandLineError(`--${name} must be a whole number${least > 0 ? ` of at least ${least}` : ""}, not "${value}".`);
  const unknown = among === undefined ? [] : value.split(",").filter((one) => !among.includes(one));
  if (unknown.length > 0) throw new CommandLineError(`--${name} takes ${among?.join(", ") ?? ""}; not "${unknown.join(",")}".`);
}

/** What was given to a command. Throws a {@link CommandLineError} for what it does not take. */
export function parametersOf<const P extends Parameters>(
  { call, parameters, words }: Command<P>,
  given: readonly string[] = process.argv.slice(2),
): { readonly values: Given<P>; readonly words: readonly string[] } {
  try {
    const { values, positionals } = parseArgs<{ options: P; allowPositionals: boolean; args: string[] }>({
      options: parameters,
      allowPositionals: words !== undefined,
      args: [...given],
    });
    for (const [name, parameter] of Object.entries(parameters)) checkValue(name, parameter, Reflect.get(values, name));
    return { values, words: positionals };
  } catch (error) {
    const isTheirs = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    if (!isTheirs && !(error instanceof CommandLineError)) throw error;
    // The first sentence; the others explain dashes, which nothing here begins with.
    const [problem = ""] = error.message.split(/\. |\n/);
    throw new CommandLineError(`${problem.replace(/\.$/, "")}. ${call} -- --help tells what it takes.`);
  }
}

/** Answers a question for help and a slip of the pen; returns whether it did, so that there is nothing left to do. */
export async function isAnswered(name: string, given: readonly string[]): Promise<boolean> {
  if (name === "help") {
    console.log(overview());
    return true;
  }
  const asked = all[name];
  if (asked === undefined) throw new Error(`scripts/commands.ts knows no command "${name}"`);
  if (given.includes("--help") || given.includes("-h")) {
    console.log([helpOf(asked), ...(asked.below === undefined ? [] : [await asked.below()])].join("\n\n"));
    return true;
  }
  try {
    parametersOf(asked, given);
    return false;
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return true;
  }
}
