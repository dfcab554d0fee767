// The attachments of a record, below its fields: listed, previewed, saved; added by choosing, dropping or pasting files; removed.
import { App, Button, Image, Modal, Spin } from "antd";
import { lazy, Suspense, use, useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { addTexts } from "../../i18n/index.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { fileSize } from "../../inputs/upload/file-size.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { useRead } from "../../data/queries/reads.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { attachedFiles, previewOf, type AttachedFile } from "./attached-file.ts";
import { attachmentLimits, useAttaching, type AttachmentSubject } from "./use-attaching.ts";
import "./attachments.css";

const texts = addTexts("attachments");
const PdfView = lazy(() => import("./pdf-view.tsx"));

/** Where a paste is the text's own. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea") !== null);

interface FileRowProps {
  readonly file: AttachedFile;
  readonly onPreview: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function FileRow({ file, onPreview, onRemove }: FileRowProps): ReactNode {
  const { t } = useTranslation();
  const { name, bytes, time, by, link } = file;
  const isPicture = previewOf(file) === "picture";
  const face = isPicture ? (
    <img src={link} alt="" width={32} height={32} loading="lazy" decoding="async" />
  ) : (
    <Icon name="file" size={20} />
  );
  return (
    <li>
      <span className="tm-attachment-face">{face}</span>
      <span className="tm-attachment-text">
        {onPreview === undefined ? (
          <span>{name}</span>
        ) : (
          <button type="button" className="tm-attachment-name" aria-label={t("attachments.preview", { name })} onClick={onPreview}>
            {name}
          </button>
        )}
        <small className="tm-soft">
          {bytes !== undefined && <span>{fileSize(Math.max(1, Math.round(bytes / 1024)))}</span>}
          <span>{by === "" ? time : t("attachments.by", { name: by, time })}</span>
        </small>
      </span>
      <a
        className="tf-icon-button"
        href={link}
        download={name}
        aria-label={t("attachments.download", { name })}
        title={t("attachments.download", { name })}
      >
        <Icon name="download" />
      </a>
      {onRemove !== undefined && (
        <button
          type="button"
          className="tf-icon-button"
          aria-label={t("attachments.remove", { name })}
          title={t("attachments.remove", { name })}
          onClick={onRemove}
        >
          <Icon name="delete" />
        </button>
      )}
    </li>
  );
}

function Preview({ file, onClose }: { readonly file: AttachedFile; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  if (previewOf(file) === "picture")
    return (
      <Image
        src={file.link}
        alt={file.name}
        style={{ display: "none" }}
        preview={{ visible: true, src: file.link, onVisibleChange: (isVisible) => isVisible || onClose() }}
      />
    );
  return (
    <Modal
      open
      width={960}
      title={file.name}
      onCancel={onClose}
      footer={
        <Button onClick={onClose} autoFocus>
          {t("attachments.close")}
        </Button>
      }
    >
      <Suspense fallback={<Spin aria-label={t("attachments.loading")} />}>
        <PdfView address={file.link} name={file.name} />
      </Suspense>
    </Modal>
  );
}

/** Default export, because it is loaded lazily. */
export default function RecordAttachments(subject: AttachmentSubject): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const write = useWrite();
  const { resource, id, tenantId } = subject;
  const tenant: Readonly<Record<string, string>> = tenantId === undefined ? {} : { tenantId };
  const { value, failure, refetch } = useRead(
    { path: "/blade-resource/attach/of-record", query: { resource, id, ...tenant } },
    attachedFiles,
  );
  const { uploads, problems, attach } = useAttaching(subject);
  const [seen, setSeen] = useState<AttachedFile>();
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const heading = useId();
  const mayChange = value?.mayChange === true;

  useEffect(() => {
    if (!mayChange) return undefined;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      attach(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [attach, mayChange]);

  if (failure !== undefined) return <ReadFailure message={failure.message || t("attachments.loadFailed")} onRetry={refetch} />;
  // Nothing to see and nothing to do: the record stays as it is.
  if (value === undefined || (!mayChange && value.files.length === 0)) return null;

  const remove = async (file: AttachedFile) => {
    const isSure = await modal.confirm({
      title: t("attachments.removeAsk", { name: file.name }),
      okText: t("common.ok"),
      cancelText: t("common.cancel"),
      okButtonProps: { danger: true },
      autoFocusButton: "cancel",
    });
    if (!isSure) return;
    try {
      await write({ path: "/blade-resource/attach/remove-from-record", query: tenant, body: { attachIds: [file.id] }, resource: "attach" });
      notices.done(t("attachments.removed"));
    } catch (error) {
      notices.failed(error);
    }
  };
  const drops = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      attach([...event.dataTransfer.files]);
    },
  };
  return (
    <section
      className={isOver ? "tm-attachments tm-attachments-over" : "tm-attachments"}
      aria-labelledby={heading}
      {...(mayChange ? drops : {})}
    >
      <h3 id={heading}>{value.files.length === 0 ? t("attachments.title") : t("attachments.count", { count: value.files.length })}</h3>
      {value.files.length > 0 && (
        <ul>
          {value.files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              onPreview={previewOf(file) === undefined ? undefined : () => setSeen(file)}
              onRemove={mayChange ? () => void remove(file) : undefined}
            />
          ))}
        </ul>
      )}
      {uploads.length > 0 && (
        <ul>
          {uploads.map(({ key, name, percent, stop }) => (
            <li key={key}>
              <span className="tm-attachment-text" role="status">
                {t("attachments.uploading", { name, percent })}
                <progress max={100} value={percent} aria-label={name} />
              </span>
              <button type="button" className="tf-icon-button" aria-label={t("attachments.cancel", { name })} onClick={() => stop.abort()}>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <div className="tf-error" role="alert">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </div>
      )}
      {mayChange && (
        <div className="tm-attachments-add">
          <Button size="small" icon={<Icon name="paper-clip" />} onClick={() => picker.current?.click()}>
            {t("attachments.add")}
          </Button>
          <small className="tm-soft">
            {t("attachments.hint")}
            {t("attachments.limits", { size: fileSize(attachmentLimits.maxKb) })}
          </small>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            onChange={(event) => {
              attach([...(event.target.files ?? [])]);
              // The same file may be chosen again after it was removed.
              event.target.value = "";
            }}
          />
        </div>
      )}
      {seen !== undefined && <Preview file={seen} onClose={() => setSeen(undefined)} />}
    </section>
  );
}
