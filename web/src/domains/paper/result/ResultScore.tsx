// The score of a result, large, and what it means.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import textStyles from '../../../kernel/plain/text.module.css'
import { type PaperResult, pointsText } from '../question/marked.ts'
import type { Report } from './report/ResultReport.tsx'
import styles from './result.module.css'

const ABANDONED = 3

/** The score, and what it means; or why it is not shown. */
export function ResultScore({ result, report }: { result: PaperResult; report: Report | undefined }) {
  const { state, score, totalScore, passScore, passed, scoreShown, objective } = result
  if (state === PaperState.marking && objective)
    return (
      <Verdict
        word={t('客观题 {{score}} / {{total}} 分', { score: pointsText(objective.score), total: pointsText(objective.total) })}
        hint={t('主观题阅卷完成后公布成绩。')}
      />
    )
  if (state === PaperState.marking) return <Verdict word={t('待阅卷')} hint={t('主观题阅卷完成后公布成绩。')} />
  if (state === ABANDONED) return <Verdict word={t('已放弃')} hint="" />
  if (!scoreShown || score === null) return <Verdict word={t('成绩暂未公布')} hint={t('到公布时间后可在这里查看。')} />
  return (
    <div className={styles.resultScore} data-passed={passed ?? undefined}>
      <p className={styles.resultNumber}>
        <span className={textStyles.visuallyHidden}>{t('得分')}</span>
        <b>{pointsText(score)}</b>
        <small>/ {pointsText(totalScore)}</small>
      </p>
      <span
        className={styles.resultBar}
        style={{ '--score': share(score, totalScore), '--pass': share(passScore, totalScore) } as CSSProperties}
        aria-hidden="true"
      >
        <i />
      </span>
      {passed !== null && <strong className={styles.resultWord}>{passed ? t('已及格') : t('未及格')}</strong>}
      <span className={styles.resultDim}>{meaningOf(score, passScore)}</span>
      {report?.rank && (
        <span className={styles.resultDim}>{t('第 {{place}} 名，共 {{of}} 人', { place: report.rank.place, of: report.rank.of })}</span>
      )}
      {result.cert && (
        <Link className={styles.resultCert} to="/web/uc?to=cert">
          {t('获得证书“{{title}}”', { title: result.cert.title })}
        </Link>
      )}
    </div>
  )
}

const share = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`

/** The pass score, and how far away the score is. */
function meaningOf(score: number, passScore: number) {
  const pass = pointsText(passScore)
  const apart = pointsText(Math.abs(Math.round((score - passScore) * 100) / 100))
  if (score < passScore) return t('及格分 {{pass}}，还差 {{n}} 分', { pass, n: apart })
  return score === passScore ? t('及格分 {{n}}', { n: pass }) : t('及格分 {{pass}}，超出 {{n}} 分', { pass, n: apart })
}

const Verdict = ({ word, hint }: { word: string; hint: string }) => (
  <div className={styles.resultScore}>
    <b className={styles.resultWord}>{word}</b>
    <span className={styles.resultDim}>{hint}</span>
  </div>
)
