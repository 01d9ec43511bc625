// Asks before a new exam is open to people: whom, how many, and when.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { exam, openType } from '@shuyuan/contract/exam/exam.ts'
import { call } from '../../../../kernel/call/api.ts'
import { useConfirm } from '../../../../kernel/confirm.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { windowText } from '../../exam-labels.ts'

/** @returns a function that resolves with whether the exam is to be saved and published */
export function useAskPublish() {
  const confirm = useConfirm()
  return async (form: Body<typeof exam.save>) => {
    const { openType: kind, deptCodes = [], groupIds = [], userIds = [] } = form
    const { people, names } = await call(exam.reach, { openType: kind, deptCodes, groupIds, userIds })
    return confirm({
      title: t('发布考试“{{title}}”', { title: form.title }),
      content: t('将对{{who}} {{n}} 人开放，时间：{{window}}', {
        who: names.length === 0 ? tLabel(openType[kind]) : names.join('、'),
        n: people,
        window: windowText(form),
      }),
      okText: t('发布'),
    })
  }
}
