/** What a look-up of a code can come to (`result` of a scan record). */
export const results = { first: 1, repeated: 2, unknown: 3, sealed: 4, disabled: 5, wrong: 6 } as const;
export type Result = (typeof results)[keyof typeof results];
