// Asks for a password at the terminal, without showing it.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Undefined where nobody can be asked. */
export async function askPassword(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await lines.question("");
  lines.close();
  process.stderr.write("\n");
  return answer;
}
