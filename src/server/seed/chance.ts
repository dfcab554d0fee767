// Chance that can be repeated: the same seed, the same choices.

export interface Chance {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  /** One of several; there must be one. */
  oneOf<T>(choices: readonly T[]): T;
  /** True once in so many times. */
  once(outOf: number): boolean;
}

/** Chance from a seed (the generator is Mulberry32: small, and good enough to choose tests by). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneOf: (choices) => {
      const [chosen] = choices.slice(below(choices.length));
      if (chosen === undefined) throw new Error("nothing to choose from");
      return chosen;
    },
    once: (outOf) => below(outOf) === 0,
  };
}
