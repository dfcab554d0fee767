// What can be drawn, as buttons beside the drawing.
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Board, NewElement } from "./board.ts";
import type { Vocabulary } from "./vocabulary.ts";

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

interface PaletteEntry extends NewElement {
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

export function Palette({
  board,
  vocabulary,
}: {
  readonly board: Board | undefined;
  readonly vocabulary: Vocabulary | undefined;
}): ReactNode {
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
