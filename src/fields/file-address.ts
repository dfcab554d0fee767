// What the address of an uploaded file looks like; without the schema, so that the browser may know it as well.

/** Longest address of an uploaded file. */
export const longestAddress = 500;

/** Addresses are http(s) or a path of this server; nothing that a browser would run. */
export const addressPattern = /^(?:https?:\/\/|\/(?!\/))[^\s<>"\\]*$/u;
