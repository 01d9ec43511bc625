// The form of a question: place and type above, the editor of the type, and the buttons below.
import { EyeOutlined } from '@ant-design/icons'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { qu, quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Alert, Button, Drawer, Flex, Select, Tag, Tooltip } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../../kernel/call/api.ts'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { useMe } from '../../../../shared/session/session.ts'
import { ChapterSelect } from '../../../repo/ChapterSelect.tsx'
import { RepoSelect } from '../../../repo/RepoSelect.tsx'
import { ConflictNotice } from '../../ConflictNotice.tsx'
import { Place, ProblemProvider } from '../../Problems.tsx'
import { quTools } from '../../qu-tools.ts'
import { QuestionView } from '../../QuestionView.tsx'
import { type Change, useDraft } from '../../useDraft.ts'
import { useShortcuts } from '../../useShortcuts.ts'
import { BodyEditor } from './BodyEditor.tsx'
import { CodeRadios } from './CodeRadios.tsx'
import { type Draft, fitType, toBody } from './question-draft.ts'
import { bodyOf, check, formOf, nextForm, type QuestionForm, withTaken } from './question-form.ts'
import { useStoredDraft } from './useStoredDraft.ts'
import styles from './editor.module.css'
import { leaving } from '../../../../shared/page/page-subject.ts'
import { LevelRadios } from '../../levels.tsx'

const listOf = (repoId: string) => (repoId === '' ? '/admin/repo/qu' : `/admin/repo/qu?repoId=${repoId}`)

export function QuestionEditor({ start }: { start: QuestionForm }) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { from?: string } | null }
  const form = useDraft({ of: qu.save, start, bodyOf, check, refresh: [qu.paging, qu.detail, chapter.list, repo.detail, repo.paging] })
  const { draft, change, begin, busy, save } = form
  const [preview, setPreview] = useState(false)
  const storedDraft = useStoredDraft<QuestionForm>({
    key: `qu ${useMe().id} ${start.id ?? 'new'}`,
    draft,
    version: start.version,
    isDirty: form.isDirty,
    onRestore: (saved) => change(() => saved),
  })
  const changeDraft: Change<Draft> = (update) => change((before) => ({ ...before, draft: update(before.draft) }))
  const done = () => notify.success(t('试题保存成功！'))
  // the list with its previous page and filters
  const leave = () => void navigate(state?.from ?? listOf(draft.repoId), leaving)
  const saveAndLeave = async () => {
    if (!(await save())) return
    storedDraft.drop()
    done()
    leave()
  }
  const storeFirst = async () => {
    const saved = await save()
    if (saved) storedDraft.drop()
    return saved !== undefined
  }
  const saveAndGoOn = async () => {
    if (!(await save())) return
    storedDraft.drop()
    done()
    begin(nextForm(draft))
    if (draft.id !== undefined) void navigate(`/admin/repo/qu/add?repoId=${draft.repoId}&chapterId=${draft.chapterId}`)
  }
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.epoch > 0) page.current?.querySelector<HTMLElement>('[contenteditable]')?.focus()
  }, [form.epoch])
  useShortcuts({ s: () => void saveAndLeave(), Enter: () => void saveAndGoOn() })
  const newest = async () => formOf(await call(qu.detail, { id: draft.id ?? '' }))
  return (
    <div className={styles.editorPage} data-page="form" ref={page}>
      <LeaveGuard isDirty={form.isDirty} onSave={storeFirst} />
      {storedDraft.found && (
        <Alert
          type="warning"
          showIcon
          title={t('发现 {{time}} 未保存的草稿', { time: new Date(storedDraft.found.at).toLocaleString() })}
          action={
            <Flex gap="small">
              <Button size="small" onClick={storedDraft.restore}>
                {t('恢复草稿')}
              </Button>
              <Button size="small" type="text" onClick={storedDraft.refuse}>
                {t('丢弃')}
              </Button>
            </Flex>
          }
        />
      )}
      {form.conflict && (
        <ConflictNotice
          onReload={async () => begin(await newest())}
          onOverwrite={async () => {
            const { version } = await newest()
            change((before) => ({ ...before, version }))
            await saveAndLeave()
          }}
        />
      )}
      <ProblemProvider key={form.epoch} problems={form.problems} tries={form.tries}>
        <Head form={draft} change={change} />
        <BodyEditor type={draft.quType} draft={draft.draft} change={changeDraft} />
      </ProblemProvider>
      <Flex className={styles.editorFoot} gap="small" wrap justify="end">
        <Button onClick={leave}>{t('取消')}</Button>
        <Improve form={draft} change={change} />
        <Button icon={<EyeOutlined />} onClick={() => setPreview(true)}>
          {t('预览')}
        </Button>
        <Tooltip title="Ctrl + Enter">
          <Button disabled={busy} onClick={() => void saveAndGoOn()}>
            {t('保存并新建')}
          </Button>
        </Tooltip>
        <Tooltip title="Ctrl + S">
          <Button type="primary" loading={busy} onClick={() => void saveAndLeave()}>
            {t('保存')}
          </Button>
        </Tooltip>
      </Flex>
      <Drawer open={preview} title={t('试题预览')} size={640} onClose={() => setPreview(false)} destroyOnHidden>
        <QuestionView withKey type={draft.quType} body={toBody(draft.quType, draft.draft)} />
      </Drawer>
    </div>
  )
}

/** Suggestions of the assistant, taken into the form one by one; saved with the form or not at all. */
function Improve({ form, change }: HeadProps) {
  const { ImproveQuestion } = quTools.use()
  if (!ImproveQuestion) return null
  return (
    <Suspense>
      <ImproveQuestion
        quType={form.quType}
        level={form.level}
        body={toBody(form.quType, form.draft)}
        onTake={(taken) => change((before) => withTaken(before, taken))}
      />
    </Suspense>
  )
}

type HeadProps = { form: QuestionForm; change: Change<QuestionForm> }

function Head({ form, change }: HeadProps) {
  const stored = form.id !== undefined
  const setType = (type: QuestionForm['quType']) => change((before) => ({ ...before, quType: type, draft: fitType(before.draft, type) }))
  return (
    <div className={styles.editorHead}>
      <Place at="repoId" required label={t('题库')}>
        <RepoSelect
          value={form.repoId}
          allowClear={false}
          onChange={(repoId) => change((before) => ({ ...before, repoId: repoId ?? '', chapterId: '' }))}
        />
      </Place>
      <Place at="chapterId" label={t('章节')}>
        <ChapterSelect
          repoId={form.repoId}
          value={form.chapterId}
          none={t('不分章节')}
          onChange={(chapterId) => change((before) => ({ ...before, chapterId }))}
        />
      </Place>
      <Place at="level" label={t('难度')}>
        <LevelRadios value={form.level} onChange={(level) => change((before) => ({ ...before, level }))} />
      </Place>
      <Place at="tags" label={t('标签')}>
        <Select
          mode="tags"
          allowClear
          aria-label={t('标签')}
          placeholder={t('输入后回车，可填多个')}
          value={form.tags}
          tokenSeparators={[',', '，', ';', '；']}
          onChange={(tags: string[]) =>
            change((before) => ({ ...before, tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== '') }))
          }
        />
      </Place>
      <Place at="quType" className={styles.editorType} label={t('题型')}>
        {stored ? (
          <Flex align="center" gap="small">
            <Tag color="processing">{tLabel(quTypeText[form.quType])}</Tag>
            <small className={styles.editorHint}>{t('试题保存后不能更改题型')}</small>
          </Flex>
        ) : (
          <CodeRadios label={t('题型')} texts={quTypeText} value={form.quType} onChange={setType} />
        )}
      </Place>
      {form.quType === QuType.composite && !stored && (
        <Alert className={styles.editorType} type="info" showIcon title={t('组合题先写材料，再添加小题；小题不能再是组合题')} />
      )}
    </div>
  )
}
