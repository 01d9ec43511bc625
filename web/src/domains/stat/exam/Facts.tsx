// What an exam is: whom it is for, when, how it is passed, the link for candidates, and who has come.
import { Button, Card, Descriptions, QRCode, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { can } from '../../../kernel/access/permission.ts'
import { phoneAddress, QrDialog } from '../../../shared/camera/QrDialog.tsx'
import { useSite } from '../../../shared/session/session.ts'
import { shownText, windowText } from '../../exam/exam-labels.ts'
import { WatchStat } from '../../paper/proctor/WatchStat.tsx'
import type { Attendance, Exam } from './exam-view.ts'
import styles from './exam-view.module.css'

const CODE_SIZE = 132
/** Names shown before the rest is a number. */
const NAMED = 5

/** Whom the exam is for, in words. */
function audienceOf({ groups, users, openType_dictText: open, deptCodes }: Exam): string {
  const names = [...groups.map((one) => one.groupName), ...users.map((one) => one.realName)]
  const parts = [
    ...(deptCodes.length > 0 ? [t('{{n}} 个部门', { n: deptCodes.length })] : []),
    ...(names.length > 0 ? [names.slice(0, NAMED).join('、') + (names.length > NAMED ? t('等 {{n}} 项', { n: names.length }) : '')] : []),
  ]
  return [tLabel(open), ...parts].join(' · ')
}

function CandidateLink({ exam }: { exam: Exam }) {
  const [open, setOpen] = useState(false)
  const path = `/web/exam/check/${exam.id}`
  const address = phoneAddress(useSite()?.h5Host ?? '', path)
  return (
    <Card size="small" title={t('考试链接')} className={styles.link}>
      <button type="button" onClick={() => setOpen(true)} aria-label={t('二维码')}>
        <QRCode value={address} size={CODE_SIZE} bordered={false} color="black" bgColor="white" type="canvas" aria-hidden />
      </button>
      <Typography.Text copyable={{ text: address }} type="secondary" className={styles.address}>
        {address}
      </Typography.Text>
      {open && <QrDialog name={exam.title} path={path} onClose={() => setOpen(false)} />}
    </Card>
  )
}

export function Facts({ exam, attendance }: { exam: Exam; attendance: Attendance | undefined }) {
  const invigilators = exam.invigilators.map((one) => one.realName).join('、')
  const items = [
    { key: 'time', label: t('考试时间'), children: windowText(exam) },
    { key: 'who', label: t('考试范围'), children: audienceOf(exam) },
    { key: 'minutes', label: t('考试时长'), children: t('{{n}} 分钟', { n: exam.minutes }) },
    { key: 'pass', label: t('及格 / 总分'), children: `${exam.passScore} / ${exam.totalScore}` },
    { key: 'tries', label: t('考试次数'), children: exam.tries === 0 ? t('不限') : String(exam.tries) },
    {
      key: 'tmpl',
      label: t('试卷模板'),
      children: can(['tmpl:update']) ? (
        <Link to={`/admin/exam/tmpl/update/${exam.tmplId}`}>{exam.tmplId_dictText}</Link>
      ) : (
        exam.tmplId_dictText
      ),
    },
    { key: 'score', label: t('公布成绩'), children: shownText(exam.showScore, exam.endTime) },
    { key: 'answer', label: t('公布答案'), children: shownText(exam.showAnswer, exam.endTime) },
    ...(invigilators === '' ? [] : [{ key: 'watch', label: t('监考人'), children: invigilators }]),
  ]
  return (
    <div className={styles.facts}>
      <div className={styles.main}>
        {attendance && (
          <Card size="small" title={t('参加情况')}>
            <WatchStat stat={attendance} />
          </Card>
        )}
        <Card size="small" title={t('考试安排')}>
          <Descriptions size="small" column={{ xs: 1, lg: 2 }} items={items} />
          {can(['exam:update']) && exam.draft && (
            <Typography.Paragraph type="secondary" className={styles.note}>
              {t('草稿只有后台可见，发布后考生才能看到。')}{' '}
              <Link to={`/admin/exam/update/${exam.id}`}>
                <Button type="link" size="small">
                  {t('继续编辑')}
                </Button>
              </Link>
            </Typography.Paragraph>
          )}
        </Card>
      </div>
      {!exam.draft && !exam.offline && <CandidateLink exam={exam} />}
    </div>
  )
}
