// The buttons of the editor's toolbar.
import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import type { PlainText } from '../../kernel/i18n.ts'
import styles from './richtext.module.css'

export type Tool = {
  name: string
  label: PlainText
  icon: ReactNode
  run: (editor: Editor) => void
  active?: (editor: Editor) => boolean
  enabled?: (editor: Editor) => boolean
  /** in the small toolbar too */
  compact?: boolean
  /** only with the cursor in a table */
  table?: boolean
}

const aligned = (editor: Editor) => {
  const { textAlign } = editor.getAttributes(editor.isActive('heading') ? 'heading' : 'paragraph')
  return (textAlign as string | null | undefined) ?? 'left'
}
const align = (side: string | null) => (editor: Editor) =>
  editor.chain().focus().updateAttributes('paragraph', { textAlign: side }).updateAttributes('heading', { textAlign: side }).run()

/** Letters as an icon: drawn by the style sheet, so that the button's accessible name is its label alone. */
const glyph = (text: string) => <span className={styles.richtextGlyph} data-glyph={text} />

const marks: Tool[] = [
  { name: 'bold', label: '粗体', icon: <BoldOutlined />, run: (e) => e.chain().focus().toggleBold().run(), compact: true },
  { name: 'italic', label: '斜体', icon: <ItalicOutlined />, run: (e) => e.chain().focus().toggleItalic().run(), compact: true },
  { name: 'underline', label: '下划线', icon: <UnderlineOutlined />, run: (e) => e.chain().focus().toggleUnderline().run(), compact: true },
  { name: 'strike', label: '删除线', icon: <StrikethroughOutlined />, run: (e) => e.chain().focus().toggleStrike().run() },
  { name: 'sup', label: '上标', icon: glyph('x²'), run: (e) => e.chain().focus().toggleMark('sup').run(), compact: true },
  { name: 'sub', label: '下标', icon: glyph('x₂'), run: (e) => e.chain().focus().toggleMark('sub').run(), compact: true },
]

const heading = (level: 2 | 3): Tool => ({
  name: `h${level}`,
  label: level === 2 ? '大标题' : '小标题',
  icon: glyph(level === 2 ? 'H1' : 'H2'),
  run: (e) => e.chain().focus().toggleHeading({ level }).run(),
  active: (e) => e.isActive('heading', { level }),
})

const blocks: Tool[] = [
  heading(2),
  heading(3),
  { name: 'bulletList', label: '无序列表', icon: <UnorderedListOutlined />, run: (e) => e.chain().focus().toggleBulletList().run() },
  { name: 'orderedList', label: '有序列表', icon: <OrderedListOutlined />, run: (e) => e.chain().focus().toggleOrderedList().run() },
  { name: 'left', label: '左对齐', icon: <AlignLeftOutlined />, run: align(null), active: (e) => aligned(e) === 'left' },
  { name: 'center', label: '居中', icon: <AlignCenterOutlined />, run: align('center'), active: (e) => aligned(e) === 'center' },
  { name: 'right', label: '右对齐', icon: <AlignRightOutlined />, run: align('right'), active: (e) => aligned(e) === 'right' },
]

const never = () => false
const inTable = { active: never, table: true }
const tables: Tool[] = [
  { name: 'addRow', label: '下方插入行', icon: glyph('+行'), run: (e) => e.chain().focus().addRowAfter().run(), ...inTable },
  { name: 'addColumn', label: '右侧插入列', icon: glyph('+列'), run: (e) => e.chain().focus().addColumnAfter().run(), ...inTable },
  { name: 'deleteRow', label: '删除行', icon: glyph('-行'), run: (e) => e.chain().focus().deleteRow().run(), ...inTable },
  { name: 'deleteColumn', label: '删除列', icon: glyph('-列'), run: (e) => e.chain().focus().deleteColumn().run(), ...inTable },
  { name: 'mergeCells', label: '合并或拆分单元格', icon: glyph('合并'), run: (e) => e.chain().focus().mergeOrSplit().run(), ...inTable },
  { name: 'deleteTable', label: '删除表格', icon: glyph('删表'), run: (e) => e.chain().focus().deleteTable().run(), ...inTable },
]

const history: Tool[] = [
  {
    name: 'undo',
    label: '撤销',
    icon: <UndoOutlined />,
    run: (e) => e.chain().focus().undo().run(),
    active: never,
    enabled: (e) => e.can().undo(),
    compact: true,
  },
  {
    name: 'redo',
    label: '重做',
    icon: <RedoOutlined />,
    run: (e) => e.chain().focus().redo().run(),
    active: never,
    enabled: (e) => e.can().redo(),
  },
]

export const tools: Tool[] = [...marks, ...blocks, ...tables, ...history]
