// Texts of the dialogs of codes in English.
import type { texts as zh } from "./codes.zh.ts";

export const texts: typeof zh = {
  codes: {
    loading: "Making samples",
    failed: "The preview did not load",
    samples: "Sample codes",
    samplesNote: "They show the format; no real code will be one of them.",
    samplesNext: "The next codes of the sequence.",
    totalLength: "Length",
    capacity: "Size of the code space",
    madeNum: "Made so far",
    mostNum: "Can still be made",
    guess: "Probability of guessing a valid code",
    guessNone: "No code was made yet",
    guessOneIn: "{{probability}} (1 guess in {{guesses}} hits)",
    guessable: "A sequence can be worked out; it is for trace codes only",
  },
};
