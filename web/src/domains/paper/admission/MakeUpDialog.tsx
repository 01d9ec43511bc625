// Back office: creates a make-up exam for failed and absent candidates, with prefilled settings.
import { makeUp } from '@shuyuan/contract/paper/admission/make-up.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Checkbox, Modal } from 'antd'
import { Link } from 'react-router'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { useFormValue } from '../../../kernel/form/form-context.ts'
import { t } from '../../../kernel/i18n.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { notify } from '../../../kernel/notify.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'

const Field = fieldOf(makeUp['make-up'])

type Count = Data<(typeof makeUp)['make-up-count']>
const MOST_TITLE = 100
const two = (n: number) => String(n).padStart(2, '0')

/** A day from today at the given hour, in wire format. */
function dayAt(days: number, hour: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())} ${two(hour)}:00:00`
}

export function MakeUpDialog({ examId, onClose }: { examId: string; onClose: () => void }) {
  const { data, error, refetch } = useFormStart(makeUp['make-up-count'], { examId })
  const title = t('安排补考')
  const isEmptyAudience = data !== undefined && data.failed + data.absent === 0
  if (!data || isEmptyAudience)
    return (
      <Modal open title={title} footer={null} onCancel={onClose}>
        {data && <PageEmpty text={t('没有需要补考的人员')} hint={data.undecided > 0 ? <Undecided n={data.undecided} /> : undefined} />}
        {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />)}
      </Modal>
    )
  return (
    <FormDialog
      of={makeUp['make-up']}
      open
      title={title}
      initial={{
        examId,
        of: [...(data.failed > 0 ? ['failed' as const] : []), ...(data.absent > 0 ? ['absent' as const] : [])],
        title: t('{{title}}（补考）', { title: data.title.slice(0, MOST_TITLE - 10) }),
        startTime: dayAt(1, 9),
        endTime: dayAt(2, 18),
      }}
      refresh={[exam.paging, makeUp['make-up-count']]}
      onDone={({ count, isNew }) =>
        isNew
          ? notify.success(t('补考已安排，共 {{n}} 人', { n: count }))
          : notify.info(t('这场补考已经安排过了，共 {{n}} 人', { n: count }))
      }
      onClose={onClose}
    >
      <MadeBefore made={data.made} />
      <Field name="of">
        <Groups count={data} />
      </Field>
      <Field name="title" />
      <Field name="startTime" placeholder={t('不限')} />
      <Field name="endTime" placeholder={t('不限')} />
      <Total count={data} />
    </FormDialog>
  )
}

const Undecided = ({ n }: { n: number }) => <>{t('另有 {{n}} 人正在考试或待阅卷，暂不在补考名单里', { n })}</>

type GroupsProps = { id?: string; value?: string[]; onChange?: (value: string[]) => void; count: Count }
const Groups = ({ value, onChange, count }: GroupsProps) => (
  <Checkbox.Group<string>
    {...(value ? { value } : {})}
    {...(onChange ? { onChange } : {})}
    options={[
      { value: 'failed', label: t('未及格（{{n}}人）', { n: count.failed }), disabled: count.failed === 0 },
      { value: 'absent', label: t('缺考（{{n}}人）', { n: count.absent }), disabled: count.absent === 0 },
    ]}
  />
)

/** The number of candidates of the make-up exam; those who passed are in neither group. */
function Total({ count }: { count: Count }) {
  const of = useFormValue<string[]>('of') ?? []
  const total = (of.includes('failed') ? count.failed : 0) + (of.includes('absent') ? count.absent : 0)
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBlockEnd: 16 }}
      title={t('将为 {{n}} 人新建一场试卷和设置相同的考试', { n: total })}
      description={count.undecided > 0 ? <Undecided n={count.undecided} /> : undefined}
    />
  )
}

function MadeBefore({ made }: Pick<Count, 'made'>) {
  if (made.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBlockEnd: 16 }}
      title={t('已有补考')}
      description={made.map((one) => (
        <div key={one.id}>
          <Link to={`/admin/exam/update/${one.id}`}>{one.title}</Link> {one.startTime?.slice(0, 16)}
        </div>
      ))}
    />
  )
}
