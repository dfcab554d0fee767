// The progress of a row's job in a list.
import type { Cell } from "../cell.ts";
import { readJobView } from "../job-view.ts";
import { Progress, progressText } from "../job-progress.tsx";

export const cell: Cell = {
  text: ({ field, value, language }) => {
    const view = readJobView(value);
    return view === undefined ? "" : progressText(view, language, field.isJob === true);
  },
  render: ({ field, value, language }) => {
    const view = readJobView(value);
    return view === undefined ? null : <Progress view={view} language={language} isBare={field.isJob === true} />;
  },
};
