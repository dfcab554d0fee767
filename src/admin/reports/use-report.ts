// Reads of reports, which may take longer than others; each is given up when another is asked for.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OfferedField, ReportAnswer, ReportDefinition } from "../../schema/report.ts";
import type { ReportTemplate } from "../../schema/report-templates.ts";
import { failureOf, type ApiFailure } from "../api/failure.ts";
import { isRecord, textOf } from "../api/wire-data.ts";
import { request } from "../api/request.ts";
import { language } from "../i18n/index.ts";

const servicePath = "/blade-report";
export const reportsPath = `${servicePath}/report/rest`;
/** The file of a stored report. */
export const reportFilePath = `${servicePath}/ureport/preview/export`;
/** Milliseconds; the server gives up earlier. */
const timeLimit = 30_000;

interface OpenedReport extends ReportAnswer {
  readonly id: string;
  readonly name: string;
  readonly remark: string;
}

interface ReportState<T> {
  readonly value: T | undefined;
  readonly failure: ApiFailure | undefined;
  readonly isBusy: boolean;
  readonly refetch: () => void;
}

function useReportState<T>(key: readonly unknown[], ask: (signal: AbortSignal) => Promise<unknown>, isOn = true): ReportState<T> {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["reports", language(), ...key],
    queryFn: ({ signal }) => ask(signal),
    enabled: isOn,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  return {
    // The server answers by these types; src/schema/report.ts is theirs on both sides.
    value: data as T | undefined,
    failure: error === null ? undefined : failureOf(error),
    isBusy: isFetching,
    refetch: () => void refetch(),
  };
}

/** A stored report with its figures. */
export const useReport = (id: string): ReportState<OpenedReport> =>
  useReportState(["open", id], (signal) => request("GET", `${servicePath}/ureport/preview`, { query: { id }, signal, timeLimit }));

/** The figures of a definition that is being designed. */
export const useTrial = (definition: ReportDefinition | undefined): ReportState<ReportAnswer> =>
  useReportState(
    ["try", definition],
    (signal) => request("POST", `${reportsPath}/try`, { body: { definition }, signal, timeLimit }),
    definition !== undefined,
  );

export interface OfferedResource {
  readonly name: string;
  readonly label: string;
  readonly area: string;
  /** People look for its rows from anywhere: it is what they work with. */
  readonly isFound: boolean;
  readonly templates: readonly ReportTemplate[];
}

const listIn = (data: unknown, member: string): readonly unknown[] => {
  const list: unknown = isRecord(data) ? data[member] : undefined;
  return Array.isArray(list) ? list : [];
};

export const useOfferedResources = (): ReportState<readonly OfferedResource[]> =>
  useReportState(["resources"], async (signal) => listIn(await request("GET", `${servicePath}/ureport/designer`, { signal }), "resources"));

export const useOfferedFields = (resource: string): ReportState<readonly OfferedField[]> =>
  useReportState(
    ["fields", resource],
    async (signal) => listIn(await request("GET", `${servicePath}/ureport/designer`, { query: { resource }, signal }), "fields"),
    resource !== "",
  );

/** A report as it is stored, for whoever changes it. */
export interface StoredReport {
  readonly id: string;
  readonly version: unknown;
  readonly name: string;
  readonly nameEn: string;
  readonly remark: string;
  readonly definition: unknown;
}

export const useStoredReport = (id: string): ReportState<StoredReport> =>
  useReportState(
    ["stored", id],
    async (signal) => {
      const row = await request("GET", `${reportsPath}/detail`, { query: { id }, signal });
      const text = (name: string) => (isRecord(row) ? textOf(row[name]) : "");
      const sent: unknown = isRecord(row) ? row["definition"] : undefined;
      const definition: unknown = typeof sent === "string" && sent !== "" ? JSON.parse(sent) : sent;
      return {
        id: text("id"),
        version: isRecord(row) ? row["version"] : undefined,
        name: text("name"),
        nameEn: text("nameEn"),
        remark: text("remark"),
        definition,
      };
    },
    id !== "",
  );
