// English for the labels of this domain.

export const operationLabelsEn = {
  备份: 'Backup',
  备份情况: 'State of the backups',
  备份记录: 'Backups',
  立即备份: 'Back up now',
  备份状态: 'Backup state',
  备份方式: 'Kind of backup',
  备份步骤: 'Step of the backup',
  备份中: 'Being made',
  备份完成: 'Complete',
  备份失败: 'Not made',
  每日自动: 'Every day',
  手动备份: 'By hand',
  复制数据: 'Copying',
  读回核对: 'Reading back',
  数据量: 'Content',
  文件大小: 'File size',
  已读回核对: 'Verified',
  备份文件: 'Backup file',
  最近一次完成: 'Newest complete one',
  系统状态: 'System state',
  启动时间: 'Started',
  最近响应: 'Last seen',
  升级时间: 'Upgraded',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof operationLabelsEn, string> {}
}
