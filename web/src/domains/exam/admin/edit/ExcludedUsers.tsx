// Warnings that list users of the audience who cannot access a prerequisite course or exam.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { excludingExams } from '@shuyuan/contract/paper/admission/excluding-exams.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { audienceIn } from '../../../../shared/form/AudienceFields.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import styles from './excluded-users.module.css'

type Lists = { deptCodes: string[]; groupIds: string[]; userIds: string[] }
type Excluded = Data<(typeof exam)['shut-out']>[number]

function whoText({ people, departs }: Excluded): string {
  const named = departs.map((one) => t('{{name}} {{n}} 人', { name: one.deptName || t('未分部门'), n: one.people }))
  const rest = people - departs.reduce((sum, one) => sum + one.people, 0)
  return [...named, ...(rest > 0 ? [t('其他部门 {{n}} 人', { n: rest })] : [])].join('，')
}

export function ExcludedUsers() {
  const openType = useFormValue<number>('openType') ?? 0
  const deptCodes = useFormValue<string[]>('deptCodes') ?? []
  const groupIds = useFormValue<string[]>('groupIds') ?? []
  const userIds = useFormValue<string[]>('userIds') ?? []
  const courses = useFormValue<string[]>('courses') ?? []
  const prerequisites = useFormValue<string[]>('prerequisites') ?? []
  const audience = { openType, ...(audienceIn({ openType, deptCodes, groupIds, userIds }) as Lists) }
  const { data: byExams = [] } = useCall(
    excludingExams['shut-out-exams'],
    { prerequisites, ...audience },
    { quiet: true, enabled: prerequisites.length > 0, placeholderData: keepPreviousData },
  )
  const { data = [] } = useCall(
    exam['shut-out'],
    { courses, ...audience },
    { quiet: true, enabled: courses.length > 0, placeholderData: keepPreviousData },
  )
  return (
    <>
      <Warning
        title={t('有考生学不了前置课程，将无法参加本场考试')}
        ended={endedCourse}
        excluded={data.filter((one) => courses.includes(one.id))}
      />
      <Warning
        title={t('有考生考不了前置考试，将无法参加本场考试')}
        ended={endedExam}
        excluded={byExams.filter((one) => prerequisites.includes(one.id))}
      />
    </>
  )
}

const endedCourse = '“{{title}}”已经结束，{{n}} 名考生没有学完：{{who}}'
const endedExam = '“{{title}}”已经结束或停用，{{n}} 名考生没有通过：{{who}}'

type WarningProps = { title: string; ended: typeof endedCourse | typeof endedExam; excluded: Excluded[] }

function Warning({ title, ended, excluded }: WarningProps) {
  if (excluded.length === 0) return null
  return (
    <Alert
      className={styles.examExcludedUsers}
      type="warning"
      showIcon
      role="status"
      title={title}
      description={
        <ul>
          {excluded.map((one) => (
            <li key={one.id}>
              {one.closed
                ? t(ended, { title: one.title, n: one.people, who: whoText(one) })
                : t('“{{title}}”不对 {{n}} 名考生开放：{{who}}', { title: one.title, n: one.people, who: whoText(one) })}
            </li>
          ))}
        </ul>
      }
    />
  )
}
