import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const messageEn = {
  全部已读: 'Mark all as read',
  公告会显示给所有登录的人: 'Notices are shown to everybody who signs in',
  '公告保存成功！': 'Notice saved!',
  '删除成功！': 'Deleted!',
  去看看: 'Open it',
  搜索公告: 'Search notices',
  搜索公告标题: 'Search notice titles',
  '显示“{{title}}”': 'Show “{{title}}”',
  '有新消息时，用这个浏览器的通知提醒我': 'Notify me of new messages in this browser',
  '本单位发布的公告会出现在这里。': 'Notices from your organisation appear here.',
  标记已读: 'Mark as read',
  '没有未读的消息，新的消息会出现在这里。': 'Nothing unread. New messages appear here.',
  '没有设置成功，请稍后重试。': 'Not changed. Please try again later.',
  '浏览器禁止了本站的通知，可以在浏览器的网站设置中允许。':
    'The browser blocks notifications from this site; you can allow them in its site settings.',
  编辑公告: 'Edit notice',
  '读过的消息会留在这里。': 'Messages you have read stay here.',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof messageEn> {}
}
