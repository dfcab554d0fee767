// The modeler: tools, palette, drawing, and beside it properties, problems and the dry run.
import { Alert, App, Button, Select, Tabs } from "antd";
import { useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { decodeModel, EncodingError } from "../../../process/encoding.ts";
import { textIn } from "../../../process/members.ts";
import { scopesOf } from "../../../process/model.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { useSaveKey } from "../../forms/dialogs/dialog-frame.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Board, Drawable } from "./board.ts";
import { DryRunPart } from "./dry-run-part.tsx";
import { fieldsReadBy } from "./fields-read.ts";
import { Panel, type RefusedKey } from "./panel.tsx";
import { ProblemList } from "./problem-list.tsx";
import { saveBlob } from "../../data/queries/save-file.ts";
import { namesIn, useBoard } from "./use-board.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What the page asks of the modeler. */
export interface ModelerHandle {
  readonly isDirty: () => boolean;
  /** The text as it is now. */
  readonly text: () => string;
  /** The text under another key, which the drawing has from now on; undefined where that is no key. */
  readonly renamed: (key: string) => Promise<string | undefined>;
  /** The text was stored. */
  readonly settle: (xml: string) => void;
}

/** The process of a drawing that is saved. */
export interface SavedProcess {
  readonly key: string;
  readonly name: string;
}

interface ModelerProps {
  /** The text that is stored. */
  readonly stored: string;
  /** The text that it begins with: unsaved work, or what is stored. */
  readonly begin: string;
  readonly vocabulary: Vocabulary | undefined;
  readonly path: string;
  readonly handle: RefObject<ModelerHandle | null>;
  readonly isSaving: boolean;
  readonly mayDeploy: boolean;
  /** Why the key of the process cannot be used, as the last answer has it. */
  readonly refusedKey: RefusedKey | undefined;
  /** Answers whether it was stored. */
  readonly onSave: (xml: string, process: SavedProcess) => Promise<boolean>;
  readonly onDeploy: (() => void) | undefined;
}

type PaletteName =
  | "start"
  | "user"
  | "script"
  | "manual"
  | "service"
  | "exclusive"
  | "parallel"
  | "inclusive"
  | "events"
  | "timer"
  | "message"
  | "subProcess"
  | "call"
  | "end";

interface PaletteEntry extends Drawable {
  readonly name: PaletteName;
  /** Of the font of BPMN shapes. */
  readonly icon: string;
  readonly needs?: "calls" | "messages";
}

const palette: readonly PaletteEntry[] = [
  { name: "start", type: "bpmn:StartEvent", icon: "start-event-none" },
  { name: "user", type: "bpmn:UserTask", icon: "user-task" },
  { name: "exclusive", type: "bpmn:ExclusiveGateway", icon: "gateway-xor" },
  { name: "parallel", type: "bpmn:ParallelGateway", icon: "gateway-parallel" },
  { name: "inclusive", type: "bpmn:InclusiveGateway", icon: "gateway-or" },
  { name: "events", type: "bpmn:EventBasedGateway", icon: "gateway-eventbased" },
  {
    name: "timer",
    type: "bpmn:IntermediateCatchEvent",
    eventDefinitionType: "bpmn:TimerEventDefinition",
    icon: "intermediate-event-catch-timer",
  },
  {
    name: "message",
    type: "bpmn:IntermediateCatchEvent",
    eventDefinitionType: "bpmn:MessageEventDefinition",
    icon: "intermediate-event-catch-message",
    needs: "messages",
  },
  { name: "script", type: "bpmn:ScriptTask", icon: "script-task" },
  { name: "manual", type: "bpmn:ManualTask", icon: "manual-task" },
  { name: "service", type: "bpmn:ServiceTask", icon: "service-task" },
  { name: "call", type: "bpmn:CallActivity", icon: "call-activity", needs: "calls" },
  { name: "subProcess", type: "bpmn:SubProcess", isExpanded: true, icon: "subprocess-expanded" },
  { name: "end", type: "bpmn:EndEvent", icon: "end-event-none" },
];

const zoomStep = 1.25;
const mostCharacters = 200_000;

function Palette({ board, vocabulary }: { readonly board: Board | undefined; readonly vocabulary: Vocabulary | undefined }): ReactNode {
  const { t } = useTranslation();
  const { processKeys, hasMessages } = vocabulary?.options ?? {};
  const has = { calls: (processKeys?.size ?? 0) > 0, messages: hasMessages === true };
  return (
    <div className="tm-palette" role="toolbar" aria-orientation="vertical" aria-label={t("modeler.palette")}>
      {(["lassoTool", "globalConnectTool"] as const).map((tool) => (
        <button
          key={tool}
          type="button"
          className="tm-icon-button"
          disabled={board === undefined}
          aria-label={t(tool === "lassoTool" ? "modeler.lasso" : "modeler.connectTool")}
          title={t(tool === "lassoTool" ? "modeler.lasso" : "modeler.connectTool")}
          onClick={() => board?.act(tool)}
        >
          <span aria-hidden="true" className={tool === "lassoTool" ? "bpmn-icon-lasso-tool" : "bpmn-icon-connection-multi"} />
        </button>
      ))}
      <hr />
      {palette
        .filter(({ needs }) => needs === undefined || has[needs])
        .map(({ name, icon, needs: _needs, ...what }) => (
          <button
            key={name}
            type="button"
            className="tm-icon-button"
            disabled={board === undefined}
            aria-label={t(`modeler.draw.${name}`)}
            title={t(`modeler.draw.${name}`)}
            // A click by a key has no place.
            onClick={(event: MouseEvent) => board?.draw(what, event.nativeEvent, event.detail === 0)}
          >
            <span aria-hidden="true" className={`bpmn-icon-${icon}`} />
          </button>
        ))}
    </div>
  );
}

function ElementChooser({ board }: { readonly board: Board }): ReactNode {
  const { t } = useTranslation();
  const root = board.root();
  const process = board.process();
  if (root === undefined || process === undefined) return null;
  const elements = scopesOf({ root, context: undefined }).flatMap(({ nodes, flows }) => [...nodes, ...flows.map(({ element }) => element)]);
  return (
    <Select
      className="tm-element-chooser"
      aria-label={t("modeler.elements")}
      showSearch
      optionFilterProp="label"
      value={board.selected()?.id ?? process.id}
      options={[
        { value: process.id, label: textIn(process.model, "name") || process.id },
        ...elements.map((element) => ({ value: element.id ?? "", label: textIn(element, "name") || (element.id ?? "") })),
      ]}
      onChange={(id: string) => board.select(id)}
    />
  );
}

/** A file in the encoding that it says it has. */
async function textOf(file: File): Promise<string | EncodingError> {
  try {
    return decodeModel(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (error instanceof EncodingError) return error;
    throw error;
  }
}

type Side = "properties" | "problems" | "dryRun";

export function Modeler(props: ModelerProps): ReactNode {
  const { stored, begin, vocabulary, path, handle, isSaving, mayDeploy, refusedKey, onSave, onDeploy } = props;
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [side, setSide] = useState<Side>("properties");
  const { board, turn, edition, latest, examined, base, problems, failure } = useBoard({
    frame,
    xml: begin,
    vocabulary,
    problemLabel: ({ sentence, isError }) => t(isError ? "modeler.problemOf.error" : "modeler.problemOf.warning", { sentence }),
  });
  // Unsaved work of before, or a file, is a change that cannot be undone.
  const isOther = useRef(begin !== stored);
  const wasEdited = board?.can("undo") === true || board?.can("redo") === true;
  const isChanged = isOther.current || (wasEdited && (examined !== edition || latest.current !== base.current));
  const state = useRef({ isChanged, text: () => latest.current });
  state.current.isChanged = isChanged;
  useEffect(() => {
    handle.current = {
      isDirty: () => state.current.isChanged,
      text: () => state.current.text(),
      settle: (xml) => {
        latest.current = xml;
        base.current = xml;
        isOther.current = false;
      },
      renamed: async (key) => {
        const process = board?.process();
        return process !== undefined && (process.id === key || board?.identify(process.id, key) === true) ? board?.xml() : undefined;
      },
    };
  }, [handle, board, latest, base]);
  // The key is a property of the process.
  useEffect(() => {
    if (refusedKey === undefined || board === undefined) return;
    board.selectNothing();
    setSide("properties");
  }, [refusedKey, board]);

  const errors = problems.filter(({ isError }) => isError).length;
  const save = async () => {
    if (board === undefined || isSaving) return;
    const process = board.process();
    // What nobody has changed is stored as it was written.
    const xml = isChanged ? await board.xml() : stored;
    const isStored = await onSave(xml, { key: process?.id ?? "", name: textIn(process?.model, "name") });
    if (isStored && isChanged) handle.current?.settle(xml);
  };
  useSaveKey(() => void save());

  const importFile = async (chosen: File | undefined) => {
    if (chosen === undefined || board === undefined) return;
    const text = await textOf(chosen);
    if (typeof text !== "string") {
      notices.refused(inLanguage(text.reason, language));
      return;
    }
    if (text.length > mostCharacters) {
      notices.refused(t("modeler.importTooLong"));
      return;
    }
    if (
      isChanged &&
      !(await modal.confirm({
        title: t("modeler.importAsk"),
        okText: t("common.ok"),
        cancelText: t("common.cancel"),
        autoFocusButton: "cancel",
      }))
    )
      return;
    const before = await board.xml();
    try {
      await board.open(text);
      isOther.current = true;
      notices.done(t("modeler.imported", { name: chosen.name }));
    } catch (error) {
      notices.failed(error);
      await board.open(before);
    }
  };
  const selected = board?.selected() ?? board?.process();
  // The drawing changes in place: each turn shows it anew.
  const names = useMemo(
    () => (board === undefined || vocabulary === undefined ? [] : namesIn(board, vocabulary)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [board, vocabulary, turn],
  );
  const saveText = (ending: string, type: string, text: string) =>
    saveBlob({ blob: new Blob([text], { type }), name: "" }, `${board?.process()?.id ?? "process"}.${ending}`);
  const tool = (label: string, icon: string, work: (shown: Board) => void, isOn = true) => (
    <button
      key={label}
      type="button"
      className="tm-icon-button"
      aria-label={label}
      title={label}
      disabled={board === undefined || !isOn}
      onClick={() => board !== undefined && work(board)}
    >
      <Icon name={icon} />
    </button>
  );
  const blocked =
    errors > 0 ? t("modeler.deployBlocked", { count: errors }) : isChanged || onDeploy === undefined ? t("modeler.deployUnsaved") : "";
  return (
    <div className="tm-modeler" data-state={board === undefined ? (failure === undefined ? "loading" : "failed") : "drawn"}>
      <div className="tm-modeler-tools" role="toolbar" aria-label={t("modeler.tools")}>
        <Button type="primary" loading={isSaving} disabled={board === undefined} onClick={() => void save()}>
          {t("modeler.save")}
        </Button>
        {mayDeploy && (
          <Button disabled={board === undefined || blocked !== ""} title={blocked} onClick={onDeploy}>
            {t("modeler.deploy")}
          </Button>
        )}
        {tool(t("modeler.undo"), "undo", (shown) => shown.act("undo"), board?.can("undo"))}
        {tool(t("modeler.redo"), "redo", (shown) => shown.act("redo"), board?.can("redo"))}
        {tool(t("modeler.copy"), "copy", (shown) => shown.act("copy"), board?.selected() !== undefined)}
        {tool(t("modeler.paste"), "container", (shown) => shown.act("paste"))}
        {tool(t("process.zoomIn"), "plus", (shown) => shown.zoom(zoomStep))}
        {tool(t("process.zoomOut"), "minus", (shown) => shown.zoom(1 / zoomStep))}
        {tool(t("process.fit"), "fullscreen", (shown) => shown.fit())}
        {tool(t("modeler.import"), "import", () => file.current?.click())}
        {tool(t("modeler.exportXml"), "export", (shown) => void shown.xml().then((xml) => saveText("bpmn", "application/xml", xml)))}
        {tool(t("modeler.exportSvg"), "picture", (shown) => void shown.svg().then((svg) => saveText("svg", "image/svg+xml", svg)))}
        <input
          ref={file}
          type="file"
          hidden
          accept=".bpmn,.bpmn2,.xml,application/xml"
          aria-label={t("modeler.import")}
          onChange={(event) => {
            void importFile(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {failure !== undefined && <Alert type="error" showIcon role="alert" message={t("modeler.unreadable")} description={failure} />}
      <div className="tm-modeler-body">
        <Palette board={board} vocabulary={vocabulary} />
        <div className="tm-modeler-frame">
          {board === undefined && failure === undefined && (
            <div className="tm-diagram-skeleton" role="status" aria-label={t("modeler.loading")} />
          )}
          <div ref={frame} className="tm-diagram-canvas" />
        </div>
        <aside className="tm-modeler-side" aria-label={t("modeler.side")}>
          {board !== undefined && vocabulary !== undefined && (
            <>
              <ElementChooser board={board} />
              <Tabs
                size="small"
                activeKey={side}
                onChange={(key) => setSide(key === "problems" || key === "dryRun" ? key : "properties")}
                items={[
                  {
                    key: "properties",
                    label: t("modeler.properties"),
                    children: selected !== undefined && (
                      <Panel
                        key={selected.id}
                        board={board}
                        drawn={selected}
                        names={names}
                        vocabulary={vocabulary}
                        refusedKey={refusedKey}
                      />
                    ),
                  },
                  {
                    key: "problems",
                    label: `${t("modeler.problems")} (${problems.length})`,
                    children: (
                      <ProblemList
                        problems={problems}
                        nameOf={(id) => board.nameOf(id)}
                        onSelect={(id) => {
                          board.select(id);
                          setSide("properties");
                        }}
                      />
                    ),
                  },
                  {
                    key: "dryRun",
                    label: t("modeler.dryRun"),
                    destroyOnHidden: true,
                    children: <DryRunPart board={board} path={path} fields={fieldsReadBy(board, vocabulary)} edition={edition} />,
                  },
                ]}
              />
            </>
          )}
        </aside>
      </div>
    </div>
  );
}
