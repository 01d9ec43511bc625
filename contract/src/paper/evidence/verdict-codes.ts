// Codes of the review of a recording.

export const EvidenceVerdict = { none: 0, clear: 1, watch: 2, violation: 3 } as const
export type EvidenceVerdict = (typeof EvidenceVerdict)[keyof typeof EvidenceVerdict]
export const evidenceVerdict = {
  [EvidenceVerdict.none]: '待复核',
  [EvidenceVerdict.clear]: '未见异常',
  [EvidenceVerdict.watch]: '需要关注',
  [EvidenceVerdict.violation]: '违规',
} as const

/** What a verdict does to the paper and its candidate. */
export const verdictEffect = { none: '只记录结论', note: '告知考生', void: '答卷作废', restore: '恢复答卷' } as const
/** What a row of the history did: a verdict, or a hold of the deletion and its end. */
export const reviewAct = { ...verdictEffect, hold: '暂缓删除', release: '取消暂缓' } as const
