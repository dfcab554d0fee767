// The addresses of the public page, for the servers that send it.

/** A GS1 Digital Link: GTIN and serial number. */
export const digitalLink = /^\/01\/(\d{8,14})\/21\/([^/]+)\/?$/;

/** Whether a path, without its query, is one that the public page answers. */
export const isVerifyPath = (pathname: string): boolean => /^\/verify\/?$/.test(pathname) || digitalLink.test(pathname);
