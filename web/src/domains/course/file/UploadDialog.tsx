// 上传课件: uploads one or several files; each becomes a course file.
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Input, Modal, Progress } from 'antd'
import { useId, useRef, useState } from 'react'
import { call, CallFailure } from '../../../kernel/call/api.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { DictTreeSelect } from '../../../shared/dict/DictSelect.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Upload } from '../../../shared/Upload.tsx'
import type { StoredFile } from '../../../shared/upload/useSending.ts'
import { bareName, lengthText, sizeText } from './file-labels.ts'
import { sendCovers } from './cover-of.ts'
import { showNotes } from './package-notes.ts'
import { courseKinds } from './course-kinds.ts'
import styles from './upload-dialog.module.css'
import { isPlayable, lengthAt, lengthOf } from './media-length.ts'

const keyOf = ({ name, size }: { name: string; size: number }) => `${size} ${name}`

/**
 * @returns `note` starts reading a file before its upload, `of` gives the length of an uploaded one (whole seconds, 0 for none or unknown),
 * `file` the chosen file of an uploaded one
 */
function useLengths() {
  const lengths = useRef(new Map<string, Promise<number>>())
  const chosen = useRef(new Map<string, File>())
  return {
    file: (file: StoredFile) => chosen.current.get(keyOf(file)),
    note: async (file: File) => {
      lengths.current.set(keyOf(file), lengthOf(file))
      chosen.current.set(keyOf(file), file)
    },
    of: (file: StoredFile): Promise<number> => {
      // the server may have shortened the name
      return lengths.current.get(keyOf(file)) ?? (isPlayable(file.name) ? lengthAt(file.url) : Promise.resolve(0))
    },
  }
}

const LIMIT = 50
const LONGEST_TITLE = 200
type Sent = { file: StoredFile; title: string; duration: number; problem?: string }

type UploadDialogProps = {
  /** the current category, as the initial value */
  catId: string | undefined
  onClose: () => void
  /** called if at least one file was saved */
  onSaved: () => void
}

export function UploadDialog({ catId: start, onClose, onSaved }: UploadDialogProps) {
  const [catId, setCatId] = useState(start)
  const [files, setFiles] = useState<Sent[]>([])
  const [sending, setSending] = useState(0)
  const [reading, setReading] = useState(0)
  const [saved, setSaved] = useState<{ done: number; all: number }>()
  const confirm = useConfirm()
  const lengths = useLengths()
  const running = useRef(false)
  const category = useId()
  const change = (url: string, next: Partial<Sent>) =>
    setFiles((all) => all.map((one) => (one.file.url === url ? { ...one, ...next } : one)))
  const add = async (file: StoredFile) => {
    setFiles((all) => [...all, { file, title: '', duration: 0 }])
    setReading((count) => count + 1)
    change(file.url, { duration: await lengths.of(file) })
    setReading((count) => count - 1)
  }
  const close = async () => {
    if (running.current) return
    if (files.length + sending === 0 || (await confirm({ content: t('内容还没有保存，确定要关闭吗？') }))) onClose()
  }
  /** One call per file; refused files stay in the list with the reason. */
  const save = async () => {
    if (running.current) return
    running.current = true
    let refused = 0
    const covers: { id: string; file: File }[] = []
    for (const [done, one] of files.entries()) {
      setSaved({ done, all: files.length })
      const { id, problem } = await saveOne(one, catId)
      if (problem === undefined) setFiles((all) => all.filter((other) => other !== one))
      else {
        refused++
        change(one.file.url, { problem })
      }
      const file = lengths.file(one.file)
      if (id !== undefined && file) covers.push({ id, file })
    }
    void sendCovers(covers)
    running.current = false
    setSaved(undefined)
    if (refused < files.length) onSaved()
    if (refused > 0) return
    notify.success(t('已保存{{n}}个课件', { n: files.length }))
    onClose()
  }
  const busy = saved !== undefined
  const waiting = sending + reading > 0
  return (
    <Modal
      open
      title={t('上传课件')}
      width={720}
      mask={{ closable: false }}
      onCancel={() => void close()}
      okText={files.length === 0 ? t('请上传课件文件') : t('保存{{n}}个课件', { n: files.length })}
      okButtonProps={{ disabled: files.length === 0 || waiting, loading: busy }}
      cancelButtonProps={{ disabled: busy }}
      onOk={() => void save()}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('课件分类')} htmlFor={category}>
          <DictTreeSelect
            dicCode="course_file_catalog"
            id={category}
            aria-label={t('课件分类')}
            disabled={busy}
            value={catId ?? null}
            onChange={setCatId}
            placeholder={t('不分类')}
          />
        </Form.Item>
        <Form.Item
          label={t('课件文件')}
          required
          extra={t('可以一次选择多个文件，每个文件成为一个课件；视频最大 1 GB，音频和文档最大 200 MB')}
        >
          <Upload
            scene="course"
            accept={courseKinds}
            limit={LIMIT}
            value={[]}
            disabled={busy || files.length >= LIMIT}
            label="选择文件"
            check={lengths.note}
            onStored={(file) => void add(file)}
            onSending={setSending}
          />
        </Form.Item>
      </Form>
      {files.length > 0 && (
        <ul className={styles.sentFiles} aria-label={t('已上传的文件')}>
          {files.map((one) => (
            <li key={one.file.url}>
              <SentLine
                one={one}
                busy={busy}
                onTitle={(title) => change(one.file.url, { title })}
                onRemove={() => setFiles((all) => all.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
      {busy && <Progress percent={Math.floor((saved.done / saved.all) * 100)} size="small" aria-label={t('正在保存')} />}
    </Modal>
  )
}

type Saved = { id: string; problem?: undefined } | { id?: undefined; problem: string }

/** @returns the new file, or the reason of a refusal */
async function saveOne({ file, title, duration }: Sent, catId: string | undefined): Promise<Saved> {
  const body = { title: title.trim() || bareName(file.name).slice(0, LONGEST_TITLE), catId: catId ?? '', fileUrl: file.url, duration }
  try {
    const { id, notes } = await call(courseFile.save, body, { quiet: true })
    showNotes(body.title, notes)
    return { id }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    const [field] = (error.data as { fields?: { msg: string }[] } | null)?.fields ?? []
    return { problem: error.code === errors.badInput[0] && field ? field.msg : error.message }
  }
}

type SentLineProps = { one: Sent; busy: boolean; onTitle: (title: string) => void; onRemove: () => void }

function SentLine({ one: { file, title, duration, problem }, busy, onTitle, onRemove }: SentLineProps) {
  const length = lengthText(duration)
  return (
    <>
      <div className={styles.sentFile}>
        <Input
          value={title}
          disabled={busy}
          maxLength={LONGEST_TITLE}
          placeholder={bareName(file.name)}
          aria-label={t('“{{name}}”的课件名称', { name: file.name })}
          {...(problem ? { status: 'error' as const } : {})}
          onChange={(event) => onTitle(event.target.value)}
        />
        <Button
          type="text"
          danger
          disabled={busy}
          icon={<DeleteOutlined />}
          aria-label={t('移除{{name}}', { name: file.name })}
          onClick={onRemove}
        />
      </div>
      <small>
        {file.name} · {sizeText(file.size)}
        {length !== '' && ` · ${length}`}
      </small>
      {problem && (
        <small role="alert" className={styles.sentProblem}>
          {problem}
        </small>
      )}
    </>
  )
}
