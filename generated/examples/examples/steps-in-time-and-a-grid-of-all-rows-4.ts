import { code, defineResource, json, money, ref } from "#schema";

/** A kind of ticket: one value of each choice, with its price. */
export default defineResource({
  name: "festival-ticket",
  label: ["门票", "Ticket"],
  path: "/digit-bind/festival-ticket",
  title: "ticketNo",
  fields: {
    festivalId: ref("festival", "活动", "Festival", { required: true, createOnly: true, search: "equal" }),
    ticketNo: code("编号", "No.", { required: true, max: 32, unique: "tenant" }),
    choices: json("组合", "Combination"),
    price: money("价格", "Price", { required: true, min: 0 }),
  },
  actions: {
    saveAll: {
      label: ["编辑全部", "Edit all"], on: "screen", send: "body", submits: "festivalId", permission: "festivalticket_edit",
      grid: {
        columns: ["ticketNo", "price"],
        combine: { into: "choices", axes: { resource: "ticket-choice", by: "festivalId", values: "choices" } },
      },
    },
  },
});
