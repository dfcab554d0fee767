// The toolbar of the editor of formatted text.
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Input } from "antd";
import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { Icon } from "../../admin/ui/icons/icon.tsx";
import { useFormTexts } from "../../admin/i18n/language.ts";
import {
  clearFormat,
  hasMark,
  headingAt,
  insertRule,
  isInside,
  linkAt,
  redo,
  removeLink,
  setHeading,
  setLink,
  toggle,
  toggleList,
  toggleQuote,
  undo,
} from "./widget-commands.ts";
import { headingLevels, isLinkAddress, richtextSchema } from "./document-schema.ts";

const { nodes, marks } = richtextSchema;

interface ToolbarProps {
  readonly view: EditorView;
  /** Changes with every edit, so that the buttons show where the cursor stands. */
  readonly state: EditorState;
  readonly onPicture: (file: File) => void;
  /** Opens the media library; undefined for people who have none. */
  readonly onLibrary: (() => void) | undefined;
}

interface ToolProps {
  readonly name: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ name, isPressed, isDisabled, onClick, children }: ToolProps): ReactNode {
  return (
    // The press must not take the selection from the text.
    <button
      type="button"
      className="tf-tool"
      title={name}
      aria-label={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

export function Toolbar({ view, state, onPicture, onLibrary }: ToolbarProps): ReactNode {
  const { richtext: texts, upload: uploadTexts } = useFormTexts();
  const [address, setAddress] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const isWrong = address !== undefined && address !== "" && !isLinkAddress(address);
  const applyLink = () => {
    if (address === undefined || isWrong) return;
    run(address === "" ? removeLink : setLink(address));
    setAddress(undefined);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") setAddress(undefined);
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Neither saves the form nor closes the dialog around.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") applyLink();
  };
  return (
    <div className="tf-tools" role="toolbar" aria-label={texts.toolbar}>
      <select
        className="tf-tool-select"
        aria-label={texts.style}
        value={headingAt(state)}
        onChange={(event) => run(setHeading(Number(event.target.value)))}
      >
        <option value={0}>{texts.paragraph}</option>
        {headingLevels.map((level) => (
          <option key={level} value={level}>
            {texts.heading(level)}
          </option>
        ))}
      </select>
      <Tool name={texts.bold} isPressed={hasMark(state, marks.strong)} onClick={() => run(toggle("strong"))}>
        <b>B</b>
      </Tool>
      <Tool name={texts.italic} isPressed={hasMark(state, marks.em)} onClick={() => run(toggle("em"))}>
        <i>I</i>
      </Tool>
      <Tool name={texts.underline} isPressed={hasMark(state, marks.underline)} onClick={() => run(toggle("underline"))}>
        <u>U</u>
      </Tool>
      <Tool name={texts.strike} isPressed={hasMark(state, marks.strike)} onClick={() => run(toggle("strike"))}>
        <s>S</s>
      </Tool>
      <Tool name={texts.bullets} isPressed={isInside(state, nodes.bullet_list)} onClick={() => run(toggleList("bullet_list"))}>
        <Icon name="unordered-list" />
      </Tool>
      <Tool name={texts.numbers} isPressed={isInside(state, nodes.ordered_list)} onClick={() => run(toggleList("ordered_list"))}>
        <Icon name="ordered-list" />
      </Tool>
      <Tool name={texts.quote} isPressed={isInside(state, nodes.blockquote)} onClick={() => run(toggleQuote)}>
        “
      </Tool>
      <Tool name={texts.rule} onClick={() => run(insertRule)}>
        <Icon name="minus" />
      </Tool>
      <Tool name={texts.link} isPressed={linkAt(state) !== ""} onClick={() => setAddress(linkAt(state))}>
        <Icon name="link" />
      </Tool>
      <Tool name={texts.image} onClick={() => picker.current?.click()}>
        <Icon name="picture" />
      </Tool>
      {onLibrary !== undefined && (
        <Tool name={uploadTexts.library} onClick={onLibrary}>
          <Icon name="folder-open" />
        </Tool>
      )}
      <Tool name={texts.clear} onClick={() => run(clearFormat)}>
        <Icon name="clear" />
      </Tool>
      <Tool name={texts.undo} isDisabled={!undo(state)} onClick={() => run(undo)}>
        <Icon name="undo" />
      </Tool>
      <Tool name={texts.redo} isDisabled={!redo(state)} onClick={() => run(redo)}>
        <Icon name="redo" />
      </Tool>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".jpg,.jpeg,.png,.gif,.webp"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onPicture(file);
          event.target.value = "";
        }}
      />
      {address === undefined ? null : (
        <span className="tf-tool-link">
          <Input
            autoFocus
            size="small"
            aria-label={texts.linkAddress}
            placeholder="https://"
            value={address}
            status={isWrong ? "error" : undefined}
            onChange={(event) => setAddress(event.target.value.trim())}
            onKeyDown={keys}
          />
          <Tool name={texts.apply} isDisabled={isWrong} onClick={applyLink}>
            <Icon name="check" />
          </Tool>
          {isWrong ? (
            <span className="tf-error" role="alert">
              {texts.linkWrong}
            </span>
          ) : null}
        </span>
      )}
    </div>
  );
}
