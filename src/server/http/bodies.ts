// How bodies and parameters are read: JSON and forms of bounded size, an empty body as none (docs/wire.md §1: most POSTs have no body).
import type { FastifyInstance, FastifyRequest } from "fastify";
import { brokenJson } from "./error-answer.ts";
import { malformedParameter } from "./errors.ts";

/** Largest JSON or form; files are sent in parts and have separate limits. */
export const bodyLimit = 1_048_576;

/** Zero bytes have no meaning in any text we keep, and PostgreSQL refuses them. */
function refuseZeroBytes(values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (`${name}${String(value)}`.includes("\0")) throw malformedParameter(name.replaceAll("\0", ""));
  }
}

/** Whether a text or a name in a parsed value has a zero byte; a typed "\\u0000" is six ordinary letters. */
function holdsZeroByte(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => name.includes("\0") || holdsZeroByte(member));
}

/** Reads bodies of JSON and forms; every other media type is refused. */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") {
      done(null, undefined);
      return;
    }
    const mayHoldZeroBytes = text.includes("\\u0000");
    void parseJson(request, text.toString(), (error, value) =>
      error === null && !(mayHoldZeroBytes && holdsZeroByte(value)) ? done(null, value) : done(brokenJson()),
    );
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) => {
    done(null, new FormParameters(text.toString()));
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (typeof request.query === "object" && request.query !== null) refuseZeroBytes(request.query);
    done();
  });
}

/** A form's fields, in a separate class from JSON bodies. */
class FormParameters {
  readonly values: Readonly<Record<string, string>>;

  constructor(text: string) {
    const values: Record<string, string> = {};
    for (const [name, value] of new URLSearchParams(text)) values[name] ??= value;
    refuseZeroBytes(values);
    this.values = values;
  }
}

/** The parameters of a request from its query and, where it is a form, its body. Of a repeated name the first counts. */
export function parametersOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = request.body instanceof FormParameters ? { ...request.body.values } : {};
  if (typeof request.query === "object" && request.query !== null) {
    for (const [name, value] of Object.entries(request.query)) {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      if (typeof first === "string") parameters[name] = first;
    }
  }
  return parameters;
}

/** A header once; undefined when it is absent. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The token of a header or parameter `Blade-Auth`. */
export function bearerIn(text: string | undefined): string | undefined {
  return /^bearer ([\w.-]+)$/i.exec(text ?? "")?.[1];
}
