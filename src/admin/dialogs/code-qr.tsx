// The QR code of a code: that of the public page, or of another address that its labels may hold.
import { Radio } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { InfoDialog } from "../forms/dialogs/info-dialog.tsx";
import { addTexts } from "../i18n/index.ts";
import { addressKinds, labelUrl, labelsIn, type AddressKind, type Label } from "../codes/labels/labels.ts";
import { QrCode } from "../codes/labels/sheet.tsx";
import { FailureNote, Note, RowsSkeleton } from "../ui/states/list-notes.tsx";
import { useRead } from "../data/queries/reads.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";

const texts = addTexts("labels");
const width = 480;
const qrSize = 280;

function Shown({ label }: { readonly label: Label }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<AddressKind>("verify");
  const address = labelUrl(label, chosen);
  const kinds = addressKinds.filter((kind) => label.addresses[kind] !== undefined);
  return (
    <div className="tm-qr">
      {kinds.length > 1 && (
        <Radio.Group
          aria-label={t("labels.address")}
          value={chosen}
          onChange={(event) => setChosen(addressKinds.find((kind) => kind === event.target.value) ?? "verify")}
          options={kinds.map((kind) => ({ value: kind, label: t(`labels.kinds.${kind}`) }))}
        />
      )}
      <QrCode address={address} label={t("labels.qrOf", { code: label.code })} size={qrSize} />
      <p className="tm-qr-address">{address}</p>
    </div>
  );
}

/** Default export, because it is loaded lazily. */
export default function CodeQrDialog({ title, values, onClose }: HandMadeDialogProps) {
  use(texts);
  const { t } = useTranslation();
  const { value, failure, refetch } = useRead({ path: "/digit-bind/code-item/label", query: { code: values["code"] ?? "" } }, labelsIn);
  const [label] = value?.labels ?? [];
  const content = (): ReactNode => {
    if (failure !== undefined) return <FailureNote title={t("labels.failed")} message={failure.message} onRetry={refetch} />;
    if (value === undefined) return <RowsSkeleton />;
    return label === undefined ? <Note icon="search" title={t("labels.none")} /> : <Shown label={label} />;
  };
  return (
    <InfoDialog title={title} width={width} onClose={onClose}>
      <div className="tf-dialog-body">{content()}</div>
    </InfoDialog>
  );
}
