// Reads that began before the code that needs them was there: each is taken once, by the first call of the same address.
import i18next from "i18next";
import { settledValue, trackSettled } from "../browser/settled-promise.ts";
import { session } from "./session.ts";

/** Milliseconds after which a read that nobody took is as good as none. */
const goodFor = 10_000;

const started = new Map<string, Promise<unknown>>();

/** The same address answers differently in another language and to another person. */
function readKey(address: string): string {
  return JSON.stringify([session()?.user.userId, i18next.language, address]);
}

/** Keeps a read for the call that will ask for the same. */
export function storePrefetchedRead(address: string, answer: Promise<unknown>): void {
  const name = readKey(address);
  started.set(name, trackSettled(answer));
  const forget = () => setTimeout(() => started.delete(name), goodFor);
  // Whoever takes it hears of its failure; where nobody does there is nothing to tell.
  answer.then(forget, forget);
}

/** What the read of an address that was begun has answered; undefined where none was, or as long as it is under way. Taken once. */
export function takeResolvedRead(address: string): unknown {
  if (started.size === 0) return undefined;
  const name = readKey(address);
  const answer = settledValue(started.get(name));
  if (answer !== undefined) started.delete(name);
  return answer;
}

/** The read of an address that is under way or just done; undefined where none was begun. */
export function takePrefetchedRead(address: string): Promise<unknown> | undefined {
  if (started.size === 0) return undefined;
  const name = readKey(address);
  const answer = started.get(name);
  started.delete(name);
  return answer;
}
