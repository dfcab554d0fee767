// The commands and their parameters in one place: `npm run <command> -- --help` prints what is here and does nothing else, and what is not
// here is refused before any work begins.
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { backupCommand, restoreCommand } from "../src/server/backup/parameters.ts";

interface Parameter {
  /** `boolean`: there or not. */
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly about: string;
  /** A word for its value in the help. */
  readonly value?: string;
  /** It is a whole number of this at least. */
  readonly min?: number;
  /** It is one of these, or several of them, comma-separated. */
  readonly among?: readonly string[];
}

type Parameters = Readonly<Record<string, Parameter>>;

interface Command<P extends Parameters = Parameters> {
  /** How it is called: `npm run seed`. */
  readonly call: string;
  /** What it does, in one line that begins with a small letter. */
  readonly about: string;
  /** Paragraphs of the help, before the parameters. */
  readonly more?: string;
  readonly parameters: P;
  /** Words without dashes that it takes, for the help. */
  readonly words?: string;
  /** It reads the settings of a server, also from the file .env. */
  readonly readsSettings?: boolean;
  /** What only its own modules know, below the parameters. */
  readonly below?: () => Promise<string>;
}

type Given<P extends Parameters> = ReturnType<typeof parseArgs<{ options: P }>>["values"];

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
const built = { type: "boolean", about: "measures the existing build" } as const;

/** By the name of their script. */
export const commands = {
  start: command({
    call: "npm start",
    about: "builds what has changed and starts the server",
    parameters: {},
    readsSettings: true,
    below: settings,
  }),
  dev: command({
    call: "npm run dev",
    about: "server and browser application with hot reload of definitions",
    parameters: {},
    readsSettings: true,
    below: settings,
  }),
  build: command({
    call: "npm run build",
    about: "rebuilds generated files, the browser application and the server if their sources have changed",
    parameters: { force: { type: "boolean", about: "rebuilds everything" } },
  }),
  test: command({
    call: "npm test",
    about: "runs every check, or the named steps",
    words: "[step …]",
    parameters: {
      changed: { type: "boolean", about: "runs only what the changes of the branch can break" },
      full: { type: "boolean", about: "all that proves by quantity instead of a sample, with the seed of the day" },
      citus: { type: "string", value: "URL", about: "the tests of the server alone, on the cluster with this coordinator, as a superuser" },
    },
    more: `Steps: install types lint verify unit server screens browser

Prints the twenty dearest test files and what each step cost; fails above the budget in scripts/test/budget.ts. A full run, for every night and
before a release, has no budget: 50 kills of the server and 50 while processes run, 12,000 random histories, 500 generated processes,
definitions proposed for thirty tables, every kind of caller at every call, 100,000 tenant-isolation probes, a synthetic world twenty times as
large, accessibility in English. It prints its seed; TRACEMARK_SEED repeats it.

A run on a cluster of PostgreSQL with Citus has its tables distributed by tenant, and no budget. It removes the databases of runs before, so only
one at a time can use a cluster.`,
  }),
  check: command({
    call: "npm run check",
    about: "validates all definitions together",
    parameters: { json: { type: "boolean", about: "prints the findings as JSON" } },
    below: reader,
  }),
  generate: command({
    call: "npm run generate",
    about: "writes generated/ from the definitions",
    parameters: { check: { type: "boolean", about: "writes nothing; fails and lists what is stale" } },
    below: reader,
  }),
  verify: command({
    call: "npm run verify",
    about: "boundaries, check and generate --check at once",
    more: `It loads the checkout once, which is what takes most of their time, prints the result of each of the three, and fails if one of them
does.`,
    parameters: {},
  }),
  seed: command({
    call: "npm run seed",
    about: "fills the database like a first start, and scales the demo tenant up",
    more: `With --scale it copies the rows of daily business (orders, documents, scans, codes, members …) until the tenant has N for each row that it
has now. With --world it creates a brand owner: a factory, packaged products, codes, documents to dealers in their regions, and scans by
consumers, including diverted goods and copied codes. Everything goes through the product's own business logic, so that every figure of a
report can be traced to rows. A world starts in an empty tenant; an interrupted run resumes when you name its tenant.`,
    parameters: {
      scale: { type: "string", value: "N", min: 1, about: "rows for each existing row; default 1" },
      world: { type: "boolean", about: "builds a synthetic brand owner instead" },
      codes: { type: "string", value: "N", min: 1_000, about: "minimum number of codes of a world; default 1000000" },
      scans: { type: "string", value: "N", min: 100, about: "consumer look-ups in a world; default 100000" },
      tenant: { type: "string", value: "T", about: "the tenant's six digits; default 100001, or a new tenant for a world" },
      seed: { type: "string", value: "S", min: 0, about: "a whole number; the same seed gives the same rows; default 1" },
    },
    readsSettings: true,
    below: sameSettings,
  }),
  backup: command({ ...backupCommand, readsSettings: true, below: sameSettings }),
  restore: command({ ...restoreCommand, readsSettings: true, below: sameSettings }),
  package: command({
    call: "npm run package",
    about: "builds an archive that needs nothing but Node, and tries it out",
    more: `The archive in dist/package has the server, the pages, the packages that the server loads, documents, and examples for nginx, systemd and
containers. It is then unpacked in an empty folder, started, signed in to, backed up and restored.`,
    parameters: { "no-trial": { type: "boolean", about: "skips the trial" } },
  }),
  faults: command({
    call: "npm run faults",
    about: "kills the server while it works, and verifies after each restart that nothing was lost",
    parameters: {
      times: { type: "string", value: "N", min: 1, about: "how often; default 50" },
      seed: { type: "string", value: "S", about: "repeats the run that printed this seed" },
    },
  }),
  "prove-proposals": command({
    call: "npm run prove-proposals",
    about: "proves that definitions proposed from thirty tables pass every check and their generated tests unchanged",
    more: `The tables are those of a PostgreSQL that is started for it; more come from a MariaDB, where the system has one, a spreadsheet, JSON
Schema and OpenAPI. Their definitions are written into a copy of the checkout, where they are generated from, checked, compiled, tested on
a real database, and drawn as screens.`,
    parameters: {},
  }),
  fuzz: command({
    call: "npm run fuzz",
    about: "calls every operation of the API description with unusual inputs",
    more: `It uses a new database, makes half of the calls as the platform's administrator and half as a tenant's, and reports faults and
undocumented responses. It needs Schemathesis 4:
  python3 -m venv .venv && .venv/bin/pip install schemathesis
  SCHEMATHESIS=.venv/bin/schemathesis npm run fuzz`,
    parameters: {
      examples: {
        type: "string",
        value: "N",
        min: 1,
        about: "calls per operation and caller; default 7, more than 10,000 calls in all",
      },
      seed: { type: "string", value: "S", min: 0, about: "a whole number; the same seed makes the same calls" },
    },
  }),
  mutate: command({
    call: "npm run mutate",
    about: "changes the code of folders or files in small ways, and lists the changes that no test notices",
    words: "FOLDER …",
    more: `Each change (mutant) is tried by itself, in a copy of the checkout, with the tests near the folder (scripts/mutate/nearby.ts) that run
through it; those of the server on a PostgreSQL of their own. A mutant takes seconds, so that of a large folder a sample is tried.`,
    parameters: {
      sample: { type: "string", value: "N", min: 1, about: "mutants that are tried; default all" },
      seed: { type: "string", value: "S", min: 0, about: "a whole number; the same seed draws the same sample; default 1" },
      tests: { type: "string", value: "PATH,PATH", about: "files and folders of tests instead of those near the folder" },
      workers: { type: "string", value: "N", min: 1, about: "mutants that are tried at the same time; default 1" },
      report: {
        type: "string",
        value: "FOLDER",
        about: "writes Stryker's page with every mutant in its source, and each result as it comes",
      },
    },
  }),
  client: command({
    call: "npm run client",
    about: "writes a typed client of the API as a package",
    more: `The package has the types of every path, parameter, body and answer, and a small runtime over openapi-fetch. It is made from
generated/openapi.json, or with --from of what an API token may call on a running server; the token comes from TRACEMARK_TOKEN.`,
    parameters: {
      from: { type: "string", value: "URL", about: "where a server is that describes its calls" },
      out: { type: "string", value: "DIR", about: "the folder; default dist/client" },
      name: { type: "string", value: "NAME", about: "of the package; default tracemark-client" },
    },
  }),
  conformance: command({
    call: "npm run conformance",
    about: "tries an existing back-end with what the browser application would ask of it",
    more: `Signs in, reads the menu and every resource that the dialect has, and prints a table: what works, what has no row to be tried with
("empty"), what the account may not do ("no right"), and a sentence for every failure. The password comes from CONFORMANCE_PASSWORD, or is
asked for. It only reads, unless --write is given. Fails if anything differs (docs/back-end.md).`,
    parameters: {
      url: { type: "string", value: "URL", about: "where the paths of the back-end begin; that of Tracemark's own server ends in /api" },
      account: { type: "string", value: "TENANT/ACCOUNT", about: "who signs in, such as 000000/admin" },
      dialect: { type: "string", value: "NAME", among: ["bladex", "blade"], about: "the conventions of the back-end; default bladex" },
      "dialect-file": { type: "string", value: "FILE", about: "what differs from them, as DIALECT_FILE" },
      key: { type: "string", value: "HEX", about: "public key that passwords are encrypted with at sign-in, as PASSWORD_KEY" },
      client: { type: "string", value: "ID:SECRET", about: "the client of the token call; default that of the browser application" },
      write: { type: "boolean", about: "also creates a marked row of each resource that needs no others, edits it and removes it" },
    },
  }),
  distribute: command({
    call: "npm run distribute",
    about: "shows how the tables would be distributed over the nodes of a cluster, or does it",
    more: `DATABASE_URL is the coordinator of a cluster of PostgreSQL with Citus (docs/scale.md). Without a parameter nothing is changed. What --apply
does may be interrupted; the next run continues.`,
    parameters: {
      apply: { type: "boolean", about: "distributes what is not distributed yet; no server may run meanwhile" },
      tenant: { type: "string", value: "T", about: "the tenant's six digits; prints on which node the rows of a tenant are" },
      to: { type: "string", value: "host:port", about: "with --tenant: moves them to this node, while the server runs" },
      rebalance: { type: "boolean", about: "spreads the tenants over the nodes, while the server runs" },
    },
    readsSettings: true,
    below: sameSettings,
  }),
  reconcile: command({
    call: "npm run reconcile",
    about: "verifies from the rows that stock, points, money, counts and report figures are consistent",
    more: `Compares stock, locks, ledger, moves, current goods and finished documents with each other, points and accounts with their records, the
devices of terminals and the terminals of merchants with what is kept of them, and the figures of scan reports with the scans.
Prints every difference, and fails if there is one.`,
    parameters: {
      tenant: { type: "string", value: "T", about: "the tenant's six digits; default: all tenants" },
      rebuild: {
        type: "boolean",
        about: "recalculates the report figures first; meanwhile look-ups of the tenant may wait for seconds at a time",
      },
    },
    readsSettings: true,
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
    about: "writes the definition file of a new entity; interactive, or with flags",
    parameters: {
      name: { type: "string", value: "sampling-plan", about: "its name" },
      area: { type: "string", value: "production", about: "folder below resources/" },
      "label-zh": { type: "string", value: "抽样方案", about: "Chinese name" },
      "label-en": { type: "string", value: '"Sampling plan"', about: "English name" },
      field: { type: "string", multiple: true, value: '"code:code:编号:Code:required,max=32"', about: "a field; repeat for each" },
      action: { type: "string", multiple: true, value: '"close:关闭:Close:from=open,to=closed"', about: "an action; repeat for each" },
      path: { type: "string", value: "/digit-bind/sampling-plan", about: "below /api; default: like its neighbours" },
      title: { type: "string", value: "code", about: "the field people know rows by; default: a name, or the first text" },
    },
    below: async () => (await import("./new-resource/help.ts")).newResourceHelp(),
  }),
  "new-handler": command({
    call: "npm run new-handler",
    about: "scaffolds the server code of an action, a read or a hook: typed, registered, with a test",
    words: "RESOURCE.NAME",
    more: `It is written to src/server/domain/<area>/<resource>.ts. NAME is one of the resource's actions or reads, or
  submit      before and after a row is written
  remove      before rows are removed
  afterRead   the last change to a row before it is returned: computed fields

The handler refuses with "notWritten" until you write it. See docs/effects.md.`,
    parameters: {},
  }),
  boundaries: command({
    call: "npm run boundaries",
    about: "enforces the import boundaries between the directories",
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
    about: "measures bytes and main-thread time beside a list written by hand",
    parameters: {
      only: {
        type: "string",
        value: "first-view,keys",
        among: ["bytes", "first-view", "time", "keys", "record", "document", "cells"],
        about: "some parts",
      },
      turns: { type: "string", value: "N", min: 1, about: "how often each part is measured; default 5" },
    },
  }),
  "bench-codes": command({
    call: "npm run bench:codes",
    about: "measures generating, importing, relating, booking and looking up codes, beside PostgreSQL alone",
    parameters: {
      codes: { type: "string", value: "N", min: 1_000, about: "default 1000000" },
      lookup: {
        type: "string",
        value: "N",
        min: 1_000,
        about: "codes among which look-ups are measured; default: ten times as many",
      },
      rounds: { type: "string", value: "N", min: 1, about: "how often codes are generated; default 2" },
      only: { type: "string", value: "generate,lookup", among: ["generate", "import", "relate", "finish", "lookup"], about: "some parts" },
      built,
    },
  }),
  "bench-reports": command({
    call: "npm run bench:reports",
    about: "measures reports over a year of scans, and recalculating their figures",
    parameters: {
      scans: { type: "string", value: "N", min: 1_000, about: "default 10000000" },
      rebuild: { type: "string", value: "N", min: 1_000, about: "scans of the larger rebuild; default 1000000" },
      only: { type: "string", value: "summaries", among: ["rebuild", "summaries"], about: "some parts" },
      built,
    },
  }),
  "bench-lists": command({
    call: "npm run bench:lists",
    about: "measures lists and searches of a million scans beside hand-written SQL",
    parameters: { scans: { type: "string", value: "N", min: 10_000, about: "default 990000" }, built },
  }),
  "bench-distributed": command({
    call: "npm run bench:distributed",
    about: "measures an installation on a cluster beside the same on one PostgreSQL",
    parameters: { citus: { type: "string", value: "URL", about: "the coordinator of the cluster, as a superuser" }, built },
  }),
  "bench-workflow": command({
    call: "npm run bench:workflow",
    about: "measures the lists of work and completing tasks among ten thousand running processes",
    parameters: { instances: { type: "string", value: "N", min: 1_000, about: "default 10000" }, built },
  }),
  "bench-live": command({
    call: "npm run bench:live",
    about: "measures how soon 200 browsers are told of the writes of others, and whether they miss any while servers are killed",
    parameters: { built },
  }),
  "bench-services": command({
    call: "npm run bench:services",
    about: "measures the services around the business: files, exports and imports",
    parameters: {
      only: { type: "string", value: "files", among: ["files", "export", "import"], about: "some parts" },
      rows: { type: "string", value: "100000", about: "rows of the imported file; a million by default" },
      built,
    },
  }),
  simulate: command({
    call: "npm run simulate",
    about: "computes what ten billion codes cost in several layouts, from what was measured, and writes it into docs/scale.md",
    parameters: {
      measure: { type: "boolean", about: "measures anew first, for half an hour, and writes scripts/simulate/measured.json (Linux)" },
      codes: { type: "string", value: "1000000,3000000", about: "two numbers of codes to measure with" },
      built,
    },
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
  ["npm run lint", "lint with type check, and format check; npm run format formats"],
  ["npm run test:update", "updates the screen snapshots"],
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
function overview(): string {
  const lines = [...Object.values(all).map(({ call, about }) => [call, about] as const), ...others];
  const width = Math.max(...lines.map(([call]) => call.length));
  return `${lines.map(([call, about]) => `${call.padEnd(width)}  ${about}`).join("\n")}\n\nnpm run <command> -- --help shows the parameters of a command.`;
}

function checkValue(name: string, { min, among }: Parameter, value: unknown): void {
  if (typeof value !== "string") return;
  const number = Number(value);
  if (min !== undefined && (value.trim() === "" || !Number.isSafeInteger(number) || number < min))
    throw new CommandLineError(`--${name} must be a whole number${min > 0 ? ` of at least ${min}` : ""}, not "${value}".`);
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
    throw new CommandLineError(`${problem.replace(/\.$/, "")}. ${call} -- --help shows its parameters.`);
  }
}

/** Takes the settings of the file .env, if there is one, and prints what it sets. */
async function readSettings(): Promise<void> {
  const root = path.resolve(import.meta.dirname, "..");
  // Most checkouts have none, and the list of settings takes a while to load.
  if (!existsSync(path.join(root, ".env"))) return;
  const { applyEnvironmentFile, EnvironmentFileError } = await import("./environment-file.ts");
  try {
    console.log(applyEnvironmentFile(root));
  } catch (error) {
    throw error instanceof EnvironmentFileError ? new CommandLineError(error.message) : error;
  }
}

/** Answers a question for help and a slip of the pen; returns whether it did, so that there is nothing left to do. */
export async function isAnswered(name: string, given: readonly string[]): Promise<boolean> {
  if (name === "help") {
    console.log(overview());
    return true;
  }
  const command = all[name];
  if (command === undefined) throw new Error(`scripts/commands.ts knows no command "${name}"`);
  if (given.includes("--help") || given.includes("-h")) {
    console.log([helpOf(command), ...(command.below === undefined ? [] : [await command.below()])].join("\n\n"));
    return true;
  }
  try {
    parametersOf(command, given);
    if (command.readsSettings === true) await readSettings();
    return false;
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return true;
  }
}
