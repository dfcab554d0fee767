// The sidebar as people of a role will see it, over the list of menus (docs/specification.md §6): of a tenant, of a role, below an entry of
// the header.
import { Skeleton } from "antd";
import { use, useId, useMemo, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { inLanguage } from "#schema/text";
import { useIsAdministrator } from "../access/use-rights.ts";
import { InfoDialog } from "../forms/dialogs/info-dialog.tsx";
import { SearchField, type SearchValue } from "../forms/index.tsx";
import { useFormTexts, useLanguage } from "../i18n/language.ts";
import { ReadFailure } from "../ui/states/read-failure.tsx";
import { SidebarPreview } from "../forms/trees/sidebar-preview.tsx";
import { usePreviewMenu, type Viewer } from "../forms/trees/use-preview-menu.ts";
import "../forms/trees/trees.css";
import { textOf } from "../api/wire-data.ts";
import { addTexts } from "../i18n/index.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";

const texts = addTexts("trees");
const width = 760;
const nobody: Viewer = { tenantId: "", roleId: "", topMenuId: "" };

const isOfViewer = (name: string): name is keyof Viewer => name in nobody;

/** Default export, because it is loaded lazily. */
export default function MenuPreviewDialog({ title, dialogFields = [], onClose }: HandMadeDialogProps) {
  use(texts);
  const { t } = useTranslation();
  const language = useLanguage();
  const formTexts = useFormTexts();
  const prefix = useId();
  const [viewer, setViewer] = useState(nobody);
  const { menu, notes, failure, refetch } = usePreviewMenu(viewer);
  // The available roles depend on the tenant.
  const change = (name: keyof Viewer, value: SearchValue) =>
    setViewer((old) => ({ ...(name === "tenantId" ? nobody : old), [name]: textOf(value) }));
  const isAdministrator = useIsAdministrator() === true;
  const fields = dialogFields.filter((field) => field.administratorOnly !== true || isAdministrator);
  const within = useMemo(() => ({ tenantId: viewer.tenantId }), [viewer.tenantId]);
  const isNobody = viewer.tenantId === "" && viewer.roleId === "" && viewer.topMenuId === "";
  return (
    <InfoDialog title={title} width={width} onClose={onClose}>
      <div className="tf-dialog-body tt-body" aria-busy={menu === undefined && failure === undefined}>
        <div className="tt-asking">
          <div className="tt-asked">
            {fields.map((field) => {
              const { name } = field;
              return (
                isOfViewer(name) && (
                  <div key={name}>
                    <label htmlFor={prefix + name}>{inLanguage(field.label, language)}</label>
                    <SearchField
                      id={prefix + name}
                      field={field}
                      value={viewer[name] === "" ? undefined : viewer[name]}
                      values={within}
                      onChange={(value) => change(name, value)}
                    />
                  </div>
                )
              );
            })}
            {isNobody ? <p className="tm-soft">{t("trees.previewAll")}</p> : null}
            {(notes ?? []).map((note) => (
              <p key={note} className="tt-note">
                {note}
              </p>
            ))}
          </div>
          {failure !== undefined ? (
            <ReadFailure message={failure.message || t("trees.notLoaded")} onRetry={refetch} />
          ) : menu === undefined ? (
            <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label={formTexts.loading} />
          ) : (
            <SidebarPreview menu={menu} nothing={t(viewer.roleId === "" ? "trees.noMenu" : "trees.roleSeesNothing")} />
          )}
        </div>
      </div>
    </InfoDialog>
  );
}
