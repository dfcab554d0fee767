// An import that a background job goes on with: how far it is, and the way to give it up.
import { useEffect, useState, type ReactNode } from "react";
import { isUnfinished, jobState, type JobView } from "../../../fields/job-view.ts";
import { Progress } from "../../../fields/job-progress.tsx";
import { useJob } from "../../data/jobs/watched-jobs.ts";
import { language } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
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
  // Told once, with the view as it is then.
  const end = useEvent(() => onEnd(view));
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded, end]);
  return (
    <div className="tm-import-job">
      <Progress view={started} language={language()} isWhole />
      <p className="tm-soft">{t("import.inBackground")}</p>
    </div>
  );
}
