// What bills of a warehouse offer and how they are closed, alike for goods that come in and goods that go out.

/** Bills that a stock document can still be made of. */
export const openBills = { fields: ["billNo", "billType", "status"], where: { status: [0, 1] }, open: "signed-in" } as const;

/** Ends a bill of which the rest is not carried out any more. */
export const closeBill = {
  label: ["关闭", "Close"], from: ["open", "partial"], to: "closed", confirm: ["确定关闭该账单?", "Close this bill?"],
  effect: ["有未完成的单据时拒绝", "Refused while a document of the bill is in progress"],
} as const;
