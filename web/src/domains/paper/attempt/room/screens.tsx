// Screens of a paper besides the exam room: takeover, handing in, receipt.
import { quitPath } from '@shuyuan/contract/exam/seb/secured.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { messageText } from '../../../../kernel/messages.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button, buttonLook } from '../../../../kernel/plain/Button.tsx'
import { Dialog } from '../../../../kernel/plain/Dialog.tsx'
import { isSecuredBrowser } from '../../../../shared/session/secured.ts'
import { LeftRecording } from '../../record/LeftRecording.tsx'
import { LateNote } from '../late/LateNote.tsx'
import type { Receipt } from '../save/paper-session-view.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import factsStyles from '../../../../kernel/plain/facts.module.css'
import styles from './screens.module.css'

const marks = { info: 'i', warning: '!', success: '✓' }
type OutcomeProps = { kind: keyof typeof marks; title: string; text: ReactNode; children: ReactNode }

/** What happened, and the buttons to go on. Its heading takes the focus, so that a screen reader tells it. */
function Outcome({ kind, title, text, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.outcome} data-kind={kind}>
      <span className={styles.outcomeMark} aria-hidden="true">
        {marks[kind]}
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.outcomeText}>{text}</div>
      <div className={styles.screenButtons}>{children}</div>
    </section>
  )
}

/** Another tab of this browser has the paper. */
export function HeldByTabScreen({ onTake }: { onTake: () => void }) {
  return (
    <Outcome
      kind="info"
      title={t('本场考试已在另一个标签页打开')}
      text={t('在此标签页继续后，另一个标签页将不能再作答，已保存的答案不会丢失。')}
    >
      <Button strong onClick={onTake}>
        {t('在此标签页继续考试')}
      </Button>
      <Link className={buttonLook()} to="/web/course">
        {t('返回')}
      </Link>
    </Outcome>
  )
}

/** Another page holds the write lock: a takeover needs confirmation. */
export function HeldScreen({ title, onTake }: { title: string; onTake: () => void }) {
  return (
    <Outcome
      kind="info"
      title={t('本场考试正在其他设备上作答')}
      text={t('{{title}}：在本设备继续后，另一台设备将不能再作答，已保存的答案不会丢失。', { title })}
    >
      <Button strong onClick={onTake}>
        {t('确认在本设备继续考试')}
      </Button>
      <Link className={buttonLook()} to="/web/course">
        {t('返回')}
      </Link>
    </Outcome>
  )
}

/** Another sign-in holds the write lock and an invigilator must unlock it: this page retries by itself. */
export function LockedScreen() {
  return (
    <Outcome kind="warning" title={t('等待监考员解锁')} text={<span role="status">{messageText(sayError('paperLocked'))}</span>}>
      <Link className={buttonLook()} to="/web/course">
        {t('返回')}
      </Link>
    </Outcome>
  )
}

type HandingProps = { problem: string; isAgain: boolean; onRetry: () => void; onGoOn: () => void }

/** Layer over the paper until the server has answered the hand-in. `isAgain`: an earlier page could not hand in. */
export function HandingLayer({ problem, isAgain, onRetry, onGoOn }: HandingProps) {
  const buttons = (
    <>
      <Button onClick={onGoOn}>{t('继续作答')}</Button>
      <Button strong onClick={onRetry}>
        {t('立即重试')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('尚未交卷')} footer={problem === '' ? undefined : buttons}>
      <div role="status">
        {isAgain && <p>{t('上次交卷没有成功，正在重新提交。')}</p>}
        <p>{problem === '' ? t('正在提交答卷，请勿关闭页面…') : t('提交没有成功，正在自动重试，请勿关闭页面。')}</p>
        {problem !== '' && <p className={styles.screenDim}>{problem}</p>}
      </div>
    </Dialog>
  )
}

type ReceiptProps = { paperId: string; title: string; receipt: Receipt; isAgain: boolean; userId: string }

/** Receipt of the hand-in. */
export function ReceiptScreen({ paperId, title, receipt, isAgain, userId }: ReceiptProps) {
  const facts: [string, string][] = [
    [t('回执编号'), receipt.receiptNo],
    [t('交卷时间'), receipt.handTime],
    [t('已答题数'), `${receipt.answered} / ${receipt.total}`],
    [t('答案校验码'), receipt.answerHash.slice(0, 16)],
  ]
  return (
    <main className={styles.receipt}>
      <Outcome
        kind="success"
        title={t('交卷成功')}
        text={receipt.waitReview ? t('{{title}}：客观题已评分，主观题等待老师阅卷。', { title }) : title}
      >
        <Link className={buttonLook({ strong: true })} to={`/web/exam/result/${paperId}`} replace>
          {t('查看结果')}
        </Link>
        <Link className={buttonLook()} to="/web/course" replace>
          {t('返回考试列表')}
        </Link>
        {/* a full page load, which Safe Exam Browser recognises as its quit URL */}
        {isSecuredBrowser() && (
          <a className={buttonLook()} href={quitPath}>
            {t('退出安全浏览器')}
          </a>
        )}
      </Outcome>
      {isAgain && <Alert kind="info" role="status" title={t('上次交卷没有成功，这次打开时已为您提交。')} />}
      <LeftRecording userId={userId} />
      {receipt.late > 0 && <LateNote paperId={paperId} late={{ count: receipt.late }} />}
      <dl className={classes(factsStyles.facts, panelStyles.panel, styles.receiptFacts)}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </main>
  )
}
