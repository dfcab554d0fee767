// Patterns that people write to tell codes of a source: only what every engine reads alike and in time that grows with the text alone.
import type { Text } from "#schema/text";

/** Most repetitions that a pattern may ask for; codes are not longer. */
const maxRepetitions = 128;

const malformed: Text = ["码正则不正确", "The code pattern is not a regular expression"];
const slow: Text = [
  "码正则不能含反向引用、环视或嵌套的重复",
  "The code pattern has no back references, look-arounds or nested repetitions",
];
const tooMany: Text = [`码正则的重复次数不能超过 ${maxRepetitions}`, `The code pattern repeats at most ${maxRepetitions} times`];

class Fault extends Error {
  readonly text: Text;
  constructor(text: Text) {
    super(text[1]);
    this.text = text;
  }
}

/** Reads a pattern from left to right; throws a fault where it is not allowed. */
class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Reads the whole pattern. */
  read(): void {
    this.#alternatives();
    if (this.#at < this.#pattern.length) throw new Fault(malformed);
  }

  /** Takes what follows if it fits. */
  #take(expected: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expected.source, "y");
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#pattern) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }

  /** Whether any of the alternatives repeats something. */
  #alternatives(): boolean {
    let repeats = false;
    do {
      while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at] ?? "")) repeats = this.#part() || repeats;
    } while (this.#take(/\|/) !== undefined);
    return repeats;
  }

  /** One part with how often it is repeated; whether it repeats something. */
  #part(): boolean {
    const { repeats, isRepeatable } = this.#atom();
    const found = this.#take(/[*+?]|\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/);
    if (found === undefined) return repeats;
    if (!isRepeatable || this.#take(/[*+?{]/) !== undefined) throw new Fault(malformed);
    const [quantifier, min = "0", , max = min] = found;
    if (Number(max) < Number(min)) throw new Fault(malformed);
    if (Math.max(Number(min), Number(max)) > maxRepetitions) throw new Fault(tooMany);
    // An optional group is tried once more at most.
    if (repeats && quantifier !== "?") throw new Fault(slow);
    return true;
  }

  #atom(): { readonly repeats: boolean; readonly isRepeatable: boolean } {
    if (this.#take(/[\^$]/) !== undefined) return { repeats: false, isRepeatable: false };
    if (this.#take(/\(\?(?!:)/) !== undefined || this.#take(/\\[1-9kbB]/) !== undefined) throw new Fault(slow);
    if (this.#take(/\((?:\?:)?/) !== undefined) {
      const repeats = this.#alternatives();
      if (this.#take(/\)/) === undefined) throw new Fault(malformed);
      return { repeats, isRepeatable: true };
    }
    if (this.#take(/\[\^?(?:[^\][\\]|\\[dws^$.*+?()[\]{}|/\\-])+\]|\\[dDwWsS^$.*+?()[\]{}|/\\-]|[^\\^$*+?()[\]{}|]/) === undefined)
      throw new Fault(malformed);
    return { repeats: false, isRepeatable: true };
  }
}

/** What is wrong with a code pattern; undefined where nothing is. */
export function patternFault(pattern: string): Text | undefined {
  try {
    new PatternReader(pattern).read();
    RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return error instanceof Fault ? error.text : malformed;
  }
}
