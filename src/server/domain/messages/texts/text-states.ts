// States of texts, by the values of their definition.

/** `status` of a text. */
export const textStates = { queued: 0, sending: 1, accepted: 2, failed: 3, unknown: 4 } as const;

/** How often a text is tried: a text that comes hours later helps nobody. */
export const maxTextAttempts = 6;
