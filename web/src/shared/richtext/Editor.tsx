// The rich-text editor: Tiptap with a Chinese toolbar.
import type { Editor as TiptapEditor } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import type { RichTextProps } from '../RichText.tsx'
import { attach, picturesIn } from './attach.ts'
import { extensions } from './extensions.ts'
import { FormulaDialog } from './FormulaDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { Toolbar } from './Toolbar.tsx'
import '../../kernel/html/formulas.ts'
import { classes } from '../../kernel/theme/classes.ts'
import htmlViewStyles from '../../kernel/html/html-view.module.css'
import styles from './richtext.module.css'

/** The formula that is being edited; a new one has no position. */
export type FormulaDraft = { latex: string; pos?: number }

const htmlOf = (editor: TiptapEditor) => (editor.isEmpty ? '' : editor.getHTML())

const refusePaste = () => {
  notify.warning(t('考试期间不能复制粘贴哦！'))
  return true
}

type AddFiles = (files: File[]) => void
type RichEditorOptions = { onFormula: (draft: FormulaDraft) => void; onPercent: (percent: number | undefined) => void }

/** @returns the editor, and a function that uploads files into it */
function useRichEditor(props: RichTextProps, { onFormula, onPercent }: RichEditorOptions) {
  // Tiptap stores the functions of the first render; these read the present ones
  const now = useRef<{ props: RichTextProps; add: AddFiles }>({ props, add: () => undefined })
  const take = (data: DataTransfer | null) => {
    if (now.current.props.noPaste) return refusePaste()
    const pictures = picturesIn(data)
    if (pictures.length > 0) now.current.add(pictures)
    return pictures.length > 0
  }
  const { id, label, disabled = false, value = '' } = props
  // the value that the editor shows; Tiptap's HTML of the same text differs, so comparing with it does not work
  const shown = useRef(value)
  // created once: Tiptap would apply new options after each render
  const [options] = useState(() => ({
    extensions: extensions((latex, pos) => onFormula({ latex, pos })),
    content: value,
    immediatelyRender: true as const,
    onUpdate: ({ editor }: { editor: TiptapEditor }) => {
      shown.current = htmlOf(editor)
      now.current.props.onChange?.(shown.current)
    },
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label ?? t('内容'),
        class: classes(htmlViewStyles.htmlView, styles.richtextArea),
        ...(id ? { id } : {}),
      },
      handlePaste: (_view: unknown, event: ClipboardEvent) => take(event.clipboardData),
      // moving text inside the editor is no paste
      handleDrop: (_view: unknown, event: DragEvent, _slice: unknown, moved: boolean) => !moved && take(event.dataTransfer),
    },
  }))
  const editor = useEditor({ ...options, editable: !disabled })
  const add: AddFiles = (files) => void attach(editor, files, onPercent)
  useEffect(() => {
    now.current = { props, add }
  })
  useEffect(() => {
    // Tiptap discards an editor whose first render took long and creates another
    if (editor.isDestroyed || value === shown.current) return
    shown.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return { editor, add }
}

export function Editor(props: RichTextProps) {
  const { value = '', compact = false, height = 360, disabled = false, placeholder } = props
  const [formula, setFormula] = useState<FormulaDraft>()
  const [link, setLink] = useState<string>()
  const [recording, setRecording] = useState(false)
  const [percent, setPercent] = useState<number>()
  const { editor, add } = useRichEditor(props, { onFormula: setFormula, onPercent: setPercent })
  return (
    <div className={classes(styles.richtext, compact && styles.richtextCompact)} data-part="richtext" data-disabled={disabled}>
      {!disabled && (
        <Toolbar
          editor={editor}
          compact={compact}
          onFormula={() => setFormula({ latex: '' })}
          onLink={() => setLink(String(editor.getAttributes('link').href ?? ''))}
          onRecord={() => setRecording(true)}
          onFiles={add}
        />
      )}
      {percent !== undefined && <Progress percent={percent} size="small" aria-label={t('上传进度')} />}
      <EditorContent
        editor={editor}
        style={compact ? {} : { minHeight: height, maxHeight: `max(${height}px, 70vh)` }}
        data-placeholder={value === '' ? placeholder : undefined}
        className={styles.richtextBody}
      />
      {formula && <FormulaDialog editor={editor} draft={formula} noPaste={props.noPaste ?? false} onClose={() => setFormula(undefined)} />}
      {recording && <RecordDialog onTake={(file) => attach(editor, [file], setPercent)} onClose={() => setRecording(false)} />}
      {link !== undefined && <LinkDialog editor={editor} href={link} onClose={() => setLink(undefined)} />}
    </div>
  )
}
