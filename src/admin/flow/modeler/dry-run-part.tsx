// The dry run beside the drawing: who is asked at each step, the answers, and the way on the diagram.
import { parsedJson } from "../../../schema/json.ts";
import { Alert, Button, Input } from "antd";
import { useEffect, useId, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { inLanguage } from "../../../schema/text.ts";
import { failureOf } from "../../api/failure.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useWrite } from "../../data/queries/writes.ts";
import type { Mark } from "../diagram/steps.ts";
import type { Board } from "./board.ts";
import { dryRunOf, pathOf, variablesOf, type Answer, type Candidate, type DryRun, type Stop } from "./dry-run.ts";
import { Picker } from "./pickers.tsx";
import { Property } from "./property.tsx";
import type { VariableName } from "./vocabulary.ts";

interface DryRunPartProps {
  readonly board: Board;
  /** The path of the resource of models. */
  readonly path: string;
  /** Fields that the model reads. */
  readonly fields: readonly VariableName[];
  /** Counts up with every change of the drawing: a run of another drawing is over. */
  readonly edition: number;
}

const emptyPath: ReadonlyMap<string, Mark> = new Map();

function People({ people }: { readonly people: readonly Candidate[] }): ReactNode {
  const { t } = useTranslation();
  const names = people.map(({ kind, name }) =>
    kind === "administrators" ? t("modeler.administrators") : t(`modeler.groupOf.${kind}`, { name }),
  );
  return names.length === 0 ? null : <p>{t("modeler.asks", { names: names.join(t("process.separator")) })}</p>;
}

const single = { timer: "modeler.fire", event: "modeler.receive" } as const;

interface StopButtonsProps {
  readonly stop: Stop;
  readonly onAnswer: (pass: boolean, given?: string) => void;
}

/** A service is not called: what it would answer may be given. */
function ServiceAnswer({ onAnswer }: Pick<StopButtonsProps, "onAnswer">): ReactNode {
  const { t } = useTranslation();
  const [given, setGiven] = useState("");
  const isWrong = given.trim() !== "" && parsedJson(given) === undefined;
  return (
    <>
      <Property
        label={t("modeler.serviceAnswer")}
        render={(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            spellCheck={false}
            value={given}
            status={isWrong ? "error" : ""}
            aria-invalid={isWrong}
            aria-describedby={`${id}_note`}
            onChange={(event) => setGiven(event.target.value)}
          />
        )}
      />
      {isWrong && (
        <small className="tm-property-problem" role="alert">
          {t("modeler.serviceAnswerWrong")}
        </small>
      )}
      <span className="tm-dry-buttons">
        <Button size="small" type="primary" disabled={isWrong} onClick={() => onAnswer(true, given.trim())}>
          {t("modeler.serve")}
        </Button>
        <Button size="small" onClick={() => onAnswer(false)}>
          {t("modeler.serveFails")}
        </Button>
      </span>
    </>
  );
}

function StopButtons({ stop, onAnswer }: StopButtonsProps): ReactNode {
  const { t } = useTranslation();
  if (stop.kind === "service") return <ServiceAnswer onAnswer={onAnswer} />;
  if (stop.kind === "timer" || stop.kind === "event")
    return (
      <Button size="small" onClick={() => onAnswer(true)}>
        {t(single[stop.kind])}
      </Button>
    );
  const [yes, no] = [t("modeler.yes"), t("modeler.no")];
  return (
    <span className="tm-dry-buttons">
      <Button size="small" type="primary" onClick={() => onAnswer(true)}>
        {yes}
      </Button>
      <Button size="small" onClick={() => onAnswer(false)}>
        {no}
      </Button>
    </span>
  );
}

export function DryRunPart({ board, path, fields, edition }: DryRunPartProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const send = useWrite();
  const [starter, setStarter] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const [run, setRun] = useState<DryRun>();
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    setRun(undefined);
    setAnswers([]);
    setFailure("");
  }, [edition]);
  useEffect(() => {
    board.showPath(run === undefined ? emptyPath : pathOf(run));
  }, [board, run]);
  useEffect(() => () => board.showPath(emptyPath), [board]);

  const go = async (next: readonly Answer[]) => {
    setBusy(true);
    setFailure("");
    board.selectNothing();
    try {
      const numbers = new Set(fields.filter(({ isNumber }) => isNumber).map(({ name }) => name));
      const body = { xml: await board.xml(), starter: starter[0] ?? "", variables: variablesOf(typed, numbers), answers: next };
      setRun(dryRunOf(await send({ path: `${path}/dry-run`, body })));
      setAnswers(next);
    } catch (error) {
      setFailure(failureOf(error).message);
    }
    setBusy(false);
  };
  const stopName = (stops: readonly Stop[], answer: Answer) =>
    stops.find(({ elementId }) => elementId === answer.elementId)?.name || answer.elementId;
  const outcome =
    run === undefined || run.outcome === "running"
      ? undefined
      : run.outcome === "failed"
        ? "failed"
        : run.isApproved
          ? "approved"
          : "rejected";
  return (
    <div className="tm-dry-run" aria-busy={isBusy}>
      <p className="tm-soft">{t("modeler.dryRunHint")}</p>
      {failure !== "" && <Alert type="error" showIcon role="alert" message={failure} />}
      {run === undefined && (
        <>
          <Property
            label={t("modeler.starter")}
            render={(picker) => (
              <Picker id={picker} of="user" isSeveral={false} label={t("modeler.starter")} value={starter} onChange={setStarter} />
            )}
          />
          <small className="tm-soft">{t("modeler.starterMe")}</small>
          {fields.length > 0 && (
            <fieldset className="tm-property-group">
              <legend>{t("modeler.fieldsGiven")}</legend>
              {fields.map(({ name, label, isUser }) => (
                <Property
                  key={name}
                  label={inLanguage(label, language)}
                  render={(field) =>
                    isUser ? (
                      <Picker
                        id={field}
                        of="user"
                        isSeveral={false}
                        label={inLanguage(label, language)}
                        value={typed[name] === undefined || typed[name] === "" ? [] : [typed[name]]}
                        onChange={([chosen = ""]) => setTyped({ ...typed, [name]: chosen })}
                      />
                    ) : (
                      <Input
                        id={field}
                        value={typed[name] ?? ""}
                        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                      />
                    )
                  }
                />
              ))}
            </fieldset>
          )}
          <Button type="primary" loading={isBusy} onClick={() => void go([])}>
            {t("modeler.begin")}
          </Button>
        </>
      )}
      {run !== undefined && (
        <>
          <span className="tm-dry-buttons">
            <Button size="small" onClick={() => setRun(undefined)}>
              {t("modeler.again")}
            </Button>
            <Button size="small" disabled={answers.length === 0 || isBusy} onClick={() => void go(answers.slice(0, -1))}>
              {t("modeler.back")}
            </Button>
          </span>
          <ol className="tm-dry-rounds" aria-label={t("modeler.dryRun")}>
            {run.rounds
              .filter(({ stops }) => stops.length > 0)
              .map(({ stops, answer }, index) => (
                <li key={index}>
                  <strong id={`${id}_${index}`}>{t("modeler.step", { number: index + 1 })}</strong>
                  {stops.map((stop) => (
                    <div
                      key={`${stop.elementId} ${stop.place}`}
                      className="tm-dry-stop"
                      role="group"
                      aria-label={stop.name || stop.elementId}
                    >
                      <span className="tm-step-name">{stop.name || stop.elementId}</span>
                      <People people={stop.people} />
                      {stop.kind === "service" && <p className="tm-dry-service">{stop.of}</p>}
                      {stop.due !== "" && <small className="tm-soft">{t("modeler.until", { time: stop.due })}</small>}
                      {answer === undefined && (
                        <StopButtons
                          stop={stop}
                          onAnswer={(pass, given = "") =>
                            void go([
                              ...answers,
                              { kind: stop.kind, elementId: stop.elementId, place: stop.place, pass, ...(given === "" ? {} : { given }) },
                            ])
                          }
                        />
                      )}
                    </div>
                  ))}
                  {answer !== undefined && (
                    <p className="tm-dry-answer">
                      {t(answer.kind !== "task" ? "modeler.answered.other" : answer.pass ? "modeler.answered.yes" : "modeler.answered.no", {
                        name: stopName(stops, answer),
                      })}
                    </p>
                  )}
                </li>
              ))}
          </ol>
          {outcome !== undefined && (
            <Alert
              type={outcome === "approved" ? "success" : outcome === "rejected" ? "warning" : "error"}
              showIcon
              role="status"
              message={t(`modeler.outcome.${outcome}`)}
              description={run.error === "" ? undefined : run.error}
            />
          )}
        </>
      )}
    </div>
  );
}
