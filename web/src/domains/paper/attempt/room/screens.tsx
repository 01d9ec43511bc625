// Screens of a paper besides the exam room: takeover, handing in, receipt.
import { quitPath } from '@shuyuan/contract/exam/secured.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { Button, Flex, Modal, Result } from 'antd'
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { messageText } from '../../../../kernel/messages.ts'
import { isSecuredBrowser } from '../../../../shared/secured.ts'
import { LateNote } from '../late/LateNote.tsx'
import type { Receipt } from '../save/paper-session-view.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import factsStyles from '../../../../kernel/plain/facts.module.css'
import styles from './room.module.css'

/** Another page holds the write lock: a takeover needs confirmation. */
export function HeldScreen({ title, onTake }: { title: string; onTake: () => void }) {
  return (
    <Result
      status="info"
      title={t('本场考试正在其他设备上作答')}
      subTitle={t('{{title}}：在本设备继续后，另一台设备将不能再作答，已保存的答案不会丢失。', { title })}
      extra={[
        <Button key="take" type="primary" onClick={onTake}>
          {t('确认在本设备继续考试')}
        </Button>,
        <Link key="back" to="/web/course">
          <Button>{t('返回')}</Button>
        </Link>,
      ]}
    />
  )
}

/** Another sign-in holds the write lock and an invigilator must unlock it: this page retries by itself. */
export function LockedScreen() {
  return (
    <Result
      status="warning"
      title={t('等待监考员解锁')}
      subTitle={<span role="status">{messageText(sayError('paperLocked'))}</span>}
      extra={
        <Link to="/web/course">
          <Button>{t('返回')}</Button>
        </Link>
      }
    />
  )
}

/** Layer over the paper until the server has answered the hand-in. */
export function HandingLayer({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <Modal open title={t('尚未交卷')} closable={false} mask={{ closable: false }} keyboard={false} footer={null}>
      <Flex vertical gap="middle" role="status">
        <span>{problem === '' ? t('正在提交答卷，请勿关闭页面…') : t('提交没有成功，正在自动重试，请勿关闭页面。')}</span>
        {problem !== '' && (
          <Flex justify="space-between" align="center" gap="small">
            <span className={styles.roomDim}>{problem}</span>
            <Button onClick={onRetry}>{t('立即重试')}</Button>
          </Flex>
        )}
      </Flex>
    </Modal>
  )
}

/** Receipt of the hand-in. */
export function ReceiptScreen({ paperId, title, receipt }: { paperId: string; title: string; receipt: Receipt }) {
  const facts: [string, string][] = [
    [t('回执编号'), receipt.receiptNo],
    [t('交卷时间'), receipt.handTime],
    [t('已答题数'), `${receipt.answered} / ${receipt.total}`],
    [t('答案校验码'), receipt.answerHash.slice(0, 16)],
  ]
  return (
    <main className={styles.receipt}>
      <Result
        status="success"
        title={t('交卷成功')}
        subTitle={receipt.waitReview ? t('{{title}}：客观题已评分，主观题等待老师阅卷。', { title }) : title}
        extra={[
          <Link key="result" to={`/web/exam/result/${paperId}`} replace>
            <Button type="primary">{t('查看结果')}</Button>
          </Link>,
          <Link key="list" to="/web/course" replace>
            <Button>{t('返回考试列表')}</Button>
          </Link>,
          // a full page load, which Safe Exam Browser recognises as its quit URL
          ...(isSecuredBrowser()
            ? [
                <Button key="quit" href={quitPath}>
                  {t('退出安全浏览器')}
                </Button>,
              ]
            : []),
        ]}
      />
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
