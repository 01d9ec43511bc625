// Learner: answers a survey.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { statToday } from '@shuyuan/contract/stat/total.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCommand, useFormStart } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { buttonLook } from '../../../kernel/plain/Button.tsx'
import { useMe } from '../../../shared/session/session.ts'
import { AnswerForm } from '../AnswerForm.tsx'
import { closedText, SurveyIntro, SurveyState } from '../SurveyIntro.tsx'
import styles from '../survey.module.css'

type Survey = Data<typeof surveyAnswer.detail>

export default function SurveyPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useFormStart(surveyAnswer.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  return <Answered key={id} survey={data} />
}

function Answered({ survey }: { survey: Survey }) {
  const { id: userId } = useMe()
  const [sent, setSent] = useState<{ stored: boolean }>()
  const save = useCommand(surveyAnswer.save, { refresh: [surveyAnswer.mine, statToday.mine] })
  const closed = closedText(survey.phase, survey.startTime)
  const isDone = sent !== undefined || survey.answered
  return (
    <div className={styles.page}>
      <SurveyIntro survey={survey} named />
      {isDone ? (
        <SurveyState title={sent?.stored === true ? t('提交成功，感谢您的填写！') : t('您已经填写过这份问卷')}>
          {survey.thanks !== '' && <p>{survey.thanks}</p>}
          <Link to="/" className={buttonLook()}>
            {t('返回首页')}
          </Link>
        </SurveyState>
      ) : closed === undefined ? (
        <AnswerForm
          questions={survey.questions}
          draftKey={`${userId}:${survey.id}`}
          send={(answers) => save.mutateAsync({ id: survey.id, answers })}
          onSent={setSent}
        />
      ) : (
        <SurveyState title={closed} />
      )}
    </div>
  )
}
