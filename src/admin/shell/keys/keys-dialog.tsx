// Which keys there are: those of the buttons in sight, and those that count everywhere.
import { Button, Modal, Switch } from "antd";
import { use, useState, type ReactNode } from "react";
import { trackSettled } from "../../browser/settled-promise.ts";
import { addTexts } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isApple } from "../../ui/keyboard/apple.ts";
import { arePageKeysOn, keyedElements, labelOf, shownKeys, switchPageKeys } from "../../ui/keyboard/page-keys.ts";
import "./keys.css";

const texts = trackSettled(addTexts("keys"));

/** Keys that are not those of one button, by what they do. */
const general = [
  [
    "everywhere",
    [
      ["search", "Control+K"],
      ["help", "?"],
      ["print", "Control+P"],
      ["undo", "Control+Z"],
      ["escape", "Escape"],
      ["nextTab", "ArrowLeft ArrowRight"],
    ],
  ],
  [
    "rows",
    [
      ["neighbours", "ArrowUp ArrowDown"],
      ["open", "Enter"],
      ["tick", "Space"],
      ["edit", "e"],
      ["remove", "Delete"],
      ["more", "."],
      ["moveRow", "Alt+ArrowUp Alt+ArrowDown"],
    ],
  ],
  [
    "shapes",
    [
      ["lift", "Space"],
      ["state", "ArrowLeft ArrowRight"],
      ["months", "PageUp PageDown"],
    ],
  ],
  [
    "forms",
    [
      ["save", "Control+S"],
      ["comment", "Control+Enter"],
    ],
  ],
  [
    "lines",
    [
      ["enter", "Enter"],
      ["addLine", "Control+Enter"],
      ["copyLine", "Control+D"],
      ["removeLine", "Control+Delete"],
    ],
  ],
  [
    "cells",
    [
      ["editCell", "Enter F2"],
      ["revertCell", "Escape"],
      ["selectCells", "Shift+ArrowUp Shift+ArrowDown"],
      ["copyCells", "Control+C Control+V"],
      ["fillCells", "Control+D"],
      ["undoCells", "Control+Z"],
      ["saveCells", "Control+S"],
      ["leaveCells", "F6"],
    ],
  ],
] as const;

interface KeyLineProps {
  readonly what: string;
  /** As `aria-keyshortcuts` has them. */
  readonly keys: string;
}

function KeyLine({ what, keys }: KeyLineProps): ReactNode {
  return (
    <div className="tm-keys-line">
      <dt>{what}</dt>
      <dd>
        {shownKeys(keys, isApple).map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}

/** Default export, because it is loaded when it is first opened. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const [isOn, setOn] = useState(arePageKeysOn);
  // Read before the dialog is in front.
  const [here] = useState(() =>
    keyedElements().map((element) => ({ what: labelOf(element), keys: element.getAttribute("aria-keyshortcuts") ?? "" })),
  );
  const own = here.filter(({ what }, place) => what !== "" && here.findIndex((other) => other.what === what) === place);
  const turn = (next: boolean) => {
    switchPageKeys(next);
    setOn(next);
  };
  return (
    <Modal
      open
      className="tf-dialog"
      width={760}
      title={t("keys.title")}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t("keys.close")}</Button>}
    >
      <label className="tm-keys-switch">
        <Switch checked={isOn} onChange={turn} aria-label={t("keys.single")} /> {t("keys.single")}
        <span className="tm-soft">{t("keys.singleHint")}</span>
      </label>
      <div className="tm-keys">
        {own.length > 0 && (
          <section aria-label={t("keys.here")}>
            <h3>{t("keys.here")}</h3>
            <dl>
              {own.map(({ what, keys }) => (
                <KeyLine key={what} what={what} keys={keys} />
              ))}
            </dl>
          </section>
        )}
        {general.map(([group, lines]) => (
          <section key={group} aria-label={t(`keys.${group}`)}>
            <h3>{t(`keys.${group}`)}</h3>
            <dl>
              {lines.map(([name, keys]) => (
                <KeyLine key={name} what={t(`keys.${name}`)} keys={keys} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
