// Back office: the staged questions of an uploaded file, checked and corrected before they are committed.
import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { importFormat, quImport } from '@shuyuan/contract/qu/import/import.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { Alert, Button, Flex, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { download } from '../../../kernel/call/api.ts'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { QuPreview } from '../QuPreview.tsx'
import { ImportTarget, type Target } from './import/ImportTarget.tsx'
import { StagedEditor } from './import/StagedEditor.tsx'
import { rowName, type StagedKind, StagedRows, type View } from './import/StagedRows.tsx'
import styles from './import/import.module.css'
import { leaving, usePageSubject } from '../../../shared/page/page-subject.ts'

type Staging = Data<typeof quImport.detail>
const kinds: readonly StagedKind[] = ['all', 'wrong', 'duplicated', 'chosen']
const firstSize = 20
const listOf = (repoId: string) => `/admin/repo/qu?repoId=${repoId}`

export default function QuImportPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(quImport.detail, { id }, { quiet: true })
  usePageSubject(data?.fileName)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="cards" rows={6} />
  if (data.state !== 'waiting') return <Done staging={data} />
  return <Waiting key={id} staging={data} />
}

function Done({ staging }: { staging: Staging }) {
  return (
    <PageEmpty
      text={t(staging.state === 'committed' ? '这次导入已经完成' : '这次导入已经放弃')}
      hint={staging.fileName}
      action={
        <Flex gap="small" justify="center" wrap>
          <Link to={listOf(staging.repoId)}>
            <Button type="primary">{t('查看题库')}</Button>
          </Link>
          {staging.state === 'committed' && <WrongRows staging={staging} />}
        </Flex>
      }
    />
  )
}

/** Fetches the wrong rows as a sheet with their faults. */
function WrongRows({ staging: { id, wrong } }: { staging: Staging }) {
  if (wrong === 0) return null
  return (
    // the failure was already shown
    <Button icon={<DownloadOutlined />} onClick={() => void download(quImport['wrong-rows'], { id }).catch(() => undefined)}>
      {t('下载有误的 {{n}} 题', { n: wrong })}
    </Button>
  )
}

/** Tab and page, stored in the address so that a reload preserves them. */
function useView() {
  const [address, setAddress] = useSearchParams()
  const whole = (name: string, fallback: number) => {
    const value = Number(address.get(name))
    return Number.isInteger(value) && value > 0 && value <= 5_000 ? value : fallback
  }
  const view: View = {
    kind: kinds.find((one) => one === address.get('kind')) ?? 'all',
    page: whole('page', 1),
    size: whole('size', firstSize),
  }
  const setView = ({ kind, page, size }: View) =>
    setAddress({ kind, page: String(page), ...(size === firstSize ? {} : { size: String(size) }) }, { replace: true })
  return { view, setView }
}

function Waiting({ staging }: { staging: Staging }) {
  const { view, setView } = useView()
  const { pathname, search } = useLocation()
  const [edited, setEdited] = useState<number>()
  const [preview, setPreview] = useState<string>()
  const counts: Record<StagedKind, number> = {
    all: staging.total,
    wrong: staging.wrong,
    duplicated: staging.duplicated,
    chosen: staging.chosen,
  }
  const labels: Record<StagedKind, PlainText> = { all: '全部', wrong: '有误', duplicated: '重复', chosen: '将导入' }
  return (
    <div className={styles.importPage}>
      <Head staging={staging} />
      <Tabs
        activeKey={view.kind}
        onChange={(kind) => setView({ ...view, kind: kind as StagedKind, page: 1 })}
        items={kinds.map((kind) => ({ key: kind, label: `${t(labels[kind])} ${counts[kind]}` }))}
      />
      <StagedRows staging={staging} view={view} onView={setView} onEdit={setEdited} onPreview={setPreview} />
      <Foot staging={staging} />
      {edited !== undefined && (
        <StagedEditor
          importId={staging.id}
          row={edited}
          repoId={staging.repoId}
          title={t('修改{{name}}', { name: rowName(staging.format, edited) })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {preview && <QuPreview id={preview} editableFrom={pathname + search} onClose={() => setPreview(undefined)} />}
    </div>
  )
}

/** Names of formats are the same in every language, but for what is no format of a file. */
function formatText(format: keyof typeof importFormat, fileName: string): string {
  if (format === 'model') return t('智能出题')
  return format === 'docx' && fileName.endsWith('.txt') ? t('文本') : importFormat[format]
}

function Head({ staging }: { staging: Staging }) {
  const { fileName, format, repoId, repoId_dictText, createTime, notes, total, wrong, duplicated } = staging
  return (
    <header className={styles.importHead}>
      <Flex wrap gap="4px 12px" align="center">
        <h2 className={styles.importFile}>
          <FileTextOutlined aria-hidden /> {fileName}
        </h2>
        <Tag color="processing">{formatText(format, fileName)}</Tag>
        <span className={styles.stagedHint}>
          {t('导入到')} <Link to={listOf(repoId)}>{repoId_dictText}</Link>
        </span>
        <span className={styles.stagedHint}>{createTime}</span>
      </Flex>
      <span aria-live="polite">{t('共 {{n}} 题，{{wrong}} 题有误，{{duplicated}} 题重复', { n: total, wrong, duplicated })}</span>
      {notes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('关于这个文件，请留意 {{n}} 点', { n: notes.length })}
          description={
            <ul className={styles.importNotes}>
              {[...new Set(notes)].map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          }
        />
      )}
    </header>
  )
}

function Foot({ staging }: { staging: Staging }) {
  const [target, setTarget] = useState<Target>({ chapterId: '', tags: [] })
  const navigate = useNavigate()
  const confirm = useConfirm()
  const leave = () => void navigate(listOf(staging.repoId), { replace: true, ...leaving })
  const commit = useCommand(quImport.commit, {
    done: t('数据导入成功！'),
    refresh: [qu.paging, chapter.list, repo.detail, repo.paging, quImport.waiting, ...(staging.wrong > 0 ? [quImport.detail] : [])],
    // the omitted rows can be fetched from this page
    onDone: () => staging.wrong === 0 && leave(),
  })
  const drop = useCommand(quImport.drop, { refresh: [quImport.waiting], onDone: leave })
  const { id, chosen, wrong } = staging
  const start = async () => {
    const content = t('还有 {{n}} 题有误，不会导入。确定只导入选中的 {{chosen}} 题吗？', { n: wrong, chosen })
    if (wrong > 0 && !(await confirm({ content }))) return
    commit.mutate({ id, ...target })
  }
  const giveUp = () =>
    void confirm({ content: t('确定放弃这次导入吗？文件中的试题都不会进入题库。'), danger: true }, () => drop.mutateAsync({ id }))
  return (
    <Flex className={styles.importFoot} gap="small" wrap>
      <ImportTarget repoId={staging.repoId} value={target} onChange={setTarget} />
      <WrongRows staging={staging} />
      <Link to={listOf(staging.repoId)} className={styles.importLater}>
        {t('以后再处理')}
      </Link>
      <Button danger disabled={commit.isPending} onClick={giveUp}>
        {t('放弃')}
      </Button>
      <Button type="primary" disabled={chosen === 0} loading={commit.isPending} onClick={() => void start()}>
        {t('导入 {{n}} 题', { n: chosen })}
      </Button>
    </Flex>
  )
}
