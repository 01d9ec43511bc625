// Entry to an exam: link to the open paper, countdown, reasons against a start, application, start form.
import type { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { useState, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button, buttonLook } from '../../../kernel/plain/Button.tsx'
import { BuyButton } from '../../pay/order/BuyButton.tsx'
import { ApplyDialog } from '../../exam/learner/ApplyDialog.tsx'
import { StartForm } from './StartForm.tsx'
import { WaitingRoom } from './WaitingRoom.tsx'
import styles from '../../exam/learner/exam-learner.module.css'
import checkStyles from './check.module.css'
import { PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import type { DeviceTestProps } from './DeviceChecks.tsx'

const DeviceChecks = lazy(async () => ({ default: (await import('./DeviceChecks.tsx')).DeviceChecks }))

/** Button and dialog of the device test. */
function DeviceTest(props: DeviceTestProps) {
  const [open, setOpen] = useState(false)
  const [round, setRound] = useState(0)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('设备检测')}</Button>
      {open && (
        <Dialog title={t('设备检测')} onClose={() => setOpen(false)}>
          <Suspense fallback={<PageLoading shape="form" rows={4} />}>
            <DeviceChecks key={round} {...props} onAgain={() => setRound(round + 1)} onClose={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}

export type Facts = Data<(typeof exam)['simple-detail']>
export type Check = Data<(typeof checkInfo)['check-info']>
type EntranceProps = { facts: Facts; check: Check; onRefresh: () => void }

const NOT_BEGUN: ErrorName = 'examNotBegun'
const APPLY_PENDING: ErrorName = 'applyPending'

/** Result of the learner's application, once it is decided and not consumed. */
function ApplyNote({ check: { apply } }: { check: Check }) {
  if (!apply || apply.auditUsed) return null
  if (apply.auditState === AuditState.approved)
    return <Alert kind="success" title={t('您的考试申请已通过，可免人脸核验和密码直接开始考试。')} />
  if (apply.auditState === AuditState.rejected)
    return <Alert kind="error" title={t('您的考试申请未通过：{{reason}}', { reason: apply.auditMsg })} />
  return null
}

/** Links to the prerequisite courses. */
function Courses({ courses }: { courses: Check['courses'] }) {
  if (courses.length === 0) return null
  return (
    <section aria-label={t('前置课程')}>
      <ul className={styles.examCourses}>
        {courses.map((course) => (
          <li key={course.id}>
            <Link to={`/web/course/view/${course.id}`}>{course.title}</Link>
            <span>{t('已学 {{percent}}%', { percent: course.process })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Entrance({ facts, check, onRefresh }: EntranceProps) {
  const [applying, setApplying] = useState(false)
  if (check.ongoingPaperId !== null)
    return (
      <div className={checkStyles.startBar}>
        <Link className={buttonLook({ strong: true })} to={`/web/exam/start/${check.ongoingPaperId}`}>
          {t('继续考试')}
        </Link>
      </div>
    )
  const { startTime, fullScreen, captureMinutes } = check.terms
  const isWaiting = startTime !== null && check.reasonKeys.includes(NOT_BEGUN)
  const others = check.reasonKeys
    .map((key, at) => ({ key, text: check.reasons[at] }))
    .filter(({ key }) => !(isWaiting && key === NOT_BEGUN))
  const mayStart = check.canStart || (isWaiting && others.length === 0)
  const { recordCamera, recordScreen, recordPhone, recordSound } = facts
  const usesCamera = captureMinutes > 0 || check.needFace || recordCamera
  return (
    <>
      {isWaiting && <WaitingRoom startTime={startTime} onOpen={onRefresh} />}
      {others.map(({ key, text }) => (
        <Alert key={key} kind={key === APPLY_PENDING ? 'info' : 'warning'} title={text} />
      ))}
      <Courses courses={check.courses} />
      <ApplyNote check={check} />
      {mayStart && (
        <StartForm
          examId={facts.id}
          pledge={facts.pledge}
          check={check}
          isRecorded={recordCamera || recordScreen || recordPhone}
          onRefused={onRefresh}
          onApply={check.canApply ? () => setApplying(true) : undefined}
        />
      )}
      <div className={styles.examActions}>
        {check.needPay && <BuyButton big title={facts.title} order={() => call(examBuy.init, { examId: facts.id })} />}
        {check.canApply && (
          <Button strong={check.needApply} onClick={() => setApplying(true)}>
            {t('申请考试')}
          </Button>
        )}
        {!facts.offline && (
          <DeviceTest
            examId={facts.id}
            camera={usesCamera}
            microphone={recordCamera && recordSound}
            screen={recordScreen}
            fullScreen={fullScreen}
          />
        )}
      </div>
      {applying && (
        <ApplyDialog
          exam={facts}
          onClose={(sent) => {
            setApplying(false)
            if (sent) onRefresh()
          }}
        />
      )}
    </>
  )
}
