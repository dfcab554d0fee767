// Whether the values of a column are the steps of a life cycle, what these steps are called, and the actions that lead from one to the next.
import { chineseNamed, valueNamed } from "./glossary.ts";
import { isChinese, wordsOf } from "./names.ts";
import type { ProposedMove, ProposedOption } from "./proposal.ts";

/** Words for where things end well, and where they end otherwise; what is neither lies on the way. */
const steps = new Set([
  "draft",
  "new",
  "pending",
  "submitted",
  "reviewing",
  "waiting",
  "approved",
  "published",
  "planned",
  "scheduled",
  "confirmed",
  "paid",
  "unpaid",
  "shipped",
  "delivered",
  "received",
  "done",
  "completed",
  "finished",
  "closed",
  "cancelled",
  "canceled",
  "void",
  "rejected",
  "open",
  "processing",
  "in_progress",
  "started",
  "running",
  "paused",
  "returned",
  "refunded",
  "archived",
  "withdrawn",
  "effective",
  "terminated",
  "expired",
  "signed",
  "issued",
  "resolved",
  "assigned",
  "unpublished",
]);
const asides = new Set([
  "cancelled",
  "canceled",
  "void",
  "rejected",
  "withdrawn",
  "terminated",
  "failed",
  "expired",
  "refunded",
  "returned",
  "paused",
]);
const goal = new Set(["done", "completed", "finished", "closed", "archived", "received", "delivered"]);

const verbs: Readonly<Record<string, readonly [name: string, zh: string, en: string]>> = {
  pending: ["submit", "提交", "Submit"],
  submitted: ["submit", "提交", "Submit"],
  reviewing: ["review", "送审", "Send for review"],
  approved: ["approve", "批准", "Approve"],
  rejected: ["reject", "驳回", "Reject"],
  published: ["publish", "发布", "Publish"],
  unpublished: ["unpublish", "取消发布", "Unpublish"],
  confirmed: ["confirm", "确认", "Confirm"],
  paid: ["pay", "支付", "Pay"],
  shipped: ["ship", "发货", "Ship"],
  delivered: ["deliver", "送达", "Deliver"],
  received: ["receive", "收货", "Receive"],
  returned: ["giveBack", "退回", "Return"],
  refunded: ["refund", "退款", "Refund"],
  done: ["finish", "完成", "Finish"],
  completed: ["complete", "完成", "Complete"],
  finished: ["finish", "结束", "Finish"],
  closed: ["close", "关闭", "Close"],
  cancelled: ["cancel", "取消", "Cancel"],
  canceled: ["cancel", "取消", "Cancel"],
  void: ["voidRow", "作废", "Void"],
  archived: ["archive", "归档", "Archive"],
  withdrawn: ["withdraw", "撤回", "Withdraw"],
  terminated: ["terminate", "终止", "Terminate"],
  processing: ["begin", "开始处理", "Begin"],
  in_progress: ["begin", "开始", "Begin"],
  running: ["begin", "开始", "Begin"],
  started: ["begin", "开始", "Begin"],
  open: ["open", "打开", "Open"],
  paused: ["pause", "暂停", "Pause"],
  scheduled: ["schedule", "排期", "Schedule"],
  effective: ["takeEffect", "生效", "Put into effect"],
  expired: ["expire", "到期", "Expire"],
  signed: ["sign", "签署", "Sign"],
  issued: ["issue", "开具", "Issue"],
  resolved: ["resolve", "解决", "Resolve"],
  assigned: ["assign", "分配", "Assign"],
};

const wordOf = ({ value, zh }: ProposedOption): string => {
  const written = String(value)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return valueNamed(written) === undefined ? (chineseNamed(zh)?.value ?? written) : written;
};

/** Whether values are steps: the column is called so, and most of them are words for steps. */
export function isLifeCycle(column: string, options: readonly ProposedOption[]): boolean {
  const isCalledSo = wordsOf(column).some((word) => word === "status" || word === "state" || word === "stage");
  const matches = options.filter((option) => steps.has(wordOf(option))).length;
  return isCalledSo && options.length >= 2 && matches * 3 >= options.length * 2;
}

const camelCase = (words: readonly string[]) =>
  words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");

/** The options as states: each with a name of its own, and a number on the wire. */
export function statesOf(options: readonly ProposedOption[]): readonly ProposedOption[] {
  const areNumbers = options.every(({ value }) => typeof value === "number");
  const names = new Set<string>();
  return options.map((option, index) => {
    const words = wordsOf(isChinese(wordOf(option)) ? option.en : wordOf(option));
    const plain = words.length === 0 || /^\d/.test(words[0] ?? "") ? `state${index + 1}` : camelCase(words);
    const name = names.has(plain) ? `${plain}${index + 1}` : plain;
    names.add(name);
    return { ...option, name, value: areNumbers ? option.value : index };
  });
}

/** The steps from state to state, in the order of the states; what ends a life otherwise is reached from everything that has not ended. */
export function movesOf(
  options: readonly ProposedOption[],
  states: readonly ProposedOption[],
  isUsed: (name: string) => boolean,
): readonly ProposedMove[] {
  const words = options.map(wordOf);
  const nameAt = (index: number) => states[index]?.name ?? "";
  const way = words.flatMap((word, index) => (asides.has(word) && index > 0 ? [] : [index]));
  const isOver = (index: number) =>
    goal.has(words[index] ?? "") || (asides.has(words[index] ?? "") && index > 0 && words[index] !== "paused");
  const used = new Set<string>();
  const move = (index: number, from: readonly number[]): ProposedMove => {
    const state = states[index];
    const [name, zh, en] = verbs[words[index] ?? ""] ?? [
      camelCase(["set", ...wordsOf(nameAt(index))]),
      `转为${state?.zh ?? ""}`,
      `Set to ${(state?.en ?? "").toLowerCase()}`,
    ];
    const own = used.has(name) || isUsed(name) ? camelCase(["set", ...wordsOf(nameAt(index))]) : name;
    used.add(own);
    return { name: own, zh, en, from: from.map(nameAt), to: nameAt(index) };
  };
  return words.flatMap((_word, index) => {
    if (index === 0) return [];
    const place = way.indexOf(index);
    if (place > 0) return [move(index, [way[place - 1] ?? 0])];
    const open = way.filter((one) => !isOver(one));
    return [move(index, open.length === 0 ? [0] : open)];
  });
}
