// `npm run fuzz` calls everything that generated/openapi.json describes with values that nobody thought of, against the product on a new
// database with demonstration data, and reports each answer that is a fault, has a status that is not described, or breaks its schema.
// Schemathesis does it (Python; the command `schemathesis`, or what SCHEMATHESIS names): half the calls as the platform's administrator,
// half as a tenant's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { consoleClient, firstAccount } from "../src/server/auth/default-credentials.ts";
import { transformed } from "../src/server/auth/password-hash.ts";
import { commands, parametersOf } from "./commands.ts";
import { localSettings, startProduct, stopProduct, type Product } from "./product-process.ts";

const root = path.resolve(import.meta.dirname, "..");
const people = [firstAccount, { tenantId: "100001", account: "zhangwei", password: "123456" }] as const;
type Person = (typeof people)[number];

const checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";
/** Signing out would leave nothing to be called; the parts of an upload are bytes, which Schemathesis cannot make (upload-parts.test.ts). */
const left = ["auth.logout", "auth.logout-with-logs", "auth.append-upload"];
/** Declared calls without a handler answer 501, which is described; every other status from 500 on is a fault. */
const configuration = `[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 501]
`;

function startFuzzed(directory: string): Promise<Product> {
  return startProduct({
    program: ["--import", "tsx", "--input-type=module", "--eval", 'import("./src/server/main.ts").then((program) => program.run())'],
    folder: root,
    environment: {
      ...process.env,
      ...localSettings,
      DATABASE_URL: "",
      DATA_DIR: directory,
      CAPTCHA: "false",
      LOG_LEVEL: "info",
      LOG_FILE: path.join(directory, "log"),
      CALLS_PER_MINUTE: "1000000",
    },
  });
}

const basic = `Basic ${Buffer.from(`${consoleClient.id}:${consoleClient.secret}`).toString("base64")}`;

async function signIn(address: string, { tenantId, account, password }: Person): Promise<string> {
  const form = new URLSearchParams({ grant_type: "password", tenantId, username: account, password: transformed(password, "md5") });
  const answer = await fetch(`${address}/api/blade-auth/oauth/token`, {
    method: "POST",
    headers: { authorization: basic },
    body: form,
  });
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
}

/** A session that ended on the way would have had every further call refused, and nothing found. */
async function requireSession(address: string, token: string): Promise<void> {
  const answer = await fetch(`${address}/api/blade-auth/oauth/user-info`, {
    headers: { authorization: basic, "blade-auth": `bearer ${token}` },
  });
  const { code } = z.object({ code: z.number() }).parse(await answer.json());
  if (code !== 200) throw new Error(`The session ended during the run (code ${code}): what came after it proves nothing.`);
}

interface Run {
  readonly directory: string;
  readonly address: string;
  readonly examples: string;
  readonly seed: string | undefined;
}

async function fuzzAs(person: Person, { directory, address, examples, seed }: Run): Promise<number> {
  const token = await signIn(address, person);
  const child = spawn(
    process.env["SCHEMATHESIS"] ?? "schemathesis",
    [
      ...["--config-file", path.join(directory, "schemathesis.toml"), "run", path.join(root, "generated/openapi.json"), "--url", address],
      ...["--header", `Authorization: ${basic}`, "--header", `Blade-Auth: bearer ${token}`],
      ...["--phases", "fuzzing", "--max-examples", examples, "--checks", checks, "--continue-on-failure", "--no-shrink"],
      ...["--suppress-health-check", "all", "--warnings", "off", "--generation-database", "none"],
      ...(seed === undefined ? [] : ["--seed", seed]),
      ...left.flatMap((name) => ["--exclude-operation-id", name]),
    ],
    { cwd: directory, stdio: "inherit" },
  );
  const [code]: unknown[] = await once(child, "close");
  await requireSession(address, token);
  return Number(code);
}

const line = z.object({ msg: z.string(), level: z.number(), status: z.number().optional() });

/** What the product's own log says: answers by their status, and faults. */
async function figuresIn(log: string): Promise<string> {
  const lines = (await readFile(log, "utf8")).split("\n").flatMap((text) => (text === "" ? [] : [line.parse(JSON.parse(text))]));
  const statuses = new Map<number, number>();
  for (const { msg, status } of lines) {
    if (msg === "request" && status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const counted = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return `${total} calls; ${counted.join(", ")}; ${lines.filter(({ level }) => level >= 50).length} faults in the log`;
}

async function main(): Promise<number> {
  const { values } = parametersOf(commands.fuzz);
  const directory = await mkdtemp(path.join(tmpdir(), "tracemark-fuzz-"));
  await writeFile(path.join(directory, "schemathesis.toml"), configuration);
  const product = await startFuzzed(directory);
  try {
    const run = { directory, address: product.address, examples: values.examples ?? "7", seed: values.seed };
    let worst = 0;
    for (const person of people) worst = Math.max(worst, await fuzzAs(person, run));
    process.stdout.write(`fuzz: ${await figuresIn(path.join(directory, "log"))}\n`);
    return worst;
  } finally {
    await stopProduct(product);
    await rm(directory, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  const problem = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isMissing ? "There is no schemathesis: npm run fuzz -- --help says how to get it." : problem}\n`);
  process.exitCode = 1;
}
