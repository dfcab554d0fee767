// The progress of a row's job with everything there is to say of it: what it does at the moment, how much is done, why it failed.
import type { ReactNode } from "react";
import { useLanguage } from "../../admin/i18n/language.ts";
import type { ShownValueProps } from "../shown-value.tsx";
import { readJobView } from "../job-view.ts";
import { Progress } from "../job-progress.tsx";

export function View({ field, value }: ShownValueProps): ReactNode {
  const language = useLanguage();
  const view = readJobView(value);
  return view === undefined ? null : <Progress view={view} language={language} isWhole isBare={field.isJob === true} />;
}
