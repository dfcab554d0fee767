// What the calls of a resource need of imports, which know of them (server/import).
import type { FastifyRequest } from "fastify";
import type { ResourceModel } from "#schema/model";
import type { RequestContext } from "../contract.ts";
import type { Services } from "./services.ts";

/** A call about rows of a file. */
export interface ImportCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface RowImports {
  /** Bytes of the body of an import. */
  readonly bodyLimit: number;
  /** What a file of rows may look like, as a file. */
  template(call: ImportCall): Promise<unknown>;
  /** Writes the rows of a file, or says what it would do. */
  import(call: ImportCall): Promise<unknown>;
  /** Takes an import back. */
  undo(call: ImportCall): Promise<unknown>;
  /** Stores the file of a body in parts; answers what stands for the body of the call, and what removes the file where that is refused. */
  receive(
    call: Pick<ImportCall, "context" | "resource">,
    request: FastifyRequest,
  ): Promise<{ readonly body: unknown; discard(): Promise<void> }>;
}
