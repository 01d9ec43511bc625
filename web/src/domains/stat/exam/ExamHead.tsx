// The head of an exam's page: its name, its state, and what can be done about it.
import { exam, examPhase, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu, phaseColour } from '../../../kernel/list/cells.tsx'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { can } from '../../../kernel/access/permission.ts'
import { leaving } from '../../../shared/page/page-subject.ts'
import { PublishDialog } from '../../exam/admin/PublishDialog.tsx'
import { OverrideDrawer } from '../../exam/override/OverrideDrawer.tsx'
import { SendDialog } from '../../notify/SendDialog.tsx'
import { mayNotify } from '../../notify/may-notify.ts'
import type { Exam } from './exam-view.ts'
import styles from './exam-view.module.css'

const list = '/admin/exam/list'
const watchPath = (id: string) => `/admin/exam/watch/${can(['exam:watch']) ? 'detail' : 'own'}?examId=${id}`

type Open = 'publish' | 'notify' | 'override' | undefined

function Dialogs({ exam: one, open, onClose }: { exam: Exam; open: Open; onClose: () => void }) {
  return (
    <>
      {open === 'publish' && <PublishDialog target={one} onClose={onClose} />}
      {open === 'notify' && <SendDialog about={{ refType: 'exam', id: one.id, prepare: exam['prepare-notify'] }} onClose={onClose} />}
      <OverrideDrawer target={open === 'override' ? one : undefined} onClose={onClose} />
    </>
  )
}

/** @param watchable the caller may watch the candidates */
export function ExamHead({ exam: one, watchable }: { exam: Exam; watchable: boolean }) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const remove = useBinRemove('exam', exam.delete, [exam.paging])
  const removed = async () => {
    if (await remove(one.id, { name: one.title, effect: t('{{n}} 题', { n: one.quCount }) })) await navigate(list, leaving)
  }
  const more = [
    ...(can(['exam:update']) && !one.offline
      ? [{ key: 'override', label: t('个别安排'), onClick: () => setOpen('override' as const) }]
      : []),
    ...(can(['qu:list']) && !one.offline
      ? [
          { key: 'trial', label: <Link to={`/web/exam/trial?exam=${one.id}`}>{t('试考')}</Link> },
          { key: 'preview', label: <Link to={`/admin/exam/tmpl/preview/${one.tmplId}`}>{t('预览试卷')}</Link> },
        ]
      : []),
    ...(can(['exam:add']) ? [{ key: 'again', label: <Link to={`/admin/exam/add/0?from=${one.id}`}>{t('复制为新考试')}</Link> }] : []),
    ...(can(['exam:delete']) ? [{ key: 'delete', danger: true, label: t('删除'), onClick: () => void removed() }] : []),
  ]
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{one.title}</h1>
        {one.draft ? <Tag>{t('草稿')}</Tag> : <Tag color={phaseColour[one.phase]}>{tLabel(examPhase[one.phase])}</Tag>}
        {!one.draft && one.state === ExamState.disabled && <Tag color="warning">{t('停用')}</Tag>}
        {one.offline && <Tag color="error">{t('线下考试')}</Tag>}
      </div>
      <div className={styles.acts}>
        {one.draft && (
          <Can permit="exam:update">
            <Button type="primary" onClick={() => setOpen('publish')}>
              {t('发布')}
            </Button>
          </Can>
        )}
        {watchable && <Button onClick={() => void navigate(watchPath(one.id))}>{t('监控')}</Button>}
        {!one.draft && mayNotify(one) && <Button onClick={() => setOpen('notify')}>{t('发送通知')}</Button>}
        <Can permit="exam:update">
          <Button onClick={() => void navigate(`/admin/exam/update/${one.id}`)}>{t('编辑')}</Button>
        </Can>
        <MoreMenu title={one.title} items={more} />
      </div>
      <Dialogs exam={one} open={open} onClose={() => setOpen(undefined)} />
    </header>
  )
}
