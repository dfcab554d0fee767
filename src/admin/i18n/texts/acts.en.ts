// What people do in approvals, in English: in the timeline of a record and among the steps of a process.
export const texts = {
  acts: {
    approved: "Approved",
    rejected: "Rejected",
    resubmitted: "Resubmitted",
    sentBack: "Sent back",
    moved: "Moved",
    unclaimed: "Put back",
    transferred: "Transferred",
    delegated: "Delegated",
    returned: "Handed back",
    consulted: "Asked for an opinion",
    opinion: "Gave an opinion",
    reminded: "Reminded",
    withdrawn: "Withdrawn",
    reassigned: "Reassigned",
    retried: "Retried",
  },
};
