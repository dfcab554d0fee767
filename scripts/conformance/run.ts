// What `npm run conformance` tries and says, apart from being a program.
import { areas, definitions } from "#generated/registry.ts";
import { dialectNames, dialects, type DialectName } from "#schema/dialects/index";
import { buildModel } from "#schema/model";
import { consoleClient } from "../../src/server/auth/default-credentials.ts";
import { readDialect } from "../../src/server/dialect/read.ts";
import { Deviation } from "./answers.ts";
import { checkBackEnd, checkMenu, operations, type Tried } from "./check-back-end.ts";
import { connect, SignInError, type Client } from "./client.ts";

interface ConformanceOptions {
  readonly url?: string | undefined;
  /** `<tenant>/<account>` */
  readonly account?: string | undefined;
  readonly key?: string | undefined;
  readonly client?: string | undefined;
  readonly dialect?: string | undefined;
  readonly dialectFile?: string | undefined;
  readonly isWriting?: boolean | undefined;
}

interface Terminal {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Undefined where nobody can be asked. */
  readonly password: (account: string) => Promise<string | undefined>;
}

/** Ends the run with a sentence. */
class Refused extends Error {}

function refuse(sentence: string): never {
  throw new Refused(sentence);
}

const width = Math.max(...definitions.map((one) => one.data.name.length));
const columns = operations.map((one) => Math.max(one.length, "no right".length));

function line(first: string, second: string, words: readonly string[]): string {
  return [first.padEnd(width), second.padEnd(9), ...words.map((word, index) => word.padEnd(columns[index] ?? 0))].join("  ").trimEnd();
}

async function signIn(options: ConformanceOptions, terminal: Terminal): Promise<Client> {
  const { url, account, key, client = `${consoleClient.id}:${consoleClient.secret}` } = options;
  if (url === undefined || account === undefined)
    refuse("--url and --account are required, such as --url https://blade.example.com --account 000000/admin");
  const [tenantId = "", name = ""] = account.split("/");
  if (name === "") refuse("--account: name the tenant and the account, such as 000000/admin");
  const dialectName: DialectName = dialectNames.find((one) => one === options.dialect) ?? "bladex";
  const read =
    options.dialectFile === undefined ? { dialect: dialects[dialectName] } : readDialect(dialects[dialectName], options.dialectFile);
  if ("problems" in read) refuse(read.problems.join("\n"));
  const password = await terminal.password(account);
  if (password === undefined || password === "")
    refuse("CONFORMANCE_PASSWORD: set it to the password of the account, or run this at a terminal");
  try {
    const connected = await connect(
      { url: url.replace(/\/+$/u, ""), dialect: read.dialect, passwordKey: key, client },
      { tenantId, account: name, password },
    );
    terminal.say(`signed in as ${account}, dialect ${read.dialect.name}`);
    return connected;
  } catch (error) {
    if (error instanceof SignInError) refuse(`Signing in failed: ${error.message}`);
    throw error;
  }
}

/** Tries a back-end, and resolves to the exit code. */
export async function conform(options: ConformanceOptions, terminal: Terminal): Promise<number> {
  try {
    return await tryAll(await signIn(options, terminal), options, terminal);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    terminal.complain(error.message);
    return 1;
  }
}

async function tryAll(connected: Client, { isWriting = false }: ConformanceOptions, { say }: Terminal): Promise<number> {
  const failures: string[] = [];
  const differences: string[] = [];
  try {
    say(`menu: ${await checkMenu(connected)} entries`);
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    failures.push(`menu: ${error.message}`);
  }
  say(`\n${line("resource", "presence", operations)}`);
  const tried = await checkBackEnd(connected, buildModel(definitions, areas), {
    isWriting,
    onTried: (one: Tried) => {
      if (one.presence !== "absent")
        say(
          line(
            one.name,
            one.presence,
            operations.map((operation) => one.words[operation]),
          ),
        );
      failures.push(...one.failures.map((sentence) => `${one.name}: ${sentence}`));
      differences.push(...one.differences.map((sentence) => `${one.name}: ${sentence}`));
    },
  });
  const count = (presence: Tried["presence"]) => tried.filter((one) => one.presence === presence).length;
  say(`\n${count("available")} resources available, ${count("mapped")} mapped, ${count("absent")} absent`);
  for (const difference of differences) say(`differs, and breaks no screen: ${difference}`);
  for (const failure of failures) say(failure);
  say(failures.length === 0 ? "conforms" : `${failures.length} failures`);
  return failures.length === 0 ? 0 : 1;
}
