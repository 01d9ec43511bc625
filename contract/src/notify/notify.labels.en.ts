// English for the labels of this domain.

export const notifyLabelsEn = {
  自定义通知: 'Custom notification',
  考试通知: 'Exam notification',
  课程通知: 'Course notification',
  直播通知: 'Live lesson notification',
  线下培训提醒: 'Reminder of a lesson in a room',
  培训网址: 'Address of the lesson',
  证书到期提醒: 'Certificate reminder',
  到期日期: 'Last day',
  我的证书网址: 'Address of the certificates',
  站内消息: 'Inbox message',
  '考试时长（分钟）': 'Duration (minutes)',
  等待发送: 'Waiting',
  发送中: 'Sending',
  发送失败: 'Failed',
  记录: 'Entry',
  渠道: 'Channel',
  接收人: 'Recipients',
  发送人: 'Sent by',
  发送记录: 'Delivery log',
  消息模板: 'Message template',
  邮件: 'E-mail',
  发送渠道: 'Channels',
  关联类型: 'Kind of reference',
  关联编号: 'Reference',
  发送通知: 'Send a notification',
  通知自己的考试和课程: 'Notify the people of own exams and courses',
  接收人数: 'Number of recipients',
  定时通知: 'Scheduled notification',
  取消定时通知: 'Cancel scheduled notifications',
  待发送: 'Scheduled',
  考试网址: 'Address of the exam',
  短信模板编号: 'SMS template number',
  消息模板详情: 'Message template',
  保存消息模板: 'Save a message template',
  删除消息模板: 'Delete message templates',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof notifyLabelsEn, string> {}
}
