// Learner: start page of an exam with its facts, rules and entry checks.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { hoursText } from '@shuyuan/contract/kernel/time-ranges.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { useComparesFaces } from '../../../../shared/camera/useComparesFaces.ts'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { type Check, Entrance, type Facts } from '../Entrance.tsx'
import { shownText, windowText } from '../../../exam/exam-labels.ts'
import { canShareScreen } from '../../../exam/share-screen.ts'
import { guardRules, roomRules } from '../guard-rules.ts'
import { SecuredNotice } from '../../attempt/SecuredNotice.tsx'
import { FaceNotice } from '../../../face/FaceNotice.tsx'
import { useOnNews } from '../../../exam/useOnNews.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import { useOfferedCost } from '../../../pay/order/cost-text.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from '../../../exam/learner/exam-learner.module.css'
import checkStyles from '../check.module.css'

// few devices need it
const ScreenNote = lazy(async () => ({ default: (await import('../../record/ScreenNote.tsx')).ScreenNote }))

function FactList({ facts, check }: { facts: Facts; check: Check }) {
  const cost = useOfferedCost(facts)
  const rows: [string, string][] = [
    [t('考试时间'), windowText(check.terms)],
    ...(check.terms.openHours === '' ? [] : [[tLabel('每日开放时段'), hoursText(check.terms.openHours)] as [string, string]]),
    [t('考试时长'), t('{{n}} 分钟', { n: check.terms.minutes })],
    [t('题量'), t('{{n}} 题', { n: facts.quCount })],
    [t('总分'), t('{{n}} 分', { n: facts.totalScore })],
    [t('及格分'), t('{{n}} 分', { n: facts.passScore })],
    [t('剩余次数'), check.chances === null ? t('不限') : t('{{n}} 次', { n: check.chances })],
    ...(cost === '' ? [] : [[t('价格'), cost] as [string, string]]),
    [t('公布成绩'), shownText(facts.showScore, check.terms.endTime)],
    [t('公布答案'), shownText(facts.showAnswer, check.terms.endTime)],
  ]
  return (
    <dl className={styles.examFacts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function recordedRule({ recordCamera, recordSound, recordScreen, recordPhone }: Facts): string[] {
  const what = [
    ...(recordCamera ? [recordSound ? t('摄像头画面与声音') : t('摄像头画面')] : []),
    ...(recordScreen ? [t('整个屏幕')] : []),
    ...(recordPhone ? [tLabel('手机第二机位')] : []),
  ].join('、')
  return what === '' ? [] : [t('考试全程录制{{what}}，开始前需要您同意。', { what })]
}

function Rules({ facts, check }: { facts: Facts; check: Check }) {
  const comparesFaces = useComparesFaces()
  if (facts.offline) return null
  const rules = [
    ...(facts.lateMinutes > 0 ? [t('开考 {{n}} 分钟后不能再进入考场。', { n: facts.lateMinutes })] : []),
    ...(facts.earliestMinutes > 0 ? [t('开始作答 {{n}} 分钟后才能交卷。', { n: facts.earliestMinutes })] : []),
    ...(facts.allowPaste ? [] : [t('作答时不能粘贴内容。')]),
    ...(check.needFace
      ? [comparesFaces ? t('进入考试前需要用摄像头核验人脸。') : t('进入考试前需要拍照，照片会留存；本机不比对人脸。')]
      : []),
    ...recordedRule(facts),
    ...roomRules(facts, check.terms),
    ...guardRules({ ...facts, fullScreen: check.terms.fullScreen, captureMinutes: check.terms.captureMinutes }),
    t('答案随时自动保存；断网时可继续作答，恢复后自动上传。'),
    t('时间以服务器为准，到时自动交卷。'),
    t('同一时间只能在一台设备上作答。'),
  ]
  return (
    <section>
      <h2>{t('考试须知')}</h2>
      <ul className={styles.examRules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}

export default function ExamCheckPage() {
  const { id = '' } = useParams()
  const facts = useCall(exam['simple-detail'], { id }, { quiet: true })
  const check = useCall(checkInfo['check-info'], { id }, { quiet: true, refetchOnWindowFocus: true })
  const refresh = () => void Promise.all([facts.refetch(), check.refetch()])
  // an application was decided, or a paper was reopened
  useOnNews(refresh)
  const error = facts.error ?? check.error
  if (!facts.data || !check.data) return error ? <PageError error={error} onRetry={refresh} /> : <PageLoading />
  const { remark, title } = facts.data
  return (
    <div className={classes(styles.examCheck, checkStyles.withBar)}>
      <article className={classes(panelStyles.panel, styles.examPanel)}>
        <h1>
          {title} {facts.data.offline && <Tag tone="bad">{t('线下考试')}</Tag>}
        </h1>
        {check.data.terms.arranged && <Alert kind="info" role="status" title={t('本场考试已为您单独安排，请以下面显示的时间为准。')} />}
        {facts.data.recordScreen && !canShareScreen() && (
          <Suspense>
            <ScreenNote examId={id} />
          </Suspense>
        )}
        <FactList facts={facts.data} check={check.data} />
        {remark !== '' && (
          <section>
            <h2>{t('考试说明')}</h2>
            <HtmlView html={remark} className={remark.includes('<') ? undefined : styles.examPlain} />
          </section>
        )}
        <Rules facts={facts.data} check={check.data} />
        {(check.data.needFace || check.data.terms.captureMinutes > 0) && <FaceNotice />}
        {facts.data.seb === 'required' && <SecuredNotice examId={id} />}
        <Entrance facts={facts.data} check={check.data} onRefresh={refresh} />
      </article>
      <Link className={checkStyles.checkLink} to="/web/course">
        {t('返回考试列表')}
      </Link>
    </div>
  )
}
