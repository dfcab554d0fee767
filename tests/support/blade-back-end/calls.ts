// One call of the platform: what it was sent, who sent it, and whom it is for.
import { refusals, type Answer } from "./answers.ts";
import type { Parameters } from "./filters.ts";
import type { Author } from "./rows.ts";

export interface Caller extends Author {
  readonly account: string;
  readonly roleIds: readonly string[];
  /** Aliases of the roles. */
  readonly roles: readonly string[];
}

export interface Call {
  /** Of the address and of a form. */
  readonly parameters: Parameters;
  /** The JSON that was sent; {} where there is none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Throws where nobody is signed in. */
  readonly caller: Caller;
}

export interface Endpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly answer: (call: Call) => Answer;
  /** Whom it answers: everybody, people who are signed in (the default), or those with the role of an administrator. */
  readonly for?: "everybody" | "signed-in" | "administrators";
}

const isAdministrator = ({ roles }: Caller): boolean => roles.some((role) => role === "administrator" || role === "admin");

/** Throws where the caller may not. */
export function judge(endpoint: Endpoint, call: Call): void {
  if (endpoint.for === "everybody") return;
  // Asking for the caller is what throws for nobody.
  const { caller } = call;
  if (endpoint.for === "administrators" && !isAdministrator(caller)) throw refusals.noRole();
}

/** A parameter that a call cannot do without. */
export function needed({ parameters }: Call, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw refusals.missing(name);
  return value;
}
