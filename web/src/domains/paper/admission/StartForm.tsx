// Pledge, password (if needed) and start button.
import type { defaultPledge } from '@shuyuan/contract/exam/entry-settings.ts'
import type { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { lazy, type SubmitEvent, Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CallFailure } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Check } from '../../../kernel/plain/Check.tsx'
import { PasswordInput } from '../../../kernel/plain/TextInput.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { PageLoading } from '../../../kernel/piece/PageState.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { FaceStep } from './FaceStep.tsx'
import styles from '../../exam/learner/exam-learner.module.css'
import checkStyles from './check.module.css'

const ConsentStep = lazy(() => import('../record/ConsentStep.tsx').then(({ ConsentStep }) => ({ default: ConsentStep })))

/** The server records the same text. */
const usualPledge: typeof defaultPledge = '我已阅读考试须知，承诺独立、诚信作答'

type StartFormProps = {
  examId: string
  /** text of the pledge; empty: the default text */
  pledge: string
  check: Data<(typeof checkInfo)['check-info']>
  /** the candidate has to answer the notice of recording */
  isRecorded: boolean
  onRefused: () => void
  /** opens the application; undefined where none can be made */
  onApply?: (() => void) | undefined
}

const passwordReasons: CallFailure['reason'][] = ['examPassword', 'examPasswordNeeded', 'tooOften']
const faceReasons: CallFailure['reason'][] = ['examFaceToken', 'examFaceNeeded']

export function StartForm({ examId, pledge, isRecorded, check: { canStart, needPassword, needFace }, onRefused, onApply }: StartFormProps) {
  const navigate = useNavigate()
  const [pledged, setPledged] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [faceToken, setFaceToken] = useState('')
  const [isStarted, setIsStarted] = useState(false)
  const [mayRecord, setMayRecord] = useState(!isRecorded)
  const passwordId = useId()
  const create = useCommand(paper['create-paper'], { quiet: true })
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (needPassword && password === '') return setProblem(t('请输入考试密码'))
    setProblem('')
    try {
      const { id } = await create.mutateAsync({
        examId,
        pledged,
        ...(needPassword ? { password } : {}),
        ...(needFace ? { faceToken } : {}),
      })
      setIsStarted(true)
      await navigate(`/web/exam/start/${id}`)
    } catch (error) {
      refused(error as CallFailure)
    }
    return undefined
  }
  const refused = (failure: CallFailure) => {
    if (needPassword && passwordReasons.includes(failure.reason)) return setProblem(failure.message)
    if (faceReasons.includes(failure.reason)) setFaceToken('')
    notify.error(failure.message)
    return onRefused()
  }
  return (
    <form className={styles.examEnter} onSubmit={(event) => void submit(event)}>
      {needPassword && (
        <div className={classes(styles.examPassword, checkStyles.wideField)}>
          <label htmlFor={passwordId}>{t('考试密码')}</label>
          <PasswordInput
            id={passwordId}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            maxLength={60}
            autoComplete="off"
            aria-invalid={problem !== ''}
            aria-describedby={problem === '' ? undefined : `${passwordId}-problem`}
          />
          {problem !== '' && (
            <span className={styles.examProblem} id={`${passwordId}-problem`} role="alert">
              {problem}
            </span>
          )}
        </div>
      )}
      {needFace && <FaceStep examId={examId} token={faceToken} onToken={setFaceToken} onApply={onApply} />}
      {isRecorded && (
        <Suspense fallback={<PageLoading shape="form" rows={3} />}>
          <ConsentStep examId={examId} onReady={setMayRecord} />
        </Suspense>
      )}
      {pledge !== '' && (
        <section className={styles.examPledge}>
          <h2>{t('诚信承诺')}</h2>
          <p>{pledge}</p>
        </section>
      )}
      <div className={checkStyles.startBar}>
        <Check checked={pledged} onChange={setPledged}>
          {pledge === '' ? t(usualPledge) : t('我已阅读并承诺遵守以上内容')}
        </Check>
        <Button
          strong
          type="submit"
          disabled={!canStart || !pledged || !mayRecord || (needFace && faceToken === '')}
          busy={create.isPending || isStarted}
        >
          {t('开始考试')}
        </Button>
      </div>
    </form>
  )
}
