// States of mails and of attempts to hand them over, by the values of their definitions.

/** `status` of a mail. */
export const mailStates = { draft: 0, sending: 1, sent: 2, failed: 3 } as const;

/** `outcome` of an attempt. */
export const attemptOutcomes = { underWay: 0, accepted: 1, later: 2, failed: 3, unknown: 4 } as const;

/** How often a mail is tried: with the pauses of the queue, for about five hours. */
export const maxMailAttempts = 14;

/** An attempt is cut off after this. */
export const attemptMs = 120_000;
/** Whoever began an attempt has certainly ended it after this, whatever became of the process. */
export const attemptOverMs = attemptMs + 15_000;
