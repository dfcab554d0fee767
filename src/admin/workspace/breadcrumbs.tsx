// Where a page is that no menu shows: its area, the list that leads to it, the page itself. Screens of the menu have menu and tab for that.
import { Breadcrumb } from "@refinedev/antd";
import type { BreadcrumbProps } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";

type ItemRender = NonNullable<BreadcrumbProps["itemRender"]>;

export function Breadcrumbs({ title }: { readonly title: string }): ReactNode {
  const { t } = useTranslation();
  const itemRender: ItemRender = (item, _params, items) => (item === items.at(-1) ? <span aria-current="page">{title}</span> : item.title);
  // antd passes attributes on that its type does not name.
  const attributes = { "aria-label": t("shell.trail") };
  return <Breadcrumb hideIcons breadcrumbProps={{ ...attributes, itemRender }} />;
}
