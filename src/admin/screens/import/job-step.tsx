// An import that a background job goes on with: how far it is, and the way to give it up.
import { useEffect, useState, type ReactNode } from "react";
import { isUnfinished, jobState, type JobView } from "../../../fields/job-view.ts";
import { Progress } from "../../../fields/job-progress.tsx";
import { useJob } from "../../data/jobs/watched-jobs.ts";
import { language } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { StartedJob } from "./job-memory.ts";

interface JobStepProps {
  readonly begun: StartedJob;
  /** Called once it has ended. */
  readonly onEnd: (view: JobView) => void;
}

export function JobStep({ begun, onEnd }: JobStepProps): ReactNode {
  const { t } = useTranslation();
  const [started] = useState<JobView>({
    job: begun.job,
    state: jobState.waiting,
    done: undefined,
    total: undefined,
    note: undefined,
    error: undefined,
  });
  const view = useJob(started);
  const hasEnded = !isUnfinished(view);
  useEffect(() => {
    if (hasEnded) onEnd(view);
    // An end is told once, with the view as it was then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasEnded]);
  return (
    <div className="tm-import-job">
      <Progress view={started} language={language()} isWhole />
      <p className="tm-soft">{t("import.inBackground")}</p>
    </div>
  );
}
