// Texts of reports in English.
import type { texts as zh } from "./reports.zh.ts";

export const texts: typeof zh = {
  reports: {
    title: "Report", newReport: "New report", designTitle: "Report designer", loading: "Working it out…", failed: "The report cannot be shown", gone: "This report does not exist, was removed, or is not for you to read",
    asOf: "As of {{time}}", rights: "within your data scope", cut: "Only the first {{shown}} of {{all}} groups are shown: filter further, or group by less",
    first: "The first {{shown}} of {{all}} are shown; totals include the others", empty: "No data matches", emptyHint: "Try other filters or another time",
    none: "(none)", total: "Total", subtotal: "Subtotal", share: "Share",
    views: "Shown as", table: "Table", pivot: "Pivot", chart: "Chart", print: "Print", design: "Design", refresh: "Refresh",
    drill: "Show the rows of {{count}}", chartNote: "The table has the same figures", chartMost: "The chart shows the first {{count}}", measure: "Total",
    resource: "Rows of", chooseResource: "Choose what the report is about", fields: "Fields", findField: "Find a field", ownFields: "Own fields", noField: "No field matches",
    add: { rows: "Group rows by it", across: "Group columns by it", columns: "Show it for single rows", totals: "Total it", filters: "Filter by it" },
    short: { rows: "Row", across: "Col", columns: "List", totals: "Sum", filters: "Filter" },
    shelf: { rows: "Row groups", across: "Column groups", columns: "Single rows", totals: "Totals", filters: "Filters" },
    drop: "Drag fields here, or use the buttons beside a field", count: "Count",
    aggregate: { count: "Count", distinct: "Distinct", sum: "Sum", avg: "Average", min: "Least", max: "Greatest" },
    part: { day: "Day", week: "Week", month: "Month", quarter: "Quarter", year: "Year" }, partOf: "Unit of time of {{name}}", aggregateOf: "Aggregate of {{name}}",
    since: "since {{name}}", sinceNone: "value", sinceOf: "Beginning of the time until {{name}}",
    operator: { equal: "is", notequal: "is not", in: "is one of", like: "contains", ge: "at least", gt: "more than", le: "at most", lt: "less than", within: "is within", during: "during", null: "is empty", notnull: "is not empty" },
    operatorOf: "Comparison of {{name}}", valueOf: "Value of {{name}}",
    time: { today: "today", yesterday: "yesterday", thisWeek: "this week", lastWeek: "last week", last7Days: "last 7 days", last30Days: "last 30 days", thisMonth: "this month", lastMonth: "last month", last12Months: "last 12 months", thisQuarter: "this quarter", thisYear: "this year", lastYear: "last year", past: "before today" },
    forward: "Move {{name}} forward", back: "Move {{name}} back", remove: "Remove {{name}}",
    sort: "Sorted by", sortGroups: "groups", ascending: "Ascending", descending: "Descending", direction: "Direction", limit: "Only the first", limitUnit: "",
    chartType: "Chart", chartNone: "None", chartTypes: { bar: "Bars", line: "Lines", share: "Shares" },
    undo: "Undo", save: "Save", saveAs: "Save as", saved: "The report is saved", name: "Name", nameEn: "English name", remark: "Description", nameMissing: "Please enter the name of the report", open: "Open report",
    preview: "Live preview", changed: "Somebody else changed this report: reload it before you save",
  },
};
