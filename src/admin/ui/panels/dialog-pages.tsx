// The pages of a list in a dialog.
import { Pagination } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";

interface DialogPagesProps {
  readonly current: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
}

/** Nothing where one page has everything. */
export function DialogPages({ current, pageSize, total, onChange }: DialogPagesProps): ReactNode {
  const { t } = useTranslation();
  if (total <= pageSize) return null;
  return (
    <Pagination
      size="small"
      align="end"
      current={current}
      pageSize={pageSize}
      total={total}
      showSizeChanger={false}
      showTotal={(count) => t("list.total", { total: count })}
      onChange={onChange}
    />
  );
}
