// The modeler: tools, palette, drawing, and beside it properties, problems and the dry run.
import { Alert, Tabs } from "antd";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { memberText } from "../../../process/members.ts";
import { useSaveKey } from "../../forms/dialogs/dialog-frame.tsx";
import { DryRunPart } from "./dry-run-part.tsx";
import { ElementChooser } from "./element-chooser.tsx";
import { fieldsReadBy } from "./fields-read.ts";
import { ModelerTools } from "./modeler-tools.tsx";
import { Palette } from "./palette.tsx";
import { Panel } from "./panel.tsx";
import type { RefusedKey } from "./panel-props.ts";
import { ProblemList } from "./problem-list.tsx";
import { namesIn, useBoard } from "./use-board.ts";
import { useImport } from "./use-import.ts";
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

type Side = "properties" | "problems" | "dryRun";

export function Modeler(props: ModelerProps): ReactNode {
  const { stored, begin, vocabulary, path, handle, isSaving, mayDeploy, refusedKey, onSave, onDeploy } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
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
    const isStored = await onSave(xml, { key: process?.id ?? "", name: memberText(process?.model, "name") });
    if (isStored && isChanged) handle.current?.settle(xml);
  };
  useSaveKey(() => void save());

  const importFile = useImport({
    board,
    isChanged,
    onOpened: () => {
      isOther.current = true;
    },
  });
  const selected = board?.selected() ?? board?.process();
  // The drawing changes in place: each turn shows it anew.
  const names = useMemo(
    () => (board === undefined || vocabulary === undefined ? [] : namesIn(board, vocabulary)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [board, vocabulary, turn],
  );
  const blocked =
    errors > 0 ? t("modeler.deployBlocked", { count: errors }) : isChanged || onDeploy === undefined ? t("modeler.deployUnsaved") : "";
  return (
    <div className="tm-modeler" data-state={board === undefined ? (failure === undefined ? "loading" : "failed") : "drawn"}>
      <ModelerTools
        board={board}
        isSaving={isSaving}
        onSave={() => void save()}
        mayDeploy={mayDeploy}
        blocked={blocked}
        onDeploy={onDeploy}
        onImport={(file) => void importFile(file)}
      />
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
