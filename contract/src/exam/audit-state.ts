// How an application to an exam stands.
/** dictionary exam_audit_state */
export const auditState = { 0: '待审核', 1: '通过', 2: '驳回' } as const
