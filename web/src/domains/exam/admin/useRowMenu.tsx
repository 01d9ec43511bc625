// What can be done with an exam of the list beside its links: the entries of its menu, and their dialogs.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import type { MenuProps } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { can } from '../../../kernel/access/permission.ts'
import { useCopyLink } from '../../../kernel/piece/useCopyLink.tsx'
import { QrDialog } from '../../../shared/camera/QrDialog.tsx'
import { SendDialog } from '../../notify/SendDialog.tsx'
import { mayNotify } from '../../notify/may-notify.ts'
import { examTools } from '../exam-tools.ts'
import { OverrideDrawer } from '../override/OverrideDrawer.tsx'
import { PublishDialog } from './PublishDialog.tsx'

type Row = RowOf<typeof exam.paging>

/** `dialogs` stands once on the page. */
export function useRowMenu() {
  const { ScoreImport } = examTools.use()
  const copyLink = useCopyLink({ title: t('考试链接'), copied: t('考试链接已复制') })
  const [notified, setNotified] = useState<string>()
  const [published, setPublished] = useState<Row>()
  const [coded, setCoded] = useState<Row>()
  const [overrideOf, setOverrideOf] = useState<Row>()
  const [scored, setScored] = useState<Row>()
  const itemsOf = (row: Row): NonNullable<MenuProps['items']> => [
    ...(can(['exam:update']) && row.draft ? [{ key: 'publish', label: t('发布'), onClick: () => setPublished(row) }] : []),
    { key: 'copy', label: t('复制考试链接'), onClick: () => void copyLink(`/web/exam/check/${row.id}`) },
    { key: 'qr', label: t('二维码'), onClick: () => setCoded(row) },
    ...(mayNotify(row) ? [{ key: 'notify', label: t('发送通知'), onClick: () => setNotified(row.id) }] : []),
    ...(can(['paper:review']) ? [{ key: 'review', label: <Link to={`/admin/exam/review?examId=${row.id}`}>{t('阅卷')}</Link> }] : []),
    ...(can(['exam:update']) && !row.offline ? [{ key: 'override', label: t('个别安排'), onClick: () => setOverrideOf(row) }] : []),
    ...(can(['exam:apply:list']) && !row.offline
      ? [{ key: 'apply', label: <Link to={`/admin/exam/apply?title=${encodeURIComponent(row.title)}`}>{t('考试申请')}</Link> }]
      : []),
    ...(can(['paper:update']) && row.offline ? [{ key: 'scores', label: t('导入成绩'), onClick: () => setScored(row) }] : []),
    ...(can(['exam:update']) && !row.archived
      ? [{ key: 'edit', label: <Link to={`/admin/exam/update/${row.id}`}>{t('编辑')}</Link> }]
      : []),
    ...(can(['exam:add']) ? [{ key: 'again', label: <Link to={`/admin/exam/add/0?from=${row.id}`}>{t('复制为新考试')}</Link> }] : []),
    ...(can(['qu:list']) && !row.offline ? [{ key: 'trial', label: <Link to={`/web/exam/trial?exam=${row.id}`}>{t('试考')}</Link> }] : []),
  ]
  const dialogs = (
    <>
      <OverrideDrawer target={overrideOf} onClose={() => setOverrideOf(undefined)} />
      {ScoreImport && scored !== undefined && (
        <Suspense>
          <ScoreImport target={scored} onClose={() => setScored(undefined)} />
        </Suspense>
      )}
      {published && <PublishDialog target={published} onClose={() => setPublished(undefined)} />}
      {coded && <QrDialog name={coded.title} path={`/web/exam/check/${coded.id}`} onClose={() => setCoded(undefined)} />}
      {notified !== undefined && (
        <SendDialog about={{ refType: 'exam', id: notified, prepare: exam['prepare-notify'] }} onClose={() => setNotified(undefined)} />
      )}
    </>
  )
  return { itemsOf, dialogs }
}
