// A survey as it will be answered; nothing is sent.
import { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { Modal } from 'antd'
import * as z from '@shuyuan/contract/kernel/z.ts'
import type { Values } from '../../../kernel/form/form-values.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { AnswerForm } from '../AnswerForm.tsx'
import { SurveyIntro } from '../SurveyIntro.tsx'
import styles from '../survey.module.css'

const WIDTH = 760
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Empty texts are shown with what the editor asks for. */
const Shown = z.array(SurveyQuestion.extend({ title: z.string() }))

function questionsIn(value: unknown): SurveyQuestion[] {
  const filled = (value as SurveyQuestion[]).map((one) => ({
    ...one,
    options: one.options.map((each, at) => ({ ...each, text: each.text || t('选项 {{n}}', { n: at + 1 }) })),
    rows: one.rows.map((each, at) => ({ ...each, text: each.text || t('行 {{n}}', { n: at + 1 }) })),
  }))
  return Shown.safeParse(filled).data ?? []
}

export function PreviewDialog({ values, onClose }: { values: Values; onClose: () => void }) {
  const survey = {
    title: textOf(values['title']) || t('未命名问卷'),
    content: textOf(values['content']),
    anonymous: values['anonymous'] === true,
    endTime: textOf(values['endTime']) || null,
  }
  const sent = async () => {
    notify.success(t('预览不会提交答案'))
    return { stored: false }
  }
  return (
    <Modal open title={t('预览')} width={WIDTH} footer={null} onCancel={onClose} destroyOnHidden>
      <div className={styles.page}>
        <SurveyIntro survey={survey} named />
        <AnswerForm questions={questionsIn(values['questions'] ?? [])} draftKey="" send={sent} onSent={onClose} />
      </div>
    </Modal>
  )
}
