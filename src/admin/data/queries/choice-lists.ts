// The choices of references in Refine's cache: lists of the resource that is referred to, so that a write to it makes them stale.
import { useDataProvider, useKeys, useList, type BaseRecord } from "@refinedev/core";
import { useQueries, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { ScreenReference } from "../../../schema/screen.ts";
import { choicesRequest, flat, pruned, sourceOf, type ChoicesRequest, type Choice, type ChoiceQuery } from "../../api/choice-requests.ts";
import { failureOf, unanswered, type ApiFailure } from "../../api/failure.ts";
import { settings } from "../../browser/settings.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { useFetchList, useLists, type ListQuery } from "./lists.ts";

/**
 * A list of choices is asked for once a minute at most, and kept no longer once nobody shows it: what people typed in a day does not pile
 * up.
 */
const times = { staleTime: 60_000, gcTime: 60_000 } as const;

/** Rows are choices here: the data provider answers them for `meta.choices`. */
type ChoiceRecord = Choice & BaseRecord;

const listOf = (reference: ScreenReference, choices: ChoicesRequest): ListQuery => ({ resource: reference.resource, meta: { choices } });

function isChoice(row: BaseRecord): row is ChoiceRecord {
  return typeof row["value"] === "string" && typeof row["label"] === "string";
}

/** A list of trees or rows, sifted where the server was not asked to. */
const sifted = (reference: ScreenReference, list: readonly Choice[], search: string) =>
  reference.source === "tree" && search !== "" ? pruned(list, search) : list;

export interface ChoiceList {
  readonly list: readonly Choice[];
  /** Nothing has arrived for what is asked now. */
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
}

const nothing: readonly Choice[] = [];

/** Whether two keys ask for choices of the same record: only what is searched for differs. */
function isOfSameRecord(queryKey: readonly unknown[] | undefined, requested: ChoicesRequest): boolean {
  const parameters = queryKey?.at(-1);
  const choices: unknown = isRecord(parameters) ? parameters["choices"] : undefined;
  return isRecord(choices) && JSON.stringify([choices["from"], choices["filters"]]) === JSON.stringify([requested.from, requested.filters]);
}

/** The choices for a query. While a search is under way those before it stay; those of another record, such as another factory, do not. */
export function useChoiceList(reference: ScreenReference, query: ChoiceQuery, isOn: boolean): ChoiceList {
  const requested = choicesRequest(reference, query);
  const { query: answer } = useList<ChoiceRecord>({
    resource: reference.resource,
    pagination: { mode: "off" },
    meta: { choices: requested },
    errorNotification: false,
    queryOptions: {
      ...times,
      enabled: isOn,
      placeholderData: (before, of) => (isOfSameRecord(of?.queryKey, requested) ? before : undefined),
    },
  });
  const search = query.search ?? "";
  const all = answer.data?.data;
  const list = useMemo(() => (all === undefined ? nothing : sifted(reference, all, search)), [reference, all, search]);
  return {
    list,
    isLoading: isOn && (answer.isPending || answer.isPlaceholderData),
    failure: answer.error === null || answer.isFetching ? undefined : failureOf(answer.error),
    retry: () => void answer.refetch(),
  };
}

/** The levels of a tree below some of its nodes, by node; what is not there yet has none. */
interface ChoiceLevels {
  readonly levels: ReadonlyMap<string, readonly Choice[]>;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
}

export function useChoiceLevels(
  reference: ScreenReference,
  parents: readonly string[],
  query: Omit<ChoiceQuery, "parent" | "search"> = {},
): ChoiceLevels {
  const { answers, refetch } = useLists(
    parents.map((parent) => listOf(reference, choicesRequest(reference, { ...query, parent }))),
    times,
  );
  const levels = useMemo(
    () =>
      new Map(
        parents.flatMap((parent, index) => {
          const rows = answers[index]?.data?.data;
          return rows === undefined ? [] : [[parent, rows.filter(isChoice)] as const];
        }),
      ),
    [parents, answers],
  );
  const failed = answers.find((answer) => answer.error !== null);
  return { levels, failure: failed === undefined ? undefined : failureOf(failed.error), retry: refetch };
}

/** Reads choices on an event; from the cache where they are good. Throws ApiFailure. */
export function useFetchChoices(): (reference: ScreenReference, query?: ChoiceQuery) => Promise<readonly Choice[]> {
  const fetchList = useFetchList();
  return useCallback(
    async (reference, query = {}) => {
      const { data } = await fetchList(listOf(reference, choicesRequest(reference, query)), times);
      return sifted(reference, data.filter(isChoice), query.search ?? "");
    },
    [fetchList],
  );
}

const groupedBy = <T>(list: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] => {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
};

/** Whether a text can be one of several in a parameter. */
const isListable = (text: string) => text !== "" && !text.includes(",");

/** The columns of a reference by which a text means a row as a whole. */
const wholeColumns = ({ show, value, codes = [] }: Pick<ScreenReference, "show" | "value" | "codes">): readonly string[] => [
  ...new Set([show, ...(value === "id" ? [] : [value]), ...codes.map((name) => name.replace(/_equal$/u, ""))]),
];

/**
 * Reads the choices of many queries on an event such as a paste, in few requests where the server can: by texts that are meant as a whole,
 * or all within each of several parents. A query is answered at least what it means; the caller compares. Throws ApiFailure.
 */
export function useFetchManyChoices(): (
  reference: ScreenReference,
  queries: readonly ChoiceQuery[],
) => Promise<readonly (readonly Choice[])[]> {
  const fetchChoices = useFetchChoices();
  const fetchList = useFetchList();
  return useCallback(
    async (reference, queries) => {
      const gather = async (requested: ChoicesRequest, columns: readonly string[], values: readonly string[]) => {
        const oneOf = { columns, values: [...new Set(values)] };
        const { data } = await fetchList({ resource: reference.resource, meta: { choices: { ...requested, oneOf } } }, times);
        return data.filter(isChoice);
      };
      const singly = (asked: readonly ChoiceQuery[]) =>
        Promise.all(asked.map(async (query) => [query, await fetchChoices(reference, query)] as const));
      const readGroup = async (asked: readonly ChoiceQuery[]) => {
        const [first] = asked;
        const parents = asked.map(({ within }) => within ?? "");
        const texts = asked.map(({ search }) => search ?? "");
        const { withinParam } = reference;
        const isFlat = reference.source === "select" || reference.source === "list";
        if (first === undefined || !isFlat || !settings.dialect.several) return singly(asked);
        const requested = choicesRequest(reference, { ...first, search: "", within: null });
        if (withinParam !== undefined && new Set(parents).size > 1 && parents.every(isListable)) {
          const rows = await gather(requested, [withinParam], parents).catch(unanswered);
          if (rows?.some(({ row }) => textOf(row[withinParam]) !== "") !== true) return singly(asked);
          return asked.map((query) => [query, rows.filter(({ row }) => textOf(row[withinParam]) === query.within)] as const);
        }
        if (new Set(parents).size === 1 && new Set(texts).size > 1 && texts.every(isListable)) {
          const rows = await gather(choicesRequest(reference, { ...first, search: "" }), wholeColumns(reference), texts).catch(unanswered);
          if (rows !== undefined) return asked.map((query) => [query, rows] as const);
        }
        return singly(asked);
      };
      const groups = groupedBy(queries, (query) =>
        JSON.stringify(choicesRequest(reference, { ...query, search: "", within: null }).filters),
      );
      const lists = new Map((await Promise.all(groups.map(readGroup))).flat());
      return queries.map((query) => lists.get(query) ?? nothing);
    },
    [fetchChoices, fetchList],
  );
}

/** Values whose labels are wanted at one moment are asked for together. */
interface Batch {
  readonly values: Set<string>;
  readonly answer: Promise<readonly Choice[]>;
}

const batches = new WeakMap<QueryClient, Map<string, Batch>>();

/** The answer of the batch that a value joins. */
function batched(
  client: QueryClient,
  name: string,
  value: string,
  read: (values: readonly string[]) => Promise<readonly Choice[]>,
): Promise<readonly Choice[]> {
  const waiting = batches.get(client) ?? new Map<string, Batch>();
  batches.set(client, waiting);
  let batch = waiting.get(name);
  if (batch === undefined) {
    const values = new Set<string>();
    const answer = Promise.resolve().then(() => {
      waiting.delete(name);
      return read([...values]);
    });
    batch = { values, answer };
    waiting.set(name, batch);
  }
  batch.values.add(value);
  return batch.answer;
}

interface ChoiceLabels {
  /** The names of the values that are known. */
  readonly labels: ReadonlyMap<string, string>;
  /** Whether the others have none that this person may read. */
  readonly isSettled: boolean;
}

/** The names of values; those that were picked from a list are known at once. */
export function useChoiceLabels(reference: ScreenReference | undefined, values: readonly string[]): ChoiceLabels {
  const provider = useDataProvider()();
  const client = useQueryClient();
  const fetchChoices = useFetchChoices();
  const keyOf = useLabelKey();
  const read = async (of: ScreenReference, wanted: readonly string[]): Promise<readonly Choice[]> => {
    // A whole tree is in the cache for its list as well.
    if (of.source === "tree") return flat(await fetchChoices(of));
    const { data = [] } = (await provider.getMany?.({ resource: of.resource, ids: [...wanted], meta: { labelsFrom: sourceOf(of) } })) ?? {};
    return data.filter(isChoice);
  };
  const answers = useQueries({
    queries:
      reference === undefined
        ? []
        : values.map((value) => ({
            queryKey: keyOf(reference, value),
            queryFn: async (): Promise<string | null> =>
              (await batched(client, JSON.stringify(sourceOf(reference)), value, (wanted) => read(reference, wanted))).find(
                (choice) => choice.value === value,
              )?.label ?? null,
            staleTime: Infinity,
            // Without the right to look it up the value itself is shown.
            retry: false,
          })),
  });
  const labels = new Map(
    values.flatMap((value, index) => {
      const label = answers[index]?.data;
      return typeof label === "string" ? [[value, label] as const] : [];
    }),
  );
  return { labels, isSettled: answers.every((answer) => !answer.isPending) };
}

function useLabelKey(): (reference: ScreenReference, value: string) => readonly unknown[] {
  const { keys } = useKeys();
  return useCallback(
    (reference, value) =>
      keys()
        .data()
        .resource(reference.resource)
        .action("many")
        .ids(value)
        .params({ labelsFrom: sourceOf(reference) })
        .get(),
    [keys],
  );
}

/** The name of a value as far as somebody has picked or read it here. */
export function useLabelOf(): (reference: ScreenReference, value: string) => string | undefined {
  const client = useQueryClient();
  const keyOf = useLabelKey();
  return useCallback((reference, value) => client.getQueryData<string | null>(keyOf(reference, value)) ?? undefined, [client, keyOf]);
}

/** Keeps the names of choices that somebody picks, so that nobody asks for them again. */
export function useRememberLabels(): (reference: ScreenReference, picked: readonly Pick<Choice, "value" | "label">[]) => void {
  const client = useQueryClient();
  const keyOf = useLabelKey();
  return useCallback(
    (reference, picked) => {
      for (const { value, label } of picked) if (textOf(value) !== "") client.setQueryData(keyOf(reference, value), label);
    },
    [client, keyOf],
  );
}
