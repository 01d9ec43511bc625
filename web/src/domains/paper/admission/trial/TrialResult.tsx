// What a trial would have brought: score, marks and keys of every question.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { trial } from '@shuyuan/contract/paper/trial.ts'
import { t } from '../../../../kernel/i18n.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { PassTag } from '../../question/PassTag.tsx'
import { pointsText } from '../../question/marked.ts'
import { PaperSheet } from './PaperSheet.tsx'
import { TrialMark } from './TrialMark.tsx'
import styles from './trial.module.css'

type TrialResultProps = {
  result: Data<typeof trial.mark>
  /** without an exam there is no pass score */
  hasPass: boolean
  back: string
  onAgain: () => void
}

export function TrialResult({ result, hasPass, back, onAgain }: TrialResultProps) {
  const { title, score, totalScore, pending, passed } = result
  return (
    <>
      <TrialMark back={back} />
      <main className={styles.result}>
        <header className={styles.head}>
          <h1>{t('试考结果：{{title}}', { title })}</h1>
          <p>
            <b>{t('得 {{gained}} / {{score}} 分', { gained: pointsText(score), score: pointsText(totalScore) })}</b>{' '}
            {(hasPass || pending) && <PassTag state={pending ? PaperState.marking : PaperState.done} passed={passed} />}
          </p>
          {pending && <p>{t('主观题由阅卷人评分，未计入得分。')}</p>}
          <Button strong onClick={onAgain}>
            {t('换一份再试')}
          </Button>
        </header>
        <PaperSheet groups={result.groups} />
      </main>
    </>
  )
}
