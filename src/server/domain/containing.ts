// Texts that contain a text.

/** The pattern of texts that contain one. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, "\\$&")}%`;
