// English for the labels of this domain.

export const messageLabelsEn = {
  未读: 'Unread',
  已读: 'Read',
  消息: 'Message',
  我的消息: 'My messages',
  阅读消息: 'Read a message',
  未读消息数: 'Unread messages',
  消息全部标记已读: 'Mark all messages as read',
  消息标记已读: 'Mark messages as read',
  删除消息: 'Delete messages',
  显示: 'Shown',
  隐藏: 'Hidden',
  公告: 'Notice',
  公告标题: 'Notice title',
  摘要: 'Summary',
  发布时间: 'Published',
  公告内容: 'Notice text',
  系统公告: 'Notices',
  公告详情: 'Notice',
  发布人: 'Published by',
  保存公告: 'Save a notice',
  删除公告: 'Delete notices',
  显示或隐藏公告: 'Show or hide notices',
  开启消息推送: 'Turn notifications on',
  关闭消息推送: 'Turn notifications off',
  推送公钥: 'Public key for notifications',
  推送地址: 'Push address',
  推送密钥: 'Push key',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof messageLabelsEn, string> {}
}
