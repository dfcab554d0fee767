// The pictures of the media library, by category and name, to choose from instead of uploading the same one again.
import { Button, Empty, Input, Modal, Select, Spin } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import { addTexts } from "../../i18n/index.ts";
import { DialogPages } from "../../ui/panels/dialog-pages.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { useRead } from "../../data/queries/reads.ts";
import "./media-picker.css";

const texts = addTexts("attachments");

const pageSize = 24;
/** Media that are pictures (`mediaType` of resources/resource/media.ts). */
const pictures = "1";

interface Medium {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

interface MediaPage {
  readonly media: readonly Medium[];
  readonly total: number;
}

function mediaIn(payload: unknown): MediaPage {
  const answer = isRecord(payload) ? payload : {};
  const records: readonly unknown[] = Array.isArray(answer["records"]) ? answer["records"] : [];
  return {
    media: records.filter(isRecord).map((row) => ({ id: textOf(row["id"]), name: textOf(row["name"]), address: textOf(row["url"]) })),
    total: Number(answer["total"] ?? 0),
  };
}

function categoriesIn(payload: unknown): readonly { readonly value: string; readonly label: string }[] {
  const rows: readonly unknown[] = Array.isArray(payload) ? payload : [];
  return rows.filter(isRecord).map((row) => ({ value: textOf(row["id"]), label: textOf(row["name"]) }));
}

/** A picture of ours is shown small; one that lies elsewhere, as it is. */
const smallOf = (address: string): string => (address.startsWith("/upload/") && !address.includes("?") ? `${address}?size=m` : address);

interface MediaPickerProps {
  /** How many may be chosen. */
  readonly max: number;
  readonly onPick: (addresses: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Default export, because it is loaded lazily. */
export default function MediaPicker({ max, onPick, onClose }: MediaPickerProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const [category, setCategory] = useState<string>();
  const [typed, setTyped] = useState("");
  const name = usePaused(typed.trim());
  const [current, setCurrent] = useState(1);
  const [chosen, setChosen] = useState<readonly Medium[]>([]);
  const { value: categories = [] } = useRead({ path: "/blade-resource/media-category/select" }, categoriesIn);
  const { value, failure, refetch } = useRead(
    {
      path: "/blade-resource/media/list",
      query: {
        current: String(current),
        size: String(pageSize),
        mediaType: pictures,
        ...(category === undefined ? {} : { mediaCategoryId: category }),
        ...(name === "" ? {} : { name }),
      },
    },
    mediaIn,
  );
  const isChosen = ({ id }: Medium) => chosen.some((one) => one.id === id);
  const toggle = (medium: Medium) => {
    if (max === 1) setChosen(isChosen(medium) ? [] : [medium]);
    else if (isChosen(medium)) setChosen(chosen.filter(({ id }) => id !== medium.id));
    else if (chosen.length < max) setChosen([...chosen, medium]);
  };
  return (
    <Modal
      open
      width={760}
      title={t("media.title")}
      onCancel={onClose}
      footer={
        <>
          <span className="tm-media-count tm-soft" role="status">
            {chosen.length >= max && max > 1 ? t("media.most", { count: max }) : t("media.chosen", { count: chosen.length })}
          </span>
          <Button onClick={onClose}>{t("media.cancel")}</Button>
          <Button type="primary" disabled={chosen.length === 0} onClick={() => onPick(chosen.map(({ address }) => address))}>
            {t("media.ok")}
          </Button>
        </>
      }
    >
      <div className="tm-media-search">
        <Select
          aria-label={t("media.category")}
          allowClear
          placeholder={t("media.all")}
          options={[...categories]}
          value={category}
          onChange={(next) => {
            setCategory(next);
            setCurrent(1);
          }}
        />
        <Input
          aria-label={t("media.search")}
          placeholder={t("media.search")}
          allowClear
          value={typed}
          maxLength={128}
          onChange={(event) => {
            setTyped(event.target.value);
            setCurrent(1);
          }}
        />
      </div>
      {failure !== undefined && <ReadFailure message={failure.message || t("media.loadFailed")} onRetry={refetch} />}
      {value === undefined && failure === undefined && <Spin aria-label={t("attachments.loading")} />}
      {value !== undefined && value.media.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t("media.none")} />}
      {value !== undefined && value.media.length > 0 && (
        <ul className="tm-media">
          {value.media.map((medium) => (
            <li key={medium.id}>
              <button type="button" aria-pressed={isChosen(medium)} title={medium.name} onClick={() => toggle(medium)}>
                <img src={smallOf(medium.address)} alt="" loading="lazy" decoding="async" />
                <span>{medium.name}</span>
                {isChosen(medium) && <Icon name="check" className="tm-media-mark" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {value !== undefined && <DialogPages current={current} pageSize={pageSize} total={value.total} onChange={setCurrent} />}
    </Modal>
  );
}
