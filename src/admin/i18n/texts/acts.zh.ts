// What people do in approvals, in Chinese: in the timeline of a record and among the steps of a process.
export const texts = {
  acts: {
    approved: "同意",
    rejected: "驳回",
    resubmitted: "重新提交",
    sentBack: "退回",
    moved: "转移",
    unclaimed: "退回待签",
    transferred: "转办",
    delegated: "委托",
    returned: "委托办结",
    consulted: "征询意见",
    opinion: "意见",
    reminded: "催办",
    withdrawn: "撤销",
    reassigned: "转交",
    retried: "重试",
  },
};
