// Tasks that wait for the person, oldest due first; each leads to the page on which it is handled.
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { Icon } from "../icons/icon.tsx";
import type { HomeTask } from "./home-data.ts";

interface MyTasksProps {
  readonly tasks: readonly HomeTask[];
  /** The list of tasks; undefined: the person has it not in the menu. */
  readonly path: string | undefined;
}

export function MyTasks({ tasks, path }: MyTasksProps) {
  const { t } = useTranslation();
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
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
