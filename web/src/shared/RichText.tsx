// The rich-text editor for forms; the editor's code is loaded when one is rendered.
import { lazy, Suspense } from 'react'
import { Skeleton } from 'antd'

const Editor = lazy(async () => ({ default: (await import('./richtext/Editor.tsx')).Editor }))

export type RichTextProps = {
  /** HTML; '' for no content */
  value?: string
  onChange?: (html: string) => void
  /** its name for screen readers */
  label?: string
  id?: string
  /** pixels while there is little text, by default 360 (admin.md §9); it grows to 70 % of the window */
  height?: number
  /** for options and other short texts: few buttons, as high as its text */
  compact?: boolean
  disabled?: boolean
  /** pasting and dropping is refused with 考试期间不能复制粘贴哦！ */
  noPaste?: boolean
  placeholder?: string
}

/** Formulas are `<span data-type="inline-math" data-latex>` in the value; an editor without content has the value ''. */
export function RichText(props: RichTextProps) {
  const height = props.compact ? 72 : (props.height ?? 360)
  return (
    <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height }} />}>
      <Editor {...props} />
    </Suspense>
  )
}
