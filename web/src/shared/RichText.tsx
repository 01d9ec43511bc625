// The rich-text editor as forms use it; the editor itself is fetched when one is shown.
import { lazy, Suspense } from 'react'
import { Skeleton } from 'antd'

const Editor = lazy(async () => ({ default: (await import('./richtext/Editor.tsx')).Editor }))

export type RichTextProps = {
  /** HTML; '' for nothing */
  value?: string
  onChange?: (html: string) => void
  /** what a screen reader calls it */
  label?: string
  id?: string
  /** pixels, 360 unless told (admin.md §9) */
  height?: number
  /** for options and other one-liners: few buttons, as high as its text */
  compact?: boolean
  disabled?: boolean
  /** pasting and dropping is refused with 考试期间不能复制粘贴哦！ */
  noPaste?: boolean
  placeholder?: string
}

/** Formulas leave as `<span data-type="inline-math" data-latex>`; an editor without content gives ''. */
export function RichText(props: RichTextProps) {
  const height = props.compact ? 72 : (props.height ?? 360)
  return (
    <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height }} />}>
      <Editor {...props} />
    </Suspense>
  )
}
