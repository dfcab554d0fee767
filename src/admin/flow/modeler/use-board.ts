// The drawing board in a page: made once, kept while its tab is hidden, and what is shown of it after each change.
import { useEffect, useRef, useState, type RefObject } from "react";
import { scopesOf } from "../../../process/model.ts";
import { namesSetIn } from "../../../process/deployable.ts";
import { failureOf } from "../../api/failure.ts";
import { useLanguage } from "../../i18n/language.ts";
import type { Board } from "./board.ts";
import type { Problem } from "./rules.ts";
import { categoryIn, vocabularyFor, type VariableName, type Vocabulary } from "./vocabulary.ts";

interface ShownBoard {
  readonly board: Board | undefined;
  /** Counts up with each change and each selection, so that what hangs on the drawing is rendered anew. */
  readonly turn: number;
  /** Counts up with each change. */
  readonly edition: number;
  /** The text of the drawing. */
  readonly latest: RefObject<string>;
  /** The edition whose text that is. */
  readonly examined: number;
  /** The text that counts as unchanged: what the drawing says when it was opened, or saved. */
  readonly base: RefObject<string | undefined>;
  readonly problems: readonly Problem[];
  readonly failure: string | undefined;
}

/** Milliseconds after the last change at which the drawing is examined. */
const pause = 200;

interface BoardSource {
  readonly frame: RefObject<HTMLDivElement | null>;
  /** The text that it opens with. */
  readonly xml: string;
  readonly vocabulary: Vocabulary | undefined;
  readonly problemLabel: (problem: Problem) => string;
}

export function useBoard({ frame, xml, vocabulary, problemLabel }: BoardSource): ShownBoard {
  const language = useLanguage();
  const [board, setBoard] = useState<Board>();
  const [failure, setFailure] = useState<string>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [{ turn, edition }, setTurn] = useState({ turn: 0, edition: 0 });
  const [examined, setExamined] = useState(-1);
  const latest = useRef(xml);
  const base = useRef<string>(undefined);
  const made = useRef<Board>(undefined);
  const label = useRef(problemLabel);
  label.current = problemLabel;

  useEffect(() => {
    const { current: container } = frame;
    if (container === null || vocabulary === undefined) return undefined;
    let isGone = false;
    const begin = async () => {
      try {
        const { createBoard } = await import("./board.ts");
        if (isGone || made.current !== undefined) return;
        const { processKeys, hasMessages } = vocabulary.options;
        const runs = { calls: processKeys.size > 0, messages: hasMessages };
        const next = createBoard(container, { language, runs, problemLabel: (problem) => label.current(problem) });
        made.current = next;
        next.watch((isChange) => setTurn((before) => ({ turn: before.turn + 1, edition: before.edition + (isChange ? 1 : 0) })));
        await next.open(xml);
        setBoard(next);
      } catch (error) {
        made.current?.destroy();
        made.current = undefined;
        if (!isGone) setFailure(failureOf(error).message);
      }
    };
    if (made.current === undefined) void begin();
    return () => {
      isGone = true;
      // A hidden tab keeps its drawing with all that can be undone; one that was closed is no longer in the document.
      queueMicrotask(() => {
        if (container.isConnected) return;
        made.current?.destroy();
        made.current = undefined;
      });
    };
    // The language and the text are those of the beginning.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [frame, vocabulary]);

  // At once: a page may be loaded anew right after the last change.
  useEffect(() => {
    const keep = async () => {
      if (board === undefined) return;
      const text = await board.xml();
      latest.current = text;
      base.current ??= text;
      setExamined(edition);
    };
    void keep();
  }, [board, edition]);

  useEffect(() => {
    if (board === undefined || vocabulary === undefined) return undefined;
    const timer = setTimeout(() => {
      const examine = async () => {
        const root = board.root();
        if (root === undefined) return;
        const { problemsOf } = await import("./rules.ts");
        const found = await problemsOf(root, vocabularyFor(vocabulary, categoryIn(root)).options, language);
        setProblems(found);
        board.showProblems(found);
      };
      void examine();
    }, pause);
    return () => clearTimeout(timer);
  }, [board, vocabulary, language, edition]);

  return { board, turn, edition, latest, examined, base, problems, failure };
}

/** What expressions of a model may read: fields, standard names, and those that the model sets itself. */
export function namesIn(board: Board, vocabulary: Vocabulary): readonly VariableName[] {
  const root = board.root();
  const set = root === undefined ? new Set<string>() : namesSetIn(scopesOf({ root, context: undefined }));
  const { names } = root === undefined ? vocabulary : vocabularyFor(vocabulary, categoryIn(root));
  const declared = new Set(names.map(({ name }) => name));
  const own = [...set]
    .filter((name) => !declared.has(name))
    .map((name): VariableName => ({ name, label: [name, name], isUser: false, isNumber: false }));
  // A name that the model sets may be of another type than the field.
  return [...names.map(({ type, ...name }) => (type === undefined || set.has(name.name) ? name : { ...name, type })), ...own];
}
