// The button that expands or collapses a row of a tree; a row without children keeps the space, so that names are aligned.
import type { TableProps } from "antd/es/table";
import i18next from "i18next";
import type { Row } from "../../api/wire-data.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { rowTitle } from "./row-title.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

type ExpandIcon = NonNullable<NonNullable<TableProps<Row>["expandable"]>["expandIcon"]>;

export function expandIconFor(screen: Pick<ListViewModel, "title" | "key" | "fields">): ExpandIcon {
  return function expandIcon({ expanded, expandable, record, onExpand }) {
    if (!expandable) return <span className="tm-expand" />;
    const row = rowTitle(screen, record);
    return (
      <button
        type="button"
        className="tm-expand"
        aria-expanded={expanded}
        aria-label={expanded ? i18next.t("list.collapseRow", { row }) : i18next.t("list.expandRow", { row })}
        onClick={(event) => onExpand(record, event)}
      >
        <Icon name={expanded ? "down" : "right"} size={11} />
      </button>
    );
  };
}
