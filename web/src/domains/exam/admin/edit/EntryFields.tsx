// Form section: conditions of admission; hidden for offline exams.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { PriceNote } from '../../../pay/order/PriceNotes.tsx'
import { useComparesFaces } from '../../../../shared/camera/useComparesFaces.ts'
import { t } from '../../../../kernel/i18n.ts'
import { CoursesSelect } from '../../../course/catalog/CoursesSelect.tsx'
import { ExamsSelect } from '../../ExamsSelect.tsx'
import { ExcludedUsers } from './ExcludedUsers.tsx'
import { Alert } from 'antd'
import { useCall } from '../../../../kernel/call/query.ts'
import styles from './excluded-users.module.css'

/** Warning that names the banks of the exam's template which learners may train on. */
function TrainingBanks() {
  const tmplId = useFormValue<string>('tmplId')
  const isClosed = useFormValue<boolean>('closeTraining') === true
  const { data = [] } = useCall(exam['train-repos'], { tmplId: tmplId ?? '' }, { quiet: true, enabled: !!tmplId })
  if (!tmplId || data.length === 0) return null
  const names = data.map((one) => `《${one.title}》`).join('、')
  return (
    <Alert
      className={styles.examExcludedUsers}
      type={isClosed ? 'info' : 'warning'}
      showIcon
      role="status"
      title={
        isClosed
          ? t('考试开放期间，这些题库不能训练：{{names}}', { names })
          : t('这些题库开放训练，考试期间学员能在训练中查到答案：{{names}}', { names })
      }
    />
  )
}

const Field = fieldOf(exam.save)

/** An exam that already takes pictures may go on; without a comparison no other can begin to. */
function FaceField() {
  const needFace = useFormValue<boolean>('needFace') === true
  const [stored] = useState(needFace)
  const comparesFaces = useComparesFaces()
  const text = comparesFaces ? t('进入前用摄像头核验人脸') : t('还没有启用人脸服务，不能开启；已开启的考试在进入前只拍照留存')
  return <Field name="needFace" disabled={!comparesFaces && !stored} extra={text} />
}

export function EntryFields({ started }: { started: boolean }) {
  const { id } = useParams()
  const offline = useFormValue<boolean>('offline') === true
  return (
    <>
      <Field name="offline" disabled={started} help={t('在考场用纸笔作答，不能在线进入；成绩用表格导入')} />
      {offline && <Field name="place" required={false} help={t('考生在考试列表和首页看到')} />}
      {!offline && (
        <>
          <FaceField />
          <Field name="needApply" help={t('考生提交申请理由，审核通过后可免人脸和密码进入一次')} />
          <Field name="price" required={false} extra={<PriceNote kind="money" text={t('0 表示免费；付费考试购买后才能参加')} />} />
          <Field
            name="costPoints"
            required={false}
            extra={<PriceNote kind="points" text={t('可用积分购买时需要的积分，0 表示不用积分')} />}
          />
          <Field name="prerequisites" label="前置考试" help={t('全部通过后才能参加本场考试')}>
            <ExamsSelect except={id} />
          </Field>
          <Field name="courses" label="前置课程" help={t('全部学完后才能参加本场考试')}>
            <CoursesSelect />
          </Field>
          <ExcludedUsers />
          <Field name="closeTraining" help={t('本场考试开放期间，试卷所用题库的训练暂停，结束后自动恢复')} />
          <TrainingBanks />
          <Field name="pledge" placeholder={t('留空使用默认的诚信承诺')} help={t('考生勾选后才能开始考试')} />
        </>
      )}
    </>
  )
}
