// Quick entries of the start page (admin.md, Dashboard).
import { BookOutlined, FormOutlined, NotificationOutlined, SafetyCertificateOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { can } from '../../../kernel/access/permission.ts'
import { useMenuPath } from '../../../shared/page/menu-path.ts'
import { useSite } from '../../../shared/session/session.ts'
import { cardWidth, needsFiller } from './card-width.ts'
import styles from './home.module.css'

type Card = {
  permit: string
  menu: string
  title: PlainText
  hint: PlainText
  icon: ReactNode
  module?: 'moduleExam' | 'moduleCourse' | 'moduleCert'
}
const cards: Card[] = [
  {
    permit: 'exam:add',
    menu: 'ExamAdd',
    title: '创建考试',
    hint: '选模板、定时间、发给考生',
    icon: <FormOutlined />,
    module: 'moduleExam',
  },
  {
    permit: 'course:add',
    menu: 'CourseAdd',
    title: '添加课程',
    hint: '课件、学员和学习要求',
    icon: <VideoCameraOutlined />,
    module: 'moduleCourse',
  },
  { permit: 'repo:list', menu: 'RepoList', title: '题库管理', hint: '新建题库、导入试题', icon: <BookOutlined />, module: 'moduleExam' },
  {
    permit: 'cert:list',
    menu: 'CertList',
    title: '证书管理',
    hint: '证书样式和发放',
    icon: <SafetyCertificateOutlined />,
    module: 'moduleCert',
  },
]
const filler: Card = {
  permit: 'sys:notice:list',
  menu: 'SysNotice',
  title: '公告管理',
  hint: '发布系统公告',
  icon: <NotificationOutlined />,
}

export function QuickCards() {
  const pathOf = useMenuPath()
  const props = useSite()?.props
  // the page of a card may be one that this version or the user's role lacks
  const place = ({ menu }: Card) => pathOf(menu)?.replace('/:tmplId', '/0')
  const isShown = (card: Card) => can([card.permit]) && place(card) !== undefined && (!card.module || props?.[card.module] !== false)
  const shown = cards.filter(isShown)
  if (needsFiller(shown.length) && isShown(filler)) shown.push(filler)
  if (shown.length === 0) return null
  const width = cardWidth(shown.length)
  return (
    <nav className={styles.quick} aria-label={t('快捷入口')}>
      {shown.map((card) => (
        <Link key={card.menu} to={place(card) ?? ''} style={{ gridColumn: `span ${width}` }}>
          {card.icon}
          <span>
            <b>{t(card.title)}</b>
            <small>{t(card.hint)}</small>
          </span>
        </Link>
      ))}
    </nav>
  )
}
