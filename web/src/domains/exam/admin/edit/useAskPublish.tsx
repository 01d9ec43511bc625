// Asks before a new exam is open to people: whom, how many, when and who watches, and whether they get the notice.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { useRef } from 'react'
import { call } from '../../../../kernel/call/api.ts'
import { useCommand } from '../../../../kernel/call/query.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PublishSummary, useNoticeValues } from '../PublishSummary.tsx'

/** `ask` resolves with whether the exam is to be saved and published; `tell` sends the notice of the stored exam, if it was ticked then. */
export function useAskPublish() {
  const confirm = useConfirm()
  const valuesOf = useNoticeValues()
  const told = useRef(false)
  const send = useCommand(exam.publish, {
    refresh: [exam.paging, exam.detail],
    onDone: ({ sent }) => notify.success(t('考试已发布，已通知 {{n}} 人', { n: sent })),
  })
  const ask = async (form: Body<typeof exam.save>) => {
    const { openType: kind, deptCodes = [], groupIds = [], userIds = [], invigilatorIds = [] } = form
    told.current = false
    const reach = await call(exam.reach, { openType: kind, deptCodes, groupIds, userIds, invigilatorIds })
    return confirm({
      title: t('发布考试“{{title}}”', { title: form.title }),
      content: <PublishSummary one={form} reach={reach} values={valuesOf(form)} onTold={(to) => (told.current = to)} />,
      okText: t('发布'),
    })
  }
  const tell = (id: string) => {
    if (told.current) send.mutate({ id, notify: true })
    told.current = false
  }
  return { ask, tell }
}
