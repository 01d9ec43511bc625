// English for the labels of the recycle bin.

export const binLabelsEn = {
  回收站: 'Recycle bin',
  回收站列表: 'Recycle bin',
  删除人: 'Deleted by',
  删除时间: 'Deleted',
  恢复已删除的数据: 'Restore what was deleted',
  移出的课件: 'File taken out of a course',
  撤销删除: 'Undo the deletion',
  彻底删除: 'Remove for good',
  接口与集成: 'Interfaces',
  服务配置: 'Services',
  系统日志: 'Logs',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof binLabelsEn, string> {}
}
