// The head of a course's page: its name, its state, whom it is for, and what can be done about it.
import { course, coursePhase, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu, phaseColour } from '../../../kernel/list/cells.tsx'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { useCopyLink } from '../../../kernel/piece/useCopyLink.tsx'
import { QrDialog } from '../../../shared/camera/QrDialog.tsx'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { leaving } from '../../../shared/page/page-subject.ts'
import { mayNotify } from '../../notify/may-notify.ts'
import { SendDialog } from '../../notify/SendDialog.tsx'
import { PublishDialog } from '../catalog/admin/PublishDialog.tsx'
import { windowText } from '../catalog/course-labels.ts'
import { priceText } from '../catalog/price-text.ts'
import type { Course } from './course-view.ts'
import styles from './course-page.module.css'

const list = '/admin/course/list'
/** Names shown before the rest is a number. */
const NAMED = 3

/** Whom the course is for, in words. */
function audienceOf({ groups, users, openType_dictText: open, deptCodes }: Course): string {
  const names = [...groups.map((one) => one.groupName), ...users.map((one) => one.realName)]
  const parts = [
    ...(deptCodes.length > 0 ? [t('{{n}} 个部门', { n: deptCodes.length })] : []),
    ...(names.length > 0 ? [names.slice(0, NAMED).join('、') + (names.length > NAMED ? t('等 {{n}} 项', { n: names.length }) : '')] : []),
  ]
  return [tLabel(open), ...parts].join(' · ')
}

type Open = 'publish' | 'notify' | 'code' | undefined

function Dialogs({ course: one, open, onClose }: { course: Course; open: Open; onClose: () => void }) {
  return (
    <>
      {open === 'publish' && <PublishDialog target={one} onClose={onClose} />}
      {open === 'notify' && <SendDialog about={{ refType: 'course', id: one.id, prepare: course['prepare-notify'] }} onClose={onClose} />}
      {open === 'code' && <QrDialog name={one.title} path={`/web/course/view/${one.id}`} onClose={onClose} />}
    </>
  )
}

function useMore(one: Course, onOpen: (what: Open) => void) {
  const navigate = useNavigate()
  const copyLink = useCopyLink({ title: t('课程链接'), copied: t('课程链接已复制') })
  const remove = useBinRemove('course', course.delete, [course.paging])
  const removed = async () => {
    if (await remove(one.id, { name: one.title, effect: t('{{n}} 个课件', { n: one.fileCount }) })) await navigate(list, leaving)
  }
  return [
    { key: 'link', label: t('复制课程链接'), onClick: () => void copyLink(`/web/course/view/${one.id}`) },
    { key: 'qr', label: t('二维码'), onClick: () => onOpen('code') },
    ...(can(['course:add']) ? [{ key: 'copy', label: <Link to={`/admin/course/add?from=${one.id}`}>{t('复制为新课程')}</Link> }] : []),
    ...(can(['course:delete']) ? [{ key: 'delete', danger: true, label: t('删除'), onClick: () => void removed() }] : []),
  ]
}

/** Hides the course from its learners; it is shown again by publishing. */
function useDisable(one: Course) {
  const confirm = useConfirm()
  const command = useCommand(course.state, {
    done: t('状态修改成功!'),
    refresh: [course.paging, course['admin/detail']],
  })
  return () =>
    confirm({ content: t('停用“{{title}}”？学员看不到这门课程，学习记录保留。', { title: one.title }), okText: t('停用') }, () =>
      command.mutateAsync({ ids: [one.id], state: CourseState.disabled }),
    )
}

export function CourseHead({ course: one }: { course: Course }) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const disable = useDisable(one)
  const more = useMore(one, setOpen)
  const shown = one.state === CourseState.enabled
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{one.title}</h1>
        {one.draft && <Tag>{t('草稿')}</Tag>}
        {shown && <Tag color={phaseColour[one.phase]}>{tLabel(coursePhase[one.phase])}</Tag>}
        {!shown && !one.draft && <Tag color="warning">{t('停用')}</Tag>}
        {one.required && <Tag color="processing">{t('必修')}</Tag>}
      </div>
      <div className={styles.acts}>
        {shown && mayNotify(one) && <Button onClick={() => setOpen('notify')}>{t('发送通知')}</Button>}
        <Button onClick={() => void navigate(`/admin/course/preview/${one.id}`)}>{t('预览')}</Button>
        <Can permit="course:update">
          <Button onClick={() => void navigate(`/admin/course/update/${one.id}`)}>{t('编辑')}</Button>
          {shown ? (
            <Button onClick={() => void disable()}>{t('停用')}</Button>
          ) : (
            <Button type="primary" onClick={() => setOpen('publish')}>
              {t('发布')}
            </Button>
          )}
        </Can>
        <MoreMenu title={one.title} items={more} />
      </div>
      <p className={styles.line}>{[audienceOf(one), windowText(one), priceText(one)].join(' · ')}</p>
      <Dialogs course={one} open={open} onClose={() => setOpen(undefined)} />
    </header>
  )
}
