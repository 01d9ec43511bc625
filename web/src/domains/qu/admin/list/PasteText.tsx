// Pasted text on the left, the questions it would give on the right; nothing is stored before the next step.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { examplePapers } from '@shuyuan/contract/qu/import/example-paper.ts'
import { importFormat, MAX_PASTED, MAX_PREVIEWED, quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Input, Tag } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { language } from '../../../../kernel/state/preferences.ts'
import { useSiteKind } from '../../../../kernel/text/words.ts'
import { PageError } from '../../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { QuestionLines } from '../../QuestionLines.tsx'
import problemsStyles from '../../problems.module.css'
import { distinct, problemText } from '../import/problem-labels.ts'
import styles from './paste.module.css'

/** After the last key; each preview is read by the server. */
const QUIET_MS = 500
type Preview = Data<(typeof quImport)['preview-text']>

/** The text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const clock = setTimeout(() => setSettled(text), QUIET_MS)
    return () => clearTimeout(clock)
  }, [text])
  return settled
}

/** `onText`: told of every change, so that the dialog can ask before it closes. */
export function PasteText({ repoId, onText }: { repoId: string; onText: (text: string) => void }) {
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const area = useRef<TextAreaRef>(null)
  const example = examplePapers[useSiteKind()][language.use()]
  const change = (next: string) => {
    setText(next)
    onText(next)
  }
  const hasText = settled.trim() !== ''
  const { data, error, refetch, isFetching } = useCall(
    quImport['preview-text'],
    { text: settled },
    { enabled: hasText, quiet: true, placeholderData: keepPreviousData as never },
  )
  const navigate = useNavigate()
  const stage = useCommand(quImport['stage-text'], {
    refresh: [quImport.waiting],
    onDone: ({ id }) => void navigate(`/admin/repo/qu/import/${id}`),
  })
  const preview = hasText ? data : undefined
  const isCurrent = settled === text && !isFetching
  /** Marks the lines of a question in the text. */
  const showLines = (at: number) => {
    const box = area.current?.resizableTextArea?.textArea
    const lines = (preview?.questions ?? []).map((one) => one.line)
    const next = lines[at + 1]
    const before = (line: number) =>
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0)
    const from = before(lines[at] ?? 1)
    box?.focus()
    box?.setSelectionRange(from, next === undefined ? text.length : before(next) - 1)
    if (box) box.scrollTop = (box.scrollHeight * from) / Math.max(1, text.length) - box.clientHeight / 3
  }
  return (
    <Flex vertical gap="middle">
      <div className={styles.paste}>
        <Input.TextArea
          ref={area}
          className={styles.pasteText}
          value={text}
          maxLength={MAX_PASTED}
          aria-label={t('试题文字')}
          placeholder={`${t('从 Word、网页或聊天里复制试题，粘贴到这里。例如：')}\n\n${example}`}
          onChange={(event) => change(event.target.value)}
        />
        <section className={styles.pastePreview} aria-label={t('识别结果')} aria-busy={!isCurrent}>
          {error && <PageError compact error={error} onRetry={() => void refetch()} />}
          {!hasText && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('粘贴后在这里看到识别出的试题')}>
              <Button onClick={() => change(example)}>{t('用示例试一试')}</Button>
            </Empty>
          )}
          {preview && <Found preview={preview} onLines={showLines} />}
        </section>
      </div>
      <Flex gap="small" align="center" justify="space-between" wrap>
        <output className={styles.pasteHint}>{preview && isCurrent ? foundText(preview) : hasText && t('正在识别…')}</output>
        <Button
          type="primary"
          disabled={!preview || preview.total === 0 || !isCurrent}
          loading={stage.isPending}
          onClick={() => stage.mutate({ repoId, text })}
        >
          {t('下一步：核对 {{n}} 题', { n: preview?.total ?? 0 })}
        </Button>
      </Flex>
    </Flex>
  )
}

/** What is pasted is no document of Word, though it is read like one. */
const foundText = ({ format, total, wrong }: Preview) =>
  format === 'docx'
    ? t('识别出 {{n}} 题，{{wrong}} 题有误', { n: total, wrong })
    : t('按 {{format}} 识别出 {{n}} 题，{{wrong}} 题有误', { format: importFormat[format], n: total, wrong })

function Found({ preview, onLines }: { preview: Preview; onLines: (at: number) => void }) {
  return (
    <>
      {preview.notes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={preview.notes.map((one) => (
            <div key={one}>{one}</div>
          ))}
        />
      )}
      <ol className={styles.pasteList}>
        {preview.questions.map((one, at) => (
          <li key={one.row} data-wrong={one.hasError || undefined}>
            <Flex wrap gap={4} align="center">
              <b>{t('第{{n}}题', { n: one.row })}</b>
              <Tag color="processing">{tLabel(quTypeText[one.quType])}</Tag>
              {one.chapter !== '' && <Tag>{one.chapter}</Tag>}
              <Button type="link" size="small" onClick={() => onLines(at)}>
                {t('第{{n}}行', { n: one.line })}
              </Button>
            </Flex>
            <QuestionLines type={one.quType} body={QuestionBody.parse(one.body)} />
            <ul className={styles.pasteProblems}>
              {distinct(one.problems).map((problem) => (
                <li
                  key={`${problem.field} ${problem.msg}`}
                  className={problem.level === 'error' ? problemsStyles.problemError : problemsStyles.problemWarn}
                >
                  {problemText(problem)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {preview.total > MAX_PREVIEWED && (
        <small className={styles.pasteHint}>{t('这里只显示前 {{n}} 题，核对时能看到全部', { n: MAX_PREVIEWED })}</small>
      )}
    </>
  )
}
