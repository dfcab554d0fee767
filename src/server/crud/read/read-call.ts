// The common input of read functions: caller, resource, and parameters.
import type { ReadModel, ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import type { Services } from "../services.ts";
import type { Query } from "../sql/filters.ts";

/** A call of a list, or of a declared read. */
export interface ListCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
  readonly read?: ReadModel | undefined;
}

/** A call of a read that the definition declares. */
export interface ReadCall extends ListCall {
  readonly read: ReadModel;
}

/** A call of a declared read as it was received. */
export interface ReceivedRead extends ReadCall {
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}
