// `npm run conformance` tries an existing back-end with what the browser application would ask of it, and prints what works: for an
// installation that wants to know before it switches (docs/back-end.md).
import { areas, definitions } from "#generated/registry.ts";
import { dialectNames, dialects, type DialectName } from "#schema/dialects/index";
import { buildModel } from "#schema/model";
import { consoleClient } from "../src/server/auth/default-credentials.ts";
import { readDialect } from "../src/server/dialect/read.ts";
import { commands, parametersOf } from "./commands.ts";
import { Deviation } from "./conformance/answers.ts";
import { checkBackEnd, checkMenu, operations, type Tried } from "./conformance/check-back-end.ts";
import { connect, SignInError, type Client } from "./conformance/client.ts";
import { askPassword } from "./conformance/password.ts";

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const { values } = parametersOf(commands.conformance);
const { url, account, key, client = `${consoleClient.id}:${consoleClient.secret}` } = values;
if (url === undefined || account === undefined)
  fail("--url and --account are required, such as --url https://blade.example.com --account 000000/admin");
const [tenantId = "", name = ""] = account.split("/");
if (name === "") fail("--account: name the tenant and the account, such as 000000/admin");

const dialectName: DialectName = dialectNames.find((one) => one === values.dialect) ?? "bladex";
const read =
  values["dialect-file"] === undefined ? { dialect: dialects[dialectName] } : readDialect(dialects[dialectName], values["dialect-file"]);
if ("problems" in read) fail(read.problems.join("\n"));
const { dialect } = read;
const password = process.env["CONFORMANCE_PASSWORD"] ?? (await askPassword(`Password of ${account}: `));
if (password === undefined || password === "")
  fail("CONFORMANCE_PASSWORD: set it to the password of the account, or run this at a terminal");

const width = Math.max(...definitions.map((one) => one.data.name.length));
const columns = operations.map((one) => Math.max(one.length, "no right".length));

function line(first: string, second: string, words: readonly string[]): string {
  return [first.padEnd(width), second.padEnd(9), ...words.map((word, index) => word.padEnd(columns[index] ?? 0))].join("  ").trimEnd();
}

async function signIn(): Promise<Client> {
  try {
    return await connect(
      { url: (url ?? "").replace(/\/+$/u, ""), dialect, passwordKey: key, client },
      { tenantId, account: name, password: password ?? "" },
    );
  } catch (error) {
    if (error instanceof SignInError) fail(`Signing in failed: ${error.message}`);
    throw error;
  }
}

const failures: string[] = [];
const connected = await signIn();
console.log(`signed in as ${account}, dialect ${dialect.name}`);
try {
  console.log(`menu: ${await checkMenu(connected)} entries`);
} catch (error) {
  if (!(error instanceof Deviation)) throw error;
  failures.push(`menu: ${error.message}`);
}
console.log(`\n${line("resource", "presence", operations)}`);
const tried = await checkBackEnd(connected, buildModel(definitions, areas), {
  isWriting: values.write === true,
  onTried: (one: Tried) => {
    if (one.presence !== "absent")
      console.log(
        line(
          one.name,
          one.presence,
          operations.map((operation) => one.words[operation]),
        ),
      );
    failures.push(...one.failures.map((sentence) => `${one.name}: ${sentence}`));
  },
});
const count = (presence: Tried["presence"]) => tried.filter((one) => one.presence === presence).length;
console.log(`\n${count("available")} resources available, ${count("mapped")} mapped, ${count("absent")} absent`);
for (const failure of failures) console.log(failure);
console.log(failures.length === 0 ? "conforms" : `${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
