// Reads that began before the code that needs them was there: each is taken once, by the first call of the same address.
import i18next from "i18next";
import { valueAtOnce, markWhenDone } from "../browser/at-once.ts";
import { session } from "./session.ts";

/** Milliseconds after which a read that nobody took is as good as none. */
const goodFor = 10_000;

const begun = new Map<string, Promise<unknown>>();

/** The same address answers differently in another language and to another person. */
function nameOf(address: string): string {
  return JSON.stringify([session()?.user.userId, i18next.language, address]);
}

/** Keeps a read for the call that will ask for the same. */
export function keepBegun(address: string, answer: Promise<unknown>): void {
  const name = nameOf(address);
  begun.set(name, markWhenDone(answer));
  const forget = () => setTimeout(() => begun.delete(name), goodFor);
  // Whoever takes it hears of its failure; where nobody does there is nothing to tell.
  answer.then(forget, forget);
}

/** What the read of an address that was begun has answered; undefined where none was, or as long as it is under way. Taken once. */
export function takeAnswered(address: string): unknown {
  if (begun.size === 0) return undefined;
  const name = nameOf(address);
  const answer = valueAtOnce(begun.get(name));
  if (answer !== undefined) begun.delete(name);
  return answer;
}

/** The read of an address that is under way or just done; undefined where none was begun. */
export function takeBegun(address: string): Promise<unknown> | undefined {
  if (begun.size === 0) return undefined;
  const name = nameOf(address);
  const answer = begun.get(name);
  begun.delete(name);
  return answer;
}
