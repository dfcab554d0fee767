// Prompts for a new definition in the terminal, one question after the other; a wrong answer is explained and asked again.
import type { Readable, Writable } from "node:stream";
import { createInterface } from "node:readline";
import type { FieldKind } from "../../src/schema/field-kind.ts";
import { fieldKinds } from "../../src/schema/kinds.ts";
import { asksOf, readAction, readField, readyMade, SpecError, targetWord, type ActionSpec, type FieldSpec } from "./spec.ts";

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

interface Asker {
  /** Prompts until `read` accepts the answer; an empty one means the default, where there is one. */
  readonly ask: <T>(question: string, read: (answer: string) => T, defaultAnswer?: string) => Promise<T>;
  readonly say: (text: string) => void;
  readonly close: () => void;
}

/** Prompts on a terminal. Lines that arrive early are queued, so that answers may come from a pipe. */
export function askerOn({ input, output }: Terminal): Asker {
  const lines = createInterface({ input });
  const answers = lines[Symbol.asyncIterator]();
  const say = (text: string) => void output.write(text);
  return {
    say: (text) => say(`${text}\n`),
    close: () => lines.close(),
    async ask(question, read, defaultAnswer) {
      for (;;) {
        say(`${question}${defaultAnswer === undefined || defaultAnswer === "" ? "" : ` [${defaultAnswer}]`}: `);
        const next = await answers.next();
        if (next.done) throw new SpecError("the answers ended before everything was known");
        const answer = next.value.trim();
        try {
          return read(answer === "" && defaultAnswer !== undefined ? defaultAnswer : answer);
        } catch (error) {
          if (!(error instanceof SpecError)) throw error;
          say(`  ${error.message}\n`);
        }
      }
    },
  };
}

/** Refuses an empty answer. */
export function needed(answer: string): string {
  if (answer === "") throw new SpecError("this one is needed");
  return answer;
}

/** Takes one of some words only. */
export function oneOf(words: readonly string[]): (answer: string) => string {
  return (answer) => {
    if (!words.includes(answer)) throw new SpecError(`one of: ${words.join(", ")}`);
    return answer;
  };
}

const hints: Readonly<Partial<Record<FieldKind["asks"], string>>> = {
  options: "what there is to choose from, such as 1=自有/Own|2=代工/Contract, then options",
  states: "its states, the first one initial, such as draft=0/草稿/Draft|done=1/完成/Done, then options",
  resource: "options, such as required,equal,within=factoryId",
};
const defaultHint = "options, such as required,like,unique,max=32,help=如 A/For example A";

async function askField(asker: Asker, name: string, taken: ReadonlySet<string>): Promise<FieldSpec> {
  if (taken.has(name)) throw new SpecError(`there is a field "${name}" already`);
  if (Object.hasOwn(readyMade, name)) {
    const isReadyMade = await asker.ask(`  take the ready-made field "${name}" (y/n)`, oneOf(["y", "n"]), "y");
    if (isReadyMade === "y") return readField(name);
  }
  const kind = await asker.ask(
    `  kind (${[...fieldKinds.keys()].filter((one) => asksOf(one) !== "fields").join(", ")})`,
    oneOf([...fieldKinds.keys()]),
    "text",
  );
  const wanted = targetWord(kind);
  const target = wanted === undefined ? "" : `=${await asker.ask(`  ${wanted} it refers to`, needed)}`;
  const zh = await asker.ask("  Chinese label", needed);
  const en = await asker.ask("  English label", needed);
  return asker.ask(
    `  ${hints[asksOf(kind)] ?? defaultHint} (empty: none)`,
    (options) => readField(`${name}:${kind}${target}:${zh}:${en}:${options}`),
    "",
  );
}

/** Prompts for fields until an empty name. */
export async function askFields(asker: Asker): Promise<readonly FieldSpec[]> {
  const fields: FieldSpec[] = [];
  for (;;) {
    const name = await asker.ask(
      `field ${fields.length + 1}, its name (empty: no more; ready-made: ${Object.keys(readyMade).join(", ")})`,
      (answer) => {
        if (answer === "" && fields.length === 0) throw new SpecError("a resource has at least one field");
        if (answer !== "" && !/^[a-z][A-Za-z0-9]*$/.test(answer)) throw new SpecError("begin with a small letter, use letters and digits");
        if (fields.some((field) => field.name === answer)) throw new SpecError(`there is a field "${answer}" already`);
        return answer;
      },
    );
    if (name === "") return fields;
    fields.push(await askField(asker, name, new Set(fields.map((field) => field.name))));
  }
}

/** Prompts for actions until an empty name. */
export async function askActions(asker: Asker): Promise<readonly ActionSpec[]> {
  const actions: ActionSpec[] = [];
  for (;;) {
    const name = await asker.ask(`action ${actions.length + 1}, its name (empty: no more)`, (answer) => answer);
    if (name === "") return actions;
    const zh = await asker.ask("  Chinese label", needed);
    const en = await asker.ask("  English label", needed);
    actions.push(
      await asker.ask(
        "  what it does: from=draft,to=done · set=status=2 · ask=remark · confirm=确定?/Sure? · on=row",
        (settings) => readAction(`${name}:${zh}:${en}:${settings}`),
        "",
      ),
    );
  }
}
