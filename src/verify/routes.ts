// The addresses of the public page, for the servers that send it.
import { gs1Link } from "./gs1-link.ts";

/** Whether a path, without its query, is one that the public page answers: its own, and every GS1 Digital Link. */
export const isVerifyPath = (pathname: string): boolean => /^\/verify\/?$/.test(pathname) || gs1Link(pathname) !== undefined;
