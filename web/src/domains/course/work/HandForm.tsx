// The hand-in that is written: text and files, saved by themselves; handing in asks once.
import { MOST_WORK_TEXT } from '@shuyuan/contract/course/work/work-codes.ts'
import { useId, useRef, useState } from 'react'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { useAsk } from '../../../kernel/plain/useAsk.tsx'
import { useMe } from '../../../shared/session/session.ts'
import { AddFiles } from './AddFiles.tsx'
import type { Draft, DraftView, Own } from './draft.ts'
import { useDraft } from './useDraft.ts'
import { WorkFiles } from './WorkFiles.tsx'
import styles from './work.module.css'

type HandFormProps = {
  work: Own
  start: NonNullable<Own['draft']>
  onHanded: () => void
  /** reads the stored draft anew */ reread: () => Promise<Own | undefined>
}

export function HandForm({ work, start, onHanded, reread }: HandFormProps) {
  const me = useMe()
  const textId = useId()
  const { ask, dialog } = useAsk()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const { draft, view } = useDraft({ userId: me.id, work, start, onHanded })
  const hand = async () => {
    // a second click comes before the button is disabled
    if (sending.current) return
    if (view.content.trim() === '' && view.files.length === 0) return notify.warning(t('请填写作业内容或上传文件'))
    sending.current = true
    try {
      const late = work.lateDays > 0 && work.latePercent > 0 ? t('已逾期 {{n}} 天，得分将扣除。', { n: work.lateDays }) : ''
      if (!(await ask({ title: t('提交作业'), content: `${late}${t('提交后不能再修改，确定提交吗？')}`, okText: t('确认提交') }))) return
      setBusy(true)
      await draft.hand()
      notify.success(t('作业已提交'))
      onHanded()
    } catch (error) {
      // what failed was shown, and everything stays
      if (!(error instanceof CallFailure)) throw error
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return (
    <section className={styles.form} aria-label={t('我的作业内容')}>
      {work.takesText && (
        <div className={styles.text}>
          <label htmlFor={textId}>{t('作业内容')}</label>
          <textarea
            id={textId}
            value={view.content}
            maxLength={MOST_WORK_TEXT}
            rows={8}
            disabled={busy}
            onChange={(event) => draft.change({ content: event.target.value })}
          />
        </div>
      )}
      {work.kinds.length > 0 && (
        <>
          <WorkFiles
            files={view.files}
            label={t('我的文件')}
            action={({ fileUrl, title }) => (
              <Button
                small
                disabled={busy}
                aria-label={t('移除{{title}}', { title })}
                onClick={() => draft.change({ files: draft.view.files.filter((one) => one.fileUrl !== fileUrl) })}
              >
                {t('移除')}
              </Button>
            )}
          />
          <AddFiles
            kinds={work.kinds}
            mostFiles={work.mostFiles}
            mostMb={work.mostMb}
            present={view.files.length}
            disabled={busy}
            // uploads end while others are added
            onAdded={(file) => draft.change({ files: [...draft.view.files, file] })}
          />
        </>
      )}
      {view.state === 'conflict' && <Conflict draft={draft} reread={reread} onTaken={onHanded} />}
      {view.state === 'refused' && <Alert kind="error" title={view.message} />}
      <footer className={styles.foot}>
        <span role="status">{stateText(view)}</span>
        <Button strong busy={busy} disabled={view.state === 'conflict'} onClick={() => void hand()}>
          {t('提交作业')}
        </Button>
      </footer>
      {dialog}
    </section>
  )
}

const CLOCK = 'yyyy-MM-dd '.length
function stateText({ state, saveTime }: DraftView): string {
  if (state === 'offline') return t('网络已断开，内容先保存在本机')
  if (state === 'saving' || state === 'typing') return t('正在保存草稿…')
  return saveTime === null ? t('写下的内容会自动保存') : t('草稿已保存 {{time}}', { time: saveTime.slice(CLOCK) })
}

/** `onTaken`: the stored draft takes the place of this one. */
function Conflict({ draft, reread, onTaken }: { draft: Draft; reread: HandFormProps['reread']; onTaken: () => void }) {
  const overwrite = async () => {
    const own = await reread()
    if (own?.draft) await draft.overwrite(own.draft.version)
    else onTaken()
  }
  return (
    <Alert
      kind="warning"
      title={t('草稿已在其他页面修改')}
      description={
        <span className={styles.choices}>
          <Button small onClick={() => void overwrite()}>
            {t('用本页内容')}
          </Button>
          <Button
            small
            onClick={() => {
              draft.forget()
              onTaken()
            }}
          >
            {t('载入已保存的')}
          </Button>
        </span>
      }
    />
  )
}
