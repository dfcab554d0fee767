// The head of a record: where it is, what it is called, how it stands, the facts that matter, and what can be done with it now.
import { Button } from "antd";
import { useMemo, useState, type ReactNode, type Ref } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Screen } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { RecordFacts } from "../../forms/record/record-facts.tsx";
import { RecordWatch } from "../../forms/record/record-watch.tsx";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useMenuCommands } from "../../ui/keyboard/page-commands.ts";
import { printKeys } from "../../ui/print/print-key.ts";
import { PopMenu, type PopItem } from "../../ui/panels/pop.tsx";
import { Breadcrumbs } from "../../workspace/breadcrumbs.tsx";
import { rowTitle } from "../data/row-title.ts";
import { RowState } from "../data/row-state.tsx";
import type { HeadActions, RefusalReason } from "./head-actions.ts";
import type { Neighbours } from "./use-neighbours.ts";

interface StepsProps {
  readonly neighbours: Neighbours;
}

/** To the records before and behind this one in the list; nothing where it was opened by its address. */
function Steps({ neighbours: { position, previous, next } }: StepsProps): ReactNode {
  const { t } = useTranslation();
  if (position === undefined || position.total < 2) return null;
  const button = (name: "previous" | "next", go: (() => void) | undefined) => {
    const keys = name === "previous" ? "↑" : "↓";
    return (
      <button
        type="button"
        className="tm-icon-button"
        aria-label={t(`record.${name}`)}
        title={`${t(`record.${name}`)} (Alt+${keys})`}
        aria-keyshortcuts={name === "previous" ? "Alt+ArrowUp" : "Alt+ArrowDown"}
        disabled={go === undefined}
        onClick={go}
      >
        <Icon name={name === "previous" ? "arrow-up" : "arrow-down"} size={15} />
      </button>
    );
  };
  return (
    <nav className="tm-record-steps" data-commands="" aria-label={t("record.neighbours")}>
      <span className="tm-soft">{t("record.position", position)}</span>
      {button("previous", previous)}
      {button("next", next)}
    </nav>
  );
}

interface ActionsProps {
  readonly screen: Pick<Screen, "tree">;
  readonly actions: HeadActions;
  readonly language: Language;
  readonly onPress: (button: string) => void;
}

/** What can be done with a record now: in its head, on a telephone at the foot of the window. */
export function RecordActions({ screen, actions, language, onPress }: ActionsProps): ReactNode {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { shown, possible, refused } = actions;
  const sentenceOf = (reason: RefusalReason) => {
    if (reason === "noLines") return t("record.noLines");
    return reason === undefined
      ? t("record.lowestLevel", { count: screen.tree?.addChildLevel ?? 0 })
      : t("record.onlyWhen", { condition: inLanguage(reason, language) });
  };
  const items: readonly PopItem[] = [
    ...possible.map(({ name, label, isDangerous }) => ({ key: name, label, isDangerous })),
    ...refused.map(({ button: { name, label }, reason }) => ({
      key: name,
      label,
      isDisabled: true,
      reason: sentenceOf(reason),
    })),
  ];
  // The next step is the first; editing has a letter of its own.
  const steps = shown.map(({ button }) => button.name).filter((name) => name !== "edit");
  const keyOf = (name: string) => (name === "edit" ? "e" : `${steps.indexOf(name) + 1}`);
  const press = useEvent(onPress);
  const inMenu = useMemo(() => possible.map(({ name, label }) => ({ label, part: "", run: () => press(name) })), [possible, press]);
  useMenuCommands(inMenu);
  return (
    <div className="tm-record-actions" data-commands="" role="group" aria-label={t("record.actions")}>
      <button
        type="button"
        className="tm-icon-button"
        aria-label={t("record.print")}
        title={`${t("record.print")} (${printKeys.shown})`}
        aria-keyshortcuts={printKeys.shortcut}
        onClick={() => void import("../../ui/print/print.ts").then(({ printPart }) => printPart())}
      >
        <Icon name="printer" size={16} />
      </button>
      {items.length > 0 && (
        <Button
          icon={<Icon name="ellipsis" size={16} />}
          aria-label={t("record.more")}
          title={t("record.more")}
          aria-haspopup="menu"
          aria-keyshortcuts="."
          aria-expanded={anchor !== undefined}
          onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
        />
      )}
      {shown.toReversed().map(({ button, isPrimary }) => (
        <Button
          key={button.name}
          type={isPrimary ? "primary" : "default"}
          aria-keyshortcuts={keyOf(button.name)}
          onClick={() => onPress(button.name)}
        >
          {button.label}
        </Button>
      ))}
      {anchor !== undefined && (
        <PopMenu anchor={anchor} label={t("record.more")} items={items} onPick={onPress} onClose={() => setAnchor(undefined)} />
      )}
    </div>
  );
}

interface RecordHeadProps {
  readonly screen: Screen;
  readonly record: Row;
  /** The fields that matter most. */
  readonly facts: readonly string[];
  readonly language: Language;
  readonly titleId: string;
  readonly titleRef: Ref<HTMLHeadingElement>;
  readonly neighbours: Neighbours;
  /** Undefined while the record is edited. */
  readonly actions: HeadActions | undefined;
  /** They are shown elsewhere. */
  readonly isAtFoot: boolean;
  readonly onPress: (button: string) => void;
  /** Reads the record anew. */
  readonly onRefresh: () => void;
}

export function RecordHead(props: RecordHeadProps): ReactNode {
  const { screen, record, facts, language, titleId, titleRef, neighbours, actions, isAtFoot, onPress, onRefresh } = props;
  const label = inLanguage(screen.label, language);
  const name = rowTitle(screen, record);
  return (
    <header className="tm-record-head tm-card">
      <div className="tm-record-place">
        <Breadcrumbs title={name} />
        <Steps neighbours={neighbours} />
      </div>
      <div className="tm-record-line">
        <div className="tm-record-name">
          <h1
            id={titleId}
            ref={titleRef}
            tabIndex={-1}
            data-print-title={`${label} ${name}`}
            data-print-tenant={textOf(record["tenantId"])}
          >
            <span className="tm-record-kind">{label}</span> {name}
          </h1>
          <RowState screen={screen} row={record} language={language} />
          <RecordWatch screen={screen} record={record} isEditing={actions === undefined} onRefresh={onRefresh} />
        </div>
        {actions !== undefined && !isAtFoot && <RecordActions screen={screen} actions={actions} language={language} onPress={onPress} />}
      </div>
      {facts.length > 0 && <RecordFacts screen={screen} names={facts} record={record} />}
    </header>
  );
}
