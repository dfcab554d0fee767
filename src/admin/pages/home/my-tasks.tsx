// Tasks that wait for the person, oldest due first, with the time since they came; each leads to the page on which it is handled.
import { Button } from "antd";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link, useNavigate } from "react-router-dom";
import { localNow } from "#schema/local-time";
import { Icon } from "../../ui/icons/icon.tsx";
import { useWorkspace } from "../../workspace/workspace.ts";
import type { HomeTask } from "./home-data.ts";
import { timeAgo } from "./time-ago.ts";

interface MyTasksProps {
  readonly tasks: readonly HomeTask[];
  /** The list of tasks; undefined: the person has it not in the menu. */
  readonly path: string | undefined;
}

export function MyTasks({ tasks, path }: MyTasksProps) {
  const { t } = useTranslation();
  const { language } = useWorkspace();
  const navigate = useNavigate();
  const now = localNow();
  const arrived = (time: string) => {
    const ago = timeAgo(time, now, language);
    return ago === undefined ? t("home.arrivedNow") : t("home.arrived", { time: ago });
  };
  return (
    <section className="tm-home-card" aria-label={t("home.tasks")}>
      <header>
        <h2>{t("home.tasks")}</h2>
        {path !== undefined && (
          <Link className="tm-home-link" to={path}>
            {t("home.allTasks")}
          </Link>
        )}
      </header>
      {tasks.length === 0 ? (
        <p className="tm-soft">{t("home.noTasks")}</p>
      ) : (
        <ul className="tm-home-notices tm-home-tasks">
          {tasks.map((task) => (
            <li key={task.taskId}>
              <Link to={task.path}>
                <strong>{task.taskName}</strong> {[task.processName, task.title].filter((part) => part !== "").join(" · ")}
              </Link>
              <span className="tm-home-task-from">{t("home.applicant", { name: task.applicant })}</span>
              {task.isOverdue && (
                <span className="tm-home-late">
                  <Icon name="clock-circle" size={13} />
                  {t("home.overdue")}
                </span>
              )}
              {task.dueTime !== "" && (
                <time dateTime={task.dueTime.replace(" ", "T")}>{t("home.due", { time: task.dueTime.slice(0, 16) })}</time>
              )}
              {task.createTime !== "" && (
                <time dateTime={task.createTime.replace(" ", "T")} title={t("home.arrivedAt", { time: task.createTime })}>
                  {arrived(task.createTime)}
                </time>
              )}
              <Button
                size="small"
                aria-label={t("home.handleNamed", { name: [task.taskName, task.title].filter((part) => part !== "").join(" · ") })}
                onClick={() => void navigate(task.path)}
              >
                {t("home.handle")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
