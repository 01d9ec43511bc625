// Asks before a course is open to people: whom, how many, when, at what price, and whether they get the notice.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { useRef } from 'react'
import { call } from '../../../../kernel/call/api.ts'
import { useCommand } from '../../../../kernel/call/query.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { useLacks } from '../lacks.ts'
import { PublishSummary, useNoticeValues } from '../PublishSummary.tsx'

type Form = Body<typeof course.save>
type Stored = Data<(typeof course)['admin/detail']>

const sorted = (list: readonly string[] = []) => list.toSorted().join(' ')

/** Whether saving changes who sees the course or what it costs. A disabled course stays disabled, so nothing is published. */
export function opensAnew(form: Form, stored: Stored | undefined): boolean {
  if (!stored) return true
  if (stored.state !== CourseState.enabled) return false
  return (
    form.openType !== stored.openType ||
    Number(form.price ?? 0) !== Number(stored.price) ||
    (form.costPoints ?? 0) !== stored.costPoints ||
    sorted(form.deptCodes) !== sorted(stored.deptCodes) ||
    sorted(form.groupIds) !== sorted(stored.groups.map((one) => one.id)) ||
    sorted(form.userIds) !== sorted(stored.users.map((one) => one.id))
  )
}

/** `ask` resolves with whether the course is to be saved; `tell` sends the notice of the stored course, if it was ticked then. */
export function useAskPublish(stored: Stored | undefined) {
  const confirm = useConfirm()
  const valuesOf = useNoticeValues()
  const lacksOf = useLacks()
  const told = useRef(false)
  const send = useCommand(course.publish, {
    refresh: [course.paging, course['admin/detail']],
    onDone: ({ sent }) => notify.success(t('课程已发布，已通知 {{n}} 人', { n: sent })),
  })
  const ask = async (form: Form) => {
    told.current = false
    if (!opensAnew(form, stored)) return true
    const { title, openType, deptCodes = [], groupIds = [], userIds = [], startTime, endTime, price = 0, costPoints = 0 } = form
    const reach = await call(course.reach, { ...(stored ? { id: stored.id } : {}), openType, deptCodes, groupIds, userIds })
    const { deadlineTime, deadlineDays, certId, files = stored?.files ?? [] } = form
    const one = { title, openType, startTime, endTime, price, costPoints, deadlineTime, deadlineDays }
    const lacks = lacksOf({ files, price, costPoints, certId })
    return confirm({
      title: t('发布课程“{{title}}”', { title }),
      content: <PublishSummary one={one} reach={reach} values={valuesOf(one)} lacks={lacks} onTold={(to) => (told.current = to)} />,
      okText: t('发布'),
    })
  }
  const tell = (id: string) => {
    if (told.current) send.mutate({ id, notify: true })
    told.current = false
  }
  return { ask, tell }
}
