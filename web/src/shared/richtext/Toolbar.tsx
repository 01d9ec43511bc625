// The editor's toolbar: one tab stop, the arrow keys move the focus along it.
import { AudioOutlined, FileAddOutlined, FunctionOutlined, LinkOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Button, Tooltip } from 'antd'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { type Tool, tools } from './tools.tsx'
import styles from './richtext.module.css'

const pictures = '.png,.jpg,.jpeg,.gif,.webp'
// admin.md §5, *Attachments in the editor*
const attachments = '.png,.jpg,.jpeg,.gif,.mp4,.mp3,.wav,.ogg,.rar,.zip,.psd,.pdf,.xls,.xlsx,.doc,.docx,.ppt,.pptx'

type ToolbarProps = {
  editor: Editor
  compact: boolean
  onFormula: () => void
  onLink: () => void
  onRecord: () => void
  onFiles: (files: File[]) => void
}

const buttonsIn = (bar: HTMLElement) => [...bar.querySelectorAll('button')].filter((one) => !one.disabled)

/** One button of the toolbar is a tab stop: the one focused last. Arrow keys, Home and End move between them (ARIA toolbar pattern). */
function useRovingFocus() {
  const bar = useRef<HTMLDivElement>(null)
  const settle = (wanted?: Element | null) => {
    if (!bar.current) return
    const buttons = buttonsIn(bar.current)
    const stop = buttons.find((one) => one === wanted) ?? buttons.find((one) => one.dataset['stop'] === 'true') ?? buttons[0]
    for (const one of bar.current.querySelectorAll('button')) {
      one.tabIndex = one === stop ? 0 : -1
      one.dataset['stop'] = String(one === stop)
    }
  }
  // buttons come, go and are disabled with the selection in the text
  useLayoutEffect(() => settle())
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = buttonsIn(event.currentTarget)
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % buttons.length,
      ArrowLeft: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }
    const next = buttons[places[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return { ref: bar, onKeyDown, onFocus: (event: FocusEvent<HTMLDivElement>) => settle(event.target) }
}

export function Toolbar({ editor, compact, onFormula, onLink, onRecord, onFiles }: ToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      inTable: now.isActive('table'),
      link: now.isActive('link'),
      active: tools.filter((tool) => (tool.active ? tool.active(now) : now.isActive(tool.name))).map((tool) => tool.name),
      disabled: tools.filter((tool) => tool.enabled && !tool.enabled(now)).map((tool) => tool.name),
    }),
  })
  const shown = tools.filter((tool) => (compact ? tool.compact : !tool.table || state.inTable))
  const toggle = (tool: Tool) => (
    <ToolButton
      key={tool.name}
      label={tool.label}
      icon={tool.icon}
      pressed={tool.active === undefined || state.active.includes(tool.name) ? state.active.includes(tool.name) : undefined}
      disabled={state.disabled.includes(tool.name)}
      onClick={() => tool.run(editor)}
    />
  )
  const roving = useRovingFocus()
  const table = () => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
  return (
    <div role="toolbar" tabIndex={-1} aria-label={t('编辑工具栏')} className={styles.richtextToolbar} {...roving}>
      {shown.map(toggle)}
      <FileButton label="图片" icon={<PictureOutlined />} accept={pictures} onFiles={onFiles} />
      <ToolButton label="公式" icon={<FunctionOutlined />} onClick={onFormula} />
      {!compact && (
        <>
          <ToolButton label="表格" icon={<TableOutlined />} disabled={state.inTable} onClick={table} />
          <ToolButton label="链接" icon={<LinkOutlined />} pressed={state.link} onClick={onLink} />
          <ToolButton label="录音" icon={<AudioOutlined />} onClick={onRecord} />
          <FileButton label="音视频或附件" icon={<FileAddOutlined />} accept={attachments} onFiles={onFiles} />
        </>
      )}
    </div>
  )
}

type ToolButtonProps = { label: PlainText; icon: ReactNode; pressed?: boolean | undefined; disabled?: boolean; onClick: () => void }

function ToolButton({ label, icon, pressed, disabled = false, onClick }: ToolButtonProps) {
  return (
    <Tooltip title={t(label)} mouseEnterDelay={0.5}>
      <Button
        {...(pressed ? { color: 'primary', variant: 'filled' } : { type: 'text' })}
        size="small"
        disabled={disabled}
        aria-label={t(label)}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        icon={icon}
        // the selection in the text is preserved
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      />
    </Tooltip>
  )
}

function FileButton({
  label,
  icon,
  accept,
  onFiles,
}: {
  label: PlainText
  icon: ReactNode
  accept: string
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton label={label} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={t(label)}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // allows the same file to be chosen again
          event.target.value = ''
        }}
      />
    </>
  )
}
