// The codes of a package as a tree of lines: arrows go from line to line and open packages, Enter asks for a code.
import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { groupDigits } from "../../../fields/digits.ts";
import { Tag } from "../../../fields/tag.tsx";
import { moveBy, type TreeLine } from "../../ui/keyboard/tree-keys.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { CodeLine, Line, MoreLine } from "./package-tree.ts";
import type { OptionTag } from "./option-tags.tsx";

interface PackageLinesProps {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly tagOf: OptionTag;
  readonly onAsk: (code: string) => void;
  readonly onToggle: (code: string) => void;
  readonly onMore: (code: string) => void;
}

function CodeContent({ line, tagOf }: { readonly line: CodeLine; readonly tagOf: OptionTag }) {
  const { t } = useTranslation();
  const { code } = line;
  return (
    <>
      <span className="tm-expand">{line.isOpen !== undefined && <Icon name={line.isOpen ? "down" : "right"} size={11} />}</span>
      <span className="tm-package-code">{code.code}</span>
      <span className="tm-package-facts">
        <span className="tm-package-layer">{code.layerName}</span>
        {code.childNum > 0 && <span className="tm-soft">{t("relations.holds", { num: groupDigits(String(code.childNum)) })}</span>}
        {tagOf("lifeStatus", code.lifeStatus)}
        {code.blockStatus !== 0 && tagOf("blockStatus", code.blockStatus)}
        {code.twins.map((twin) => (
          <span key={twin.code} className="tm-package-twin" title={t("relations.twin")}>
            <Icon name="link" size={12} />
            {twin.code}
          </span>
        ))}
        {line.isRequested && <Tag text={t("relations.asked")} colour="blue" />}
      </span>
    </>
  );
}

function MoreContent({ line }: { readonly line: MoreLine }) {
  const { t } = useTranslation();
  if (line.isLoading) return <span className="tm-soft">{t("relations.loading")}</span>;
  return (
    <>
      {line.failure !== undefined && <span className="tm-package-failure">{line.failure}</span>}
      <span className="tm-package-more">{t(line.failure === undefined ? "relations.more" : "common.retry")}</span>
    </>
  );
}

const treeLineOf = (line: Line): TreeLine => ({ level: line.level, isOpen: line.shows === "code" ? line.isOpen : undefined });

export function PackageLines({ label, lines, tagOf, onAsk, onToggle, onMore }: PackageLinesProps) {
  const tree = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  // The line that the Tab key reaches: the one last used, else the code that was asked for.
  const used = lines.findIndex(({ key }) => key === current);
  const at =
    used >= 0
      ? used
      : Math.max(
          0,
          lines.findIndex((line) => line.shows === "code" && line.isRequested),
        );

  const choose = (line: Line | undefined) => {
    if (line === undefined) return;
    setCurrent(line.key);
    if (line.shows === "code") onAsk(line.code.code);
    else if (!line.isLoading) onMore(line.parent);
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const line = lines[at];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(line);
      return;
    }
    const move = moveBy(event.key, lines.map(treeLineOf), at);
    if (move === undefined) return;
    event.preventDefault();
    if ("to" in move) {
      setCurrent(lines[move.to]?.key);
      tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[move.to]?.focus();
    } else if (line?.shows === "code") onToggle(line.code.code);
  };
  const click = (event: MouseEvent, line: Line) => {
    const isArrow = event.target instanceof Element && event.target.closest(".tm-expand") !== null;
    if (!isArrow || line.shows !== "code" || line.isOpen === undefined) return choose(line);
    setCurrent(line.key);
    onToggle(line.code.code);
  };
  const item = (line: Line, index: number) => ({
    role: "treeitem",
    tabIndex: index === at ? 0 : -1,
    onClick: (event: MouseEvent) => click(event, line),
  });
  return (
    <div ref={tree} role="tree" aria-label={label} className="tm-package" onKeyDown={press}>
      {lines.map((line, index) => (
        <div
          key={line.key}
          {...item(line, index)}
          className={line.shows === "code" && line.isRequested ? "tm-package-line tm-package-asked" : "tm-package-line"}
          style={{ paddingInlineStart: `${8 + (line.level - 1) * 20}px` }}
          aria-level={line.level}
          aria-selected={line.shows === "code" && line.isRequested}
          {...(line.shows === "code" && line.isOpen !== undefined ? { "aria-expanded": line.isOpen } : {})}
          {...(line.shows === "more" && line.isLoading ? { "aria-busy": true } : {})}
        >
          {line.shows === "code" ? <CodeContent line={line} tagOf={tagOf} /> : <MoreContent line={line} />}
        </div>
      ))}
    </div>
  );
}
