// Pictures and files: checked before they are sent, with progress, preview, order; the field holds their addresses.
import { Image } from "antd";
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from "react";
import { fileName } from "../../../fields/file-name.ts";
import { initialIn } from "../../../fields/initial.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { inLanguage } from "../../../schema/text.ts";
import { failureOf } from "../../api/index.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { labelId } from "../field-ids.ts";
import { useFieldScope, useSibling, type WidgetProps } from "../values/field-scope.ts";
import { useFormTexts, useLanguage } from "../../i18n/language.ts";
import { useChosenFiles } from "./chosen-files.ts";
import { useMediaLibrary } from "./use-media-library.tsx";
import { fileSize } from "./file-size.ts";
import { faultOf, limitsOf, uploadFile } from "./upload.ts";

/** Most files in a field that holds several (`src/fields/upload.ts`). */
const maxFiles = 20;

interface Upload {
  readonly key: number;
  readonly name: string;
  readonly percent: number;
  readonly stop: AbortController;
}

function addressesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  return typeof value === "string" && value !== "" ? [value] : [];
}

export function UploadInput({ field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const isPicture = traitsOf(field).files === "pictures";
  const isSeveral = field.wire === "list";
  // One picture is shown beside its buttons, also while there is none; a cell of a row, which has no label of its own, has no room for that.
  const isBeside = isPicture && !isSeveral && ariaLabel === undefined;
  const uploaded = addressesOf(value);
  const latest = useRef(uploaded);
  latest.current = uploaded;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const count = useRef(0);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const stops = running.current;
    return () => stops.forEach((stop) => stop.abort());
  }, []);

  const limits = limitsOf(field);
  const max = isSeveral ? Math.min(field.max ?? maxFiles, maxFiles) : 1;
  const give = (addresses: readonly string[]) => {
    latest.current = addresses;
    onChange(addresses.length === 0 ? undefined : isSeveral ? [...addresses] : addresses[0]);
  };

  const chosen = useChosenFiles();
  const send = async (file: File) => {
    if (chosen !== undefined) {
      const address = chosen.keep(file);
      give(isSeveral ? [...latest.current, address] : [address]);
      return;
    }
    const key = (count.current += 1);
    const stop = new AbortController();
    running.current.add(stop);
    setUploads((now) => [...now, { key, name: file.name, percent: 0, stop }]);
    try {
      const { link } = await uploadFile(file, {
        signal: stop.signal,
        onProgress: (percent) => setUploads((now) => now.map((one) => (one.key === key ? { ...one, percent } : one))),
      });
      // Another upload may have finished in between, so this one is added to the current value.
      give(isSeveral ? [...latest.current, link] : [link]);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure.silent) setNotes((now) => [...now, `${file.name}：${failure.message || texts.upload.failed}`]);
    } finally {
      running.current.delete(stop);
      setUploads((now) => now.filter((one) => one.key !== key));
    }
  };

  const take = (files: readonly File[]) => {
    const messages: string[] = [];
    const good = files.filter((file) => {
      const fault = faultOf(file, limits);
      if (fault === "type") messages.push(texts.upload.wrongType(file.name, limits.endings.join(texts.upload.and)));
      if (fault === "size") messages.push(texts.upload.tooLarge(file.name, fileSize(limits.maxKb)));
      return fault === undefined;
    });
    const room = isSeveral ? max - latest.current.length - uploads.length : 1;
    if (good.length > room) messages.push(texts.upload.tooMany(max));
    setNotes(messages);
    for (const file of good.slice(0, Math.max(room, 0))) void send(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) take([...event.dataTransfer.files]);
  };
  const move = (from: number, by: -1 | 1) => {
    const next = [...uploaded];
    const [one] = next.splice(from, 1);
    if (one !== undefined) next.splice(from + by, 0, one);
    give(next);
  };

  const tools = (address: string, index: number) => (
    <span className="tf-upload-tools">
      {isSeveral && index > 0 ? (
        <ToolButton name={texts.upload.earlier} icon="left" isDisabled={isDisabled} onClick={() => move(index, -1)} />
      ) : null}
      {isSeveral && index < uploaded.length - 1 ? (
        <ToolButton name={texts.upload.later} icon="right" isDisabled={isDisabled} onClick={() => move(index, 1)} />
      ) : null}
      <ToolButton
        name={`${texts.upload.remove} ${chosen?.fileOf(address)?.name ?? fileName(address)}`}
        icon="delete"
        isDisabled={isDisabled}
        onClick={() => give(uploaded.filter((_one, at) => at !== index))}
      />
    </span>
  );
  const library = useMediaLibrary((addresses) => {
    const further = addresses.filter((address) => !latest.current.includes(address));
    give(isSeveral ? [...latest.current, ...further].slice(0, max) : addresses.slice(0, 1));
  });
  const hasRoom = isSeveral ? uploaded.length + uploads.length < max : uploads.length === 0;
  const label = isPicture ? (isSeveral ? texts.upload.images : texts.upload.image) : texts.upload.file;
  const isReplaced = !isSeveral && uploaded.length > 0;
  const prompt =
    chosen === undefined
      ? isReplaced
        ? texts.upload.replace
        : label
      : isReplaced
        ? texts.upload.chooseAnother
        : isPicture
          ? label
          : texts.upload.choose;
  const limitsNote = (
    <small id={`${id}__limits`} className="tf-upload-limits">
      {field.limits === undefined
        ? texts.upload.limits(limits.endings.join(texts.upload.and), fileSize(limits.maxKb))
        : inLanguage(field.limits, language)}
    </small>
  );
  const controls = (
    <>
      {hasRoom ? (
        <button
          id={id}
          type="button"
          className={`tf-drop${isBeside || (!isSeveral && uploaded.length > 0) ? " tf-drop-small" : ""}${isOver ? " tf-drop-over" : ""}${isInvalid ? " tf-drop-bad" : ""}`}
          disabled={isDisabled}
          aria-labelledby={`${id}__do ${id}__limits`}
          onClick={() => picker.current?.click()}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Icon name={isPicture && !isBeside ? "picture" : "upload"} size={isBeside ? 16 : 18} />
          <span id={`${id}__do`}>{prompt}</span>
          {isBeside ? null : <> {limitsNote}</>}
        </button>
      ) : null}
      {hasRoom && isPicture && chosen === undefined && library.isThere ? (
        <button
          type="button"
          className="tf-more"
          disabled={isDisabled}
          onClick={() => library.open(isSeveral ? max - uploaded.length - uploads.length : 1)}
        >
          {texts.upload.library}
        </button>
      ) : null}
      {hasRoom && isBeside ? limitsNote : null}
    </>
  );
  return (
    <div
      className={isBeside ? "tf-upload tf-upload-beside" : "tf-upload"}
      role="group"
      aria-labelledby={ariaLabel === undefined ? labelId(id) : undefined}
      aria-label={ariaLabel}
      aria-describedby={describedBy}
    >
      <ul className={isPicture ? "tf-pictures" : "tf-files"}>
        {uploaded.map((address, index) => (
          <li key={`${address} ${index}`} className={isPicture ? "tf-picture" : "tf-file"}>
            {isPicture ? (
              <Image src={address} alt={fileName(address)} width={88} height={88} preview={{ mask: texts.upload.preview }} />
            ) : (
              <FileLink address={address} name={chosen?.fileOf(address)?.name} />
            )}
            {tools(address, index)}
          </li>
        ))}
        {isBeside && uploaded.length === 0 && uploads.length === 0 ? <NoPicture fallbackInitial={field.fallbackInitial} /> : null}
        {uploads.map((one) => (
          <li key={one.key} className={isPicture ? "tf-picture tf-uploading" : "tf-file tf-uploading"}>
            <span role="status">{texts.upload.uploading(one.percent)}</span>
            <progress max={100} value={one.percent} aria-label={one.name} />
            <ToolButton name={texts.upload.cancel} icon="close" isDisabled={false} onClick={() => one.stop.abort()} />
          </li>
        ))}
      </ul>
      {isBeside ? <div className="tf-upload-side">{controls}</div> : controls}
      {library.dialog}
      <input
        ref={picker}
        type="file"
        hidden
        multiple={isSeveral}
        accept={limits.endings.map((ending) => `.${ending}`).join(",")}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      {notes.length === 0 ? null : (
        <div className="tf-error" role="alert">
          {notes.join("；")}
        </div>
      )}
    </div>
  );
}

/** The place of a picture; of a person without one how their name begins, as in lists. */
function NoPicture({ fallbackInitial }: { readonly fallbackInitial: string | undefined }): ReactNode {
  const { record } = useFieldScope();
  const typed = useSibling(fallbackInitial);
  const initial = fallbackInitial === undefined ? "" : initialIn(typed ?? record[fallbackInitial]);
  return (
    <li className="tf-picture tf-picture-none" aria-hidden="true">
      {initial === "" ? <Icon name="picture" size={28} /> : <span className="tf-picture-initial">{initial}</span>}
    </li>
  );
}

/** A file that is uploaded, as a link; one that is only chosen, by its name. */
function FileLink({ address, name }: { readonly address: string; readonly name: string | undefined }): ReactNode {
  const texts = useFormTexts();
  if (name !== undefined) return <span>{name}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" title={texts.upload.open}>
      {fileName(address)}
    </a>
  );
}

interface ToolButtonProps {
  readonly name: string;
  readonly icon: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

function ToolButton({ name, icon, isDisabled, onClick }: ToolButtonProps): ReactNode {
  return (
    <button type="button" className="tf-icon-button" aria-label={name} title={name} disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
