/** What people are told of processes, and of records. */
export const noticeKinds = [
  ["assigned", "待办理", "Task to do", "blue"], ["claimable", "待签收", "Task to claim", "cyan"], ["consulted", "征询意见", "Opinion asked", "cyan"],
  ["delegated", "受托办理", "Delegated to you", "gold"], ["transferred", "转办给您", "Transferred to you", "blue"], ["returned", "受托已办", "Delegate answered", "green"],
  ["opinion", "意见已答复", "Opinion given", "green"], ["reminded", "催办", "Reminder", "orange"], ["sentBack", "退回", "Sent back", "orange"],
  ["overdue", "逾期", "Overdue", "red"], ["told", "通知", "Message", "cyan"], ["approved", "已通过", "Approved", "green"], ["rejected", "未通过", "Refused", "red"],
  ["ended", "已终止", "Ended"], ["failed", "流程出错", "Failed", "red"],
  ["mentioned", "提到我", "Mentions you", "purple"], ["commented", "新评论", "Comment", "cyan"], ["stateChanged", "状态变更", "State changed", "blue"],
] as const;

/** Whether the recipient has seen it. */
export const readStates = [["0", "未读", "Unread", "blue"], ["1", "已读", "Read"]] as const;

