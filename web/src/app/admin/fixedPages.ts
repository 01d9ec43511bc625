// Pages of every back-office user that no menu contains (admin.md §2).
import type { PageRoute } from '../routes/menu.ts'
import type { PlainText } from '../../kernel/i18n.ts'

const fixed = (path: string, title: PlainText, component: string): PageRoute => ({
  path,
  title,
  component,
  name: '',
  layout: 'Layout',
  hidden: true,
  crumbs: [{ title, path }],
  highlight: '',
})

export const fixedPages: PageRoute[] = [
  fixed('/profile/index', '个人资料', 'sys/admin/ProfilePage'),
  fixed('/profile/message', '我的消息', 'sys/admin/MyMessagePage'),
]
