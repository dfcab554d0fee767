// The editor of formatted text. Its schema is the allowed set, so what is pasted is clean before anybody sees it; the
// server cleans again.
import { baseKeymap } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { EditorState, type Plugin } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { failureOf } from "../../admin/api/index.ts";
import { labelId } from "../../admin/inputs/field-ids.ts";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useMediaLibrary } from "../../admin/inputs/upload/use-media-library.tsx";
import { fileSize } from "../../admin/inputs/upload/file-size.ts";
import { useFormTexts } from "../../admin/i18n/language.ts";
import { faultOf, limitsOf, uploadFile } from "../../admin/inputs/upload/upload.ts";
import { insertPicture, toggle } from "./widget-commands.ts";
import { richtextSchema } from "./document-schema.ts";
import { documentOf, htmlOf, withOwnPaths } from "./widget-document.ts";
import { Toolbar } from "./widget-toolbar.tsx";

const { list_item: listItem } = richtextSchema.nodes;

function plugins(): Plugin[] {
  return [
    history(),
    keymap({
      "Mod-z": undo,
      "Mod-y": redo,
      "Shift-Mod-z": redo,
      "Mod-b": toggle("strong"),
      "Mod-i": toggle("em"),
      "Mod-u": toggle("underline"),
    }),
    keymap({ Enter: splitListItem(listItem), Tab: sinkListItem(listItem), "Shift-Tab": liftListItem(listItem) }),
    keymap(baseKeymap),
  ];
}

const pictureLimits = limitsOf({ kind: "image" });

export function Widget({ id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const { pending } = useFieldScope();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<{ readonly view: EditorView; readonly state: EditorState }>();
  const [note, setNote] = useState("");
  const given = typeof value === "string" ? value : "";
  const latest = useRef({ onChange, given });
  latest.current = { onChange, given };
  const attributes = useRef<Record<string, string>>({});
  attributes.current = {
    id,
    role: "textbox",
    "aria-multiline": "true",
    "aria-invalid": String(isInvalid),
    ...(ariaLabel === undefined ? { "aria-labelledby": labelId(id) } : { "aria-label": ariaLabel }),
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
  };

  useEffect(() => {
    if (place.current === null) return undefined;
    let isDirty = false;
    const flush = () => {
      pending.remove(flush);
      if (!isDirty) return;
      isDirty = false;
      const html = htmlOf(view.state.doc);
      if (html !== latest.current.given) latest.current.onChange(html === "" ? undefined : html);
    };
    const view: EditorView = new EditorView(place.current, {
      state: EditorState.create({ doc: documentOf(latest.current.given), plugins: plugins() }),
      attributes: () => attributes.current,
      editable: () => !isDisabled,
      transformPastedHTML: (html) => withOwnPaths(html, globalThis.location.origin),
      handleDOMEvents: {
        blur: () => {
          flush();
          return false;
        },
      },
      dispatchTransaction(transaction) {
        const next = view.state.apply(transaction);
        view.updateState(next);
        if (transaction.docChanged && !isDirty) {
          isDirty = true;
          pending.add(flush);
        }
        setEditor({ view, state: next });
      },
    });
    setEditor({ view, state: view.state });
    return () => {
      flush();
      view.destroy();
    };
  }, [pending, isDisabled]);

  // A value that came from elsewhere: a conflict that was settled, a record that was loaded again.
  useEffect(() => {
    const view = editor?.view;
    if (view === undefined || view.hasFocus() || htmlOf(view.state.doc) === htmlOf(documentOf(given))) return;
    view.updateState(EditorState.create({ doc: documentOf(given), plugins: plugins() }));
  }, [given, editor?.view]);
  useEffect(() => {
    // Attributes are read again when the editor's properties are set.
    editor?.view.setProps({});
  }, [editor?.view, isInvalid, describedBy]);

  const addPicture = async (view: EditorView, file: File) => {
    const fault = faultOf(file, pictureLimits);
    setNote(
      fault === "size"
        ? texts.upload.tooLarge(file.name, fileSize(pictureLimits.maxKb))
        : fault === "type"
          ? texts.upload.wrongType(file.name, pictureLimits.endings.join(texts.upload.and))
          : "",
    );
    if (fault !== undefined) return;
    try {
      const { link } = await uploadFile(file, { onProgress: (percent) => setNote(texts.upload.uploading(percent)) });
      insertPicture(link, file.name)(view.state, view.dispatch, view);
      setNote("");
    } catch (error) {
      setNote(failureOf(error).message || texts.upload.failed);
    }
  };

  const library = useMediaLibrary(([address]) => {
    const view = editor?.view;
    if (view === undefined || address === undefined) return;
    insertPicture(address, "")(view.state, view.dispatch, view);
    view.focus();
  });
  return (
    <div className={isInvalid ? "tf-richtext tf-richtext-bad" : "tf-richtext"}>
      {editor === undefined || isDisabled ? null : (
        <Toolbar
          view={editor.view}
          state={editor.state}
          onPicture={(file) => void addPicture(editor.view, file)}
          onLibrary={library.isThere ? () => library.open(1) : undefined}
        />
      )}
      {library.dialog}
      <div ref={place} className="tf-richtext-text" />
      {note === "" ? null : (
        <div className="tf-note" role="status">
          {note}
        </div>
      )}
    </div>
  );
}
