// The programs of tests that are built into one file with the server (programs.ts), and how one of them is chosen.

export type ProgramName = "mailer" | "worker";

/** The variable that names it. */
export const programVariable = "TRACEMARK_TEST_PROGRAM";
