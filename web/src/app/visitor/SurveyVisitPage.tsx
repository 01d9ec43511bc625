// A survey for people without an account: /survey/{key}.
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import type { SurveyAnswers } from '@shuyuan/contract/survey/answer-check.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AnswerForm } from '../../domains/survey/AnswerForm.tsx'
import { closedText, SurveyIntro, SurveyState } from '../../domains/survey/SurveyIntro.tsx'
import styles from '../../domains/survey/survey.module.css'
import { browserKey } from '../../domains/survey/draft.ts'
import { call } from '../../kernel/call/api.ts'
import { useFormStart } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { newId } from '../../kernel/state/new-id.ts'
import panelStyles from '../../kernel/plain/panel.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { Captcha } from './Captcha.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

export function SurveyVisitPage() {
  const { key = '' } = useParams()
  const { data, error, refetch } = useFormStart(surveyAnswer['public-detail'], { key })
  return (
    <VisitorLayout title={data?.title ?? tLabel('填写问卷')}>
      {data ? (
        <Visit linkKey={key} survey={data} />
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading rows={6} />
      )}
    </VisitorLayout>
  )
}

function Visit({ linkKey, survey }: { linkKey: string; survey: Data<(typeof surveyAnswer)['public-detail']> }) {
  const [sent, setSent] = useState<{ stored: boolean }>()
  const [captchaKey, setCaptchaKey] = useState(newId)
  const [captchaValue, setCaptchaValue] = useState('')
  const closed = closedText(survey.phase, survey.startTime)
  const send = async (answers: SurveyAnswers) => {
    const code = survey.captcha ? { captchaKey, captchaValue } : {}
    try {
      return await call(surveyAnswer['public-save'], { key: linkKey, browser: browserKey(linkKey), answers, ...code })
    } catch (error) {
      // a picture is good for one try
      setCaptchaKey(newId())
      setCaptchaValue('')
      throw error
    }
  }
  return (
    <div className={styles.page}>
      <SurveyIntro survey={survey} named={false} />
      {sent ? (
        <SurveyState title={sent.stored ? t('提交成功，感谢您的填写！') : t('您已经填写过这份问卷')}>
          {survey.thanks !== '' && <p>{survey.thanks}</p>}
        </SurveyState>
      ) : closed === undefined ? (
        <AnswerForm questions={survey.questions} draftKey={linkKey} send={send} onSent={setSent}>
          {survey.captcha && (
            <div className={classes(panelStyles.panel, styles.captcha)}>
              <Captcha
                captchaKey={captchaKey}
                value={captchaValue}
                problem={undefined}
                onChange={setCaptchaValue}
                onRenew={() => setCaptchaKey(newId())}
              />
            </div>
          )}
        </AnswerForm>
      ) : (
        <SurveyState title={closed} />
      )}
    </div>
  )
}
