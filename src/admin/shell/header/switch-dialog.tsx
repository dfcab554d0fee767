// Chooses the department and role that the person acts as from now on (docs/specification.md §4, §5; switch mode).
import { Alert, Button, Select } from "antd";
import { use, useId, useState, type FormEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf } from "../../api/failure.ts";
import { rowsOf, textOf } from "../../api/wire-data.ts";
import { switchTo } from "../../api/token-exchange.ts";
import { session } from "../../api/session.ts";
import { useRead } from "../../data/queries/reads.ts";
import { DialogFoot, DialogFrame } from "../../forms/dialogs/dialog-frame.tsx";
import { addTexts } from "../../i18n/index.ts";

const texts = addTexts("pages");
const width = 460;

type Part = "dept" | "role";

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The fields, with the call that lists the user's options for each. */
const parts = {
  dept: { path: "/blade-system/dept/select", name: "deptName" },
  role: { path: "/blade-system/role/select", name: "roleName" },
} as const satisfies Readonly<Record<Part, { readonly path: string; readonly name: string }>>;

const choicesIn =
  (part: Part) =>
  (payload: unknown): readonly Choice[] =>
    rowsOf(payload).map((row) => ({ value: textOf(row["id"]), label: textOf(row[parts[part].name]) || textOf(row["title"]) }));
const deptsIn = choicesIn("dept");
const rolesIn = choicesIn("role");

/** The only one there is, or the one in force; nothing where people must choose. */
function firstOf(choices: readonly Choice[], current: string): string | undefined {
  if (choices.length === 1) return choices[0]?.value;
  return choices.find((choice) => choice.value === current)?.value;
}

/** Default export, because it is loaded lazily. */
export default function SwitchDialog({ onClose }: { readonly onClose: () => void }) {
  use(texts);
  const { t } = useTranslation();
  const id = useId();
  const [user] = useState(() => session()?.user);
  const ofUser = { userId: user?.userId ?? "" };
  const depts = useRead({ path: parts.dept.path, query: ofUser }, deptsIn);
  const roles = useRead({ path: parts.role.path, query: ofUser }, rolesIn);
  const [picked, setPicked] = useState<Partial<Record<Part, string>>>({});
  const [isRequested, setRequested] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");

  const choices = depts.value === undefined || roles.value === undefined ? undefined : { dept: depts.value, role: roles.value };
  const chosen: Partial<Record<Part, string | undefined>> = {
    dept: picked.dept ?? (choices === undefined ? undefined : firstOf(choices.dept, user?.deptId ?? "")),
    role: picked.role ?? (choices === undefined ? undefined : firstOf(choices.role, user?.roleId ?? "")),
  };
  const refusalText = refusal || (depts.failure ?? roles.failure)?.message || "";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRequested(true);
    const { dept, role } = chosen;
    if (dept === undefined || role === undefined || isBusy) return;
    setBusy(true);
    setRefusal("");
    try {
      const sentence = await switchTo({ deptId: dept, roleId: role });
      if (sentence === "") {
        // Menu, keys and every open page belong to the rights of before.
        location.assign("/");
        return;
      }
      setRefusal(sentence);
    } catch (error) {
      setRefusal(failureOf(error).message || t("switchOver.failed"));
    }
    setBusy(false);
  };

  const field = (part: Part) => {
    const isMissing = isRequested && chosen[part] === undefined;
    return (
      <div className="tm-dialog-field">
        <label htmlFor={`${id}-${part}`}>{t(`switchOver.${part}`)}</label>
        <Select
          id={`${id}-${part}`}
          style={{ width: "100%" }}
          showSearch
          optionFilterProp="label"
          loading={choices === undefined && refusalText === ""}
          placeholder={t(`switchOver.${part}Placeholder`)}
          options={[...(choices?.[part] ?? [])]}
          value={chosen[part] ?? null}
          {...(isMissing ? { status: "error" as const } : {})}
          aria-required
          aria-invalid={isMissing}
          aria-describedby={isMissing ? `${id}-${part}-missing` : undefined}
          onChange={(value: string) => setPicked((old) => ({ ...old, [part]: value }))}
        />
        {isMissing && (
          <p id={`${id}-${part}-missing`} className="tm-dialog-fault" role="alert">
            {t(`switchOver.${part}Required`)}
          </p>
        )}
      </div>
    );
  };
  return (
    <DialogFrame title={t("switchOver.title")} width={width} ignoresMaskClick={false} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {refusalText !== "" && <Alert className="tf-alert" type="error" showIcon role="alert" message={refusalText} />}
        {field("dept")}
        {field("role")}
        <p className="tm-soft">{t("switchOver.hint")}</p>
        <DialogFoot>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={choices === undefined}>
            {t("switchOver.ok")}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
