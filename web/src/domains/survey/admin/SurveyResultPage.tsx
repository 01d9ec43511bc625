// Back office: what was answered, also of one department and beside another survey; the link, the sheet.
import { DownloadOutlined, EditOutlined, LinkOutlined, QrcodeOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { FEWEST_ANSWERS, survey, surveyPhase } from '@shuyuan/contract/survey/survey.ts'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { download } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../kernel/piece/ReportHead.tsx'
import { useCopyLink } from '../../../kernel/piece/useCopyLink.tsx'
import { QrDialog } from '../../../shared/camera/QrDialog.tsx'
import { usePageSubject } from '../../../shared/page/page-subject.ts'
import { ResultQuestion } from '../result/ResultQuestion.tsx'
import { SurveySelect } from '../result/SurveySelect.tsx'
import { othersOf } from '../result/other.ts'
import styles from '../result/result.module.css'

type Result = Data<typeof survey.result>
const PERCENT = 100

export default function SurveyResultPage() {
  const { id = '' } = useParams()
  const [deptCode, setDeptCode] = useState('')
  const [otherId, setOtherId] = useState('')
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(survey.result, { id, deptCode }, { quiet: true, placeholderData: (before) => before as never })
  const other = useCall(survey.result, { id: otherId }, { quiet: true, enabled: otherId !== '' })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={8} />
  const departs = data.departs.map((one) => ({
    value: one.deptCode,
    label: t('{{name}}（{{n}} 份）', { name: one.deptName, n: one.answers }),
  }))
  return (
    <div className={styles.result}>
      <ReportHead title={data.title}>
        {departs.length > 0 && (
          <Select
            aria-label={t('部门')}
            className={styles.pick}
            value={deptCode}
            options={[{ value: '', label: t('全部部门') }, ...departs]}
            onChange={setDeptCode}
          />
        )}
        {can(['survey:list']) && <SurveySelect value={otherId} without={id} onChange={setOtherId} />}
        <Can permit="survey:update">
          <Button icon={<EditOutlined />} onClick={() => void navigate(`/admin/operate/survey/update/${id}`)}>
            {t('编辑')}
          </Button>
        </Can>
        {can(['survey:list']) && <LinkButtons id={id} title={data.title} />}
        <ExportButton id={id} disabled={data.answers === 0 || data.few} />
      </ReportHead>
      <Heads data={data} />
      {other.error && <PageError compact error={other.error} onRetry={() => void other.refetch()} />}
      <Questions data={data} other={otherId === '' ? undefined : other.data} />
    </div>
  )
}

function Heads({ data: { phase, answers, people, anonymous } }: { data: Result }) {
  const rate = people === 0 ? '–' : `${Math.min(PERCENT, Math.round((answers / people) * PERCENT))}%`
  return (
    <Figures
      items={[
        { label: t('状态'), value: tLabel(surveyPhase[phase]) },
        { label: t('答案'), value: answers },
        { label: t('范围内人数'), value: people },
        { label: t('填写率'), value: rate },
        { label: t('方式'), value: anonymous ? t('匿名') : t('实名') },
      ]}
    />
  )
}

function Questions({ data, other }: { data: Result; other: Result | undefined }) {
  if (data.answers === 0) return <PageEmpty hint={t('有人填写后，结果会出现在这里')} />
  if (data.few)
    return <Alert type="info" showIcon title={t('匿名问卷满 {{n}} 份答案后显示结果，避免猜到是谁填写的', { n: FEWEST_ANSWERS })} />
  return (
    <>
      {other?.few === true && <Alert type="info" showIcon title={t('对比的问卷答案太少，暂不显示')} />}
      <ol className={styles.list}>
        {data.questions.map((one, at) => (
          <li key={one.id}>
            <ResultQuestion no={at + 1} question={one} other={othersOf(one, other)} titles={[data.title, other?.title ?? '']} />
          </li>
        ))}
      </ol>
    </>
  )
}

function ExportButton({ id, disabled }: { id: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    // `download` shows a failure
    await download(survey.export, { id }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} disabled={disabled} onClick={() => void save()}>
      {t('导出答案')}
    </Button>
  )
}

/** The page for people without an account, or that of the learners. */
function LinkButtons({ id, title }: { id: string; title: string }) {
  const { data } = useCall(survey.detail, { id }, { quiet: true })
  const [shown, setShown] = useState(false)
  const copy = useCopyLink({ title: t('问卷链接'), copied: t('链接已复制') })
  if (!data) return null
  const path = data.link || `/web/survey/${id}`
  return (
    <>
      <Button icon={<LinkOutlined />} onClick={() => void copy(path)}>
        {t('复制链接')}
      </Button>
      <Button icon={<QrcodeOutlined />} onClick={() => setShown(true)}>
        {t('二维码')}
      </Button>
      {shown && <QrDialog name={title} path={path} onClose={() => setShown(false)} />}
    </>
  )
}
