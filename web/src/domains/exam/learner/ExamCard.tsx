// One exam in the learner's list: title, what comes next, one button.
import { examPhase, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { hoursText } from '@shuyuan/contract/kernel/time-ranges.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { Link } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { BuyButton } from '../../pay/order/BuyButton.tsx'
import { useOfferedCost } from '../../pay/order/cost-text.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { canShareScreen } from '../share-screen.ts'
import { actionOf, type ExamRow, mayApply, type Mine, nextText, triesLeft, windowText } from '../exam-labels.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import cardsStyles from '../../../kernel/plain/cards.module.css'
import styles from './exam-learner.module.css'

const phaseTones = { waiting: 'plain', open: 'info', closed: 'plain' } as const

function MineTags({ mine }: { mine: Mine }) {
  if (!mine) return null
  return (
    <>
      {mine.ongoingPaperId && <Tag tone="warn">{t('考试中')}</Tag>}
      {mine.waitReview && <Tag tone="info">{t('待阅卷')}</Tag>}
      {mine.passed === true && <Tag tone="good">{t('已及格')}</Tag>}
      {mine.passed === false && !mine.waitReview && <Tag tone="bad">{t('未及格')}</Tag>}
    </>
  )
}

/** `toBuy`: the exam has a price and is not bought. */
type ExamCardProps = { row: ExamRow; mine: Mine; toBuy: boolean; onApply: () => void }

export function ExamCard({ row, mine, toBuy, onApply }: ExamCardProps) {
  const action = actionOf(row, mine)
  const left = triesLeft(row, mine)
  const cost = useOfferedCost(row)
  const facts: [text: string, wide?: boolean][] = [
    [t('{{n}} 分钟', { n: row.minutes })],
    ...(row.offline && row.place !== '' ? [[row.place] as [string]] : []),
    ...(row.openHours === '' ? [] : [[t('每天 {{hours}}', { hours: hoursText(row.openHours) })] as [string]]),
    [t('{{n}} 题', { n: row.quCount }), true],
    [t('总分 {{total}}，{{pass}} 分及格', { total: row.totalScore, pass: row.passScore }), true],
    ...(row.offline || left === null ? [] : [[t('还可考 {{n}} 次', { n: left })] as [string]]),
    ...(cost === '' ? [] : [[cost] as [string]]),
    ...(mine && mine.bestScore !== null ? [[t('最高 {{n}} 分', { n: mine.bestScore })] as [string]] : []),
  ]
  return (
    <article className={classes(cardsStyles.card, styles.examCard)} data-phase={row.phase}>
      <header>
        <h2>{row.title}</h2>
        <div>
          {!mine?.ongoingPaperId && <Tag tone={phaseTones[row.phase]}>{tLabel(examPhase[row.phase])}</Tag>}
          {row.examType_dictText !== '' && <Tag>{tLabel(row.examType_dictText)}</Tag>}
          {row.offline && <Tag tone="bad">{t('线下考试')}</Tag>}
          {row.openType === ExamOpenType.password && <Tag>{t('需要密码')}</Tag>}
          {row.needFace && <Tag>{t('需要人脸核验')}</Tag>}
          {row.needSeb && <Tag>{t('须用 Safe Exam Browser')}</Tag>}
          {row.recordsScreen && !canShareScreen() && <Tag tone="warn">{t('需在电脑上使用 Chrome 或 Edge 作答')}</Tag>}
          {row.needCourse && <Tag tone="warn">{t('须先学完课程')}</Tag>}
          {row.needApply && row.applyState === null && <Tag>{t('需要申请')}</Tag>}
          {row.applyState === AuditState.waiting && <Tag tone="warn">{t('申请审核中')}</Tag>}
          {row.applyState === AuditState.approved && <Tag tone="good">{t('申请已通过')}</Tag>}
          {row.applyState === AuditState.rejected && <Tag tone="bad">{t('申请未通过')}</Tag>}
          <MineTags mine={mine} />
        </div>
      </header>
      <p className={styles.examFactsLine}>
        <b className={styles.examNext} title={windowText(row)}>
          {nextText(row)}
        </b>
        {facts.map(([fact, wide]) => (
          <span key={fact} data-wide={wide}>
            {fact}
          </span>
        ))}
      </p>
      <footer>
        {mine && mine.tries > 0 && (
          <Link to={`/web/paper?examId=${row.id}`} className={styles.examMore}>
            {t('考试记录')}
          </Link>
        )}
        {!mine?.ongoingPaperId && mayApply(row) && (
          <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)} onClick={onApply}>
            {t('申请考试')}
          </button>
        )}
        {toBuy && row.phase !== 'closed' && <BuyButton title={row.title} order={() => call(examBuy.init, { examId: row.id })} />}
        {action && !(toBuy && action.primary && !mine?.ongoingPaperId) && (
          <Link
            to={action.to}
            className={
              action.primary
                ? classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)
                : classes(buttonStyles.btn, buttonStyles.btnSmall)
            }
          >
            {action.text}
          </Link>
        )}
      </footer>
    </article>
  )
}
