// `npm run conformance` tries an existing back-end with what the browser application would ask of it, and prints what works: for an
// installation that wants to know before it switches (docs/back-end.md).
import { commands, parametersOf } from "./commands.ts";
import { askPassword } from "./conformance/password.ts";
import { conform } from "./conformance/run.ts";

const { values } = parametersOf(commands.conformance);
process.exitCode = await conform(
  { ...values, dialectFile: values["dialect-file"], isWriting: values.write === true },
  {
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    password: async (account) => process.env["CONFORMANCE_PASSWORD"] ?? (await askPassword(`Password of ${account}: `)),
  },
);
