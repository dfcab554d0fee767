// The tasks in the top bar with the number of those that wait, and the ways to their lists.
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate } from "react-router-dom";
import { Icon } from "../../ui/icons/icon.tsx";
import { badgeText } from "../../log/use-log.ts";
import { PopButton } from "../../ui/panels/pop-button.tsx";
import { PopMenu, type PopItem } from "../../ui/panels/pop.tsx";
import { flatMenu } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { tasksIn, useHeaderNews } from "../../workspace/news/header-news.ts";

const lists = { "work-todo": "todo", "work-claim": "claim" } as const;
const codes = Object.keys(lists);

export function TaskButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { menu } = useWorkspace();
  const tasks = tasksIn(useHeaderNews(codes));
  const paths = useMemo(
    () => new Map(flatMenu(menu).flatMap(({ code, path }) => (codes.includes(code) && path !== undefined ? [[code, path] as const] : []))),
    [menu],
  );
  if (paths.size === 0) return null;
  const count = (paths.has("work-todo") ? tasks.todo : 0) + (paths.has("work-claim") ? tasks.claim : 0);
  const label = count === 0 ? t("tasks.label") : t("tasks.waiting", { count });
  const items: PopItem[] = [
    ...(paths.has("work-todo")
      ? [
          {
            key: "work-todo",
            icon: "carry-out",
            label: t("tasks.todo"),
            hint: tasks.overdue === 0 ? String(tasks.todo) : `${tasks.todo} · ${t("tasks.overdue", { count: tasks.overdue })}`,
          },
        ]
      : []),
    ...(paths.has("work-claim") ? [{ key: "work-claim", icon: "pushpin", label: t("tasks.claim"), hint: String(tasks.claim) }] : []),
  ];
  return (
    <PopButton
      label={label}
      opens="menu"
      className="tm-icon-button tm-tool"
      face={
        <>
          <Icon name="carry-out" size={17} />
          {count > 0 && <span className="tm-badge" data-text={badgeText(count)} />}
        </>
      }
    >
      {(anchor, close) => (
        <PopMenu anchor={anchor} label={label} items={items} onPick={(code) => void navigate(paths.get(code) ?? "/")} onClose={close} />
      )}
    </PopButton>
  );
}
