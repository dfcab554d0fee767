// Calls that write and are no common call of a resource, through Refine's mutations; what a write makes stale is in
// data/queries/query-client.ts.
import { keys, useCustomMutation, type BaseRecord, type HttpError } from "@refinedev/core";
import { App } from "antd";
import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { ScreenAction } from "../../../schema/screen.ts";
import { actionRequest, type ActionTarget } from "./action-call.ts";
import { isRecord, partsOf, textOf, type Row } from "../../api/wire-data.ts";
import type { SendingOptions } from "../../api/send-form.ts";
import { useConfirmed } from "./use-confirmed.ts";
import { queryString, type RequestOptions } from "../../api/transport.ts";
import { invalidateAfterWrite, isAudit } from "./query-client.ts";
import type { ListViewModel } from "../screen-models/view-models.ts";

/** A call that writes. */
interface WriteRequest extends Pick<RequestOptions, "query" | "body"> {
  readonly path: string;
  readonly method?: "post" | "put" | "delete";
  /** The resource whose rows it writes. */
  readonly resource?: string;
  /** Of a form with files. */
  readonly sending?: SendingOptions;
  /** Milliseconds, where it may take longer than other calls. */
  readonly timeLimit?: number;
}

/** Sends a call that writes and gives the payload of its answer. Throws ApiFailure; nothing is told to the person. */
export function useWrite(): (requested: WriteRequest) => Promise<unknown> {
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, unknown>();
  return useCallback(
    async ({ path, method = "post", query, body, resource, sending = {}, timeLimit }) => {
      const { data } = await mutateAsync({
        url: path + queryString(query),
        method,
        values: body,
        successNotification: false,
        errorNotification: false,
        meta: { ...sending, ...(timeLimit === undefined ? {} : { timeLimit }), ...(resource === undefined ? {} : { resource }) },
      });
      return data["payload"];
    },
    [mutateAsync],
  );
}

/** What the dialog of an action asked, and its files. */
interface ActionInput {
  readonly values?: Row;
  /** The file of an address that only the dialog knows. */
  readonly fileOf?: ((address: unknown) => File | undefined) | undefined;
  readonly sending?: SendingOptions;
}

const methods: Readonly<Partial<Record<ScreenAction["method"], "post" | "put">>> = { POST: "post", PUT: "put" };

/** Does a special action of a screen. Throws ApiFailure. */
export function useAction(): (
  screen: ListViewModel,
  action: ScreenAction,
  target: ActionTarget,
  requested?: ActionInput,
) => Promise<unknown> {
  const write = useWrite();
  const confirmed = useConfirmed();
  const { modal } = App.useApp();
  return useCallback(
    async (screen, action, target, { values = {}, fileOf, sending } = {}) => {
      if (action.method === "none") return undefined;
      const method = methods[action.method];
      if (method === undefined) throw new Error(`the action ${action.name} of ${screen.name} reads: its answer is a file`);
      const { path, query, body } = await actionRequest(screen, action, target, { values, fileOf });
      const answered = await confirmed((answer) =>
        write({
          path,
          method,
          resource: screen.name,
          query: { ...query, ...answer },
          ...(body === undefined ? {} : { body }),
          ...(sending === undefined ? {} : { sending }),
        }),
      );
      const secret = isRecord(answered) ? textOf(answered["shownOnce"]) : "";
      if (secret !== "") await (await import("../../ui/panels/shown-once.tsx")).showOnce(modal, secret);
      return answered;
    },
    [write, confirmed, modal],
  );
}

/** How many rows wait for approval instead: the action is carried out once somebody agrees (docs/workflow.md). */
export function sentForApproval(answer: unknown): number {
  const processes = isRecord(answer) ? answer["processes"] : undefined;
  return Array.isArray(processes) ? processes.length : 0;
}

const created = hashKey(keys().data().mutation("create").get());

/** A common call that wrote rows. */
export interface CommonWrite {
  readonly isCreate: boolean;
  /** Keys of the rows, where they are known. */
  readonly ids: readonly string[];
  /** What was sent. */
  readonly values: Row;
}

/** Tells of common writes of a resource, wherever on the page they were made. `listener` is the same function at each rendering. */
export function useCommonWrites(resource: string, listener: (write: CommonWrite) => void): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success" || isAudit(event.mutation)) return;
        const variables: unknown = event.mutation.state.variables;
        if (!isRecord(variables) || variables["resource"] !== resource) return;
        const ids = partsOf(Array.isArray(variables["ids"]) ? variables["ids"].map(String) : textOf(variables["id"]));
        listener({
          isCreate: hashKey(event.mutation.options.mutationKey ?? []) === created,
          ids,
          values: isRecord(variables["values"]) ? variables["values"] : {},
        });
      }),
    [client, resource, listener],
  );
}

/** Says that rows of a resource were written by several calls, none of which said so itself. */
export function useInvalidateAfter(): (resource: string) => void {
  const client = useQueryClient();
  return useCallback((resource) => void invalidateAfterWrite(client, resource, true), [client]);
}
