// States of an application to an exam.
export const AuditState = { waiting: 0, approved: 1, rejected: 2 } as const
export type AuditState = (typeof AuditState)[keyof typeof AuditState]
/** dictionary exam_audit_state */
export const auditState = { [AuditState.waiting]: '待审核', [AuditState.approved]: '通过', [AuditState.rejected]: '驳回' } as const
